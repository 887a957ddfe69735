"""My games: those that go on, the finished and the cancelled ones, as the player wants to see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from zlib import crc32

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)

from accounts.models import Player
from games.access import with_seats
from games.clocks.arithmetic import LIVE_BELOW
from games.lists import NEVER, GameRow, games_awaiting, rows_of
from games.models import Game, Seat, Status, TalkMessage
from games.talk.view import unread_talk
from pages.some_games import SomeGames, some_games

PER_PAGE: Final = 60

SAID_ANEW_EVERY: Final = 300
"""Seconds after which the times on a page that is left open are said anew."""

RUNNING: Final = ""
"""Those that wait for players too."""
FINISHED: Final = "finished"
CANCELLED: Final = "cancelled"

OLDEST: Final = "oldest"
LATEST: Final = "latest"


@dataclass(frozen=True, slots=True, kw_only=True)
class MyGamesFilter:
    """Which of the games are wanted, and in which order; empty: as usual."""

    state: str = RUNNING
    variant: str = ""
    words: str = ""
    """Part of the name of somebody who sits there, or of the event."""
    order: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many games a player has."""

    running: int
    """Those that wait for players too."""
    finished: int
    cancelled: int
    waiting: int
    """In so many it is the player's turn."""


def my_games(player: Player, wanted: MyGamesFilter, *, after: str = "", per_page: int) -> SomeGames:
    """The player's games. Of those that go on first the ones that wait for the player, then those that wait
    for others, then those that wait for players. Usually whose clock runs out first, what has waited longest,
    or what ended last comes first. The queries are the same few however many games there are."""
    seats = _fitting(_STATES[wanted.state](player), wanted)
    order = _order(wanted)
    found = some_games(seats, order, player, of=player, after=after, per_page=per_page)
    return replace(found, rows=tuple(_with_new_talk(found.rows, player)))


def first_waiting(player: Player, most: int) -> list[GameRow]:
    """The games that have waited for the player longest."""
    rows = rows_of(list(with_seats(games_awaiting(player))[:most]), player, of=player)
    return _with_new_talk(rows, player)


def count_games(player: Player) -> Counts:
    """Two queries, answered from indexes."""
    seats = Seat.objects.filter(player=player)
    unfinished = seats.filter(ended_at=None).aggregate(
        running=Count("pk", filter=Q(game__status__in=[Status.RUNNING, Status.OPEN])),
        cancelled=Count("pk", filter=Q(game__status=Status.CANCELLED)),
        waiting=Count("pk", filter=Q(game__next_seat=F("number"))),
    )
    return Counts(**unfinished, finished=seats.filter(ended_at__isnull=False).count())


def news_stamp(player: Player, now: datetime) -> str:
    """Changes with the games that go on and what is said there, and every few minutes, since time goes by.
    Two queries."""
    seats = Seat.objects.filter(player=player, ended_at=None)
    games = seats.filter(game__status__in=[Status.RUNNING, Status.OPEN])
    stood = games.aggregate(
        number=Count("pk"), entries=Sum("game__log_number"), changed=Max("game__changed_at")
    )
    said = TalkMessage.objects.filter(game__in=games.values("game")).aggregate(last=Max("pk"))
    standing = crc32(str([*stood.values(), *said.values()]).encode())
    return f"{standing:x}-{int(now.timestamp()) // SAID_ANEW_EVERY}"


def games_heeding_no_vacation(player: Player) -> QuerySet[Game]:
    """Running games with a clock that goes on while the player is away, the most urgent first."""
    seats = Seat.objects.filter(player=player, ended_at=None)
    runs_on = Q(vacation_allowed=False) | Q(clock_cap__lt=LIVE_BELOW)
    games = Game.objects.filter(runs_on, status=Status.RUNNING, clock_start__isnull=False, seats__in=seats)
    return with_seats(games.select_related("creator").order_by(F("due_at").asc(nulls_last=True), "pk"))


def _running(player: Player) -> QuerySet[Seat]:
    rank = Case(
        When(game__next_seat=F("number"), then=Value(0)),
        When(game__status=Status.RUNNING, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    due = Case(
        When(game__due_at__isnull=False, then=F("game__due_at")), default=Value(NEVER, DateTimeField())
    )
    seats = Seat.objects.filter(player=player, ended_at=None)
    return seats.filter(game__status__in=[Status.RUNNING, Status.OPEN]).annotate(rank=rank, due=due)


def _finished(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player, ended_at__isnull=False)


def _cancelled(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player, ended_at=None, game__status=Status.CANCELLED)


_STATES: Final = {RUNNING: _running, FINISHED: _finished, CANCELLED: _cancelled}


def _fitting(seats: QuerySet[Seat], wanted: MyGamesFilter) -> QuerySet[Seat]:
    if wanted.variant:
        seats = seats.filter(game__variant=wanted.variant)
    if wanted.words:
        named = Q(name__icontains=wanted.words) | Q(player__name__icontains=wanted.words)
        others = Seat.objects.filter(named, game=OuterRef("game")).exclude(player=OuterRef("player"))
        seats = seats.filter(Exists(others) | Q(game__origin_title__icontains=wanted.words))
    return seats


def _order(wanted: MyGamesFilter) -> list[str]:
    oldest_first = wanted.order == OLDEST or (wanted.state == RUNNING and wanted.order != LATEST)
    moment = "ended_at" if wanted.state == FINISHED else "game__changed_at"
    by_time = [moment, "game_id"] if oldest_first else [f"-{moment}", "-game_id"]
    if wanted.state != RUNNING:
        return by_time
    # Usually what must be done first comes first; games without a clock follow in the order of their waiting.
    return ["rank", *by_time] if wanted.order else ["rank", "due", *by_time]


def _with_new_talk(rows: tuple[GameRow, ...] | list[GameRow], player: Player) -> list[GameRow]:
    new = unread_talk(player, [row.game for row in rows])
    return [replace(row, new_talk=new.get(row.game.pk, 0)) for row in rows]
