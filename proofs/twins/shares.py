"""Who asks what in which pair of worlds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

SEATS: Final = 4
"""Those that are still in the game; two of them are Evil."""
DEALS: Final[Sequence[Mapping[int, str]]] = [
    {seat: "E" if seat in evil else "G" for seat in range(SEATS)} for evil in combinations(range(SEATS), 2)
]


class Share(NamedTuple):
    """A pair of worlds, and what one viewer asks in both."""

    viewer: str
    names: Sequence[str]
    one: Mapping[int, str]
    other: Mapping[int, str]
    own: bool
    """They differ in the viewer's own side: others must not notice."""


def shares(
    pairs: int, viewers: Mapping[str, int | None], names: Sequence[str], always: Sequence[str], dice: Random
) -> Iterator[Share]:
    """So many: together every viewer (with the seat, None: no living one) asks for every name, and in each
    pair for one of those that are `always` worth it. At least as many pairs as viewers."""
    for place, (viewer, seat) in enumerate(viewers.items()):
        mine = range(place, pairs, len(viewers))
        order = dice.sample(names, len(names))
        for number in range(len(mine)):
            chosen = dict.fromkeys([*order[number :: len(mine)], dice.choice(always)])
            own = seat is not None and number % 3 == 2
            one = dice.choice(DEALS)
            other = dice.choice([each for each in DEALS if each != one and _fits(each, one, seat, own)])
            yield Share(viewer, list(chosen), one, other, own)


def _fits(other: Mapping[int, str], one: Mapping[int, str], seat: int | None, own: bool) -> bool:
    return seat is None or (one[seat] != other[seat]) == own
