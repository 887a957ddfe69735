"""Coming to a ladder and leaving it.

**Limbo.** Whoever leaves keeps the place until the last game there is over, takes no challenge and sends
none. There is no way back before that: else one could step aside whenever a challenge threatens. Then one
may join again, at the bottom. A loss on time leads into limbo too; whoever says in time that it was a mishap
stays where he is, since a lost game is no way to dodge one.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from accounts.models import Player
from clubs.models import Club
from ladders.arithmetic.order import EventKind
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.ladder.rights import why_not_join
from ladders.ladder.services.keeping import append, begin_limbo, lock_ladder, resize, rung_of
from ladders.models import Ladder, Limbo, Rung
from upkeep.clock import database_now
from upkeep.dates import exact

NEWCOMERS_CHALLENGE_WITHIN: Final = timedelta(days=14)


@transaction.atomic
def join_ladder(*, ladder_id: int, player: Player) -> Rung:
    """At the bottom. Locks the club, so that nobody who leaves it meanwhile comes to its ladder, then the
    ladder. Raises LadderRefusal (PEOPLE_ONLY, SUSPENDED, CLOSED, MEMBERS_ONLY,
    ALREADY_THERE, LEFT_BY_CHOICE, BARRED)."""
    list(Club.objects.select_for_update(no_key=True, of=("self",)).filter(ladder=ladder_id))
    ladder = lock_ladder(ladder_id)
    now = database_now()
    if refusal := why_not_join(ladder, player, now):
        raise refusal
    resize(ladder, 1)
    append(ladder, EventKind.JOINED, player.pk, now, data={"to": ladder.size})
    return Rung.objects.create(
        ladder=ladder,
        player=player,
        place=ladder.size,
        joined_at=now,
        challenge_by=now + NEWCOMERS_CHALLENGE_WITHIN,
    )


@transaction.atomic
def leave_ladder(*, ladder_id: int, player: Player) -> None:
    """At once, or when the games that run there are over; they count as ever.

    Locks the ladder. Raises LadderRefusal (NOT_THERE, LEAVING_ALREADY).
    """
    ladder = lock_ladder(ladder_id)
    rung = rung_of(ladder, player.pk)
    if rung is None:
        raise LadderRefusal(LadderRefusalCode.NOT_THERE)
    if rung.limbo and rung.limbo != Limbo.CLOCK:
        raise LadderRefusal(LadderRefusalCode.LEAVING_ALREADY)
    begin_limbo(ladder, rung, Limbo.LEAVES, database_now())


@transaction.atomic
def come_back(*, ladder_id: int, player: Player) -> Rung:
    """Whom a loss on time was about to take off the ladder stays.

    Locks the ladder. Raises LadderRefusal (SUSPENDED, NOT_THERE, NOT_LEAVING, LEFT_BY_CHOICE).
    """
    ladder = lock_ladder(ladder_id)
    rung = rung_of(ladder, player.pk)
    if player.is_suspended:
        raise LadderRefusal(LadderRefusalCode.SUSPENDED, until=exact(player.suspended_until))
    if rung is None:
        raise LadderRefusal(LadderRefusalCode.NOT_THERE)
    if not rung.limbo:
        raise LadderRefusal(LadderRefusalCode.NOT_LEAVING)
    if rung.limbo != Limbo.CLOCK:
        raise LadderRefusal(LadderRefusalCode.LEFT_BY_CHOICE)
    rung.limbo = ""
    rung.save(update_fields=["limbo"])
    append(ladder, EventKind.BACK, player.pk, database_now())
    return rung


@transaction.atomic
def see_out(*, ladder_id: int, player_id: int, why: Limbo) -> bool:
    """Somebody must leave, as one who leaves by himself; whether that is news. Locks the ladder."""
    ladder = lock_ladder(ladder_id)
    rung = rung_of(ladder, player_id)
    if rung is None or rung.limbo not in ("", Limbo.CLOCK):
        return False
    begin_limbo(ladder, rung, why, database_now())
    return True


def player_leaves(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that a deleted player's affairs are settled, outside of any transaction that locks the player."""
    for ladder_id in Rung.objects.filter(player=player).order_by("ladder").values_list("ladder", flat=True):
        see_out(ladder_id=ladder_id, player_id=player.pk, why=Limbo.DELETED)


def member_leaves(sender: object, *, club: Club, player: Player, **more: Any) -> None:
    """Hears that somebody is no member any more, the club's row being locked."""
    for ladder in Ladder.objects.filter(club=club):
        see_out(ladder_id=ladder.pk, player_id=player.pk, why=Limbo.CLUB)


def club_closes(sender: object, *, club: Club, **more: Any) -> None:
    """Hears that a club is closed: its ladder stays to be looked at, and the games that run are played on."""
    for ladder in Ladder.objects.filter(club=club):
        close_ladder(ladder_id=ladder.pk)


@transaction.atomic
def close_ladder(*, ladder_id: int) -> None:
    """No challenges and no joining any more; it may be so already. Locks the ladder."""
    ladder, now = lock_ladder(ladder_id), database_now()
    if ladder.closed_at is None:
        close(ladder, now)


def close(ladder: Ladder, now: datetime) -> None:
    ladder.closed_at = now
    ladder.save(update_fields=["closed_at"])
    append(ladder, EventKind.CLOSED, None, now)
    Rung.objects.filter(ladder=ladder).update(challenge_by=None)
