"""Which standing wishes meet: the oldest first, each with those that fit it best."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

MOST_LOOKED_AT: Final = 60
"""So many fitting wishes are compared to find those that fit best; if none of these makes a table, all are
looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished:
    """A wish of somebody for a game; whatever it accepts, it accepts together."""

    number: int
    player: int
    players: int
    """At the table, the player among them."""
    variants: frozenset[str]
    clocks: frozenset[str]
    counts: frozenset[bool]
    """Whether the game may be rated, and whether it may be a friendly one."""
    rating: float
    within: float | None = None
    """So far from the player's may the rating of the others be; None: as far as it is."""
    free: int = 1
    """So many games may begin by it now."""
    refuses: frozenset[int] = frozenset()
    """Players: blocked, or met by a wish in a game that goes on."""


@dataclass(frozen=True, slots=True)
class Met:
    """Wishes that meet, the oldest first."""

    wishes: tuple[int, ...]
    variant: str
    clock: str
    rated: bool


_Group = tuple[Wished, ...]


def match(
    seekers: Iterable[Wished],
    standing: Sequence[Wished],
    *,
    met: Mapping[frozenset[int], float],
    lots: random.Random,
    most: int,
) -> list[Met]:
    """What begins now, at most so many games. Each seeker in turn takes those of the standing wishes that fit
    it best: whom its player has met least, then who is nearest by rating. Players who meet here do not meet
    again in the same call."""
    free = {each.number: each.free for each in standing}
    together: set[frozenset[int]] = set()
    found: list[Met] = []
    for seeker in seekers:
        while len(found) < most and free.get(seeker.number, 0) > 0:
            others = [
                each
                for each in standing
                if free[each.number] > 0
                and fits(seeker, each)
                and frozenset((seeker.player, each.player)) not in together
            ]
            group = _best(seeker, others, met, together)
            if group is None:
                break
            for each in group:
                free[each.number] -= 1
            together |= {frozenset(pair) for pair in combinations([each.player for each in group], 2)}
            found.append(_met(group, lots))
    return found


def fits(one: Wished, other: Wished) -> bool:
    """Whether two wishes of different players could meet at one table."""
    return (
        one.player != other.player
        and one.players == other.players
        and not one.variants.isdisjoint(other.variants)
        and not one.clocks.isdisjoint(other.clocks)
        and not one.counts.isdisjoint(other.counts)
        and other.player not in one.refuses
        and one.player not in other.refuses
        and abs(one.rating - other.rating) <= min(_reach(one), _reach(other))
    )


def may_meet(group: Sequence[Wished]) -> bool:
    """Whether these wishes are met by one game."""
    return len(group) == group[0].players and _fit_together(group)


def _fit_together(group: Sequence[Wished]) -> bool:
    return (
        bool(_common(group, "variants") and _common(group, "clocks") and _common(group, "counts"))
        and len({each.player for each in group}) == len(group)
        and all(fits(one, other) for one, other in combinations(group, 2))
    )


def _common(group: Iterable[Wished], name: str) -> frozenset[str]:
    return frozenset.intersection(*[getattr(each, name) for each in group])


def _reach(wish: Wished) -> float:
    return float("inf") if wish.within is None else wish.within


def _best(
    seeker: Wished,
    others: Sequence[Wished],
    met: Mapping[frozenset[int], float],
    together: set[frozenset[int]],
) -> _Group | None:
    def strange(other: Wished) -> tuple[float, float]:
        return (
            met.get(frozenset((seeker.player, other.player)), 0.0),
            abs(seeker.rating - other.rating),
        )

    near = sorted(others, key=strange)
    if seeker.players == 2:
        return (seeker, near[0]) if near else None
    groups = _tables((seeker,), near[:MOST_LOOKED_AT], together)
    return next(groups, None) or next(_tables((seeker,), near, together), None)


def _tables(begun: _Group, others: Sequence[Wished], together: set[frozenset[int]]) -> Iterator[_Group]:
    """All tables that begin so, those with the first of the others first."""
    if len(begun) == begun[0].players:
        yield begun
        return
    for place, each in enumerate(others):
        apart = not any(frozenset((each.player, other.player)) in together for other in begun)
        if apart and _fit_together((*begun, each)):
            yield from _tables((*begun, each), others[place + 1 :], together)


def _met(group: _Group, lots: random.Random) -> Met:
    """The variant and the clock by lot among what all accept; rated, if all accept that."""
    return Met(
        wishes=tuple(each.number for each in group),
        variant=lots.choice(sorted(_common(group, "variants"))),
        clock=lots.choice(sorted(_common(group, "clocks"))),
        rated=True in frozenset.intersection(*[each.counts for each in group]),
    )
