"""Undoing what clocks have brought about by a fault of the site."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.db import DatabaseError, connection, transaction

from games.clocks.deadlines import is_timed, keep_left, left_of, pace_of
from games.clocks.pulse import time_of
from games.log.alignments import alignments_for_judge
from games.log.falls import FELL, Undoing, Way, undoing_of
from games.log.moments import after_undoing, after_void, moment_of
from games.log.rebuilding import LogBroken, moment_before
from games.log.results import forget_results
from games.log.words import TOO_LATE
from games.models import EntryKind, Game, LogEntry, Seat, Status
from games.notices.enqueueing import notify_reopened
from games.services.log import append_entry, lock_game, save_moment
from games.signals import game_reopened
from upkeep.watching.logs import bind

logger = logging.getLogger(__name__)


def games_with_falls(since: datetime, until: datetime) -> list[tuple[int, str]]:
    """Ids and public ids of the games played here in which clocks fell between two moments and have not been
    undone."""
    fell = LogEntry.objects.filter(FELL, created_at__gte=since, created_at__lte=until).standing()
    games = Game.objects.filter(pk__in=fell.values("game"), imported=False)
    return list(games.order_by("pk").values_list("pk", "public_id"))


def undo_all(
    games: Sequence[tuple[int, str]], since: datetime, until: datetime
) -> Iterator[tuple[str, Undoing | None]]:
    """Undoes what clocks did in each of these games, by itself in a transaction; None: that failed, which is
    reported, and the rest goes on. Raises DatabaseError when the database is away."""
    for game_id, public_id in games:
        try:
            yield public_id, undo_falls(game_id=game_id, since=since, until=until)
        except Exception as error:
            if isinstance(error, DatabaseError) and not connection.is_usable():
                raise
            logger.exception("What clocks did in game %s could not be undone.", public_id)
            yield public_id, None


@transaction.atomic
def undo_falls(*, game_id: int, since: datetime, until: datetime) -> Undoing:
    """Lets a game go on as it stood before the first of the clocks that fell between two moments; see
    `undoing_of`. One that was over and has shown its alignments is made void instead.

    What followed from the end of the game is undone in the same commit. Every clock holds what it did, or as
    much as at the start if that is more. Done twice it is done once. Locks the game. Raises LogBroken.
    """
    game, seats = lock_game(game_id)
    bind(game=game.public_id)
    undoing = undoing_of(game, seats, since, until)
    now = time_of(game)
    if undoing.way is Way.GOES_ON:
        _forgive(game, seats, undoing.undone)
        append_reopening(game, seats, undoing.undone[0].number, now)
        notify_reopened(game, seats, now=now)
    elif undoing.way is Way.VOID:
        append_void(game, seats, TOO_LATE, now)
    return undoing


def append_reopening(
    game: Game, seats: list[Seat], before: int, now: datetime, *, why: Mapping[str, str] | None = None
) -> Game:
    """The game goes on as it stood before an entry of its log; all that followed from it is undone with it.
    The game must be locked. Raises LogBroken: there is no such entry."""
    if not 0 < before <= game.log_number:
        raise LogBroken(f"there is no entry {before} to be undone")
    _forget_end(game, seats)
    moment, played = after_undoing(moment_of(game, seats), moment_before(game, seats, before))
    append_entry(game, EntryKind.REOPENED, moment, played, now=now, data={"before": before, **(why or {})})
    save_moment(game, seats, moment, now, since=now)
    return game


def append_void(game: Game, seats: list[Seat], why: Mapping[str, str], now: datetime) -> Game:
    """The game ends void, or was over and is void now. The game must be locked."""
    if game.status == Status.FINISHED:
        game_reopened.send(sender=Game, game=game, seats=seats)
    moment, played = after_void(moment_of(game, seats), alignments_for_judge(game))
    append_entry(game, EntryKind.VOID, moment, played, now=now, data=dict(why))
    save_moment(game, seats, moment, now)
    return game


def _forget_end(game: Game, seats: Sequence[Seat]) -> None:
    if game.status == Status.FINISHED:
        game_reopened.send(sender=Game, game=game, seats=seats)
        forget_results(game, seats)
        game.finished_at = None


def _forgive(game: Game, seats: Sequence[Seat], undone: Sequence[LogEntry]) -> None:
    """The seats stand as before these entries, and have time."""
    for entry in reversed(undone):
        if entry.seat is not None:
            _forgive_entry(seats[entry.seat], entry)
    Seat.objects.bulk_update(seats, ["missed", "excuses_left", "adrift_since", "passes"])
    pace = pace_of(game)
    for number, seat in enumerate(seats):
        if pace is not None and is_timed(seat):
            keep_left(game, number, max(left_of(game, number), pace.start))


def _forgive_entry(seat: Seat, entry: LogEntry) -> None:
    if entry.kind == EntryKind.TURN and seat.adrift_since is not None:
        seat.passes -= 1
    elif entry.kind == EntryKind.TIME and seat.adrift_since is None:
        seat.missed -= 1
    elif entry.kind == EntryKind.CLOCK:
        seat.missed -= 1
        seat.adrift_since, seat.passes = None, 0
        seat.excuses_left += entry.data["what"] == "excused"
