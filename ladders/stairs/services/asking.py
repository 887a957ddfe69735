"""A player asks for a table of the stairs, waits no more, or leaves them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction

from accounts.models import Player
from homeworlds.rules import Variant
from ladders.arithmetic.seating import SIZES
from ladders.models import StairsPlayer
from ladders.stairs.looking import VARIANTS, why_no_table
from ladders.stairs.refusals import StairsRefusal, StairsRefusalCode
from ladders.stairs.services.keeping import Kind, Log, lock_stairs
from upkeep.clock import database_now


@transaction.atomic
def ask_for_table(*, player: Player, variants: Collection[Variant], sizes: Collection[int]) -> StairsPlayer:
    """The player is seated by one of the next seatings; the first time joins the stairs. Who asks again while
    waiting changes what is accepted and keeps the place among those who wait.

    Locks the stairs. Raises StairsRefusal (NEEDS_ACCOUNT, ON_VACATION, TABLES_ENOUGH, NO_VARIANT, NO_SIZE)
    and GameRefusal (SUSPENDED).
    """
    chosen = [str(variant) for variant in VARIANTS if variant in variants]
    accepted = [size for size in SIZES if size in sizes]
    if not chosen:
        raise StairsRefusal(StairsRefusalCode.NO_VARIANT)
    if not accepted:
        raise StairsRefusal(StairsRefusalCode.NO_SIZE)
    stairs, now = lock_stairs(), database_now()
    if refusal := why_no_table(player, now):
        raise refusal
    log = Log(stairs, now)
    row = StairsPlayer.objects.filter(player=player).first()
    if row is None:
        row = StairsPlayer(player=player, joined_at=now)
    if row.pk is None or row.left_at is not None:
        row.left_at = None
        log.add(Kind.JOINED, player=player.pk, step=row.step)
    if row.asked_at is None:
        row.asked_at, row.passed = now, 0
    row.variants, row.sizes = chosen, accepted
    row.save()
    log.add(Kind.ASKED, player=player.pk, data={"variants": chosen, "sizes": accepted})
    log.write()
    return row


@transaction.atomic
def withdraw_from_seating(*, player: Player) -> StairsPlayer:
    """The player waits for no table any more. Locks the stairs. Raises StairsRefusal (NOT_WAITING)."""
    stairs = lock_stairs()
    row = StairsPlayer.objects.filter(player=player, asked_at__isnull=False).first()
    if row is None:
        raise StairsRefusal(StairsRefusalCode.NOT_WAITING)
    log = Log(stairs, database_now())
    stop_waiting(log, row)
    row.save(update_fields=["asked_at", "passed"])
    log.write()
    return row


@transaction.atomic
def leave_stairs(*, player: Player) -> None:
    """The player stands there no longer; tables that run still count. Who comes back finds the step again.

    Locks the stairs. Raises StairsRefusal (NOT_ON_STAIRS).
    """
    stairs = lock_stairs()
    row = StairsPlayer.objects.filter(player=player, left_at=None).first()
    if row is None:
        raise StairsRefusal(StairsRefusalCode.NOT_ON_STAIRS)
    log = Log(stairs, database_now())
    leave(log, row)
    row.save(update_fields=["asked_at", "passed", "left_at"])
    log.write()


def leaver_leaves(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that what a deleted player left is settled; not that the account is deleted, for whoever locks
    the stairs may wait for the player's row, which the deletion has locked."""
    if StairsPlayer.objects.filter(player=player, left_at=None).exists():
        leave_stairs(player=player)


def stop_waiting(log: Log, row: StairsPlayer) -> None:
    """The caller saves the row."""
    row.asked_at, row.passed = None, 0
    log.add(Kind.WITHDREW, player=row.player_id)


def leave(log: Log, row: StairsPlayer) -> None:
    """The caller saves the row."""
    if row.asked_at is not None:
        stop_waiting(log, row)
    row.left_at = log.at
    log.add(Kind.LEFT, player=row.player_id, step=row.step)
