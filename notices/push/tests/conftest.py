"""A site with keys, a push service beside it, and news of rain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from notices.models import Delivery, Notice
from notices.push import line, sending, services
from notices.push.models import PushDevice
from notices.push.tests.service import PushService, Subscription, push_service
from notices.push.vapid import new_private_key
from notices.services import tell
from notices.tests.conftest import RAIN, Weather, no_other_kinds, weather  # noqa: F401
from upkeep.clock import database_now


@pytest.fixture
def service(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    monkeypatch.setattr(sending, "_services", {})
    monkeypatch.setattr(line, "_lines", {})
    settings.VAPID_PRIVATE_KEY = new_private_key()
    with push_service() as found:
        settings.PUSH_LOCAL_SERVICE = found.origin
        yield found
        for _, kept in line._lines.values():
            kept.close()


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")


@pytest.fixture
def phone(service: PushService) -> Subscription:
    return service.subscription()


@pytest.fixture
def device(alice: Player, phone: Subscription) -> PushDevice:
    found = services.subscribe(player=alice, name="Firefox on Linux", **phone.given)
    alice.refresh_from_db()
    return found


@pytest.fixture
def rain(weather: Weather, device: PushDevice, monkeypatch: pytest.MonkeyPatch) -> Delivery:  # noqa: F811
    """News of which Alice's device is to be told."""
    monkeypatch.setattr("upkeep.queue.enqueue", lambda *arguments: None)
    return tell_rain(device)


def tell_rain(device: PushDevice, news: int = 1) -> Delivery:
    player = Player.objects.get(pk=device.player_id)
    tell(kind=RAIN, key="Oxford", news=news, players=[player], by=None, now=database_now())
    notice = Notice.objects.get(news=news)
    return Delivery.objects.get(notice=notice)
