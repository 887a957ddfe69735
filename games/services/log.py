"""What every service that changes a running game does: lock it, append an entry, save the caches."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from accounts.models import Player
from games.clocks.deadlines import is_timed, run
from games.log.moments import Moment, entry_caches, game_caches
from games.log.results import record_results
from games.models import EntryKind, Game, LogEntry, Seat, Status
from games.notices.telling import notify_moment
from games.refusals import GameRefusal, GameRefusalCode
from games.signals import game_finished
from games.table.news import tell_version
from games.wake import wake_bot
from homeworlds.state import Played

CACHED = (
    "status", "position", "places", "log_number", "turn_count", "next_seat", "departed", "revealed",
    "fallen", "outcome", "bot_due_at", "started_at", "finished_at", "changed_at", "clock_left", "clock_since",
    "due_at", "sweep_at", "paused_until",
)  # fmt: skip


def lock_game(game_id: int) -> tuple[Game, list[Seat]]:
    """The game, its row locked to the end of the transaction, and its seats in their order.

    On SQLite the IMMEDIATE transaction is the lock. Raises Game.DoesNotExist.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    return game, seats_of(game)


def seats_of(game: Game) -> list[Seat]:
    """In their order, with their players, of a game whose row is locked."""
    seats = game.seats.order_by().select_related("player")  # to sort here costs less than to say it in SQL
    return sorted(seats, key=lambda seat: (seat.number is None, seat.number, seat.pk))


def seat_held(seats: list[Seat], player: Player) -> Seat:
    """Raises GameRefusal: not a player of this game."""
    for seat in seats:
        if seat.player_id == player.pk:
            return seat
    raise GameRefusal(GameRefusalCode.NOT_A_PLAYER)


def answered_before(game: Game, player: Player, key: str) -> LogEntry | None:
    """The entry that this key got already: a double click, a second delivery, a resent form."""
    return LogEntry.objects.filter(game=game, player=player, key=key).first()


def append_entry(
    game: Game,
    kind: EntryKind,
    moment: Moment,
    played: Played,
    *,
    now: datetime,
    seat: Seat | None = None,
    by: Player | None = None,
    key: str = "",
    text: str = "",
    data: dict[str, Any] | None = None,
) -> LogEntry:
    """Writes the entry that led to a moment. The game must be locked; `save_moment` follows.

    `by` is who brought about an entry that belongs to no seat.
    """
    return LogEntry.objects.create(
        game=game,
        number=moment.number,
        answers=moment.number - 1,
        kind=kind,
        seat=seat.number if seat else None,
        player=seat.player if seat else by,
        key=key,
        text=text,
        data=data or {},
        created_at=now,
        **entry_caches(moment, played),
    )


def forget_half_made(game: Game, seats: list[Seat]) -> None:
    """A turn that a player had begun is gone once that turn is over."""
    for seat in seats:
        if seat.half_made and not game.half_made_by(seat):
            seat.half_made = None
            seat.save(update_fields=["half_made"])


def save_moment(
    game: Game,
    seats: list[Seat],
    moment: Moment,
    now: datetime,
    *,
    by: Player | None = None,
    since: datetime | None = None,
) -> None:
    """Brings the caches to a moment, with all that must follow from it in the same commit.

    `by` is who brought it about: the others get a notice. The clock of who is to move runs from now on where
    it is another's than before, and anew from `since` where that is given.
    """
    was_next = game.next_seat
    for name, value in game_caches(moment).items():
        setattr(game, name, value)
    game.changed_at = now
    game.bot_due_at = None
    if game.status == Status.FINISHED:
        game.finished_at = game.finished_at or now
    elif game.next_seat is not None and not is_timed(seats[game.next_seat]):
        game.bot_due_at = now + timedelta(seconds=settings.SWEEP_SECONDS)
        wake_bot(game_id=game.pk, number=game.log_number)
    if since is not None or game.next_seat != was_next:
        run(game, seats, since or now)
    game.save(update_fields=CACHED)
    forget_half_made(game, seats)
    tell_version(game)
    notify_moment(game, seats, was_next=was_next, by=by, now=now)
    if game.status == Status.FINISHED:
        record_results(game, seats)
        game_finished.send(sender=Game, game=game, seats=seats, by=by)
