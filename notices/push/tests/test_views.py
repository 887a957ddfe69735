"""What browsers, their readers and their service workers may say of push."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.services import create_guest
from accounts.tests.cast import person
from notices.models import Preferences
from notices.push import sending, services
from notices.push.models import PushDevice
from notices.push.vapid import public_key
from notices.push.views import push_context

pytestmark = pytest.mark.django_db
PAGE = "/settings/notices/push/"
CHROME = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


@pytest.fixture
def visitor(alice: Player, client: Client) -> Client:
    client.force_login(alice)
    return client


def test_a_browser_that_says_yes_is_a_device_with_the_name_it_gives_itself(visitor, phone, alice):
    answer = visitor.post(f"{PAGE}on/", phone.given, headers={"user-agent": CHROME, "HX-Request": "true"})
    assert answer.status_code == 200 and 'id="push"' in answer.text and "data-push-has-this" in answer.text
    device = PushDevice.objects.get()
    assert device.player == alice and device.name == "Chrome on Android"
    alice.refresh_from_db()
    assert alice.asked_about_push and "push" in alice.told_by


def test_guests_may_too(phone, client):
    client.force_login(create_guest())
    assert client.post(f"{PAGE}on/", phone.given).status_code == 303
    assert PushDevice.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/"},
        {"endpoint": ""},
        {"p256dh": "short"},
        {"p256dh": "!" * 87},
        {"auth": "A" * 40},
        {"auth": ""},
    ],
)
def test_what_is_no_subscription_is_refused(visitor, phone, wrong):
    assert visitor.post(f"{PAGE}on/", {**phone.given, **wrong}).status_code == 409
    assert not PushDevice.objects.exists()


def test_strangers_touch_no_device(device, client):
    client.force_login(person("Mallory"))
    for act in ("on", "off", "remove", "test", "rename"):
        answer = client.post(f"{PAGE}{device.pk}/", {"act": act, "name": "Mine"})
        assert answer.status_code == 404
    assert client.get(f"{PAGE}{device.pk}/test/").status_code == 404
    device.refresh_from_db()
    assert device.is_on and device.name == "Firefox on Linux"


def test_a_device_is_switched_renamed_and_removed_without_a_script(visitor, device):
    assert visitor.post(f"{PAGE}{device.pk}/", {"act": "off"}).status_code == 303
    device.refresh_from_db()
    assert not device.is_on and device.off_reason == "by-hand"
    visitor.post(f"{PAGE}{device.pk}/", {"act": "on"})
    visitor.post(f"{PAGE}{device.pk}/", {"act": "rename", "name": "My phone"})
    assert "My phone" in visitor.get(PAGE).text
    visitor.post(f"{PAGE}{device.pk}/", {"act": "remove"})
    assert not PushDevice.objects.exists()


def test_a_test_arrives_and_the_page_says_after_how_long(visitor, device, service, phone, monkeypatch):
    monkeypatch.setattr("upkeep.queue.enqueue", lambda *arguments: None)
    fragment = visitor.post(f"{PAGE}{device.pk}/", {"act": "test"}, headers={"HX-Request": "true"}).text
    assert "It is on its way." in fragment and "every 1s" in fragment
    sending.send_test(device.pk)
    (taken,) = service.taken
    said = phone.read(taken.body)
    assert said["tag"] == "test" and taken.headers["Urgency"] == "high"
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(said["arrived"]).status_code == 204
    answer = visitor.get(f"{PAGE}{device.pk}/test/").text
    assert "Arrived after 1 s." in answer and "every" not in answer


def test_of_a_test_that_does_not_come_it_is_said_after_twenty_seconds(visitor, device, monkeypatch):
    monkeypatch.setattr("upkeep.queue.enqueue", lambda *arguments: None)
    services.ask_for_test(device=device)
    PushDevice.objects.update(tested_at=timezone.now() - timedelta(seconds=21))
    answer = visitor.get(f"{PAGE}{device.pk}/test/").text
    assert "Nothing came in 20 s." in answer and "every" not in answer


def test_nobody_can_make_up_that_a_test_arrived(client, device):
    assert client.post(f"{PAGE}arrived/made-up/").status_code == 404


def test_a_service_worker_renews_the_device_of_its_session_alone(visitor, phone, service, alice):
    visitor.post(f"{PAGE}on/", phone.given)
    fresh = service.subscription("fresh")
    assert visitor.post(f"{PAGE}renewed/", fresh.given).status_code == 204
    assert PushDevice.objects.get().endpoint == fresh.endpoint
    for other in (Client(), Client()):
        assert other.post(f"{PAGE}renewed/", service.subscription("evil").given).status_code == 409
    mallory = Client()
    mallory.force_login(person("Mallory"))
    assert mallory.post(f"{PAGE}renewed/", service.subscription("evil").given).status_code == 409
    evil = {**fresh.given, "endpoint": "https://10.0.0.1/"}
    assert visitor.post(f"{PAGE}renewed/", evil).status_code == 409
    assert PushDevice.objects.get().endpoint == fresh.endpoint


def test_words_on_the_lock_screen_are_switched_off_and_on(visitor, device, alice):
    visitor.post(f"{PAGE}words/", {})
    assert not Preferences.objects.get(player=alice).words_shown
    visitor.post(f"{PAGE}words/", {"words_shown": "1"})
    assert Preferences.objects.get(player=alice).words_shown


def test_mail_is_enough_for_ever(visitor, alice, service):
    assert visitor.post(f"{PAGE}asked/").status_code == 204
    alice.refresh_from_db()
    assert alice.asked_about_push and alice.told_by == {}


def test_without_keys_there_is_no_push(visitor, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert visitor.get(PAGE).status_code == visitor.get(f"{PAGE}key/").status_code == 404


def test_the_public_key_is_everybodys(client, service, settings):
    answer = client.get(f"{PAGE}key/")
    assert answer.text == public_key(settings.VAPID_PRIVATE_KEY)
    assert settings.VAPID_PRIVATE_KEY not in answer.text


def test_what_the_page_of_switches_needs_is_said_by_one_function(visitor, device, rf, alice):
    request = visitor.get(reverse("notices:push")).wsgi_request
    found = push_context(request)["push"]
    assert found["is_offered"] and [row.name for row in found["devices"]] == ["Firefox on Linux"]


def test_the_page_for_an_iphone_has_three_steps(visitor, service):
    page = visitor.get(f"{PAGE}iphone/").text
    assert page.count("<li><h2>") == 3 and "Add to Home Screen" in page


@pytest.mark.parametrize("who", ["with mail", "without mail", "a guest"])
def test_mail_is_promised_to_whom_it_reaches_alone(alice, client, service, who):
    Player.objects.update(mail_at_all=who == "with mail")
    client.force_login(create_guest() if who == "a guest" else alice)
    for page in (PAGE, f"{PAGE}iphone/"):
        shown = client.get(page).text
        promised = shown.count("Mail goes on.") + shown.count("mail goes on.") + shown.count("Mail is enough")
        assert bool(promised) == (who == "with mail"), page
        assert ("Not now" in shown) == (not promised), page
