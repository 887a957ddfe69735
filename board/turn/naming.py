"""What a typed order may name a new system, and marks in it that nobody can see.

The library takes any name that the notation can carry, so that old games can be read; here stands what people
at a table must be able to tell apart. Names that a position has already may be used as they are.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from board.words.lookalikes import called, hidden_in, look, mixes_scripts
from board.words.refusals import Code, SiteRefusal
from homeworlds.actions import Discover
from homeworlds.notation import parse_turn
from homeworlds.position import Position
from homeworlds.refusals import Refusal


class NameRefusalCode(Code):
    HIDDEN_MARK = (
        "hidden-mark",
        _("There is a mark in this order that nobody can see: {mark}. Delete it, or type the order anew."),
    )
    MIXED_SCRIPTS = (
        "mixed-scripts",
        _("The name {name} mixes letters of several scripts, some of which only look as if they belonged."),
    )
    LOOKS_TAKEN = (
        "looks-taken",
        _("The name {name} looks like {other}, which is here already. Choose another name."),
    )


class NameRefusal(SiteRefusal):
    """An order that people at the table would misread."""


def check_order(text: str, position: Position) -> None:
    """Raises NameRefusal for a hidden mark, and for a new name that mixes scripts or looks like one of the
    position's. What else is wrong with the order says the library."""
    names = [*position.names, *[system.name for system in position.systems]]
    if mark := hidden_in(_without(text, names)):
        raise NameRefusal(NameRefusalCode.HIDDEN_MARK, mark=called(mark))
    try:
        turn = parse_turn(text, position.players)
    except Refusal:
        return
    looks = {look(name): name for name in names}
    for action in turn:
        if isinstance(action, Discover) and action.name:
            _check_new(action.name, looks)
            looks[look(action.name)] = action.name


def _check_new(name: str, looks: dict[str, str]) -> None:
    if mixes_scripts(name):
        raise NameRefusal(NameRefusalCode.MIXED_SCRIPTS, name=name)
    other = looks.get(look(name))
    # The same name in another case is the library's to refuse.
    if other and other.casefold() != name.casefold():
        raise NameRefusal(NameRefusalCode.LOOKS_TAKEN, name=name, other=other)


def _without(text: str, names: list[str]) -> str:
    for name in names:
        if hidden_in(name):
            text = text.replace(name, "")
    return text
