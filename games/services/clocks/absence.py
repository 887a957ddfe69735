"""Seats adrift: their turns are passed, and somebody may take them up again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from bots.sampling import quiet_turn
from games.access import check_may_play
from games.clocks.absence import PASSES, is_adrift, is_open_to_substitutes
from games.clocks.deadlines import keep_left, pace_of
from games.clocks.pulse import time_of
from games.lobby.taking_over import Substitute
from games.log.moments import moment_of
from games.models import EntryKind, FormerPlayer, Game, Seat, Status
from games.notices.enqueueing import notify_absence
from games.notices.kinds import NoticeKind
from games.refusals import GameRefusal, GameRefusalCode
from games.services.clocks.falling import lose, note
from games.services.clocks.reliability import ask
from games.services.clocks.vacation import ended_by_playing
from games.services.log import answered_before, is_current, lock_game, pass_due, says, seat_held
from games.services.turns import TurnTaken, end_turn
from homeworlds.notation import format_turn


@transaction.atomic
def pass_adrift(*, game_id: int, number: int) -> TurnTaken | None:
    """Passes the turn of a seat adrift that answers an entry, or makes the quietest one where it may not
    pass; None when there is none to pass (any more), or not yet. After the third the seat is lost. Locks the
    game."""
    game, seats = lock_game(game_id)
    if game.status != Status.RUNNING or game.next_seat is None or not is_current(game, number):
        return None
    seat = seats[game.next_seat]
    if seat.adrift_since is None:
        return None
    if (due := pass_due(game, seat)) > time_of(game):
        Game.objects.filter(pk=game_id).update(bot_due_at=due)
        return None
    key = f"adrift:{number}"
    data = {"adrift": True}
    text = format_turn(quiet_turn(moment_of(game, seats).state).end().turn, game.players)
    taken = end_turn(game, seats, seat, answers=number, key=key, text=text, confirmed=True, data=data)
    seat.passes += 1
    seat.save(update_fields=["passes"])
    if seat.passes >= PASSES and game.status == Status.RUNNING:
        lose(game, seats, seat, time_of(game))
    return taken


@transaction.atomic
def come_back(*, game_id: int, player: Player, key: str) -> Game:
    """The player takes the own seat up again; once a game. `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (SUSPENDED, NOT_A_PLAYER, NOT_RUNNING, NOT_ADRIFT, BACK_BEFORE).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    answered = answered_before(game, player, key, says(EntryKind.SEAT_CHANGE, what="back"))
    if answered and not is_adrift(game, seat):
        return game
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    if not is_adrift(game, seat):
        raise GameRefusal(GameRefusalCode.NOT_ADRIFT)
    if seat.returned:
        raise GameRefusal(GameRefusalCode.BACK_BEFORE)
    seat.returned = True
    _take_up(game, seats, seat, "back", time_of(game), key)
    return game


@transaction.atomic
def substitute(*, game_id: int, seat: int, player: Player, key: str) -> Game:
    """Somebody else takes a seat adrift up, with all that belongs to it: ships, homeworld with its name, in
    Good vs Evil the alignment. `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (those of `Substitute.why_not`, NOT_RUNNING, NOT_ADRIFT).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    held = seats[seat] if seat in range(len(seats)) else None
    answered = answered_before(game, player, key, says(EntryKind.SEAT_CHANGE, what="substitute"))
    if answered and held is not None and held.player_id == player.pk:
        return game
    now = time_of(game)
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    if held is None or not is_open_to_substitutes(game, held, now):
        raise GameRefusal(GameRefusalCode.NOT_ADRIFT)
    if refusal := Substitute(player, [game]).why_not(game, seats):
        raise refusal
    owner = held.player
    if owner is None:
        raise GameRefusal(GameRefusalCode.NOT_ADRIFT)
    FormerPlayer.objects.create(
        seat=held, player=owner, log_number=game.log_number + 1, missed=held.missed, left_at=now
    )
    held.player, held.missed, held.excuses_left, held.returned = player, 0, game.excuses, False
    held.seen_number = held.seen_before = 0
    held.tidied, held.has_substitute = None, True
    held.save(
        update_fields=[
            "player",
            "missed",
            "excuses_left",
            "returned",
            "seen_number",
            "seen_before",
            "tidied",
            "has_substitute",
        ]
    )
    _take_up(game, seats, held, "substitute", now, key)
    ask([owner.pk], now)
    notify_absence(NoticeKind.REPLACED, game, [owner], now=now)
    return game


def _take_up(game: Game, seats: list[Seat], seat: Seat, what: str, now: datetime, key: str) -> None:
    pace = pace_of(game)
    if pace is not None and seat.number is not None:
        keep_left(game, seat.number, max(pace.excused(), pace.start))
    seat.adrift_since, seat.passes = None, 0
    seat.save(update_fields=["adrift_since", "passes", "returned"])
    ended_by_playing(game, seats, seat, now)
    note(game, seats, seat, EntryKind.SEAT_CHANGE, {"what": what}, now, key=key)
