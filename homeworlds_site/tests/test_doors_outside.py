"""Through every door by which the site asks an address that somebody has named, nothing inside is reached:
addresses of a person, a club and an event, tried, told and told again, those of services, and browsers that
are called. What a form refuses stands in the rows all the same: as if it had got past."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest

from accounts.models import Player
from notices import channels, delivering, kinds
from notices.hooks.models import Hook, HookPost
from notices.hooks.posts import send_post
from notices.hooks.services import CHANNEL, add_hook, send_again, try_hook
from notices.hours import preferences_of
from notices.judging import Try
from notices.kinds import Letter, Link, kind_named
from notices.models import Delivery
from notices.push import line, sending
from notices.push import services as push
from notices.push.models import PushDevice
from notices.push.tests.service import Subscription
from notices.push.vapid import new_private_key
from notices.services import tell
from upkeep.clock import database_now
from upkeep.tests.ways_in import ELSEWHERE, INSIDE, PUBLIC, SPELLED

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
SERVICE = "https://fcm.googleapis.com/fcm/send/abc"
DISCORD = (
    "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
)


@dataclass
class World:
    """Names lead where the test says; whatever is connected to is kept, and nobody is there."""

    leads_to: list[str] = field(default_factory=lambda: [PUBLIC])
    connected: list[str] = field(default_factory=list)

    def look(self, host: str, *_: Any, **__: Any) -> list[Any]:
        families = {
            address: socket.AF_INET6 if ":" in address else socket.AF_INET for address in self.leads_to
        }
        return [(families[each], socket.SOCK_STREAM, 6, "", (each, 443)) for each in self.leads_to]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, settings: Any) -> World:
    found = World()

    def connect(_socket: Any, place: tuple[str, int]) -> None:
        found.connected.append(place[0])
        raise ConnectionRefusedError

    def create_connection(place: tuple[str, int], *_: Any, **__: Any) -> socket.socket:
        found.connected.append(place[0])
        raise ConnectionRefusedError

    settings.VAPID_PRIVATE_KEY = new_private_key()
    settings.OUTSIDE_LOCAL, settings.PUSH_LOCAL_SERVICE = frozenset(), ""
    monkeypatch.setattr(sending, "REST", 0.0)
    monkeypatch.setattr(line, "KEPT_FOR", 0.0)
    monkeypatch.setattr(line, "_lines", {})
    monkeypatch.setattr(socket, "getaddrinfo", found.look)
    monkeypatch.setattr(socket, "create_connection", create_connection)
    monkeypatch.setattr(socket.socket, "connect", connect)
    return found


Door = Callable[[Player, str], None]
"""Goes through it, with the address that somebody has named."""


def _hook(player: Player, address: str, about: str = "") -> Hook:
    hook = Hook.objects.filter(about=about, player=None if about else player).first()
    if hook is None:
        hook = add_hook(player=player, name="Mine", address=ELSEWHERE)
        if about:
            Hook.objects.filter(pk=hook.pk).update(about=about, player=None)
    Hook.objects.filter(pk=hook.pk).update(address=address, off_at=None, failing_since=None)
    return Hook.objects.get(pk=hook.pk)


def _send(delivery: Delivery, channel: str) -> None:
    """To its target, as if the notice had just been found true, and wanted so."""
    notice = delivery.notice
    kind = kind_named(notice.kind)
    made = Try(database_now(), kind, preferences_of(notice.player), partial(kind.letter, notice))
    delivering._sent(channels.registered()[channel], delivery, made)


def to_a_person(player: Player, address: str) -> None:
    hook = _hook(player, address)
    player.refresh_from_db()
    tell(kind="staff-act", key="act-1", news=1, players=[player], by=None, now=database_now())
    delivery = Delivery.objects.filter(channel=CHANNEL).select_related("notice__player").latest("pk")
    delivery.target = hook.pk
    _send(delivery, CHANNEL)


def _post_about(player: Player, address: str, about: str) -> None:
    hook = _hook(player, address, about)
    post = HookPost(about=about, kind="test", news=1, target=hook.pk, created_at=database_now(), tries=1)
    send_post(post)


def to_a_club(player: Player, address: str) -> None:
    _post_about(player, address, "club-zzzz")


def to_an_event(player: Player, address: str) -> None:
    _post_about(player, address, "event-zzzz")


def by_the_test_button(player: Player, address: str) -> None:
    hook = _hook(player, address)
    send_post(try_hook(player=player, hook_id=hook.pk))


def told_again(player: Player, address: str) -> None:
    hook = _hook(player, address)
    now = database_now()
    post, _ = HookPost.objects.update_or_create(
        about="", kind="test", news=7, target=hook.pk, defaults={"created_at": now, "due_at": None}
    )
    send_again(player=player, hook_id=hook.pk, message=f"post-{post.pk}")
    send_post(HookPost.objects.get(pk=post.pk))


def by_a_service(player: Player, address: str) -> None:
    """Its address is the service's; what its name leads to is what changes."""
    hook = _hook(player, DISCORD)
    Hook.objects.filter(pk=hook.pk).update(
        schema="discord", address=DISCORD if address == ELSEWHERE else address
    )
    send_post(try_hook(player=player, hook_id=hook.pk))


def _device(player: Player, endpoint: str) -> PushDevice:
    PushDevice.objects.all().delete()
    given = Subscription(SERVICE).given
    device = push.subscribe(player=player, name="Phone", **given)
    PushDevice.objects.filter(pk=device.pk).update(endpoint=SERVICE if endpoint == ELSEWHERE else endpoint)
    sending._services.clear()
    return device


def to_a_browser(player: Player, address: str) -> None:
    device = _device(player, address)
    player.refresh_from_db()
    tell(kind="staff-act", key="act-2", news=2, players=[player], by=None, now=database_now())
    delivery = Delivery.objects.filter(channel="push").select_related("notice__player").latest("pk")
    delivery.target = device.pk
    _send(delivery, "push")


def to_a_browser_as_a_test(player: Player, address: str) -> None:
    device = _device(player, address)
    push.ask_for_test(device=device)
    with suppress(channels.Failed, channels.Gone, channels.Later):
        sending.send_test(device.pk)


DOORS: tuple[Door, ...] = (
    to_a_person,
    to_a_club,
    to_an_event,
    by_the_test_button,
    told_again,
    by_a_service,
    to_a_browser,
    to_a_browser_as_a_test,
)


@pytest.fixture(autouse=True)
def letters_of_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no such act: what it says is of no concern here."""
    letter = Letter(
        subject="News", paragraphs=("It rains.",), link=Link("There", "https://homeworlds.example/")
    )
    kind = replace(kinds.kind_named("staff-act"), letter=lambda notice: letter)
    monkeypatch.setattr(kinds, "_kinds", {**kinds.registered(), "staff-act": kind})


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_through_no_door_anything_inside_is_reached(door: Door, world: World, alice: Player) -> None:
    tried = 0
    for place in INSIDE:
        world.leads_to = [place]
        door(alice, ELSEWHERE)
        world.leads_to = [PUBLIC, place]
        door(alice, ELSEWHERE)
        tried += 1
    world.leads_to = ["127.0.0.1"]
    for address in SPELLED:
        door(alice, address)
        tried += 1
    assert tried >= 60 and world.connected == []
    world.leads_to = [PUBLIC]
    door(alice, ELSEWHERE)
    assert set(world.connected) == {PUBLIC}, "the door leads somewhere, or nothing was tried"
