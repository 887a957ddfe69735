"""What a turn moved on the table, step by step: where pieces went from, and where they came to.

Told from the positions between the steps, so no rule stands here a second time.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from board.map.places import Place, Places, place_turn
from homeworlds.actions import Catastrophe
from homeworlds.pieces import PIECES, Piece
from homeworlds.position import Position
from homeworlds.turn import HalfTurn

STARS = -1
"""In place of an owner: the stars of a system."""

Spot: TypeAlias = tuple[str, int]
"""A system's name, and whose ships there, or STARS."""


class Way(enum.Enum):
    """What else the step did that took a ship away or put one down."""

    ALONE = enum.auto()
    MOVED = enum.auto()
    """It put it down elsewhere: a move, a discovery, or a capture."""
    TRADED = enum.auto()
    """It put another one in its place."""
    DESTROYED = enum.auto()
    """It was a catastrophe."""


class Trace(NamedTuple):
    """A piece that a step took away or put down."""

    piece: Piece
    step: int
    way: Way
    came: int = 0
    """The step of the same turn that had moved here what was taken away; 0: none."""


@dataclass(frozen=True, slots=True)
class Traces:
    gone: Mapping[Spot, Sequence[Trace]] = field(default_factory=dict)
    """What lay there before and does not any more."""
    come: Mapping[Spot, Sequence[Trace]] = field(default_factory=dict)
    """What lies there and did not before."""
    vanished: Mapping[str, Place] = field(default_factory=dict)
    """Where systems stood that are no more."""
    bursts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """The steps that were catastrophes, by system."""


def traces_of(places: Places, half: HalfTurn, after: Position) -> Traces:
    """Of the steps of a turn, from the places at its start to the position after it."""
    halves = _chain(half)
    positions = [each.position for each in halves]
    # What falls with the end of the turn goes with its last step.
    if len(positions) > 1:
        positions[-1] = after
    gone: dict[Spot, list[Trace]] = {}
    come: dict[Spot, list[Trace]] = {}
    bursts: dict[str, list[int]] = {}
    for step, (one, next_one) in enumerate(pairwise(positions), start=1):
        action = half.turn[step - 1]
        if isinstance(action, Catastrophe):
            bursts.setdefault(action.system, []).append(step)
        _follow(gone, come, one, next_one, step, Way.DESTROYED if isinstance(action, Catastrophe) else None)
    vanished: dict[str, Place] = {}
    if gone:
        standing = {system.name for system in after.systems}
        for each in halves:
            systems = place_turn(places, each).systems
            vanished |= {name: place for name, place in systems.items() if name not in standing}
    return Traces(gone, come, vanished, bursts)


def _chain(half: HalfTurn) -> list[HalfTurn]:
    chain = [half]
    while (previous := chain[-1].previous) is not None:
        chain.append(previous)
    return chain[::-1]


def _follow(
    gone: dict[Spot, list[Trace]],
    come: dict[Spot, list[Trace]],
    one: Position,
    other: Position,
    step: int,
    way: Way | None,
) -> None:
    """`way` None: what the positions tell of it."""
    old, new = _lying(one), _lying(other)
    taken, put = list(_surplus(old, new)), list(_surplus(new, old))
    ships = [[spot for spot, _piece in pieces if spot[1] != STARS] for pieces in (taken, put)]
    told = Way.ALONE
    if [len(spots) for spots in ships] == [1, 1]:
        told = Way.TRADED if ships[0] == ships[1] else Way.MOVED
    way = way or told
    for spot, piece in taken:
        here = come.get(spot, [])
        earlier = next((trace for trace in here if trace.piece == piece), None)
        if earlier is not None:
            here.remove(earlier)
        came = earlier.step if earlier is not None and earlier.way is Way.MOVED else 0
        own_way = Way.ALONE if spot[1] == STARS and way is not Way.DESTROYED else way
        gone.setdefault(spot, []).append(Trace(piece, step, own_way, came))
    for spot, piece in put:
        come.setdefault(spot, []).append(Trace(piece, step, Way.ALONE if spot[1] == STARS else way))


def _lying(position: Position) -> Counter[tuple[Spot, Piece]]:
    lying: Counter[tuple[Spot, Piece]] = Counter()
    for system in position.systems:
        lying.update(((system.name, STARS), star) for star in system.stars)
        lying.update(((system.name, owner), ship) for owner, ship in system.ships())
    return lying


def _surplus(
    one: Counter[tuple[Spot, Piece]], other: Counter[tuple[Spot, Piece]]
) -> Iterator[tuple[Spot, Piece]]:
    """What lies in the one and not in the other, in a fixed order."""
    return iter(sorted((one - other).elements(), key=lambda lying: (lying[0], PIECES.index(lying[1]))))
