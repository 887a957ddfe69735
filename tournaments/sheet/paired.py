"""What is to be played next in an event: its sheet handed to the arithmetic of its format."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, gettext_noop

from homeworlds.rules import Variant
from tournaments.models import Format, RoundKind
from tournaments.pairing import at_once, divisions, knockout, pods, swiss
from tournaments.pairing.checking import faults, pities
from tournaments.pairing.knockout import Match
from tournaments.pairing.past import Past
from tournaments.pairing.plain import Round as Rows
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.sizes import SMALLEST, table_sizes
from tournaments.sheet.ranking import bye_of, divisions_of, ranking
from tournaments.sheet.stored import Sheet

NO_PAIRING: Final = ("no-pairing", "forbidden-at-tables")
"""What the arithmetic says when enough play, and there is no way to pair them."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A table to be made; a single seat is a bye."""

    seats: tuple[int, ...]
    """Numbers of entries, in turn order."""
    match: int = 0
    leg: int = 1


@dataclass(frozen=True, slots=True)
class PairedRound:
    tables: tuple[Paired, ...]
    kind: RoundKind = RoundKind.NORMAL


def next_rounds(sheet: Sheet) -> list[PairedRound] | None:
    """What follows once all that is paired is over; None: nothing, the event is over, or too few are left;
    empty: matches of this round must be decided first. Formats that make all tables on the first day give all
    their rounds. Raises Impossible: there are enough, and no way to pair them."""
    try:
        return _next_rounds(sheet)
    except Impossible as fault:
        if fault.code in NO_PAIRING:
            raise
        return [] if fault.code == "undecided" else None


def _next_rounds(sheet: Sheet) -> list[PairedRound] | None:
    event, format_ = sheet.event, Format(sheet.event.format)
    match format_:
        case Format.DIVISIONS:
            return None if sheet.paired else [_all_divisions(sheet)]
        case Format.AT_ONCE:
            return _final(sheet) if sheet.paired else _all_rounds(sheet)
        case Format.KNOCKOUT:
            return _next_matches(sheet)
    if sheet.paired >= event.rounds:
        return None
    return [_round(pair(sheet))]


def pair(sheet: Sheet) -> Rows:
    """The next round of a format that pairs round by round. A block gives way where there is no other way,
    what the director forbids does not. Two queries. Raises Impossible."""
    event = sheet.event
    state = sheet.state(avoided=sheet.blocks(), forbidden=sheet.forbidden())
    if event.format == Format.SWISS:
        return swiss.pair(state, seed=event.seed)
    return pods.pair(
        state,
        size=event.size,
        hunting=event.variant == Variant.SINISTER,
        seed=event.seed,
        win=bye_of(sheet),
    )


def _round(rows: Rows, kind: RoundKind = RoundKind.NORMAL) -> PairedRound:
    return PairedRound((*map(Paired, rows.tables), *[Paired((player,)) for player in rows.byes]), kind)


def _all_divisions(sheet: Sheet) -> PairedRound:
    tables = [Paired(couple) for division in divisions_of(sheet) for couple in divisions.games(division)]
    return PairedRound(tuple(tables))


def _all_rounds(sheet: Sheet) -> list[PairedRound]:
    numbers = [number for number, entry in sheet.by_number.items() if entry.withdrawn_at is None]
    event = sheet.event
    rounds = at_once.schedule(len(numbers), event.size, event.rounds, event.seed)
    return [
        PairedRound(tuple(Paired(tuple(numbers[each] for each in table)) for table in rows.tables))
        for rows in rounds
    ]


def _final(sheet: Sheet) -> list[PairedRound] | None:
    """A table of the best who are still there; None: there is none, or it is over."""
    event = sheet.event
    if not event.has_final or sheet.rounds[-1].kind == RoundKind.FINAL:
        return None
    best = [player for player in ranking(sheet) if sheet.by_number[player].withdrawn_at is None]
    if len(best) < event.size:
        return None
    lots = random.Random(f"final {event.seed}")
    seats = at_once.final_table(best, event.size, Past(sheet.played()), lots)
    return [PairedRound((Paired(seats),), RoundKind.FINAL)]


# --- knock-out


def bracket(sheet: Sheet) -> list[list[Match]]:
    """All rounds of a knock-out. Raises Impossible: fewer than two."""
    return knockout.bracket(sheet.state(), best_of=sheet.event.best_of, seed=sheet.event.seed)


def _next_matches(sheet: Sheet) -> list[PairedRound] | None:
    found = bracket(sheet)
    if sheet.paired >= len(found):
        return None
    state = sheet.state()
    rows = knockout.pair(state, best_of=sheet.event.best_of, seed=sheet.event.seed)
    return [PairedRound(_of_matches(found[state.round - 1], rows))]


def next_legs(sheet: Sheet, now: datetime) -> list[Paired]:
    """The next games of the matches of the last round that need one. A match that is level after the games
    agreed on has a play-off, of a game at least; when it is still level and its time is over,
    it is decided by a bye of the better seed."""
    if sheet.event.format != Format.KNOCKOUT or not sheet.paired:
        return []
    state = replace(sheet.state(), round=sheet.paired)
    matches = bracket(sheet)[sheet.paired - 1]
    try:
        rows = knockout.pair(state, best_of=sheet.event.best_of, seed=sheet.event.seed)
    except Impossible:
        # A game of an earlier round goes on after all, and who won it is not known any more.
        return []
    ended = {line.match: line.until for line in sheet.of_round(sheet.paired) if line.until}
    return [
        replace(each, seats=(min(each.seats),))
        if each.leg > sheet.event.best_of + 1 and each.match in ended and ended[each.match] <= now
        else each
        for each in _of_matches(matches, rows)
    ]


def _of_matches(matches: Sequence[Match], rows: Rows) -> tuple[Paired, ...]:
    place = {
        player: number
        for number, match in enumerate(matches)
        for player in (match.one, match.other)
        if player is not None
    }
    tables = [
        Paired(seats, place[seats[0]], len(matches[place[seats[0]]].games) + 1) for seats in rows.tables
    ]
    return (*tables, *[Paired((player,), place[player]) for player in rows.byes])


# --- by hand

_FAULTS: Final = {
    "not-playing": gettext_noop("{name} does not play in this round."),
    "twice": gettext_noop("{name} is seated twice."),
    "nobody-left-out": gettext_noop("{name} is not seated."),
    "bye-before": gettext_noop("{name} has had a bye before."),
    "table-size": gettext_noop("A table of {seats} is not possible in this event."),
    "unknown-player": gettext_noop("Somebody at these tables is not in the event."),
    "forbidden": gettext_noop("{name} and {other} are kept apart. Lift that first."),
}


def why_not_by_hand(sheet: Sheet, tables: Sequence[Sequence[int]]) -> str:
    """What is wrong with a round that was paired by hand, in words; empty: nothing."""
    seated = [tuple(table) for table in tables if len(table) > 1]
    byes = [table[0] for table in tables if len(table) == 1]
    found = faults(sheet.state(forbidden=sheet.forbidden()), seated, _sizes(sheet), byes)
    if any(not table for table in tables):
        return gettext("A table is empty.")
    if byes and not Format(sheet.event.format).is_for_two:
        return gettext("Nobody has a bye in this format.")
    return _sentence(sheet, found[0]) if found else ""


_PITIES: Final = {
    "all-again": gettext_noop("At every table of this round two meet who have met before."),
    "met-before": gettext_noop("{name} and {other} have met before."),
    "hunted-before": gettext_noop("{name} has hunted {other} before."),
    "byes": gettext_noop("More players have a bye ({byes}) than must ({needed})."),
}


def unusual_by_hand(sheet: Sheet, tables: Sequence[Sequence[int]]) -> dict[str, str]:
    """What the director should know of a round that can be paired so, in words, by a key that says the same
    of the same people. Whom somebody has blocked nobody is told."""
    seated = [tuple(table) for table in tables if len(table) > 1]
    byes = [table[0] for table in tables if len(table) == 1]
    found = pities(sheet.state(), seated, byes, hunting=sheet.event.variant == Variant.SINISTER)
    return {
        "-".join([each.code, *map(str, each.params.values())]): _sentence(sheet, each, _PITIES)
        for each in found
    }


def _sizes(sheet: Sheet) -> set[int]:
    """That a table of the event may have."""
    if Format(sheet.event.format).is_for_two:
        return {2}
    playing = sum(entry.withdrawn_at is None for entry in sheet.entries)
    usual = {size for size in (sheet.event.size, sheet.event.size - 1) if size >= SMALLEST}
    return usual | set(table_sizes(playing, sheet.event.size))


def _sentence(sheet: Sheet, fault: Impossible, words: Mapping[str, str] = _FAULTS) -> str:
    name, other = (
        entry.player.name if (entry := sheet.by_number.get(int(str(fault.params.get(key, -1))))) else ""
        for key in ("one" if "one" in fault.params else "player", "other")
    )
    return gettext(words[fault.code]).format(**{"seats": "", **fault.params, "name": name, "other": other})
