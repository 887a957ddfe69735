"""The page of an event: what to do next, how far it is, who stands where, the tables of a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from games.access import Viewer
from games.clocks.words import amount
from games.lists import Listing
from tournaments.models import Entry, Event, EventStatus, Format, RoundKind
from tournaments.pairing.prospects import Prospect
from tournaments.presenters.bracket import (
    ShownMatch,
    Step,
    draw_bracket,
    drawn_lines,
    matches_of,
    round_name,
    way_of,
    winner_meets,
)
from tournaments.presenters.games import OwnGame, ShownTable, games_of, own_games, shown_tables
from tournaments.presenters.kept import ShownSheet, shown_sheet
from tournaments.presenters.looking import own_lines, own_number, progress_of, prospects_of
from tournaments.presenters.pages import listed_around, number_asked
from tournaments.presenters.standings import Explained, Standings, explained, standings_of
from tournaments.sheet import Line, Sheet
from tournaments.strengths import strengths_of

TABLES_PER_PAGE: Final = 10
STRONGEST: Final = 5
"""Entrants of an event that is announced who are always seen."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of an event the address asks for; empty: as usual."""

    division: str = ""
    page: str = ""
    round: str = ""
    tables: str = ""
    """A page of them."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    over: int
    games: int
    percent: int
    words: str
    """Beside the figures: which round it is, and when it ends."""
    seen: str
    """How far it was; what comes after it is news."""
    runs: bool


@dataclass(frozen=True, slots=True)
class RoundTab:
    number: int
    name: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Running:
    """Of an event that has started."""

    progress: Progress
    own: tuple[OwnGame, ...]
    prospect: str
    standings: Standings
    explained: Explained | None
    rounds: tuple[RoundTab, ...]
    tables: tuple[ShownTable, ...]
    """Of the round shown."""
    matches: tuple[ShownMatch, ...]
    """The same of a knock-out."""
    listed: Listing[int]
    """Of which these are a page."""
    bracket: SafeString | str
    shown_round: str
    """Its name."""
    still_run: int
    """Tables of it."""
    others: bool
    """Without the viewer's own table, which stands above."""
    is_asked: bool
    """The address asks for a round."""
    way: tuple[Step, ...]
    """The viewer's, in a knock-out."""
    winner_meets: str
    """In words; empty: nobody is known yet."""

    @property
    def has_own_match(self) -> bool:
        """The match shown has the viewer's game, so a phone needs no other word of it."""
        return any(match.own is not None for match in self.matches)


def running_page(event: Event, viewer: Viewer, now: datetime, asked: Asked) -> Running:
    """As many queries for two hundred entrants as for ten: fourteen at most, nine where nothing has happened
    since somebody looked."""
    sheet = shown_sheet(event)
    mine = own_lines(sheet, viewer)
    rounds = _rounds(sheet)
    shown = _shown_round(sheet, mine, asked.round)
    is_knockout = event.format == Format.KNOCKOUT
    listed, lines = _tables(sheet, shown, viewer, asked.tables)
    games = games_of(sheet, [*lines, *(drawn_lines(sheet) if is_knockout else ())], viewer)
    tables = shown_tables(sheet, lines, viewer, games)
    own = own_games(sheet, mine, viewer, now)
    by_match: dict[int, list[ShownTable]] = {}
    for line, table in zip(lines, tables, strict=True):
        by_match.setdefault(line.match, []).append(table)
    return Running(
        progress=_progress(sheet, now),
        own=tuple(own),
        prospect=_prospect(sheet, viewer),
        standings=standings_of(sheet, viewer, division=asked.division, page=asked.page),
        explained=explained(sheet, viewer, asked.why),
        rounds=tuple(RoundTab(number, name, number == shown) for number, name in rounds),
        tables=() if is_knockout else tuple(tables),
        matches=tuple(matches_of(sheet, viewer, shown, listed.rows, by_match, own)) if is_knockout else (),
        listed=listed,
        bracket=draw_bracket(sheet, games, viewer) if is_knockout else "",
        shown_round=dict(rounds).get(shown, ""),
        still_run=sum(not line.is_over for line in sheet.of_round(shown)) if rounds else 0,
        others=not is_knockout and any(line.round == shown for line in mine),
        is_asked=bool(asked.round),
        way=tuple(way_of(sheet, viewer)) if is_knockout else (),
        winner_meets=winner_meets(sheet, viewer) if is_knockout else "",
    )


def progress_page(event: Event, now: datetime) -> Progress:
    return _progress(shown_sheet(event), now)


def _progress(sheet: Sheet, now: datetime) -> Progress:
    found, event = progress_of(sheet), sheet.event
    words = []
    if event.status == EventStatus.FINISHED:
        words.append(pgettext("an event", "over"))
    elif found.round and not Format(event.format).begins_at_once:
        words.append(_round_of(sheet, found.round, found.rounds))
    if event.status == EventStatus.RUNNING and found.ends_at is not None:
        if found.ends_at > now:
            words.append(gettext("round ends in {time}").format(time=_about(found.ends_at, now)))
        else:
            words.append(gettext("round is adjudicated"))
    return Progress(
        found.over,
        found.games,
        found.percent,
        " · ".join(words),
        "{}-{}".format(*sheet.fingerprint),
        event.status == EventStatus.RUNNING,
    )


def _round_of(sheet: Sheet, number: int, rounds: int) -> str:
    if sheet.event.format == Format.KNOCKOUT:
        return gettext("round {number}").format(number=number)
    return gettext("round {number} of {rounds}").format(number=number, rounds=rounds)


def _about(at: datetime, now: datetime) -> str:
    """Whole days from two on."""
    left = at - now
    if left.days < 2:
        return amount(left)
    return ngettext("{number} day", "{number} days", left.days).format(number=left.days)


def _rounds(sheet: Sheet) -> list[tuple[int, str]]:
    """Of which there are tables to show."""
    if sheet.event.format == Format.DIVISIONS:
        return []
    if sheet.event.format == Format.KNOCKOUT:
        whole = max(1, (len(sheet.entries) - 1).bit_length())
        return [(each.number, round_name(each.number, whole)) for each in sheet.rounds]
    return [
        (
            each.number,
            gettext("Final table")
            if each.kind == RoundKind.FINAL
            else gettext("Round {number}").format(number=each.number),
        )
        for each in sheet.rounds
    ]


def _shown_round(sheet: Sheet, mine: list[Line], asked: str) -> int:
    usual = mine[0].round if sheet.event.format == Format.AT_ONCE and mine else sheet.paired
    return number_asked(asked, sheet.paired, usual)


def _tables(sheet: ShownSheet, round_: int, viewer: Viewer, asked: str) -> tuple[Listing[int], list[Line]]:
    """The tables of a round that are shown, as a page of their numbers from 0; of a knock-out, where a match
    may have several, those of a page of matches. None of divisions, whose games stand in the standings, and
    what runs of the viewer's stands above."""
    found = [] if sheet.event.format == Format.DIVISIONS else sheet.of_round(round_)
    if sheet.event.format != Format.KNOCKOUT:
        mine = own_lines(sheet, viewer)
        found = [line for line in found if line not in mine]
    if sheet.event.format == Format.KNOCKOUT:
        place = {line.pk: line.match for line in found}
        number = len(sheet.bracket[round_ - 1]) if 0 < round_ <= len(sheet.bracket) else 0
    else:
        place = {line.pk: at for at, line in enumerate(found)}
        number = len(found)
    own = own_number(sheet, viewer)
    own_at = next((place[line.pk] for line in found if own in line.seats), 0)
    listed = listed_around(range(number), own_at, asked, TABLES_PER_PAGE)
    return listed, [line for line in found if place[line.pk] in listed.rows]


def _prospect(sheet: ShownSheet, viewer: Viewer) -> str:
    found = prospects_of(sheet, viewer)
    if found is None:
        return ""
    several = len(own_lines(sheet, viewer)) > 1
    if found.draw is None:
        words = (
            gettext("If you win all your games: place {win}; if you lose them all: {loss}.")
            if several
            else gettext("If you win: place {win}; if you lose: {loss}.")
        )
        return words.format(win=_places(found.win), loss=_places(found.loss))
    if several:
        words = gettext(
            "If you win all your games: place {win}; if you draw them all: {draw}; if you lose them all: "
            "{loss}."
        )
    else:
        words = gettext("If you win: place {win}; if you draw: {draw}; if you lose: {loss}.")
    return words.format(win=_places(found.win), draw=_places(found.draw), loss=_places(found.loss))


def _places(found: Prospect) -> str:
    if found.best == found.worst:
        return str(found.best)
    return gettext("{best} to {worst}").format(best=found.best, worst=found.worst)


@dataclass(frozen=True, slots=True)
class Seeded:
    """Somebody who is entered, by strength."""

    number: int
    entry: Entry
    rating: int
    """Measured, else presumed."""
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class Entrants:
    """The strongest first; folded is who is neither among them nor the viewer."""

    strongest: tuple[Seeded, ...]
    between: tuple[Seeded, ...]
    own: Seeded | None
    behind: tuple[Seeded, ...]


def seeded(event: Event, entered: Iterable[Entry], viewer: Viewer) -> Entrants:
    """One query."""
    entries = list(entered)
    ratings = strengths_of(event, [entry.player for entry in entries])
    order = sorted(entries, key=lambda entry: (-ratings[entry.player_id], entry.pk))
    rows = tuple(
        Seeded(number, entry, round(ratings[entry.player_id]), entry.player_id == viewer.pk)
        for number, entry in enumerate(order, 1)
    )
    rest = rows[STRONGEST:]
    at = next((at for at, row in enumerate(rest) if row.is_viewer), None)
    if at is None:
        return Entrants(rows[:STRONGEST], (), None, rest)
    return Entrants(rows[:STRONGEST], rest[:at], rest[at], rest[at + 1 :])


def entrants_of(event: Event) -> tuple[list[Entry], list[Entry]]:
    """Before the start, in the order of coming: those who have a place, and those who wait for one."""
    entries = Entry.objects.filter(event=event).select_related("player").order_by("entered_at", "pk")
    found = list(entries)
    return [each for each in found if not each.waits], [each for each in found if each.waits]
