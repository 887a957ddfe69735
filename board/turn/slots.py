"""A sacrifice in the making as a row of slots: the ship given, what was done with it, what is left to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.symbols import render_badge, render_piece, render_sign, render_star
from board.turn.buttons import VERB_LABELS
from board.turn.making import Links, Verb, back_to, turn_words
from homeworlds.actions import Action, Attack, Build, Catastrophe, Discover, Move, Sacrifice, Trade
from homeworlds.pieces import Colour
from homeworlds.position import Position
from homeworlds.turn import HalfTurn

LEFT: Final[Mapping[Colour, Verb]] = {
    Colour.RED: Verb.ATTACK,
    Colour.YELLOW: Verb.MOVE,
    Colour.GREEN: Verb.BUILD,
    Colour.BLUE: Verb.TRADE,
}
"""What is left to do with the power of each colour."""


class Slot(NamedTuple):
    kind: str
    """`given`, `done`, `next` or `later`."""
    drawn: SafeString
    words: str = ""
    """What is left to do; empty for what has been done."""
    spoken: str = ""
    link: SafeString | str = ""
    """The turn as it was before this step; empty where there is nothing to undo."""


def slots_of(half: HalfTurn, links: Links) -> tuple[Slot, ...]:
    """The last sacrifice of the turn and what came of it, each leading back to before itself; empty without
    one."""
    steps = list(_steps(half))
    begins = max((n for n, (_, action) in enumerate(steps) if isinstance(action, Sacrifice)), default=None)
    if begins is None:
        return ()
    slots = [
        _done(before, action, links)
        for before, action in steps[begins:]
        if not isinstance(action, Catastrophe)
    ]
    if half.power is None:
        return tuple(slots)
    sign, words = SafeString(render_sign(half.power)), gettext(VERB_LABELS[LEFT[half.power]]).lower()
    return (*slots, *[Slot("later" if n else "next", sign, words) for n in range(half.actions_left)])


def _steps(half: HalfTurn) -> Iterator[tuple[HalfTurn, Action]]:
    """Each step with the turn before it, the first one first."""
    if half.previous is not None:
        yield from _steps(half.previous)
        yield half.previous, half.turn[-1]


def _done(before: HalfTurn, action: Action, links: Links) -> Slot:
    names, mover = before.start.names, before.mover
    (told,) = turn_words((action,), mover, names)
    kind = "given" if isinstance(action, Sacrifice) else "done"
    drawn = SafeString(_drawn(action, mover, before.position))
    spoken = gettext("{step}. Back to before it.").format(step=f"{told[:1].upper()}{told[1:]}")
    return Slot(kind, drawn, "", spoken, links.markup(back_to(before)))


def _drawn(action: Action, mover: int, position: Position) -> str:
    match action:
        case Sacrifice(ship=ship):
            return render_piece(ship, mover)
        case Build(piece=piece):
            return render_sign(Colour.GREEN) + render_piece(piece, mover)
        case Trade(ship=ship, piece=piece):
            return f"{render_piece(ship, mover)}→{render_piece(piece, mover)}"
        case Attack(ship=ship):
            return render_sign(Colour.RED) + render_piece(ship, mover)
        case Discover(ship=ship, star=star):
            return f"{render_piece(ship, mover)}→{render_star(star)}"
        case Move(ship=ship, destination=destination):
            return f"{render_piece(ship, mover)}→{_sign_of(destination, position)}"
    return ""


def _sign_of(destination: str, position: Position) -> str:
    """Of a homeworld the owner's badge, of other systems the star."""
    system = position.find(destination)
    if system is None:
        return ""
    if system.home is not None:
        return render_badge(system.home, position.names[system.home])
    return "".join(map(render_star, system.stars))
