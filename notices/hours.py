"""When a player may be called: quiet hours, by the player's own clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from accounts.models import Player
from accounts.reading import zone_named
from notices.kinds import Kind
from notices.models import Notice, Preferences
from upkeep.kept.compiled_query import CompiledQuery


def preferences_of(player: Player) -> Preferences:
    """As they are kept, or as they are for who has never said anything."""
    return next(iter(_OF_PLAYER(player.pk)), None) or Preferences(player=player)


_OF_PLAYER: Final = CompiledQuery(lambda player: Preferences.objects.filter(player=player), int)


def held_by_night(notice: Notice, kind: Kind, preferences: Preferences, now: datetime) -> datetime | None:
    """The end of the quiet hours that this notice has to wait for; None: it may go."""
    until = quiet_until(preferences, zone_of(notice.player), now)
    if until is None:
        return None
    rings = kind.wakes is not None and preferences.urgent_at_night and kind.wakes(notice)
    return None if rings else until


def zone_of(player: Player) -> ZoneInfo:
    """The player's; that of the site where none was chosen."""
    return zone_named(player.time_zone) or ZoneInfo("UTC")


def quiet_until(preferences: Preferences, zone: ZoneInfo, now: datetime) -> datetime | None:
    """When the quiet hours end in which `now` is; None outside of them. Both hours the same: there are
    none.

    An hour that a clock leaves out in spring is over when the clock has gone on; one that comes twice in
    autumn is over the first time.
    """
    begin, end = preferences.quiet_from, preferences.quiet_to
    if begin is None or end is None or begin == end:
        return None
    local = now.astimezone(zone)
    over_midnight = begin > end
    clock = local.time().replace(tzinfo=None)
    is_quiet = clock >= begin or clock < end if over_midnight else begin <= clock < end
    if not is_quiet:
        return None
    day = local.date() + timedelta(days=1) if over_midnight and clock >= begin else local.date()
    until = at_clock(day_time=datetime.combine(day, end), zone=zone)
    return until if until > now else None


def at_clock(*, day_time: datetime, zone: ZoneInfo) -> datetime:
    """The moment, in UTC, at which clocks of the zone show this (naive) day and hour for the first time;
    where they leave it out, the moment at which they go on."""
    return day_time.replace(tzinfo=zone, fold=0).astimezone(UTC)
