"""The final standings of an event, reckoned from its games by the published rules, in fractions; the service
of the site is not asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Final

from proofs.events.called_for import rounds_won
from proofs.events.contest import Contest, Table, places, points

BYE: Final = {"two": Fraction(1), "win": Fraction(5)}
LATE: Final = Fraction(1, 2)
LIKE: Final = 1e-5


class Sums:
    """What these games bring to these people."""

    def __init__(self, contest: Contest, people: Collection[int], tables: Iterable[Table]) -> None:
        self.contest, self.people = contest, people
        self.games: defaultdict[int, list[Table]] = defaultdict(list)
        self.earned: defaultdict[int, Fraction] = defaultdict(Fraction)
        self.given: defaultdict[int, Fraction] = defaultdict(Fraction)
        for table in tables:
            if len(table.seats) == 1:
                self.given[table.seats[0]] += BYE.get(contest.points, Fraction(contest.size - 1))
                continue
            for player, more in zip(table.seats, points(contest, table), strict=True):
                self.games[player].append(table)
                self.earned[player] += more
        for player in people:
            if contest.kind == "swiss" and contest.people[player].came > 1:
                self.given[player] += LATE

    def score(self, player: int) -> Fraction:
        return self.earned[player] + self.given[player]

    def standing(self) -> list[list[int]]:
        """The players, the best first; those who are level stand together."""
        level: defaultdict[tuple[Fraction, ...], list[int]] = defaultdict(list)
        for player in sorted(self.people):
            ties = [Fraction(self._tie_break(each, player)) for each in self.contest.order]
            level[self.score(player), *ties].append(player)
        return [level[key] for key in sorted(level, reverse=True)]

    def _tie_break(self, name: str, player: int) -> Fraction | float:
        match name:
            case "rating":
                return self.contest.people[player].rating
            case "wins":
                return Fraction(sum(self._wins_alone(table, player) for table in self.games[player]))
            case "opponents":
                means = [self._mean(other) for _, other in self._met(player)]
                return sum(means, Fraction(0)) / len(means) if means else Fraction(0)
            case "sonneborn-berger":
                parts = (self._part(table, player, other) for table, other in self._met(player))
                return sum(parts, Fraction(0))
        raise LookupError(name)

    def _met(self, player: int) -> list[tuple[Table, int]]:
        return [(table, other) for table in self.games[player] for other in table.seats if other != player]

    def _mean(self, player: int) -> Fraction:
        return self.earned[player] / len(self.games[player])

    def _wins_alone(self, table: Table, player: int) -> bool:
        got = points(self.contest, table)
        mine = got[table.seats.index(player)]
        return mine > 0 and mine == max(got) and got.count(mine) == 1

    def _part(self, table: Table, player: int, other: int) -> Fraction:
        """Of the other's points: all of them, by the number of opponents, if he finished behind; half of them
        after a draw of two."""
        placed = dict(zip(table.seats, places(table), strict=True))
        if placed[player] < placed[other]:
            return self.earned[other] / (len(table.seats) - 1)
        if placed[player] == placed[other] and len(table.seats) == 2:
            return self.earned[other] / 2
        return Fraction(0)


def final_standing(contest: Contest) -> dict[int, tuple[int, Fraction]]:
    """Place and score of everybody."""
    if contest.kind == "knockout":
        won = rounds_won(contest)
        return {
            player: (1 + sum(others > mine for others in won.values()), Fraction(mine))
            for player, mine in won.items()
        }
    if contest.kind == "divisions":
        found: dict[int, tuple[int, Fraction]] = {}
        for division in sorted({person.division for person in contest.people.values()}):
            inside = {number for number, person in contest.people.items() if person.division == division}
            tables = [table for table in contest.tables if inside.issuperset(table.seats)]
            found |= _placed(Sums(contest, inside, _without_leavers(contest, tables)))
        return found
    sums = Sums(contest, contest.people.keys(), [table for table in contest.tables if not table.is_final])
    final = next((table for table in contest.tables if table.is_final), None)
    return _placed(sums, final)


def _wrong_final(contest: Contest) -> list[str]:
    """The best of those who are still there sit at it; of those who are level the lower number."""
    final = next((table for table in contest.tables if table.is_final), None)
    if final is None:
        return []
    sums = Sums(contest, contest.people.keys(), [table for table in contest.tables if not table.is_final])
    there = contest.there(final.round)
    best = [player for level in sums.standing() for player in level if player in there][: contest.size]
    if set(best) == set(final.seats):
        return []
    return [f"{contest.name}: {sorted(final.seats)} sit in the final, the best are {sorted(best)}"]


def _placed(sums: Sums, final: Table | None = None) -> dict[int, tuple[int, Fraction]]:
    standing = sums.standing()
    if final is not None and final.end is not None:
        standing = _with_final(standing, final)
    found, place = {}, 1
    for level in standing:
        for player in level:
            found[player] = (place, sums.score(player))
        place += len(level)
    return found


def _with_final(standing: list[list[int]], final: Table) -> list[list[int]]:
    """Who sat there comes first, by its places, then as before: nobody of them shares a place."""
    at = dict(zip(final.seats, places(final), strict=True))
    ranked = [player for level in standing for player in level]
    first = sorted(at, key=lambda player: (at[player], ranked.index(player)))
    rest = [[player for player in level if player not in at] for level in standing]
    return [*[[player] for player in first], *[level for level in rest if level]]


def _without_leavers(contest: Contest, tables: list[Table]) -> list[Table]:
    """Of who has withdrawn and has played under half of his games, none counts."""
    left = {number for number, person in contest.people.items() if person.withdrawn}
    for number in list(left):
        mine = [table for table in tables if number in table.seats]
        there = [
            table
            for table in mine
            if table.end is not None and table.seats.index(number) not in table.end.away
        ]
        if 2 * len(there) >= len(mine):
            left.remove(number)
    return [table for table in tables if not left & set(table.seats)]


def differences(contest: Contest) -> list[str]:
    """Where what the event has stored is not what its games say, a line each."""
    found, wrong = final_standing(contest), _wrong_final(contest)
    for number in sorted(found.keys() | contest.kept.keys()):
        place, score = contest.kept.get(number, (None, None))
        reckoned = found.get(number)
        if (
            reckoned is None
            or score is None
            or place != reckoned[0]
            or abs(score - float(reckoned[1])) > LIKE
        ):
            said = f"{reckoned[0]} with {float(reckoned[1]):g} points" if reckoned else "nothing"
            wrong.append(
                f"{contest.name}: player {number} is kept as {place} with {score}, the games say {said}"
            )
    return wrong
