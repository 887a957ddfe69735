"""Tables with clocks, and the passing of time: what is stored is moved into the past."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F

from accounts.models import Player
from games.clocks.absence import OPEN_TO_SUBSTITUTES
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game, LogEntry, Seat, SeatOrder
from games.services import SeatWish, create_game
from games.services.clocks.sweeping import sweep_clocks
from games.tests.play import play_turn
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules

SETUPS = ("homeworld G3 B1 Y3", "homeworld G3 B2 Y1", "homeworld G3 R2 Y1", "homeworld G3 Y2 B1")


def timed_table(
    *players: Player, rules: RuleSet | None = None, clock: str = "normal", **terms: object
) -> Game:
    """A running game with these seats in this order and a clock; what runs out, falls at once, unless the
    terms say that vacation comes first."""
    variant = Variant.BINARY if len(players) == 2 else Variant.LAST_CAPTAIN_STANDING
    return create_game(
        creator=players[0],
        rules=rules or preset_rules(Preset.MODERN, variant),
        seats=[
            SeatWish(player=player) if player.is_human else SeatWish(bot_level=player.bot_level)
            for player in players
        ],
        seat_order=SeatOrder.FIXED,
        terms=GameTerms(**{"clock": PACES[clock], "vacation_allowed": False, **terms}),  # type: ignore[arg-type]
    )


def set_up(game: Game) -> Game:
    """All have set up."""
    for number in range(game.players):
        play_turn(game, SETUPS[number])
    return now(game)


def now(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.get(game=game, number=number)


def time_passes(game: Game, time: timedelta) -> None:
    Seat.objects.filter(game=game).update(adrift_since=F("adrift_since") - time)
    Game.objects.filter(pk=game.pk).update(
        clock_since=F("clock_since") - time, due_at=F("due_at") - time, sweep_at=F("sweep_at") - time
    )


def log_ages(game: Game, time: timedelta) -> None:
    """What time passes for the entries of the log as well."""
    LogEntry._base_manager.filter(game=game).update(created_at=F("created_at") - time)


def open_no_more(game: Game) -> None:
    """The seats adrift are open to substitutes no longer: their turns are passed at once."""
    Seat.objects.filter(game=game).update(adrift_since=F("adrift_since") - OPEN_TO_SUBSTITUTES)


def vacation_passes(player: Player, time: timedelta) -> None:
    Player.objects.filter(pk=player.pk).update(
        **{
            name: F(name) - time
            for name in ("date_joined", "vacation_counted_at", "vacation_since", "vacation_until")
        }
    )
    player.refresh_from_db()


def time_runs_out(game: Game) -> Game:
    """The clock that runs is let fall."""
    game = now(game)
    time_passes(game, game.due_at - game.clock_since + timedelta(seconds=1))
    sweep_clocks()
    return now(game)
