"""Which tables the rounds of an event call for, by its format: those that are missing, and those that nobody
has called for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, pairwise

from proofs.events.contest import Contest, Table, points


@dataclass(slots=True)
class Found:
    """A line for each."""

    missing: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)

    def __iadd__(self, other: Found) -> Found:
        self.missing += other.missing
        self.doubled += other.doubled
        return self


def look_for(contest: Contest) -> Found:
    """What is missing and what is doubled in it, once it is over."""
    found = Found()
    for table in contest.tables:
        if len(table.seats) > 1 and table.game is None:
            found.missing.append(f"{table} has no game")
        elif len(table.seats) > 1 and table.end is None:
            found.missing.append(f"{table}: its game has no end")
    games = Counter(table.game for table in contest.tables if table.game is not None)
    found.doubled += [f"game {game} is at {often} tables" for game, often in games.items() if often > 1]
    found.doubled += [f"game {game} has no table" for game in contest.strays]
    found.doubled += _too_early(contest)
    match contest.kind:
        case "divisions":
            found += _of_divisions(contest)
        case "knockout":
            found += _of_knockout(contest)
        case _:
            found += _of_rounds(contest)
    found.missing = [f"{contest.name}: {line}" for line in found.missing]
    found.doubled = [f"{contest.name}: {line}" for line in found.doubled]
    return found


def _too_early(contest: Contest) -> Iterator[str]:
    """What was paired while a game went on that it had to wait for, by which somebody has two at once."""
    for table in contest.tables:
        before = [each for each in contest.tables if _waits_for(contest, table, each)]
        if early := [each for each in before if each.end is None or table.made < each.end.at]:
            yield f"{table} was paired before {early[0]} was over"


def _waits_for(contest: Contest, table: Table, other: Table) -> bool:
    if len(other.seats) < 2:
        return False
    if other.round == table.round:
        # Who is left alone in a match goes on at once.
        return other.match == table.match and other.leg < table.leg and len(table.seats) > 1
    at_once = contest.kind == "all-at-once" and not table.is_final
    return other.round < table.round and not at_once


def _of_divisions(contest: Contest) -> Found:
    """Everybody meets everybody of the division once."""
    found = Found()
    met = Counter(frozenset(table.seats) for table in contest.tables)
    wanted = {
        frozenset(pair)
        for pair in combinations(contest.people, 2)
        if contest.people[pair[0]].division == contest.people[pair[1]].division
    }
    found.missing += [f"{_names(pair)} have not met" for pair in wanted - met.keys()]
    for pair, often in met.items():
        found.doubled += [f"{_names(pair)} have met again"] * (often - (pair in wanted))
    return found


def _of_rounds(contest: Contest) -> Found:
    """Everybody who plays sits once in each round."""
    found = Found()
    for number in range(1, contest.rounds + 1):
        seated = Counter(player for table in contest.of_round(number) for player in table.seats)
        there = contest.there(number)
        found.missing += [
            f"{player} does not sit in round {number}" for player in sorted(there - seated.keys())
        ]
        for player, often in sorted(seated.items()):
            found.doubled += [f"{player} sits too often in round {number}"] * (often - (player in there))
    late = [table for table in contest.tables if table.round > contest.rounds]
    if not contest.has_final:
        found.doubled += [f"{table} is after the last round" for table in late]
        return found
    finals = [table for table in contest.tables if table.is_final]
    found.doubled += [f"{table} is after the last round" for table in late if not table.is_final]
    found.doubled += [f"{table} is one final more" for table in finals[1:]]
    if not finals and len(contest.there(contest.rounds + 1)) >= contest.size:
        found.missing.append("there was no final")
    return found


# --- knock-out


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match: who meets in it, and who goes on; None: nobody."""

    round: int
    match: int
    players: tuple[int | None, int | None]
    tables: tuple[Table, ...]
    winner: int | None
    wants_bye: bool = False
    """The winner goes on without being ahead in games."""
    is_open: bool = False
    """A game is missing."""
    spare: int = 0
    """So many games were played after it was decided, or its time was over."""


def first_places(players: int) -> list[int | None]:
    """Seeds from 0 in the order of the draw, neighbours meet; None: there is no such seed."""
    width = 1
    while width < players:
        width *= 2
    places = [0]
    while len(places) < width:
        places = [seed for place in places for seed in (place, 2 * len(places) - 1 - place)]
    return [place if place < players else None for place in places]


def meetings(contest: Contest) -> list[Meeting]:
    """Of all rounds, from the games that were played."""
    standing: list[int | None] = first_places(len(contest.people))
    found, number = [], 1
    while len(standing) > 1:
        made = [
            _meeting(contest, number, place // 2, (standing[place], standing[place + 1]))
            for place in range(0, len(standing), 2)
        ]
        found += made
        standing = [each.winner for each in made]
        number += 1
    return found


def _meeting(contest: Contest, number: int, match: int, players: tuple[int | None, int | None]) -> Meeting:
    here = [player for player in players if player is not None]
    tables = tuple(
        sorted(
            (
                table
                for table in contest.of_round(number)
                if len(table.seats) > 1 and set(table.seats) == set(here)
            ),
            key=lambda table: table.leg,
        )
    )
    score = dict.fromkeys(here, Fraction(0))
    ahead, played = None, 0
    spare = sum(_was_over(before, contest.best_of) for before, _table in pairwise(tables))
    for table in tables:
        if ahead is not None:
            spare += 1
        elif table.end is not None:
            played += 1
            for player, more in zip(table.seats, points(contest, table), strict=True):
                score[player] += more
            ahead = _ahead(score, played, contest.best_of)
    byes = [table for table in contest.of_round(number) if len(table.seats) == 1 and table.seats[0] in here]
    if byes and any(contest.people[player].withdrawn for player in here):
        ahead = None  # it was written down before the game that went on was over
    made = Meeting(number, match, players, tables, ahead, spare=spare)
    return made if ahead is not None else _without_games(contest, made, here, byes)


def _was_over(table: Table, best_of: int) -> bool:
    """Whether the time of its play-off was, at its end."""
    timed = table.leg > best_of and table.until is not None and table.end is not None
    return timed and table.end.at >= table.until


def _ahead(score: dict[int, Fraction], played: int, best_of: int) -> int | None:
    best = max(score, key=lambda player: score[player])
    if list(score.values()).count(score[best]) > 1:
        return None
    return best if 2 * score[best] > best_of or played >= best_of else None


def _without_games(contest: Contest, found: Meeting, here: list[int], byes: list[Table]) -> Meeting:
    """Of a match that its games have not decided goes on the only one who is there or has not withdrawn, or
    the better seed once the time of its play-offs is over. Of two who have both withdrawn the one for whom it
    was written down before the second did."""
    if len(here) < 2 or any(contest.people[player].withdrawn for player in here):
        left = [player for player in here if not contest.people[player].withdrawn]
        winner = next(iter([table.seats[0] for table in byes] or left), None)
        return replace(found, winner=winner, wants_bye=winner is not None)
    first = [table.made for table in found.tables if table.leg == contest.best_of + 1]
    over = first[0] + contest.play_offs_last if first else None
    if over is None or not any(table.made >= over for table in byes):
        return replace(found, is_open=True)
    return replace(found, winner=min(here), wants_bye=True)


def _of_knockout(contest: Contest) -> Found:
    found, known = Found(), set[tuple[int, int]]()
    byes = Counter((table.round, table.seats[0]) for table in contest.tables if len(table.seats) == 1)
    wanted: set[tuple[int, int]] = set()
    for each in meetings(contest):
        where = f"round {each.round}, match {each.match + 1}"
        known |= {(table.round, table.number) for table in each.tables}
        if each.is_open:
            found.missing.append(f"{where} is not decided, and has no further game")
        found.doubled += [f"{where} had a game after it was decided"] * each.spare
        legs = Counter(table.leg for table in each.tables)
        found.missing += [
            f"{where} has no game {leg}" for leg in range(1, max(legs, default=0)) if not legs[leg]
        ]
        found.doubled += [f"{where} has {often} games {leg}" for leg, often in legs.items() if often > 1]
        if each.wants_bye and each.winner is not None:
            wanted.add((each.round, each.winner))
    found.missing += [f"{player} has no bye in round {number}" for number, player in wanted - byes.keys()]
    for (number, player), often in byes.items():
        found.doubled += [f"{player} has a bye too many in round {number}"] * (
            often - ((number, player) in wanted)
        )
    found.doubled += [
        f"{table} is of no match"
        for table in contest.tables
        if len(table.seats) > 1 and (table.round, table.number) not in known
    ]
    return found


def rounds_won(contest: Contest) -> dict[int, int]:
    won = dict.fromkeys(contest.people, 0)
    for winner in _winners(contest):
        won[winner] += 1
    return won


def _winners(contest: Contest) -> Iterator[int]:
    return (each.winner for each in meetings(contest) if each.winner is not None)


def _names(pair: frozenset[int]) -> str:
    return " and ".join(map(str, sorted(pair)))
