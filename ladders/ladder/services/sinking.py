"""High places are played for: who holds one otherwise is told, and sinks a place a week."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.vacation.keeping import vacation_of
from ladders.arithmetic.order import EventKind
from ladders.ladder.holding import NOTICE, TOP, Holds, held_places
from ladders.ladder.notices import notify_sinking
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.ladder.services.keeping import append, lock_ladder, move_up, rung_of
from ladders.models import Ladder, Rung
from upkeep.clock import database_now


@transaction.atomic
def offer_game(*, ladder_id: int, player: Player) -> Rung:
    """The player takes one stranger more than usual for a week, and is there: the place sinks no further.

    Locks the ladder. Raises LadderRefusal (CLOSED, NOT_THERE, IN_LIMBO, ON_VACATION, BLOCKS_BELOW).
    """
    ladder = lock_ladder(ladder_id)
    rung, now = rung_of(ladder, player.pk), database_now()
    if ladder.closed_at is not None:
        raise LadderRefusal(LadderRefusalCode.CLOSED)
    if rung is None:
        raise LadderRefusal(LadderRefusalCode.NOT_THERE)
    if rung.limbo:
        raise LadderRefusal(LadderRefusalCode.IN_LIMBO)
    if vacation_of(player, now):
        raise LadderRefusal(LadderRefusalCode.ON_VACATION)
    if held_places(ladder, [rung], now).get(player.pk) is Holds.BLOCKS:
        raise LadderRefusal(LadderRefusalCode.BLOCKS_BELOW)
    rung.offered_at, rung.warned_at, rung.sinks_at = now, None, None
    rung.save(update_fields=["offered_at", "warned_at", "sinks_at"])
    return rung


@transaction.atomic
def sink_holders(*, ladder_id: int) -> int:
    """Warns and sinks; returns how many places were lost. Whoever is on vacation has another week. Locks the
    ladder."""
    ladder, now = lock_ladder(ladder_id), database_now()
    if ladder.closed_at is not None:
        return 0
    top = list(Rung.objects.filter(ladder=ladder, place__lte=TOP).select_related("player").order_by("place"))
    held = held_places(ladder, top, now)
    Rung.objects.filter(ladder=ladder, warned_at__isnull=False).exclude(player__in=held).update(
        warned_at=None, sinks_at=None
    )
    due = [rung for rung in top if rung.player_id in held and _is_due(ladder, rung, now)]
    return sum(_sink(ladder, rung, held, {each.pk for each in due}, now) for rung in reversed(due))


def _is_due(ladder: Ladder, rung: Rung, now: datetime) -> bool:
    if rung.sinks_at is None:
        rung.warned_at, rung.sinks_at = now, now + NOTICE
        rung.save(update_fields=["warned_at", "sinks_at"])
        notify_sinking(ladder, rung, now=now)
        return False
    if rung.sinks_at > now:
        return False
    rung.sinks_at = now + NOTICE
    rung.save(update_fields=["sinks_at"])
    return vacation_of(rung.player, now) is None


def _sink(ladder: Ladder, rung: Rung, held: dict[int, Holds], due: set[int], now: datetime) -> bool:
    """Whether somebody stands below who does not sink as well."""
    rung.refresh_from_db(fields=["place"])
    below = Rung.objects.filter(ladder=ladder, place=rung.place + 1).first()
    if below is None or below.pk in due:
        return False
    data = {"from": rung.place, "to": below.place, "other_from": below.place, "other_to": rung.place}
    append(
        ladder, EventKind.SUNK, rung.player_id, now,
        other=below.player_id, why=held[rung.player_id], data=data,
    )  # fmt: skip
    move_up(below, rung.place)
    return True
