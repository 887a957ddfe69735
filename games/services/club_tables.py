"""What becomes of a club's tables when the club is called otherwise, or closes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from clubs.models import Club
from games.clocks.pulse import time_of
from games.models import OF_CLUB, Game, Status
from games.services.log import lock_game
from games.services.starting import give_up

AT_ONCE: Final = 100


def club_is_called(sender: object, *, club: Club, **more: Any) -> None:
    """Hears of a new name, in its transaction: the games that come from the club say so. It locks their rows;
    who has one locked never waits for a club."""
    Game.objects.filter(club=club, origin_kind=OF_CLUB).update(origin_title=club.name)


def tables_of_closed_clubs(now: datetime | None = None) -> QuerySet[Game]:
    """At any moment."""
    return Game.objects.filter(status=Status.OPEN, club__closed_at__isnull=False)


def give_up_tables_of_closed_clubs() -> int:
    """Cancels tables that nobody can join any more; how many. Games that have begun go on. Each in a
    transaction of its own, which locks it."""
    due = tables_of_closed_clubs()
    return sum(_give_up(pk) for pk in due.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])


@transaction.atomic
def _give_up(game_id: int) -> bool:
    game, seats = lock_game(game_id)
    # Its last seat may have been taken before the club closed: then the players are still asked to confirm.
    if game.status != Status.OPEN or game.musters_until is not None:
        return False
    give_up(game, seats, time_of(game))
    return True
