"""The channel: one message to one device, encrypted for it alone, and what its push service says to that."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.reading import as_read_by
from notices.channels import Channel, Failed, Gone, Later, register
from notices.judging import Try
from notices.models import Delivery
from notices.push import services
from notices.push.endpoints import NotAService, checked
from notices.push.line import Answer, NoAnswer, post
from notices.push.models import PushDevice
from notices.push.vapid import header_for, is_offered
from notices.push.waiting import games_that_wait
from notices.push.words import Message, message_of, topic_header
from upkeep import outside
from upkeep.breaker import Breaker
from upkeep.clock import database_now
from upkeep.kept.compiled_query import CompiledQuery

BELL: Final = "notices.tasks.push"
KEPT_FOR: Final = timedelta(days=1)
"""By a service whose device is away; a warning for as long as it may still help."""
WARNING_KEPT_FOR: Final = timedelta(hours=2)
REST: Final = 30.0
"""Seconds for which a service is left alone that does not answer."""
SOONEST, LATEST = timedelta(seconds=30), timedelta(hours=6)
"""Whatever a service asks for."""
KEYS_MISSING: Final = timedelta(hours=1)
NO_SUCH_DEVICE: Final = frozenset({404, 410})
TOO_MUCH: Final = frozenset({429, 503})
TEST_COUNTS_FOR: Final = timedelta(minutes=5)
_SALT: Final = "notices.push.test"
_services: Final[dict[str, Breaker]] = {}
"""By host: one that is away holds up no other."""


def register_channel() -> None:
    register(Channel(services.CHANNEL, _("Push"), task=BELL, targets=devices_of, send=send, skips_seen=True))


def devices_of(player: Player) -> Collection[int]:
    """Those that are on."""
    return [pk for (pk,) in _ON(player.pk)]


_ON: Final = CompiledQuery(
    lambda player: PushDevice.objects.filter(player=player, is_on=True).values_list("pk"), int
)
_ONE: Final = CompiledQuery(lambda pk: PushDevice.objects.filter(pk=pk, is_on=True), int)


def send(delivery: Delivery, made: Try) -> None:
    """One try, as `Channel.send` has it."""
    device = next(iter(_ONE(delivery.target)), None)
    if device is None:
        raise Gone("There is no such device any more.")
    notice = delivery.notice
    if device.player_id != notice.player_id:
        raise Gone("The device is somebody else's now.")
    message = message_of(notice, device.pk, made)
    _hand_over(device, message.as_json(), topic_header(message), made.now, urgent=made.kind.is_urgent)


def send_test(device_id: int) -> None:
    """The message that was asked for; its browser says by the address in it when it is there."""
    device = PushDevice.objects.filter(pk=device_id).select_related("player").first()
    if device is None or device.tested_at is None:
        return
    with as_read_by(device.player):
        message = Message(
            id=0,
            title=gettext("It works"),
            body=gettext("This browser will call you."),
            url=settings.SITE_URL + "/",
            tag="test",
            badge=games_that_wait(device.player),
            lang=get_language() or settings.LANGUAGE_CODE,
        )
    said, now = {**message.as_json(), "arrived": arrival_address(device)}, database_now()
    _hand_over(device, said, topic_header(replace(message, tag=f"test-{device.pk}")), now, urgent=True)


def arrival_address(device: PushDevice) -> str:
    """Where its browser says that the test which was sent last is there; nobody else knows it."""
    tested_at = device.tested_at.isoformat() if device.tested_at else ""
    return reverse("notices:push_arrived", args=[signing.dumps([device.pk, tested_at], salt=_SALT)])


def read_test(token: str) -> tuple[int, datetime]:
    """The device, and which of its tests. Raises BadSignature: not made by `send_test`, or long ago."""
    device, tested_at = signing.loads(token, salt=_SALT, max_age=TEST_COUNTS_FOR)
    return device, datetime.fromisoformat(tested_at)


def _hand_over(
    device: PushDevice, said: Mapping[str, Any], topic: str, now: datetime, *, urgent: bool
) -> None:
    if not is_offered():
        raise Later(KEYS_MISSING)
    try:
        parts = checked(device.endpoint)
    except NotAService as refused:
        services.remove(device=device)
        raise Gone(str(refused)) from refused
    service = _services.setdefault(
        parts.netloc, Breaker(f"push service {parts.hostname}", seconds=REST, slow=5)
    )
    if not service.closed():
        raise Later(timedelta(seconds=REST))
    headers = {
        **header_for(f"{parts.scheme}://{parts.netloc}"),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int((WARNING_KEPT_FOR if urgent else KEPT_FOR).total_seconds())),
        "Urgency": "high" if urgent else "normal",
        "Topic": topic,
    }
    try:
        answer = post(device.endpoint, headers, encrypted(device, said))
    except NoAnswer as error:
        service.trip(error)
        _count_failure(device, str(error))
    service.worked()
    _judge(device, answer, now)


def encrypted(device: PushDevice, said: Mapping[str, Any]) -> bytes:
    # It brings along two clients for HTTP, which no web process needs.
    from pywebpush import WebPusher

    keys = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    body: bytes = WebPusher(keys).encode(text, content_encoding="aes128gcm")["body"]
    return body


def _judge(device: PushDevice, answer: Answer, now: datetime) -> None:
    said = f"{answer.status} {answer.words}".strip()
    if 200 <= answer.status < 300:
        services.reached(device=device, at=now)
    elif answer.status in NO_SUCH_DEVICE:
        services.remove(device=device)
        raise Gone(said)
    elif answer.status in TOO_MUCH and answer.retry_after:
        raise Later(outside.pause_asked_for(answer.retry_after, now, least=SOONEST, most=LATEST))
    elif answer.status == 429:
        raise Later(SOONEST)
    else:
        _count_failure(device, said)


def _count_failure(device: PushDevice, said: str) -> None:
    if services.failed(device=device):
        raise Gone(said)
    raise Failed(said)
