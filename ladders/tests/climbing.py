"""Ladders for tests, and what stands on them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db.models import F

from accounts.models import Player
from accounts.tests.cast import person
from games.models import Game
from games.services import resign
from games.services.clocks.undoing import undo_falls
from games.tests.clocks import now, time_runs_out
from games.tests.play import play_turn
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.services import challenge, check_ladders, join_ladder, site_ladder
from ladders.models import Challenge, Ladder, LadderEvent, Rung
from upkeep.clock import database_now

SETUPS: Final = ("homeworld G3 B1 Y3", "homeworld G3 B2 Y3")
ENOUGH_TURNS: Final = 6
"""Three of each."""


class AsListed(random.Random):
    """Lots by which the challenger moves first."""

    def shuffle(self, x: Any) -> None:
        pass


class OtherFirst(random.Random):
    """Lots by which the challenged moves first."""

    def shuffle(self, x: Any) -> None:
        x.reverse()


def people(number: int) -> list[Player]:
    return [person(f"Climber{each}") for each in range(1, number + 1)]


def ladder_of(*players: Player, ladder: Ladder | None = None) -> Ladder:
    """The site's, or the one given; they join in this order."""
    ladder = ladder or site_ladder()
    for player in players:
        join_ladder(ladder_id=ladder.pk, player=player)
    return ladder


def busy_ladder(player: Player, *others: Player) -> Ladder:
    """The player has won and lost there, challenges somebody and is challenged; the first of the others is on
    top."""
    ladder = ladder_of(*others, player)
    beats(player, others[1])
    beats(others[2], player)
    challenged(player, others[0])
    challenged(others[3], player, first=False)
    return ladder


def challenged(challenger: Player, other: Player, *, first: bool = True) -> Game:
    """A running game on the ladder of both; whether the challenger moves first."""
    ladder = Ladder.objects.get(rungs__player=challenger)
    lots = AsListed() if first else OtherFirst()
    return challenge(ladder_id=ladder.pk, player=challenger, other=other, lots=lots).game


def refusal(challenger: Player, other: Player, ladder: Ladder | None = None) -> str:
    """Why not; empty if it was begun."""
    try:
        challenge(ladder_id=(ladder or site_ladder()).pk, player=challenger, other=other)
    except LadderRefusal as refused:
        return str(refused.code)
    return ""


def beats(winner: Player, loser: Player) -> Game:
    """The lower of them has challenged; it ends by a resignation."""
    lower, upper = (winner, loser) if place(winner) > place(loser) else (loser, winner)
    return gives_up(challenged(lower, upper), loser)


def really_played(game: Game) -> Game:
    """Both have made three turns, as people do who have come to play."""
    game = now(game)
    while game.turn_count < ENOUGH_TURNS:
        play_turn(game, SETUPS[game.turn_count] if game.turn_count < len(SETUPS) else "pass")
        game = now(game)
    return game


def gives_up(game: Game, loser: Player) -> Game:
    """After a real game."""
    return gives_up_at_once(really_played(game), loser)


def gives_up_at_once(game: Game, loser: Player) -> Game:
    resign(game_id=game.pk, player=loser, key=f"r{loser.pk}", confirmed=True)
    return now(game)


def falls(game: Game, *, alone: bool = False) -> Game:
    """The clock of who is to move runs out, and no vacation steps in. The other has come, unless `alone`."""
    Game.objects.filter(pk=game.pk).update(vacation_allowed=False)
    if not alone:
        game.seats.exclude(number=game.next_seat).update(has_come=True)
    return time_runs_out(game)


def goes_on(game: Game) -> Game:
    """The fall of its clock was a fault of the site."""
    at = database_now()
    undo_falls(game_id=game.pk, since=at - timedelta(days=1), until=at + timedelta(days=1))
    return now(game)


def place(player: Player) -> int:
    return Rung.objects.get(player=player).place


def names(ladder: Ladder) -> list[str]:
    """From the top; places are 1..n."""
    rungs = Rung.objects.filter(ladder=ladder).order_by("place").select_related("player")
    assert [rung.place for rung in rungs] == list(range(1, len(rungs) + 1))
    assert Ladder.objects.get(pk=ladder.pk).size == len(rungs)
    return [rung.player.name for rung in rungs]


def order_of(ladder: Ladder) -> list[int]:
    return list(Rung.objects.filter(ladder=ladder).order_by("place").values_list("player", flat=True))


def kinds(ladder: Ladder) -> list[str]:
    return list(LadderEvent.objects.filter(ladder=ladder).order_by("number").values_list("kind", flat=True))


def last_event(ladder: Ladder) -> LadderEvent:
    return LadderEvent.objects.filter(ladder=ladder).order_by("-number")[0]


def log_agrees() -> bool:
    return check_ladders() == []


def days_pass(days: float) -> None:
    """For what ladders remember; games stand still."""
    time = timedelta(days=days)
    Challenge.objects.update(at=F("at") - time, settled_at=F("settled_at") - time)
    moments = ("joined_at", "challenge_by", "offered_at", "warned_at", "sinks_at")
    Rung.objects.update(**{name: F(name) - time for name in moments})
    unguarded().update(at=F("at") - time, until=F("until") - time)


def unguarded() -> Any:
    """The log, whose own rows nothing alters."""
    from django.db.models import QuerySet

    return QuerySet(LadderEvent)


def players_of(ladder: Ladder) -> Sequence[Player]:
    return [rung.player for rung in ladder.rungs.order_by("place").select_related("player")]
