"""Staff decide that a player's results count for nothing: somebody plays under several names, or the like."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from accounts.models import Player
from accounts.staff.acts import NothingToDo
from games.models import FormerPlayer, Seat
from ratings.keeping import lock_counter, next_number
from ratings.models import Exclusion, RatedResult
from ratings.services.withdrawing import withdraw
from upkeep.clock import database_now
from upkeep.services import write_down_act


@transaction.atomic
def exclude_player(*, staff: Player, player: Player, reason: str) -> None:
    """The player's rated games count no longer, for nobody, and later ones will not either.

    Locks the counter of ratings. Raises ValidationError (no_reason, nothing_to_do, concerned).
    """
    counter, now = lock_counter(), database_now()
    _exclusion, is_new = Exclusion.objects.get_or_create(player=player, defaults={"since": now})
    if not is_new:
        raise NothingToDo
    results = _standing_results(player)
    if results:
        withdraw(results, RatedResult.Withdrawn.EXCLUDED, next_number(counter), now)
    _write_down("exclude_player", staff, player, reason)


@transaction.atomic
def readmit_player(*, staff: Player, player: Player, reason: str) -> None:
    """The player's rated games count again from now on; those that do not stay as they are.

    Locks the counter of ratings. Raises ValidationError (no_reason, nothing_to_do, concerned).
    """
    lock_counter()
    deleted, _each = Exclusion.objects.filter(player=player).delete()
    if not deleted:
        raise NothingToDo
    _write_down("readmit_player", staff, player, reason)


def _standing_results(player: Player) -> list[RatedResult]:
    """Of all games in which the player sits or has sat, those that are rated for the player."""
    sits = Seat.objects.filter(player=player).values("game")
    sat = FormerPlayer.objects.filter(player=player).values("seat__game")
    found = RatedResult.objects.filter(Q(game__in=sits) | Q(game__in=sat), withdrawn="")
    return [result for result in found if any(place["player"] == player.pk for place in result.places)]


def _write_down(act: str, staff: Player, player: Player, reason: str) -> None:
    write_down_act(
        staff=staff,
        act=act,
        done_to=player,
        public_id=player.public_id,
        reason=reason,
        concerns=[player],
        touches=[Exclusion(player=player)],
    )


def concern_of_exclusion(staff: Player, exclusion: Exclusion) -> str:
    """Why taking somebody's results out, or letting them count again, is somebody's own concern
    (`upkeep.concerns`): his rating moves with them."""
    if not Seat.objects.filter(player=exclusion.player, game__rated=True, game__seats__player=staff).exists():
        return ""
    return gettext("You have met this player in rated games: another member of staff can do this.")
