"""The standings of an event: its sheet handed to the arithmetic of standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.models import Format, Points, RoundKind
from tournaments.pairing import divisions, knockout
from tournaments.pairing.plain import Entrant, Played
from tournaments.pairing.points import LATE, POD_WIN
from tournaments.pairing.standings import Line, Standings
from tournaments.sheet.stored import Sheet


def bye_of(sheet: Sheet) -> float:
    """What a bye, like a win, pays."""
    match Points(sheet.event.points):
        case Points.TWO:
            return 1.0
        case Points.ORDER:
            return float(sheet.event.size - 1)
    return POD_WIN


def standings_by_division(sheet: Sheet) -> list[Standings]:
    """Of each division, the first one first; of other formats a single one."""
    if sheet.event.format != Format.DIVISIONS:
        rows = [row for row in sheet.lines if sheet.rounds[row.round - 1].kind == RoundKind.NORMAL]
        return [_standings_of(sheet, sheet.entrants(), sheet.played(rows))]
    found = []
    for numbers in divisions_of(sheet):
        inside = set(numbers)
        played = sheet.played(row for row in sheet.lines if inside.issuperset(row.seats))
        found.append(_standings_of(sheet, sheet.entrants(inside), without_leavers(sheet, played)))
    return found


def _standings_of(sheet: Sheet, entrants: Sequence[Entrant], played: Sequence[Played]) -> Standings:
    late = LATE if sheet.event.format == Format.SWISS else 0.0
    return Standings(
        entrants, played, sheet.byes(), bye=bye_of(sheet), late=late, order=tuple(sheet.event.tie_breaks)
    )


def divisions_of(sheet: Sheet) -> list[list[int]]:
    """The numbers of the entries of each, the first division first."""
    found: dict[int, list[int]] = {}
    for number, entry in sheet.by_number.items():
        found.setdefault(entry.division or 1, []).append(number)
    return [found[division] for division in sorted(found)]


def without_leavers(sheet: Sheet, played: Sequence[Played]) -> list[Played]:
    """Without the games of those who withdrew and have played under half of theirs."""
    away = {
        (row.seats, number)
        for row in sheet.lines
        for number, placed in zip(row.seats, row.placed or (), strict=False)
        if placed.is_away
    }
    leavers = [number for number, entry in sheet.by_number.items() if entry.withdrawn_at is not None]
    finished, due = dict.fromkeys(leavers, 0), dict.fromkeys(leavers, 0)
    for game in played:
        for number in game.seats:
            if number in due:
                due[number] += 1
                finished[number] += game.points is not None and (game.seats, number) not in away
    return divisions.without_leavers(played, finished, due)


def standings(sheet: Sheet) -> list[list[Line]]:
    """Of each division, the first one first; of other formats a single list. The best come first, and last
    whoever is disqualified, who has no place, 0. Where all is over and nobody has played, nobody has one."""
    return [
        [replace(line, place=0) for line in lines] if _is_void(sheet, lines) else _moved_up(sheet, lines)
        for lines in _standings(sheet)
    ]


def _moved_up(sheet: Sheet, lines: list[Line]) -> list[Line]:
    out = [line for line in lines if sheet.by_number[line.player].disqualified_at is not None]
    if not out:
        return lines
    stay = [line for line in lines if line not in out]
    found = [replace(line, place=line.place - sum(each.place < line.place for each in out)) for line in stay]
    return [*found, *[replace(line, place=0) for line in out]]


def _is_void(sheet: Sheet, lines: Sequence[Line]) -> bool:
    """Whether all tables of these are over, and void."""
    players = {line.player for line in lines}
    tables = [row for row in sheet.lines if not row.is_bye and players.issuperset(row.seats)]
    return bool(tables) and all(row.is_void for row in tables)


def _standings(sheet: Sheet) -> list[list[Line]]:
    if sheet.event.format == Format.KNOCKOUT:
        return [_of_knockout(sheet)]
    found = [ranked.lines() for ranked in standings_by_division(sheet)]
    if final := _final_of(sheet):
        return [_with_final(found[0], final)]
    return found


def _of_knockout(sheet: Sheet) -> list[Line]:
    """By matches won; those who went out in the same round share a place. Where nobody has won the last
    match, nobody is first."""
    (ranked,) = standings_by_division(sheet)
    by_player = {line.player: line for line in ranked.lines()}
    state, best_of, seed = sheet.state(), sheet.event.best_of, sheet.event.seed
    won = knockout.placed(state, best_of=best_of, seed=seed)
    (last,) = knockout.bracket(state, best_of=best_of, seed=seed)[-1]
    first = 2 if last.over and last.winner is None else 1
    return [
        replace(
            by_player[player],
            points=float(matches),
            place=first + sum(others > matches for _, others in won),
        )
        for player, matches in won
    ]


def _final_of(sheet: Sheet) -> Played | None:
    """The final table, once it is over."""
    rows = [row for row in sheet.lines if sheet.rounds[row.round - 1].kind == RoundKind.FINAL]
    return next((each for each in sheet.played(rows) if each.points is not None), None)


def _with_final(lines: Sequence[Line], final: Played) -> list[Line]:
    """Who sat there comes first, by its places and then as before."""
    place = dict(zip(final.seats, final.places or (), strict=False))
    keys = {line.player: (line.player not in place, place.get(line.player, 0), line.place) for line in lines}
    found: list[Line] = []
    for number, line in enumerate(sorted(lines, key=lambda line: keys[line.player]), 1):
        level = bool(found) and keys[line.player] == keys[found[-1].player]
        found.append(replace(line, place=found[-1].place if level else number))
    return found


def ranking(sheet: Sheet) -> list[int]:
    """The numbers of all, the best first; of divisions the first division before the second."""
    return [line.player for lines in standings(sheet) for line in lines]
