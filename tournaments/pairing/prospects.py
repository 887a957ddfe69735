"""What one's open games would bring: the places somebody may end up in, from all outcomes of what is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import permutations, product
from math import fsum, prod
from typing import Final, NamedTuple, TypeAlias

from tournaments.pairing.plain import Played
from tournaments.pairing.points import by_elimination, of_two, winner_takes
from tournaments.pairing.standings import SUMS, Standings

MOST_GAMES: Final = 8
MOST_OUTCOMES: Final = 70_000
"""All of eight games of two to four; of tables of six, six games are as many."""
MOST_TIES: Final = 600
"""So many outcomes that leave players level are reckoned with their tie-breaks; beyond them whoever is level
may come first as well as last."""
Places: TypeAlias = tuple[int, ...]
"""At a table, in seat order: 1 the best, equal places for those who drew."""
End: TypeAlias = Callable[[Places, int], bool]
"""Whether a table ends so for who sits in a seat."""


@dataclass(frozen=True, slots=True)
class Prospect:
    best: int
    """Place."""
    worst: int


@dataclass(frozen=True, slots=True)
class Prospects:
    """Each if all of the player's open games end alike."""

    win: Prospect
    draw: Prospect | None
    """None: at tables of three and more no draw is looked at."""
    loss: Prospect


def prospects(
    standings: Standings, open_games: Sequence[Sequence[int]], player: int, *, by_order: bool = False
) -> Prospects | None:
    """The places that are possible for a player of open games.

    The games are tables in seat order. Games of two are won by either or drawn, others are won by one of
    the seats; `by_order`: they pay by the order in which all of them fall. None: too many games are open to
    look at all outcomes.
    """
    if len(open_games) > MOST_GAMES:
        return None
    ways = [_outcomes(tuple(game), by_order) for game in open_games]
    if prod(map(len, ways)) > MOST_OUTCOMES:
        return None
    own = [each for each in ways if player in each[0].seats]
    others = _connected([each for each in ways if player not in each[0].seats])

    def places_if(end: End) -> Prospect:
        ends = [[each for each in way if end(each.places or (), each.seats.index(player))] for way in own]
        work = _Work(standings.order)
        found = [_Race(standings.with_results(each), others, player, work) for each in product(*ends)]
        return Prospect(min(race.best() for race in found), max(race.worst() for race in found))

    may_draw = all(len(each[0].seats) == 2 for each in own)
    return Prospects(places_if(_won), places_if(_drawn) if may_draw else None, places_if(_lost))


def _won(places: Places, seat: int) -> bool:
    return places[seat] == 1 and places.count(1) == 1


def _drawn(places: Places, seat: int) -> bool:
    return places.count(places[seat]) == len(places)


def _lost(places: Places, seat: int) -> bool:
    return places[seat] != 1


def _outcomes(seats: tuple[int, ...], by_order: bool) -> list[Played]:
    number = len(seats)
    points = of_two if number == 2 else by_elimination if by_order else winner_takes
    if by_order and number > 2:
        ends: list[Places] = list(permutations(range(1, number + 1)))
    else:
        ends = [tuple(1 if seat == winner else 2 for seat in range(number)) for winner in range(number)]
        if number == 2:
            ends.append((1, 1))
    return [Played(round=0, seats=seats, points=points(places), places=places) for places in ends]


class _Group(NamedTuple):
    """Games in which the same people sit: what one of them does to the order depends on the others."""

    players: frozenset[int]
    ends: list[tuple[Played, ...]]


def _connected(ways: Sequence[list[Played]]) -> list[_Group]:
    found: list[_Group] = []
    for way in ways:
        seats = frozenset(way[0].seats)
        joined = [group for group in found if group.players & seats]
        players = seats.union(*(group.players for group in joined))
        ends: list[tuple[Played, ...]] = [(each,) for each in way]
        for group in joined:
            ends = [(*some, *more) for some, more in product(ends, group.ends)]
        found = [group for group in found if group not in joined] + [_Group(players, ends)]
    return found


class _Work:
    """How much may still be reckoned: of tie-breaks that are no sums of what each game adds, nothing."""

    def __init__(self, order: Iterable[str]) -> None:
        self.left = MOST_TIES if SUMS.issuperset(order) else 0


class _End:
    """Of a group, as it stands to the player."""

    def __init__(
        self, standings: Standings, player: int, players: Iterable[int], games: Sequence[Played] = ()
    ) -> None:
        self._standings, self._games = standings, games
        self._parts: dict[tuple[str, int], tuple[float, int]] = {}
        own, more = standings.points(player), dict.fromkeys(players, 0.0)
        for game in games:
            for seat, points in zip(game.seats, game.points or (), strict=True):
                more[seat] += points
        # Rounded as sums of points are.
        lead = {each: round(standings.points(each) + extra - own, 6) for each, extra in more.items()}
        self.ahead = sum(each > 0 for each in lead.values())
        self.level = [each for each, points in lead.items() if not points]

    @cached_property
    def _with_games(self) -> Standings:
        return self._standings.with_results(self._games)

    def parts(self, name: str, player: int) -> tuple[float, int]:
        found = self._parts.get((name, player))
        if found is None:
            found = self._parts[name, player] = self._with_games.tie_break_parts(name, player)
        return found


class _Range(NamedTuple):
    least: float
    most: float


class _Race:
    """The games of others, once those of the player are over. What a group of games adds to a tie-break does
    not depend on the other groups: nobody sits in two."""

    def __init__(self, standings: Standings, groups: Sequence[_Group], player: int, work: _Work) -> None:
        self._player, self._work, self._order = player, work, standings.order
        self._spanned: dict[tuple[str, int], list[tuple[float, float, int]]] = {}
        self._most = len(standings.ratings)
        still = standings.ratings.keys() - {player}.union(*(group.players for group in groups))
        self._settled = _End(standings, player, still)
        self._groups = [
            [_End(standings, player, group.players, games) for games in group.ends] for group in groups
        ]
        self._settle()

    def _settle(self) -> None:
        """Who is level is ahead or behind for good if no outcome of the other groups can change it."""
        ends = [(self._settled, -1)]
        ends += [(end, number) for number, group in enumerate(self._groups) for end in group]
        if len(ends) > self._work.left:
            return
        self._work.left -= len(ends)
        for end, group in ends:
            found = {each: self._lead(each, end, group) for each in end.level}
            end.ahead += sum(lead > 0 for lead in found.values())
            end.level = [each for each, lead in found.items() if not lead]

    def _lead(self, other: int, end: _End, group: int) -> int:
        """Over the player, if the group ends so: above or below 0, or 0 where that is open."""
        for name in self._order:
            mine = self._range(name, self._player, end, group)
            theirs = self._range(name, other, end, group)
            if theirs.least > mine.most:
                return 1
            if theirs.most < mine.least:
                return -1
            if not mine.least == mine.most == theirs.least == theirs.most:
                return 0
        return -1

    def _range(self, name: str, player: int, end: _End, group: int) -> _Range:
        usual, count = self._settled.parts(name, player)
        spans = list(self._spans(name, player))
        if group >= 0:
            value, number = end.parts(name, player)
            spans[group] = (value - usual, value - usual, number - count)
        count += sum(number for _least, _most, number in spans)
        least = fsum([usual, *(each for each, _most, _number in spans)])
        most = fsum([usual, *(each for _least, each, _number in spans)])
        return _Range(round(least / max(count, 1), 6), round(most / max(count, 1), 6))

    def _spans(self, name: str, player: int) -> list[tuple[float, float, int]]:
        """What each group adds at least and at most, and how many parts: of all its ends alike."""
        if (name, player) not in self._spanned:
            usual, count = self._settled.parts(name, player)
            parts = [[end.parts(name, player) for end in group] for group in self._groups]
            self._spanned[name, player] = [
                (min(each)[0] - usual, max(each)[0] - usual, each[0][1] - count) for each in parts
            ]
        return self._spanned[name, player]

    def best(self) -> int:
        best = self._most
        for ahead, ends in _by_sum(self._groups, lambda end: end.ahead):
            place = 1 + self._settled.ahead + ahead
            if place >= best:
                break
            best = min(best, self._place(ends, place))
        return best

    def worst(self) -> int:
        worst = 1
        for ahead, ends in _by_sum(self._groups, lambda end: -end.ahead - len(end.level)):
            place = 1 + self._settled.ahead + len(self._settled.level) - ahead
            if place <= worst:
                break
            worst = max(worst, self._place(ends, place))
        return worst

    def _place(self, ends: Sequence[_End], bound: int) -> int:
        """Exactly, while ties may be reckoned."""
        level = [each for end in (self._settled, *ends) for each in end.level]
        if not level or self._work.left <= 0:
            return bound
        self._work.left -= 1
        place = 1 + self._settled.ahead + sum(end.ahead for end in ends)
        for name in self._order:
            mine = self._value(name, self._player, ends)
            theirs = {each: self._value(name, each, ends) for each in level}
            place += sum(value > mine for value in theirs.values())
            level = [each for each, value in theirs.items() if value == mine]
            if not level:
                break
        return place

    def _value(self, name: str, player: int, ends: Sequence[_End]) -> float:
        usual, usual_count = self._settled.parts(name, player)
        parts = [end.parts(name, player) for end in ends]
        count = usual_count + sum(number - usual_count for _value, number in parts)
        total = fsum([usual, *(value - usual for value, _count in parts)])
        return round(total / count, 6) if count else 0.0


def _by_sum(groups: Sequence[list[_End]], key: Callable[[_End], int]) -> Iterator[tuple[int, list[_End]]]:
    """An end of each group, those with the least sum first."""
    ranked = [sorted(group, key=key) for group in groups]
    first = (0,) * len(ranked)
    heap = [(sum(key(group[0]) for group in ranked), first)]
    seen = {first}
    while heap:
        total, chosen = heappop(heap)
        ends = [group[number] for group, number in zip(ranked, chosen, strict=True)]
        yield total, ends
        for place, (group, number) in enumerate(zip(ranked, chosen, strict=True)):
            following = (*chosen[:place], number + 1, *chosen[place + 1 :])
            if number + 1 < len(group) and following not in seen:
                seen.add(following)
                heappush(heap, (total + key(group[number + 1]) - key(group[number]), following))
