"""What all who play can agree on about their clocks: a pause, its end, and a clock for a game without one.

Each agrees like in a vote for a draw; one who is against ends the matter. A seat adrift and a bot are not
asked. The last consent brings it about in its own transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.access import check_may_play
from games.clocks.deadlines import is_timed, wind_up
from games.clocks.paces import FOR_RUNNING_GAMES
from games.clocks.pulse import time_of
from games.log.consents import forget, who_plays, who_stands
from games.models import Consent, Game, Matter, Seat, Status
from games.notices.enqueueing import notify_consent
from games.refusals import GameRefusal, GameRefusalCode
from games.services.clocks.falling import note_aside
from games.services.clocks.pausing import append_pause, append_resumption, check_can_pause, check_can_resume
from games.services.log import lock_game, seat_held
from homeworlds.refusals import Refusal, RefusalCode


@transaction.atomic
def consent(*, game_id: int, player: Player, matter: Matter, pace: str = "") -> Game:
    """Proposes something about the clocks of a game, or agrees to it; the last consent brings it about.
    `pace` is the name of the clock that is meant. The same again changes nothing.

    Locks the game. Raises GameRefusal (SUSPENDED, NOT_A_PLAYER, NOT_RUNNING, ADRIFT, NO_CLOCK, HAS_CLOCK,
    PAUSED_ALREADY, NOT_PAUSED, NO_SUCH_CLOCK) and the library's Refusal (NOT_LIVING).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    number = _number_that_plays(game, seats, player)
    now = time_of(game)
    _check_can_be(game, matter, pace, now)
    asked = Consent.objects.filter(game=game, matter=matter)
    is_new = not asked.filter(seat=number, pace=pace).exists()
    given = {"pace": pace, "log_number": game.log_number, "created_at": now}
    Consent.objects.update_or_create(game=game, seat=number, matter=matter, defaults=given)
    standing = who_stands(game, matter, pace)
    missing = who_plays(game, seats) - standing
    if not missing:
        _bring_about(game, seats, matter, pace, now)
        forget(game)
    elif is_new:
        game.asks_consent = True
        notify_consent(game, [seats[each].player for each in missing], by=player, now=now)
    game.save(update_fields=["asks_consent"])
    return game


@transaction.atomic
def dissent(*, game_id: int, player: Player, matter: Matter) -> Game:
    """One is against: whoever wants it must propose it anew.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING, ADRIFT) and the library's Refusal
    (NOT_LIVING).
    """
    game, seats = lock_game(game_id)
    _number_that_plays(game, seats, player)
    forget(game, matter)
    game.save(update_fields=["asks_consent"])
    return game


def _number_that_plays(game: Game, seats: list[Seat], player: Player) -> int:
    seat = seat_held(seats, player)
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    if not is_timed(seat):
        raise GameRefusal(GameRefusalCode.ADRIFT)
    if seat.number is None or seat.number not in who_plays(game, seats):
        raise Refusal(RefusalCode.NOT_LIVING)
    return seat.number


def _check_can_be(game: Game, matter: Matter, pace: str, now: datetime) -> None:
    match matter:
        case Matter.PAUSE:
            check_can_pause(game, now)
        case Matter.RESUME:
            check_can_resume(game, now)
        case Matter.CLOCK if game.clock_left:
            raise GameRefusal(GameRefusalCode.HAS_CLOCK)
    if (matter is Matter.CLOCK) != bool(pace) or (pace and pace not in FOR_RUNNING_GAMES):
        raise GameRefusal(GameRefusalCode.NO_SUCH_CLOCK)


def _bring_about(game: Game, seats: list[Seat], matter: Matter, pace: str, now: datetime) -> None:
    match matter:
        case Matter.PAUSE:
            append_pause(game, seats, now, {"what": "paused"})
        case Matter.RESUME:
            append_resumption(game, seats, now, {"what": "resumed"})
        case Matter.CLOCK:
            _wind(game, seats, pace, now)


def _wind(game: Game, seats: Sequence[Seat], pace: str, now: datetime) -> None:
    """From now on clocks run. The words that were agreed before there were clocks go."""
    game.clock_start, game.clock_increment, game.clock_cap = FOR_RUNNING_GAMES[pace]
    game.days_per_turn = None
    wind_up(game, seats)
    Seat.objects.bulk_update(seats, ["excuses_left"])
    note_aside(game, list(seats), None, {"what": "wound"}, now)
    game.save(update_fields=["clock_start", "clock_increment", "clock_cap", "days_per_turn"])
