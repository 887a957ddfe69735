"""The games of an event as its pages name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from board.map.symbols import render_badge
from games.access import Viewer
from games.clocks.words import amount
from games.models import Game, Seat, SeatKind, SeatResult, Status
from tournaments.presenters.words import figure
from tournaments.sheet import Line, Sheet, places_of_seats, points_of_seats
from tournaments.times import votes_before
from upkeep.dates import exact


class _Read(NamedTuple):
    """Of a game as it is stored."""

    pk: int
    public_id: str
    log_number: int
    status: str
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class ShownGame:
    """The game of a table."""

    address: str
    """Empty where the viewer may not see it."""
    turn: int
    runs: bool
    mover: int | None
    """The id of the player who is to move."""
    due_at: datetime | None

    def waits_for(self, viewer: Viewer) -> bool:
        return self.runs and self.mover is not None and self.mover == viewer.pk


def games_of(sheet: Sheet, lines: Iterable[Line], viewer: Viewer) -> dict[int, ShownGame]:
    """By the ids of the tables; two queries, none without games."""
    tables = {line.game: line for line in lines if line.game is not None}
    if not tables:
        return {}
    moving = Seat.objects.filter(game__in=tables, kind=SeatKind.PLAYER, number=F("game__next_seat"))
    movers: dict[int, int | None] = dict(moving.values_list("game", "player"))
    games = Game.objects.filter(pk__in=tables).values_list(*_Read._fields)
    return {tables[row[0]].pk: _shown(sheet, tables[row[0]], _Read(*row), movers, viewer) for row in games}


def _shown(
    sheet: Sheet, line: Line, game: _Read, movers: Mapping[int, int | None], viewer: Viewer
) -> ShownGame:
    own = any(sheet.by_number[number].player_id == viewer.pk for number in line.seats)
    return ShownGame(
        address="" if sheet.event.is_hidden and not own else reverse("games:table", args=[game.public_id]),
        turn=game.log_number,
        runs=game.status == Status.RUNNING,
        mover=movers.get(game.pk),
        due_at=game.due_at,
    )


@dataclass(frozen=True, slots=True)
class ShownSeat:
    player: Player
    badge: str
    won: bool
    points: str
    """Empty while the game goes on."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A row of the sheet of a round: who sat there, the best first once it is over, else in turn order."""

    number: int
    seats: tuple[ShownSeat, ...]
    address: str
    state: str
    """How far it is, in words."""
    is_over: bool
    is_bye: bool
    is_own: bool
    waits: bool
    """For the viewer."""

    @property
    def is_duel(self) -> bool:
        return len(self.seats) == 2

    @property
    def winner(self) -> ShownSeat | None:
        """None: it goes on, or nobody has won alone."""
        return self.seats[0] if self.is_over and self.seats[0].won else None

    @property
    def others(self) -> tuple[ShownSeat, ...]:
        return self.seats[1:] if self.winner else self.seats


def shown_tables(
    sheet: Sheet, lines: Iterable[Line], viewer: Viewer, games: Mapping[int, ShownGame] | None = None
) -> list[ShownTable]:
    """Two queries, however many tables; none where their `games` are read already."""
    lines = list(lines)
    if games is None:
        games = games_of(sheet, lines, viewer)
    return [_table(sheet, line, games.get(line.pk), viewer) for line in lines]


def _table(sheet: Sheet, line: Line, game: ShownGame | None, viewer: Viewer) -> ShownTable:
    order = list(range(len(line.seats)))
    winners: set[int] = set()
    if line.placed is not None:
        places = places_of_seats(line.placed)
        order.sort(key=lambda seat: places[seat])
        winners = {seat for seat in order if line.placed[seat].result is SeatResult.WON}
    players = [sheet.by_number[number].player for number in line.seats]
    points = [""] * len(players)
    if line.placed is not None and not line.is_bye:
        points = [figure(each) for each in points_of_seats(sheet.event, line.placed)]
    return ShownTable(
        number=line.number,
        seats=tuple(
            ShownSeat(players[seat], render_badge(seat, players[seat].name), seat in winners, points[seat])
            for seat in order
        ),
        address=game.address if game else "",
        state=_state(sheet, line, game),
        is_over=line.is_over,
        is_bye=line.is_bye,
        is_own=any(player.pk == viewer.pk for player in players),
        waits=game is not None and game.waits_for(viewer),
    )


def _state(sheet: Sheet, line: Line, game: ShownGame | None) -> str:
    if line.is_bye:
        return gettext("bye")
    if line.placed is not None:
        results = {each.result for each in line.placed}
        if SeatResult.VOID in results:
            return gettext("void")
        return gettext("drawn") if SeatResult.DRAWN in results else gettext("done")
    if game is None:
        return gettext("begins soon")
    if ends := _own_end(sheet, line):
        return gettext("turn {number}, ends on {when}").format(number=game.turn, when=ends)
    return gettext("turn {number}").format(number=game.turn)


def _own_end(sheet: Sheet, line: Line) -> str:
    """Empty: it ends with its round, or not by time."""
    ends_with = sheet.rounds[line.round - 1].ends_at
    return exact(line.until) if line.until is not None and line.until != ends_with else ""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of the viewer that is not over."""

    title: str
    words: str
    address: str
    waits: bool
    table: int
    """The id of the table."""
    may_vote: bool
    """On how it is adjudicated: its end is near."""


def own_games(sheet: Sheet, lines: Iterable[Line], viewer: Viewer, now: datetime) -> list[OwnGame]:
    """What waits for the viewer first, then by the time left. Two queries."""
    lines = list(lines)
    games = games_of(sheet, lines, viewer)
    shown = [(line, games[line.pk]) for line in lines if line.pk in games]
    shown.sort(key=lambda each: (not each[1].waits_for(viewer), each[1].due_at or now, each[0].pk))
    return [_own(sheet, line, game, viewer, now) for line, game in shown]


def _own(sheet: Sheet, line: Line, game: ShownGame, viewer: Viewer, now: datetime) -> OwnGame:
    people = [sheet.by_number[number].player for number in line.seats]
    names = ", ".join(player.name for player in people if player.pk != viewer.pk)
    title = gettext("Your game against {names}") if len(people) == 2 else gettext("Your table with {names}")
    waits = game.waits_for(viewer)
    words = gettext("Turn {number}, your turn.") if waits else gettext("Turn {number}, others are to move.")
    said = [words.format(number=game.turn)]
    if waits and game.due_at is not None:
        said.append(gettext("{time} left.").format(time=amount(game.due_at - now)))
    if ends := _own_end(sheet, line):
        said.append(gettext("It ends on {when}.").format(when=ends))
    may_vote = line.until is not None and line.until - votes_before(sheet.event.pace) <= now
    return OwnGame(title.format(names=names), " ".join(said), game.address, waits, line.pk, may_vote)
