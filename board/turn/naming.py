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
from homeworlds.reading.plain import cleaned
from homeworlds.reading.turns import read_turn
from homeworlds.refusals import Refusal
from homeworlds.state import GameState
from homeworlds.turn import HalfTurn, make_turn


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

    step: int = 0
    """Of the turn."""


def read_order(state: GameState, text: str, *, strictly: bool = False) -> HalfTurn:
    """The turn that an order says, as people write it or, `strictly`, in notation. Raises Refusal, and
    NameRefusal."""
    try:
        if strictly:
            half = make_turn(state.rules, state.position, parse_turn(text, state.position.players))
        else:
            half = read_turn(text, state)
    except Refusal as refusal:
        plain = text if strictly else cleaned(text)
        raise hidden_mark(plain, state.position) or refusal from refusal
    if misread := wrong_name(half):
        raise misread
    return half


def wrong_name(half: HalfTurn) -> NameRefusal | None:
    """Why a system that the turn discovers cannot be called so: by a mark that nobody sees, letters of
    several scripts, or what looks like a name of the position. `step` is its number in the turn."""
    names = [*half.start.names, *[system.name for system in half.start.systems]]
    looks = {look(name): name for name in names}
    for step, action in enumerate(half.turn):
        if isinstance(action, Discover) and action.name:
            try:
                _check_new(action.name, looks)
            except NameRefusal as refusal:
                refusal.step = step
                return refusal
            looks[look(action.name)] = action.name
    return None


def hidden_mark(text: str, position: Position) -> NameRefusal | None:
    """The mark in an order that nobody sees, other than those in names of the position."""
    names = [*position.names, *[system.name for system in position.systems]]
    mark = hidden_in(_without(text, names))
    return NameRefusal(NameRefusalCode.HIDDEN_MARK, mark=called(mark)) if mark else None


def _check_new(name: str, looks: dict[str, str]) -> None:
    if mark := hidden_in(name):
        raise NameRefusal(NameRefusalCode.HIDDEN_MARK, mark=called(mark))
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
