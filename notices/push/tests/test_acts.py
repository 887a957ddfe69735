"""The buttons below a message, and what is read on one device goes from the screens of the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.tests.cast import person
from notices import kinds
from notices.kinds import Act, Link
from notices.models import Delivery, Notice, Preferences, Thread
from notices.push import acts, services, waiting
from notices.push.acts import evening_of
from notices.push.models import PushDevice
from notices.push.tests.conftest import tell_rain
from notices.selectors import has_muted
from notices.sending import next_mails, try_mail
from notices.services import mute, see
from notices.tests.conftest import RAIN
from upkeep import due
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db
PUSH = "notices.tasks.push"
SHOWN = "/settings/notices/push/shown/"
PARIS = ZoneInfo("Europe/Paris")
NOON = datetime(2026, 11, 26, 11, tzinfo=UTC)
"""By the clocks of Paris."""


@pytest.fixture
def watered(monkeypatch: pytest.MonkeyPatch, weather: Any) -> list[Notice]:
    """The kind of rain can be told again and has a button of its own; those whose plants were watered."""
    done: list[Notice] = []
    water = Act("water", "Water them", lambda notice, at: done.append(notice))  # type: ignore[arg-type]
    changed = replace(weather.kind(), again_until=weather_ends, acts=(water,))
    monkeypatch.setattr(kinds, "_kinds", {RAIN: changed})
    monkeypatch.setattr(acts, "local_now", lambda: NOON)
    return done


def weather_ends(notice: Notice) -> datetime:
    return database_now() + timedelta(days=10)


@pytest.fixture
def said(watered: list[Notice], service: Any, phone: Any, rain: Delivery) -> dict[str, Any]:
    deliver()
    (taken,) = service.taken
    found: dict[str, Any] = phone.read(taken.body)
    return found


@pytest.fixture
def worker() -> Callable[..., Any]:
    """A service worker: it has no session and no token of a form."""
    client = Client(enforce_csrf_checks=True)
    return client.post


def deliver() -> None:
    due.answer(PUSH)
    due.answer(PUSH)


def address_of(said: dict[str, Any], action: str) -> str:
    (found,) = [each["address"] for each in said["actions"] if each["action"] == action]
    return str(found).removeprefix("https://homeworlds.example")


@pytest.mark.parametrize(
    ("now", "left", "at"),
    [
        (NOON, None, datetime(2026, 11, 26, 18, tzinfo=UTC)),
        (NOON, timedelta(days=4), datetime(2026, 11, 26, 18, tzinfo=UTC)),
        (NOON, timedelta(hours=14), datetime(2026, 11, 26, 18, tzinfo=UTC)),
        (NOON, timedelta(hours=4), NOON + timedelta(hours=2)),
        (NOON + timedelta(hours=9), None, datetime(2026, 11, 27, 18, tzinfo=UTC)),
        (NOON, timedelta(hours=-1), NOON),
        # The night before clocks go on, and the one before they go back.
        (datetime(2026, 3, 28, 20, tzinfo=UTC), None, datetime(2026, 3, 29, 17, tzinfo=UTC)),
        (datetime(2026, 10, 24, 20, tzinfo=UTC), None, datetime(2026, 10, 25, 18, tzinfo=UTC)),
    ],
)
def test_this_evening_is_at_seven_by_the_readers_clock_and_never_past_half_of_the_time(now, left, at):
    assert evening_of(now, zone=PARIS, until=left if left is None else now + left) == at


def test_a_message_brings_its_buttons_and_a_tap_is_the_first(said):
    assert [each["action"] for each in said["actions"]] == ["open", "evening", "water"]
    assert said["actions"][0]["address"] == said["url"]


def test_in_the_evening_nobody_is_asked_about_it(watered, service, phone, rain, monkeypatch):
    monkeypatch.setattr(acts, "local_now", lambda: NOON.replace(hour=18))
    deliver()
    assert [each["action"] for each in phone.read(service.taken[0].body)["actions"]] == ["open", "water"]


def test_this_evening_tells_once_more_and_then_to_every_device_there_is(
    said, worker, alice, device, service, phone, monkeypatch
):
    tablet = service.subscription("tablet")
    before = database_now()
    assert worker(address_of(said, "evening")).status_code == 204
    waits = Delivery.objects.get(target=0)
    assert waits.due_at and before < waits.due_at <= before + timedelta(days=1, minutes=1)
    deliver()
    assert len(service.taken) == 1
    services.subscribe(player=alice, name="Tablet", **tablet.given)
    assert worker(address_of(said, "evening")).status_code == 204, "pressed twice it is once"
    Delivery.objects.update(due_at=timezone.now())
    deliver()
    again = [taken.path for taken in service.taken[1:]]
    assert sorted(again) == ["/send/alice", "/send/tablet"]
    assert phone.read(service.taken[1 + again.index("/send/alice")].body)["id"] == said["id"]


def test_what_was_answered_before_the_evening_is_not_told_again(said, worker, service, weather):
    worker(address_of(said, "evening"))
    weather.rains = False
    Delivery.objects.update(due_at=timezone.now())
    deliver()
    assert len(service.taken) == 1 and Delivery.objects.get().dropped == "stale"
    assert worker(address_of(said, "evening")).status_code == 204
    assert not Delivery.objects.filter(due_at__isnull=False).exists()


def test_a_button_of_its_kind_is_pressed_and_the_notice_is_seen(said, worker, watered):
    assert worker(address_of(said, "water")).status_code == 204
    assert [notice.pk for notice in watered] == [said["id"]]
    assert Notice.objects.get().seen_at


def test_mute_mutes_that_alone(watered, weather, service, phone, rain, worker, monkeypatch):
    kind = weather.kind()
    no_more = Link("No more", "https://homeworlds.example/mute/")
    muting = replace(kind, letter=lambda notice: replace(kind.letter(notice), mute=no_more))
    monkeypatch.setattr(kinds, "_kinds", {RAIN: muting})
    deliver()
    said = phone.read(service.taken[0].body)
    assert [each["action"] for each in said["actions"]] == ["open", "mute"]
    assert worker(address_of(said, "mute")).status_code == 204
    assert has_muted(Player.objects.get(), "Oxford") and Thread.objects.count() == 1


# --- Who may


@pytest.mark.parametrize("action", ["evening", "water"])
def test_a_device_that_is_off_gone_or_anothers_by_now_presses_nothing(said, worker, device, action, watered):
    address = address_of(said, action)
    services.switch(device=device, on=False)
    assert worker(address).status_code == 404
    services.switch(device=device, on=True)
    PushDevice.objects.update(player=person("Bob"))
    assert worker(address).status_code == 404
    PushDevice.objects.all().delete()
    assert worker(address).status_code == 404
    assert not watered and not Notice.objects.get().seen_at


def test_a_button_permits_its_own_act_and_nothing_else(said, worker, alice):
    address = address_of(said, "water")
    made_up = address[:-8] + "AAAAAAA/"
    assert worker(made_up).status_code == 404
    assert worker(address.replace("/pressed/", "/arrived/")).status_code == 404
    token = said["note"]
    assert worker(f"/settings/notices/push/pressed/{token}/").status_code == 404, (
        "it marks, it presses nothing"
    )
    assert Client().get(address).status_code == 405
    assert not Notice.objects.get().seen_at


def test_after_a_month_buttons_are_dead(said, worker, settings):
    settings.NOTICES_KEPT_DAYS = -1
    assert worker(address_of(said, "water")).status_code == 404


def test_a_notice_that_is_forgotten_has_no_buttons(said, worker):
    Notice.objects.all().delete()
    assert worker(address_of(said, "water")).status_code == 404


# --- Read anywhere, gone everywhere


def look(worker: Callable[..., Any], said: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = worker(SHOWN, {"note": [said["note"]]}).json()
    return found


def test_what_is_news_still_stays(said, worker, monkeypatch):
    monkeypatch.setattr(waiting, "_counts", [lambda player: 3])
    assert look(worker, said) == {"gone": [], "badge": 3, "instead": "You have seen it elsewhere"}


@pytest.mark.parametrize("how", ["seen", "answered", "muted", "forgotten", "off"])
def test_what_was_read_elsewhere_may_go(said, worker, alice, weather, device, how):
    {
        "seen": lambda: see(player=alice, key="Oxford"),
        "answered": lambda: setattr(weather, "rains", False),
        "muted": lambda: mute(player=alice, key="Oxford"),
        "forgotten": lambda: Notice.objects.all().delete(),
        "off": lambda: services.switch(device=device, on=False),
    }[how]()
    assert look(worker, said)["gone"] == [said["note"]]


def test_a_message_that_comes_again_in_the_evening_stays_though_it_was_seen_at_noon(
    said, worker, service, phone, monkeypatch
):
    worker(address_of(said, "evening"))
    Delivery.objects.update(due_at=timezone.now())
    monkeypatch.setattr(acts, "local_now", lambda: timezone.now() + timedelta(seconds=1))
    deliver()
    again = phone.read(service.taken[-1].body)
    assert look(worker, again)["gone"] == [] and look(worker, said)["gone"] == [said["note"]]


def test_of_a_number_it_goes_when_no_game_waits(watered, service, phone, rain, worker, alice, monkeypatch):
    number = [2]
    monkeypatch.setattr(waiting, "_counts", [lambda player: number[0]])
    Preferences.objects.create(player=alice, words_shown=False)
    deliver()
    said = phone.read(service.taken[0].body)
    see(player=alice)
    assert look(worker, said)["gone"] == []
    number[0] = 0
    assert look(worker, said)["gone"] == [said["note"]]


def test_marks_that_nobody_made_may_go_and_say_nothing(worker, client):
    answer = worker(SHOWN, {"note": ["made-up", "other"]}).json()
    assert answer["gone"] == ["made-up", "other"] and answer["badge"] is None


def test_what_was_seen_before_its_worker_came_is_not_told(service, device, rain, alice):
    see(player=alice, key="Oxford")
    deliver()
    assert service.taken == []
    assert {each.dropped for each in Delivery.objects.all()} == {"seen"}


def test_mails_are_not_held_back_by_a_look_at_the_bell(service, device, weather, alice, rain, mailoutbox):
    see(player=alice, key="Oxford")
    (mail,) = next_mails()
    assert try_mail(mail) and len(mailoutbox) == 1


def test_another_message_about_the_same_has_marks_of_its_own(said, device, service, phone, worker, alice):
    see(player=alice, key="Oxford")
    tell_rain(device, 2)
    deliver()
    newer = phone.read(service.taken[-1].body)
    assert look(worker, newer)["gone"] == [] and newer["tag"] == said["tag"]
