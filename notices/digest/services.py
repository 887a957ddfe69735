"""When a player gets the daily mail, and when nothing else."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, time
from typing import Any, Final

from django.db import transaction

from accounts.locking import lock_player
from accounts.models import Player
from notices.digest.letter import NAME
from notices.digest.times import EVERY_DAY, as_bits, next_moment
from notices.hours import zone_of
from notices.models import Digest, Preferences
from notices.switches.services import switch_channel
from upkeep.clock import database_now

USUAL: Final = time(7, 30)


@transaction.atomic
def save_hours(
    *,
    player: Player,
    at: time | None,
    weekdays: Collection[int],
    zone: str,
    when_nothing: bool,
    quiet_from: time | None,
    quiet_to: time | None,
    urgent_at_night: bool,
) -> None:
    """`at`: the hour of the daily mail by the player's clock, None for no such mail; `weekdays`: the numbers
    of the days, Monday is 0. Locks the player. Raises ValueError for a mail on no day."""
    now = database_now()
    player = lock_player(player)
    player.time_zone = zone
    player.save(update_fields=["time_zone"])
    switch_channel(player=player, channel=NAME, on=at is not None)
    quiet = {"quiet_from": quiet_from, "quiet_to": quiet_to, "urgent_at_night": urgent_at_night}
    Preferences.objects.update_or_create(player=player, defaults=quiet)
    if at is not None:
        chosen = {"at": at, "weekdays": as_bits(weekdays), "when_nothing": when_nothing}
        Digest.objects.update_or_create(
            player=player, defaults=chosen, create_defaults={**chosen, "created_at": now}
        )
    _reckon(player, now)


@transaction.atomic
def follow_switches(*, player: Player) -> None:
    """To be called after `Player.told_by` or the zone has changed: the daily mail is due, or is not any more.
    Locks the player."""
    _reckon(lock_player(player), database_now())


def on_preferences_saved(sender: object, *, player: Player, **more: Any) -> None:
    """Hears it in the transaction."""
    if NAME in player.told_by:
        follow_switches(player=player)


@transaction.atomic
def end_digest(*, player: Player) -> None:
    """The player wants no daily mail. Locks the player."""
    player = lock_player(player)
    switch_channel(player=player, channel=NAME, on=False)
    _reckon(player, database_now())


@transaction.atomic
def change_hour(*, player: Player, at: time) -> None:
    """Of the daily mail, on the days on which it comes. Locks the player."""
    player = lock_player(player)
    Digest.objects.filter(player=player).update(at=at)
    _reckon(player, database_now())


@transaction.atomic
def mail_each_turn(*, player: Player) -> None:
    """In the place of the daily mail. Locks the player."""
    player = lock_player(player)
    player.mail_at_all = player.mail_turns = True
    player.save(update_fields=["mail_at_all", "mail_turns"])
    switch_channel(player=player, channel=NAME, on=False)
    _reckon(player, database_now())


def _reckon(player: Player, now: datetime) -> None:
    if NAME not in player.told_by:
        Digest.objects.filter(player=player).update(due_at=None)
        return
    digest, _new = Digest.objects.get_or_create(
        player=player, defaults={"at": USUAL, "weekdays": EVERY_DAY, "created_at": now}
    )
    if digest.due_at is None:
        digest.created_at = now  # it tells nothing of the time when nobody wanted it
    elif digest.tries or digest.due_at <= now:
        return  # somebody is at it, or about to be
    digest.due_at = next_moment(digest.at, digest.weekdays, zone_of(player), now)
    digest.save(update_fields=["created_at", "due_at"])
