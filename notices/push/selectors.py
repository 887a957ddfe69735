"""A player's devices as the page of switches shows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from accounts.models import Player
from notices.push.models import PushDevice
from upkeep.clock import database_now

PATIENCE: Final = timedelta(seconds=20)
"""For which the page waits for a test."""
PHONES: Final = ("Android", "iPhone", "iPad")


@dataclass(frozen=True, slots=True)
class DeviceRow:
    pk: int
    name: str
    is_this: bool
    """The browser that asks."""
    is_phone: bool
    is_on: bool
    is_silent: bool
    """It went off by itself."""
    since: datetime
    last_reached_at: datetime | None
    test: TestOf | None
    """None: none was sent lately."""


@dataclass(frozen=True, slots=True)
class TestOf:
    """What became of a test."""

    __test__ = False  # pytest need not look

    waits: bool
    arrived_after: int | None
    """Seconds; None: it has not."""


def rows_of(player: Player, this: int | None) -> list[DeviceRow]:
    """The one that asks first, then by age. `this`: its id, as its session has it."""
    now = database_now()
    devices = PushDevice.objects.filter(player=player).order_by("pk")
    rows = [_row(device, this, now) for device in devices]
    return sorted(rows, key=lambda row: (not row.is_this, row.pk))


def _row(device: PushDevice, this: int | None, now: datetime) -> DeviceRow:
    return DeviceRow(
        pk=device.pk,
        name=device.name,
        is_this=device.pk == this,
        is_phone=any(sign in device.name for sign in PHONES),
        is_on=device.is_on,
        is_silent=device.off_reason == PushDevice.Off.SILENT,
        since=device.created_at,
        last_reached_at=device.last_reached_at,
        test=last_test_of(device, now),
    )


def last_test_of(device: PushDevice, now: datetime) -> TestOf | None:
    tested_at = device.tested_at
    if tested_at is None or now - tested_at > timedelta(minutes=2):
        return None
    if device.arrived_at is not None:
        return TestOf(
            waits=False, arrived_after=max(1, round((device.arrived_at - tested_at).total_seconds()))
        )
    return TestOf(waits=now - tested_at < PATIENCE, arrived_after=None)
