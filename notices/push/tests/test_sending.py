"""One message to one device: what is in it, and what becomes of it by what its push service says."""

from __future__ import annotations

import base64
import json
import time
from dataclasses import replace
from datetime import timedelta

import http_ece
import pytest
from django.utils import timezone, translation
from py_vapid import Vapid02

from accounts.models import Player
from accounts.tests.cast import person
from notices import delivering, kinds
from notices.channels import registered
from notices.models import Delivery, Notice, Preferences
from notices.push import services, waiting
from notices.push.models import PushDevice
from notices.push.sending import KEPT_FOR
from notices.push.tests.conftest import tell_rain
from notices.push.vapid import public_key
from notices.tests.conftest import RAIN
from upkeep import due
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db
PUSH = "notices.tasks.push"


def deliver() -> None:
    """All that is due, and what comes of it."""
    due.answer(PUSH)
    due.answer(PUSH)


def sent_to(device: PushDevice) -> Delivery:
    return Delivery.objects.get(target=device.pk)


def test_a_message_comes_encrypted_for_its_device_alone(service, phone, device, rain):
    deliver()
    (taken,) = service.taken
    assert taken.path == "/send/alice"
    said = phone.read(taken.body)
    assert said["title"] == "Rain in Oxford" and said["body"] == "It rains."
    assert said["url"] == "https://homeworlds.example/weather/Oxford/" and said["tag"] == "Oxford"
    assert said["id"] == Notice.objects.get().pk
    with pytest.raises(http_ece.ECEException):
        service.subscription("tablet").read(taken.body)
    delivery = sent_to(device)
    assert delivery.sent_at and not delivery.dropped and delivery.due_at is None
    device.refresh_from_db()
    assert device.last_reached_at


def test_the_service_knows_the_site_by_its_key(service, device, rain, settings):
    deliver()
    (taken,) = service.taken
    scheme, _, rest = taken.headers["Authorization"].partition(" ")
    token, _, key = rest.removeprefix("t=").partition(",k=")
    assert scheme == "vapid" and key == public_key(settings.VAPID_PRIVATE_KEY)
    assert Vapid02.verify(f"vapid t={token},k={key}")
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == service.origin and claims["sub"].startswith(("mailto:", "https:"))
    assert 0 < claims["exp"] - time.time() < 24 * 3600


def test_it_says_how_long_it_is_worth_how_urgent_it_is_and_what_it_takes_the_place_of(
    service, device, rain, weather
):
    deliver()
    tell_rain(device, 2)
    deliver()
    first, second = service.taken
    assert first.headers["TTL"] == str(int(KEPT_FOR.total_seconds()))
    assert first.headers["Urgency"] == "normal"
    assert first.headers["Topic"] == second.headers["Topic"] and len(first.headers["Topic"]) == 32
    assert "Oxford" not in first.headers["Topic"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_removed_and_the_last_switches_push_off(service, device, rain, status):
    service.says(status)
    deliver()
    assert not PushDevice.objects.exists()
    assert Delivery.objects.get(target=device.pk).dropped == "refused"
    assert "push" not in Player.objects.get(pk=device.player_id).told_by


@pytest.mark.parametrize(
    "status, retry_after, least, most",
    [(429, "120", 115, 125), (429, "", 25, 35), (503, "60", 55, 65), (429, "999999", 21000, 21700)],
)
def test_a_service_that_asks_for_time_gets_it_and_it_was_no_try(
    service, device, rain, status, retry_after, least, most
):
    service.says((status, {"Retry-After": retry_after} if retry_after else {}))
    deliver()
    delivery = sent_to(device)
    assert delivery.tries == 0 and delivery.due_at
    assert least < (delivery.due_at - database_now()).total_seconds() < most


@pytest.mark.parametrize("status", [400, 401, 403, 413, 500, 502, 503, 301, 302, 307, 308])
def test_whatever_else_it_says_is_a_try_that_failed(service, device, rain, status):
    service.says((status, {"Location": f"{service.origin}/elsewhere"}))
    deliver()
    delivery = sent_to(device)
    assert delivery.tries == 1 and delivery.due_at and str(status) in delivery.answer
    assert [taken.path for taken in service.taken] == ["/send/alice"]
    device.refresh_from_db()
    assert device.failing_since and device.is_on


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_it_is_taken_by_any_of_these(service, device, rain, status):
    service.says(status)
    deliver()
    assert sent_to(device).sent_at


def test_a_service_that_does_not_answer_costs_five_seconds_at_most_and_the_others_nothing(
    service, device, rain, monkeypatch
):
    monkeypatch.setattr("notices.push.line.SECONDS", 0.3)
    service.slow = 30.0
    deliver()
    delivery = sent_to(device)
    assert delivery.tries == 1 and delivery.answer
    # It rests now: what is due for it waits, and that is no try.
    tell_rain(device, 2)
    deliver()
    later = Delivery.objects.filter(notice__news=2, target=device.pk).get()
    assert later.tries == 0 and later.due_at > database_now() + timedelta(seconds=20)


def test_a_device_without_success_for_thirty_days_goes_off_by_itself(service, device, rain):
    PushDevice.objects.update(failing_since=timezone.now() - timedelta(days=30, minutes=1))
    service.says(500)
    deliver()
    device.refresh_from_db()
    assert not device.is_on and device.off_reason == "silent"
    assert sent_to(device).dropped == "refused"
    assert "push" not in Player.objects.get(pk=device.player_id).told_by


def test_one_success_and_the_thirty_days_begin_anew(service, device, rain):
    PushDevice.objects.update(failing_since=timezone.now() - timedelta(days=31))
    deliver()
    device.refresh_from_db()
    assert device.is_on and device.failing_since is None


def test_each_device_has_a_message_of_its_own(service, device, rain, alice):
    other = service.subscription("tablet")
    tablet = services.subscribe(player=alice, name="Old tablet", **other.given)
    service.says(410, 201)
    deliver()
    assert {taken.path for taken in service.taken} == {"/send/alice", "/send/tablet"}
    fates = {each.target: each.dropped or "sent" for each in Delivery.objects.exclude(target=0)}
    assert sorted(fates.values()) == ["refused", "sent"] and set(fates) == {device.pk, tablet.pk}


def test_a_device_that_is_somebody_elses_by_now_is_told_nothing(service, device, rain, phone):
    now = database_now()
    delivering._spread(registered()["push"], Delivery.objects.get(), now)  # over the devices there are
    Delivery.objects.filter(due_at__isnull=False).update(due_at=now)
    services.subscribe(player=person("Bob"), name="The same phone", **phone.given)
    deliver()
    assert service.taken == [] and sent_to(device).sent_at is None


def test_without_words_it_says_a_number_and_no_name(service, device, rain, phone, weather, monkeypatch):
    monkeypatch.setattr(waiting, "_counts", [lambda player: 2])
    Preferences.objects.create(player_id=device.player_id, words_shown=False)
    deliver()
    (taken,) = service.taken
    said = phone.read(taken.body)
    assert said["title"] == "It is your turn in 2 games" and said["badge"] == 2
    assert said["body"] == said["picture"] == ""
    assert [(each["action"], each["title"]) for each in said["actions"]] == [("open", "Open")]
    assert "Oxford" not in str(said) and "rains" not in str(said)


def test_it_is_in_the_language_of_its_reader(service, device, rain, phone, monkeypatch):
    monkeypatch.setattr(waiting, "_counts", [lambda player: 2])
    Preferences.objects.create(player_id=device.player_id, words_shown=False)
    Player.objects.update(language="fr")
    with translation.override("en"):
        deliver()
    (taken,) = service.taken
    assert phone.read(taken.body)["title"] == "C’est à vous dans 2 parties"


def test_a_message_fits_whatever_a_letter_says(service, device, rain, phone, weather):
    weather.says = ["Rain. " * 2000, "Rain again. " * 2000]
    deliver()
    (taken,) = service.taken
    assert len(taken.body) < 4096 and sent_to(device).sent_at


def test_sites_without_a_key_wait_with_what_they_have(service, device, rain, settings):
    settings.VAPID_PRIVATE_KEY = ""
    deliver()
    assert sent_to(device).tries == 0 and service.taken == []


def test_a_letter_for_push_brings_no_drawing(service, device, rain, weather, monkeypatch):
    def draws():
        raise AssertionError("a drawing for nobody")

    letter = lambda notice: replace(weather.letter(notice), drawing=draws)  # noqa: E731
    monkeypatch.setattr(kinds, "_kinds", {RAIN: replace(weather.kind(), letter=letter)})
    deliver()
    assert len(service.taken) == 1
