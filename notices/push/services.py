"""Devices of players: switched on and off, tested, renewed, and gone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from accounts.models import Player
from notices.channels import WRITTEN_EVERY
from notices.models import Delivery, Notice
from notices.push.endpoints import checked
from notices.push.models import PushDevice
from notices.push.vapid import is_offered
from notices.switches.services import switch_channel
from upkeep.clock import database_now
from upkeep.queue import wake

CHANNEL: Final = "push"
MOST_DEVICES: Final = 20
SILENT_AFTER: Final = timedelta(days=30)
TEST_BELL: Final = "notices.tasks.send_push_test"


class CannotSubscribe(Exception):
    """This site has no keys, or the player has MOST_DEVICES already."""


@transaction.atomic
def subscribe(*, player: Player, endpoint: str, p256dh: str, auth: str, name: str) -> PushDevice:
    """Puts a browser among the player's devices, and switches push on; done again it is the same device, with
    its newest keys. A browser that was another player's is his no more. Raises NotAService and
    CannotSubscribe.

    Locks the players whose device it is or was, by their ids.
    """
    checked(endpoint)
    if not is_offered():
        raise CannotSubscribe
    before = PushDevice.objects.filter(endpoint=endpoint).values_list("player", flat=True).first()
    _lock(player.pk, *([before] if before else []))
    others = PushDevice.objects.filter(player=player).exclude(endpoint=endpoint)
    if others.count() >= MOST_DEVICES:
        raise CannotSubscribe
    keys = {"player": player, "p256dh": p256dh, "auth": auth, "is_on": True, "off_reason": ""}
    now = database_now()
    device, _ = PushDevice.objects.update_or_create(
        endpoint=endpoint,
        defaults={**keys, "failing_since": None},
        create_defaults={**keys, "name": name, "created_at": now},
    )
    _follow(player.pk)
    if before and before != player.pk:
        _follow(before)
    return device


@transaction.atomic
def renew(*, device: PushDevice, endpoint: str, p256dh: str, auth: str) -> bool:
    """The browser has got another address by itself; False when the device is gone meanwhile. Raises
    NotAService."""
    checked(endpoint)
    _lock(device.player_id)
    PushDevice.objects.filter(endpoint=endpoint).exclude(pk=device.pk).delete()
    renewed = PushDevice.objects.filter(pk=device.pk).update(
        endpoint=endpoint, p256dh=p256dh, auth=auth, failing_since=None
    )
    return bool(renewed)


@transaction.atomic
def remove(*, device: PushDevice) -> None:
    """It is no device any more. With the last that is on push is off."""
    _lock(device.player_id)
    PushDevice.objects.filter(pk=device.pk).delete()
    _follow(device.player_id)


@transaction.atomic
def rename(*, device: PushDevice, name: str) -> None:
    PushDevice.objects.filter(pk=device.pk).update(name=name)


@transaction.atomic
def switch(*, device: PushDevice, on: bool, reason: str = PushDevice.Off.BY_HAND) -> None:
    """Switched on again it starts anew."""
    _lock(device.player_id)
    PushDevice.objects.filter(pk=device.pk).update(
        is_on=on, off_reason="" if on else reason, failing_since=None
    )
    _follow(device.player_id)


@transaction.atomic
def ask_for_test(*, device: PushDevice) -> None:
    """A worker sends a message that says nothing but that it is one."""
    PushDevice.objects.filter(pk=device.pk).update(tested_at=database_now(), arrived_at=None)
    wake(TEST_BELL, device.pk)


@transaction.atomic
def test_arrived(*, device_id: int, tested_at: datetime) -> None:
    """The browser says so; only of the last one sent."""
    PushDevice.objects.filter(pk=device_id, tested_at=tested_at, arrived_at=None).update(
        arrived_at=database_now()
    )


def reached(*, device: PushDevice, at: datetime) -> None:
    """Its service has taken a message. The page of devices says so by the minute: what was known a moment ago
    is not written again."""
    before = device.last_reached_at
    if before is not None and device.failing_since is None and at - before < WRITTEN_EVERY:
        return
    PushDevice.objects.filter(pk=device.pk).update(last_reached_at=at, failing_since=None)


@transaction.atomic
def failed(*, device: PushDevice) -> bool:
    """A try has failed; whether the device has gone off by that, since none has worked for 30 days."""
    now = database_now()
    if device.failing_since is None:
        PushDevice.objects.filter(pk=device.pk, failing_since=None).update(failing_since=now)
        return False
    if now - device.failing_since < SILENT_AFTER:
        return False
    switch(device=device, on=False, reason=PushDevice.Off.SILENT)
    return True


@transaction.atomic
def tell_again(*, notice: Notice, at: datetime, now: datetime) -> None:
    """Another message of the same then, to every device that is on by then; pressed again, at that moment
    alone. Locks the player."""
    _lock(notice.player_id)
    Delivery.objects.filter(notice=notice, channel=CHANNEL).delete()
    Delivery.objects.create(notice=notice, channel=CHANNEL, created_at=now, due_at=at, held_until=at)
    # Known by now: what is seen later than it was written is not told.
    Notice.objects.filter(pk=notice.pk, seen_at=None).update(seen_at=now)


@transaction.atomic
def was_asked(*, player: Player) -> None:
    """Whether this browser shall call: nobody is asked twice."""
    Player.objects.filter(pk=player.pk).update(asked_about_push=True)
    player.asked_about_push = True


def devices_left(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that an account is deleted, in the deletion's transaction."""
    PushDevice.objects.filter(player=player).delete()


def _lock(*players: int) -> None:
    list(
        Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk").values_list("pk")
    )


def _follow(player_id: int) -> None:
    """Keeps what the player is told by in step with the devices; the row is locked."""
    is_on = PushDevice.objects.filter(player=player_id, is_on=True).exists()
    switch_channel(player=Player.objects.get(pk=player_id), channel=CHANNEL, on=is_on)
