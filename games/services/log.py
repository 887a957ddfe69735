"""What every service that changes a running game does: lock it, append an entry, save the caches."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from accounts.selectors import confirmed_addresses_of
from games.clocks.absence import next_pass
from games.clocks.deadlines import is_timed, run
from games.clocks.waiting import somebody_waits
from games.log.moments import Moment, entry_caches, game_caches
from games.log.results import record_results
from games.models import DrawVote, EntryKind, Game, LogEntry, Seat, Status
from games.notices.enqueueing import notify_moment
from games.refusals import GameRefusal, GameRefusalCode, Stale
from games.signals import game_finished
from games.table.news import publish_version
from games.wake import ring_for_bots
from homeworlds.state import Played
from upkeep.kept.compiled_query import CompiledQuery

CACHED = (
    "status", "position", "places", "log_number", "turn_count", "next_seat", "departed", "revealed",
    "fallen", "outcome", "bot_due_at", "bot_awaited", "started_at", "finished_at", "changed_at", "clock_left",
    "clock_since", "due_at", "sweep_at", "paused_until",
)  # fmt: skip


def lock_game(game_id: int) -> tuple[Game, list[Seat]]:
    """The game, its row locked to the end of the transaction, and its seats in their order.

    On SQLite the IMMEDIATE transaction is the lock. Raises Game.DoesNotExist.
    """
    game = _only(_LOCKED(game_id))
    return game, seats_of(game)


class Found(NamedTuple):
    """What a turn finds beside its game and the seats, read with them in one statement under the lock."""

    answered: bool
    """The player's key has its entry."""
    voted: bool
    """There are votes for a draw."""
    reachable: frozenset[int]
    """The ids of the players who have a confirmed address."""


def lock_game_for_turn(game: int | str, player: Player, key: str) -> tuple[Game, list[Seat], Found]:
    """As `lock_game`, by the game's id or its public one, with what the player's turn needs to know.
    Two statements, for what is read by the one that waits for the lock may be old by then."""
    locked = _only(_LOCKED_BY_PUBLIC_ID(game) if isinstance(game, str) else _LOCKED(game))
    seats = _in_order(locked, _AT_TURN(locked.pk, player.pk, key))
    return locked, seats, _found(seats)


def _found(seats: list[Any]) -> Found:
    if not seats:
        return Found(answered=False, voted=False, reachable=frozenset())
    first = seats[0]
    return Found(
        answered=first.answered,
        voted=first.voted,
        reachable=frozenset(seat.player_id for seat in seats if seat.reachable),
    )


def _only(games: list[Game]) -> Game:
    if not games:
        raise Game.DoesNotExist
    return games[0]


def seats_of(game: Game) -> list[Seat]:
    """In their order, with their players, of a game whose row is locked."""
    return _in_order(game, _SEATED(game.pk))


def _in_order(game: Game, seats: list[Seat]) -> list[Seat]:
    for seat in seats:
        seat.game = game
    # To sort here costs less than to say it in SQL.
    return sorted(seats, key=lambda seat: (seat.number is None, seat.number, seat.pk))


def _seated(game: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game).order_by().select_related("player__reliability")


def _at_turn(game: int, player: int, key: str) -> QuerySet[Seat]:
    return _seated(game).annotate(
        answered=Exists(LogEntry.objects.filter(game=game, player=player, key=key)),
        voted=Exists(DrawVote.objects.filter(game=game)),
        reachable=Exists(confirmed_addresses_of(OuterRef("player"))),
    )


_LOCKED = CompiledQuery(lambda pk: Game.objects.select_for_update().filter(pk=pk), int)
_LOCKED_BY_PUBLIC_ID = CompiledQuery(
    lambda public_id: Game.objects.select_for_update().filter(public_id=public_id), str
)
_SEATED = CompiledQuery(_seated, int)
_AT_TURN = CompiledQuery(_at_turn, int, int, str)


def seat_held(seats: list[Seat], player: Player) -> Seat:
    """Raises GameRefusal: not a player of this game."""
    for seat in seats:
        if seat.player_id == player.pk:
            return seat
    raise GameRefusal(GameRefusalCode.NOT_A_PLAYER)


def answered_before(
    game: Game, player: Player, key: str, same: Callable[[LogEntry], bool]
) -> LogEntry | None:
    """The entry that this key got already: a double click, a second delivery, a resent form.

    `same`: whether that is what is asked for now. Raises GameRefusal (SENT_BEFORE) where it is another thing.
    """
    entry = LogEntry.objects.filter(game=game, player=player, key=key).first()
    if entry is not None and not same(entry):
        raise GameRefusal(GameRefusalCode.SENT_BEFORE)
    return entry


def says(kind: EntryKind, **data: str) -> Callable[[LogEntry], bool]:
    """Of an entry: whether it is of this kind, and its data say this."""
    return lambda entry: entry.kind == kind and data.items() <= entry.data.items()


def is_current(game: Game, number: int) -> bool:
    """Whether the game stands as it did after an entry of its log: nothing but what is noted aside has come
    since. One query if anything has."""
    if number == game.log_number:
        return True
    later = LogEntry.objects.filter(game=game, number__gt=number).played()
    return number < game.log_number and not later.exists()


def answers_the_same(game: Game, entry: LogEntry, answers: int) -> bool:
    """Whether the entry came about from the position after that number: nothing but what is noted aside lies
    between. One query if anything does."""
    if answers >= entry.answers:
        return answers == entry.answers
    between = LogEntry.objects.filter(game=game, number__gt=answers, number__lte=entry.answers)
    return not between.played().exists()


def check_answers(game: Game, answers: int) -> None:
    """Raises Stale: it answers a position that is not the present one."""
    if not is_current(game, answers):
        raise Stale(answers=answers, number=game.log_number)


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
    reachable: Collection[int] | None = None,
    aside: bool = False,
) -> None:
    """Brings the caches to a moment, with all that must follow from it in the same commit.

    `by` is who brought it about: the others get a notice. The clock of who is to move runs from now on where
    it is another's than before, and anew from `since` where that is given. `reachable`: the ids of those of
    the players who have a confirmed address, from whoever knows. `aside`: position and mover are as before,
    so that a bot that was called is called.
    """
    was_next, was_called = game.next_seat, game.bot_due_at
    for name, value in game_caches(moment).items():
        setattr(game, name, value)
    game.changed_at = now
    game.bot_due_at = None
    if game.status == Status.FINISHED:
        game.finished_at = game.finished_at or now
    elif game.next_seat is None or is_timed(seats[game.next_seat]):
        pass
    elif aside and was_called is not None:
        game.bot_due_at = was_called
    else:
        _call_bot(game, seats, moment, now, by)
    if since is not None or game.next_seat != was_next:
        run(game, seats, since or now)
    game.save(update_fields=CACHED)
    forget_half_made(game, seats)
    publish_version(game)
    notify_moment(game, seats, was_next=was_next, by=by, now=now, reachable=reachable)
    if game.status == Status.FINISHED:
        record_results(game, seats)
        game_finished.send(sender=Game, game=game, seats=seats, by=by)


def pass_due(game: Game, seat: Seat) -> datetime:
    """From when on the turn of the seat adrift may be passed. One query once one was."""
    passes = game.log.filter(seat=seat.number, kind=EntryKind.TURN, data__adrift=True).order_by("-number")
    last = passes.values_list("created_at", flat=True).first() if seat.passes else None
    return next_pass(game, seat, last)


def _call_bot(game: Game, seats: list[Seat], moment: Moment, now: datetime, by: Player | None) -> None:
    """For whom nobody waits the sweep calls after a while. A person whom a bot answers has a pause to take a
    turn back in; a bot follows a bot at once. For a seat adrift the sweep calls when its turn may be
    passed."""
    seat = seats[moment.state.position.mover]
    if seat.adrift_since is not None and (due := pass_due(game, seat)) > now:
        game.bot_due_at, game.bot_awaited = due, True
        return
    level = seat.player.bot_level if seat.player else ""
    waits = somebody_waits(seats, moment.state.position)
    answers_person = bool(level) and moment.number > 0 and by is not None and not by.is_bot
    pause = settings.BOT_PAUSE if answers_person else 0.0
    game.bot_due_at = now + timedelta(seconds=pause if waits else settings.BOTS_ALONE_SECONDS)
    game.bot_awaited = waits
    if waits:
        ring_for_bots(pause=pause)
