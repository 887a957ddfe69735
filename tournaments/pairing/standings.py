"""Standings with tie-breaks. Their order is published before the event: `POD_ORDER`, `TWO_PLAYER_ORDER`, or
as its director chose.

Sums are rounded to a millionth, so that thirds of a point that should be equal are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final

from tournaments.pairing.plain import Entrant, Played

OPPONENTS: Final = "opponents"
WINS: Final = "wins"
SONNEBORN_BERGER: Final = "sonneborn-berger"
BUCHHOLZ: Final = "buchholz-cut-1"
DIRECT: Final = "direct-encounter"
RATING: Final = "rating"
POD_ORDER: Final = (OPPONENTS, WINS, SONNEBORN_BERGER, RATING)
TWO_PLAYER_ORDER: Final = (SONNEBORN_BERGER, RATING)
SUMS: Final = frozenset(POD_ORDER)
"""To these each game adds its part, whatever came of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    player: int
    place: int
    """From 1; those whom the tie-breaks leave level share it. 0: nobody has played, and nobody has one."""
    points: float
    opponents: float
    """The mean of `opponent_averages`."""
    wins: int
    sonneborn_berger: float
    """The sum of `beaten`."""
    buchholz: float
    """The sum of `opponent_points`, the least left out; a round without a game or a bye is 0, and that."""
    direct: float
    """Points in the games of those who are level in all that comes before, if all of them have met."""
    rating: float
    games: int
    """Finished ones."""
    opponent_averages: tuple[tuple[int, float], ...]
    """For each opponent at each table: points a game, byes left out."""
    beaten: tuple[tuple[int, float], ...]
    """For each whom he finished ahead of: the final score, byes left out, divided by the opponents at that
    table. Half of it for a drawn game of two."""
    opponent_points: tuple[tuple[int, float], ...]
    """Of each game of two; a bye is a game with somebody who has as many points as oneself."""


class Standings:
    """What finished games add up to; tie-breaks are computed when asked for."""

    def __init__(
        self,
        entrants: Iterable[Entrant],
        played: Iterable[Played],
        byes: Iterable[tuple[int, int]] = (),
        *,
        bye: float,
        late: float = 0.0,
        order: Sequence[str] = POD_ORDER,
    ) -> None:
        self.order = order
        self.ratings = {each.id: each.rating for each in entrants}
        self._extra = {each.id: late if each.entered > 1 else 0.0 for each in entrants}
        self._byes: Counter[int] = Counter(player for _round, player in byes)
        for player, number in self._byes.items():
            self._extra[player] += number * bye
        self._games: dict[int, tuple[Played, ...]] = dict.fromkeys(self.ratings, ())
        self._earned = dict.fromkeys(self.ratings, 0.0)
        self._points = dict(self._extra)
        self._count(played)

    def with_results(self, more: Iterable[Played]) -> Standings:
        """With these games besides."""
        new = object.__new__(Standings)
        new.order, new.ratings = self.order, self.ratings
        new._extra, new._byes = self._extra, self._byes
        new._games, new._earned, new._points = dict(self._games), dict(self._earned), dict(self._points)
        new._count(more)
        return new

    def _count(self, played: Iterable[Played]) -> None:
        changed = set()
        for game in played:
            if game.points is not None:
                for player in game.seats:
                    self._games[player] = (*self._games[player], game)
                    changed.add(player)
        for player in changed:
            self._earned[player] = _sum([_points_in(game, player) for game in self._games[player]])
            self._points[player] = _sum([self._extra[player], self._earned[player]])

    def points(self, player: int) -> float:
        return self._points[player]

    def finished(self, player: int) -> int:
        return len(self._games[player])

    def opponent_averages(self, player: int) -> list[tuple[int, float]]:
        return [
            (other, self._earned[other] / self.finished(other))
            for game in self._games[player]
            for other in game.seats
            if other != player
        ]

    def opponents(self, player: int) -> float:
        return self._tie_break(OPPONENTS, player)

    def wins(self, player: int) -> int:
        """Tables at which he alone has the most points."""
        return sum(_won(game, player) for game in self._games[player])

    def beaten(self, player: int) -> list[tuple[int, float]]:
        return [
            (other, part * self._earned[other] / (len(game.seats) - 1))
            for game in self._games[player]
            for other in game.seats
            if other != player and (part := _ahead(game, player, other))
        ]

    def sonneborn_berger(self, player: int) -> float:
        return self._tie_break(SONNEBORN_BERGER, player)

    def opponent_points(self, player: int) -> list[tuple[int, float]]:
        met = [other for game in self._games[player] for other in game.seats if other != player]
        return [(other, self._points[other]) for other in [*met, *[player] * self._byes[player]]]

    def buchholz(self, player: int) -> float:
        points = [points for _other, points in self.opponent_points(player)]
        most = max(self.finished(each) + self._byes[each] for each in self.ratings)
        return _sum(sorted(points)[1:] if len(points) == most else points)

    def direct(self, player: int, level: Collection[int]) -> float:
        """`level`: all of whom it is to tell apart."""
        rivals = [each for each in level if each != player]
        met = {
            each: {other for game in self._games[each] for other in game.seats if other != each}
            for each in level
        }
        if not rivals or any(not met[each].issuperset(set(level) - {each}) for each in level):
            return 0.0
        games = [game for game in self._games[player] if not {*game.seats}.isdisjoint(rivals)]
        return _sum(_points_in(game, player) for game in games)

    def tie_break_parts(self, name: str, player: int) -> tuple[float, int]:
        """A sum, and by what it is divided; 0: there is nothing to divide."""
        if name == OPPONENTS:
            averages = [average for _other, average in self.opponent_averages(player)]
            return fsum(averages), len(averages)
        if name == SONNEBORN_BERGER:
            return fsum(part for _other, part in self.beaten(player)), 1
        return (self.wins(player) if name == WINS else self.ratings[player]), 1

    def _tie_break(self, name: str, player: int, level: Collection[int] = ()) -> float:
        """The more the better. `level`: who is not told apart by what comes before, oneself too."""
        if name == BUCHHOLZ:
            return self.buchholz(player)
        if name == DIRECT:
            return self.direct(player, level)
        total, count = self.tie_break_parts(name, player)
        return round(total / count, 6) if count else 0.0

    def place(self, player: int) -> int:
        """From 1. A tie-break is only computed of those who are level in all that comes before it."""
        points = self.points(player)
        ahead = sum(other > points for other in self._points.values())
        level = [each for each, other in self._points.items() if other == points]
        for name in self.order:
            if len(level) == 1:
                break
            values = {each: self._tie_break(name, each, level) for each in level}
            ahead += sum(value > values[player] for value in values.values())
            level = [each for each, value in values.items() if value == values[player]]
        return ahead + 1

    def lines(self) -> list[Line]:
        groups, direct = _split(self.ratings, self._points), dict.fromkeys(self.ratings, 0.0)
        for name in self.order:
            values = {each: self._tie_break(name, each, level) for level in groups for each in level}
            if name == DIRECT:
                direct = values
            groups = [part for level in groups for part in _split(level, values)]
        found: list[Line] = []
        for level in groups:
            place = len(found) + 1
            found += [self._line(player, place, direct[player]) for player in level]
        return found

    def _line(self, player: int, place: int, direct: float) -> Line:
        return Line(
            player=player,
            place=place,
            points=self.points(player),
            opponents=self.opponents(player),
            wins=self.wins(player),
            sonneborn_berger=self.sonneborn_berger(player),
            buchholz=self.buchholz(player),
            direct=direct,
            rating=self.ratings[player],
            games=self.finished(player),
            opponent_averages=tuple(self.opponent_averages(player)),
            beaten=tuple(self.beaten(player)),
            opponent_points=tuple(self.opponent_points(player)),
        )


def standings(
    entrants: Sequence[Entrant],
    played: Iterable[Played],
    byes: Iterable[tuple[int, int]] = (),
    *,
    bye: float,
    late: float = 0.0,
    order: Sequence[str] = POD_ORDER,
) -> list[Line]:
    """The best first. `bye`: what a bye pays; `late`: what a late entry gets once for the rounds before."""
    return Standings(entrants, played, byes, bye=bye, late=late, order=order).lines()


def _split(level: Iterable[int], values: Mapping[int, float]) -> list[list[int]]:
    """Those of equal value together, the most first; among them as before."""
    found: dict[float, list[int]] = {}
    for each in level:
        found.setdefault(values[each], []).append(each)
    return [found[value] for value in sorted(found, reverse=True)]


def _sum(values: Iterable[float]) -> float:
    return round(fsum(values), 6)


def _points_in(game: Played, player: int) -> float:
    return (game.points or ())[game.seats.index(player)]


def _won(game: Played, player: int) -> bool:
    points = game.points or ()
    return max(points) == _points_in(game, player) > 0 and points.count(max(points)) == 1


def _ahead(game: Played, player: int, other: int) -> float:
    """1 for who finished ahead, half for a draw of two, 0."""
    me, you = game.seats.index(player), game.seats.index(other)
    if game.places is not None:
        mine, yours = -game.places[me], -game.places[you]
        level, ahead = mine == yours, mine > yours
    else:
        points = game.points or ()
        level, ahead = points[me] == points[you], points[me] > points[you]
    return 1.0 if ahead else 0.5 if level and len(game.seats) == 2 else 0.0
