"""Who sits with whom on the stairs. Once a day, by lot, among those who asked for a table.

Tables of four come first; others only where they seat people whom fours cannot, or who want no four. People
of the same or neighbouring steps meet; whoever was passed over meets others farther away, and the third
seating after he asked (so within three days) takes anybody. Among the ways to seat as many, those are sought
in which people meet whom they have not met lately.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Final

USUAL_SIZE: Final = 4
SIZES: Final = (3, 4, 5, 6)
BY_PREFERENCE: Final = (4, 5, 3, 6)
REACH: Final = (1, 3)
"""How far apart the steps of a table may be, by how many seatings have passed over who has waited longest
there; after these, as far as may be."""
PASSED_ENOUGH: Final = len(REACH)
HUNTS: Final = "sinister"
LOOKED_AT: Final = 13
"""So many partners of somebody are compared with each other."""
MOST_MIXED: Final = 10
MOST_COMPARED: Final = 40
"""So many tables each one is mixed with."""
ROUNDS: Final = 8
"""So often everything is tried by other lots, where few wait."""
FEW: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Somebody who asked for a table."""

    player: int
    step: int
    passed: int = 0
    """How many seatings have passed over this player since."""
    variants: frozenset[str]
    sizes: frozenset[int] = frozenset(SIZES)
    refuses: frozenset[int] = frozenset()
    """Whom the player cannot meet; one of two is enough."""

    @property
    def waits_long(self) -> bool:
        return self.passed >= PASSED_ENOUGH


@dataclass(frozen=True, slots=True)
class Past:
    """What was before: the more, and the more lately, the higher the figure."""

    met: Mapping[frozenset[int], float] = field(default_factory=dict)
    """By pair of players."""
    hunted: Mapping[tuple[int, int], float] = field(default_factory=dict)
    """By hunter and hunted."""


@dataclass(frozen=True, slots=True)
class Table:
    """The players in turn order: in Sinister each hunts the one who follows."""

    players: tuple[int, ...]
    variant: str


_Group = tuple[Waiting, ...]


def seat(waiting: Collection[Waiting], past: Past, lots: random.Random) -> list[Table]:
    """The tables of a day. Nobody sits twice, nobody with whom he cannot meet, and nobody at a table or in a
    variant that he does not accept."""
    rounds = ROUNDS if len(waiting) <= FEW else 1
    found = [_Room(waiting, past, lots).seated() for _ in range(rounds)]
    groups = min(found, key=lambda room: room.cost).groups
    return [_table(group, past, lots) for group in groups]


def may_sit(group: Sequence[Waiting]) -> bool:
    """Whether these can be one table."""
    return (
        len(group) in SIZES
        and all(len(group) in each.sizes for each in group)
        and bool(common_variants(group))
        and _may_meet(group)
    )


def common_variants(group: Iterable[Waiting]) -> list[str]:
    return sorted(frozenset.intersection(*[each.variants for each in group]))


def _may_meet(group: Sequence[Waiting]) -> bool:
    steps = [each.step for each in group]
    passed = max(each.passed for each in group)
    if passed < PASSED_ENOUGH and max(steps) - min(steps) > REACH[passed]:
        return False
    people = {each.player for each in group}
    return not any(each.refuses & people for each in group)


class _Room:
    """One try to seat all who wait."""

    def __init__(self, waiting: Collection[Waiting], past: Past, lots: random.Random) -> None:
        drawn = sorted(waiting, key=lambda each: each.player)
        lots.shuffle(drawn)
        self.left = sorted(drawn, key=lambda each: -each.passed)
        self.groups: list[_Group] = []
        self._past = past

    @property
    def cost(self) -> tuple[int, int, int, float, int]:
        return (
            sum(each.waits_long for each in self.left),
            len(self.left),
            sum(abs(len(group) - USUAL_SIZE) for group in self.groups),
            sum(self._met(group) for group in self.groups),
            sum(_spread(group) for group in self.groups),
        )

    def seated(self) -> _Room:
        self._fill((USUAL_SIZE,))
        self._make_room()
        self._fill(BY_PREFERENCE)
        self._make_room()
        self._give_way()
        self._fill(BY_PREFERENCE)
        self._mix()
        return self

    # --- tables from those who are left

    def _fill(self, sizes: Sequence[int]) -> None:
        for size in sizes:
            for each in list(self.left):
                if each in self.left and size in each.sizes and (group := self._best(each, size)):
                    self._sit(group)

    def _best(self, first: Waiting, size: int) -> _Group | None:
        """The best table of this size for who has waited longest of those left."""
        others = [
            each for each in self.left if each is not first and size in each.sizes and _pair_may(first, each)
        ]
        near = sorted(others, key=lambda each: (self._pair(first, each), abs(each.step - first.step)))
        few = near[: LOOKED_AT if size <= USUAL_SIZE else LOOKED_AT - 3]
        tables = [(first, *rest) for rest in combinations(few, size - 1) if may_sit((first, *rest))]
        if tables:
            return min(tables, key=lambda group: (self._met(group), _spread(group)))
        return next(_searched((first,), near, size), None)

    def _sit(self, group: _Group) -> None:
        self.groups.append(group)
        self.left = [each for each in self.left if each not in group]

    # --- whom fours cannot seat

    def _make_room(self) -> None:
        """Tables are made anew with those who are left, so that all of these people sit."""
        for number in (3, 2, 1):
            for more in (1, 2):
                for late in list(combinations(self.left[:LOOKED_AT], number)):
                    if all(each in self.left for each in late):
                        self._join(late, more)

    def _join(self, late: Sequence[Waiting], number: int) -> None:
        if number > 1 and len(self.groups) > LOOKED_AT:
            return
        for tables in combinations(self.groups, number):
            people = [*late, *[each for group in tables for each in group]]
            if all(any(_pair_may(one, other) for other in people if other is not one) for one in late) and (
                made := _covered(people, number + 1)
            ):
                self.groups = [group for group in self.groups if group not in tables]
                for group in made:
                    self._sit(group)
                return

    def _give_way(self) -> None:
        """Whoever has waited long takes the place of people who have not; they wait another day."""
        for late in [each for each in self.left if each.waits_long]:
            for group in list(self.groups):
                if late in self.left and (made := _instead(late, group)):
                    self.groups.remove(group)
                    self.left += [each for each in group if each not in made]
                    self._sit(made)

    # --- who meets whom

    def _mix(self) -> None:
        """Any two tables (each with some of the others, where there are many) are made anew from the same
        people, if fewer of them have met so. A round without success is the last."""
        places = range(len(self.groups))
        for _ in range(MOST_MIXED):
            better = False
            for one in [place for place in places if self._met(self.groups[place])]:
                for step in places[1 : MOST_COMPARED + 1]:
                    better |= self._mixed(one, (one + step) % len(places))
            if not better:
                return

    def _mixed(self, one: int, other: int) -> bool:
        people = (*self.groups[one], *self.groups[other])
        best, best_met = None, self._met(self.groups[one]) + self._met(self.groups[other])
        if not best_met:
            return False
        for made in combinations(people, len(self.groups[one])):
            rest = tuple([each for each in people if each not in made])
            met = self._met(made) + self._met(rest)
            if met < best_met and may_sit(made) and may_sit(rest):
                best, best_met = (made, rest), met
        if best is None:
            return False
        self.groups[one], self.groups[other] = best
        return True

    def _met(self, group: Sequence[Waiting]) -> float:
        return sum(self._pair(one, other) for one, other in combinations(group, 2))

    def _pair(self, one: Waiting, other: Waiting) -> float:
        return self._past.met.get(frozenset((one.player, other.player)), 0.0)


def _spread(group: Sequence[Waiting]) -> int:
    steps = [each.step for each in group]
    return max(steps) - min(steps)


def _pair_may(one: Waiting, other: Waiting) -> bool:
    return (
        other.player not in one.refuses
        and one.player not in other.refuses
        and not one.variants.isdisjoint(other.variants)
    )


def _searched(begun: _Group, others: Sequence[Waiting], size: int) -> Iterator[_Group]:
    """All tables of this size that begin so, and go on with some of the others."""
    if len(begun) == size:
        if may_sit(begun):
            yield begun
        return
    for place, each in enumerate(others):
        group = (*begun, each)
        if _may_meet(group) and common_variants(group):
            yield from _searched(group, others[place + 1 :], size)


def _covered(people: Sequence[Waiting], most: int) -> list[_Group] | None:
    """So many tables at most at which all of these sit, the nearest to fours; None: there are none."""
    if not people:
        return []
    if not most or len(people) > most * max(SIZES):
        return None
    first, *others = people
    for size in BY_PREFERENCE:
        if size not in first.sizes or size > len(people) or 0 < len(people) - size < min(SIZES):
            continue
        for group in _searched((first,), others, size):
            rest = _covered([each for each in people if each not in group], most - 1)
            if rest is not None:
                return [group, *rest]
    return None


def _instead(late: Waiting, group: _Group) -> _Group | None:
    """A table with this player and as many of the group as may be, where who gives way has waited less."""
    for number in range(len(group), min(SIZES) - 2, -1):
        for stay in combinations(group, number):
            goes = [each for each in group if each not in stay]
            if all(each.passed < late.passed and not each.waits_long for each in goes) and may_sit(
                (late, *stay)
            ):
                return (late, *stay)
    return None


# --- at the table


def _table(group: _Group, past: Past, lots: random.Random) -> Table:
    variant = lots.choice(common_variants(group))
    players = sorted(each.player for each in group)
    lots.shuffle(players)
    if variant == HUNTS:
        players = _ring(players, past.hunted)
        first = lots.randrange(len(players))
        players = players[first:] + players[:first]
    return Table(tuple(players), variant)


def _ring(players: list[int], hunted: Mapping[tuple[int, int], float]) -> list[int]:
    """The circle in which the fewest hunt whom they hunted before; of equals the first, so give them by
    lot."""

    def again(ring: Sequence[int]) -> float:
        return sum(hunted.get(pair, 0.0) for pair in zip(ring, [*ring[1:], ring[0]], strict=True))

    first, *others = players
    return min(([first, *rest] for rest in permutations(others)), key=again)
