"""Devices come, go, and are another's; and the player's channels follow."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.signals import user_logged_out
from django.core.management import call_command

from accounts.deletion import delete_account
from accounts.models import Player
from accounts.services import create_guest
from accounts.tests.cast import person
from notices.channels import WRITTEN_EVERY, wanted_by
from notices.push import services
from notices.push.endpoints import NotAService
from notices.push.models import PushDevice
from notices.push.vapid import new_private_key, public_key
from notices.switches.choices import chosen
from notices.switches.services import save_choices
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db


def told(player: Player) -> dict[str, list[str]]:
    found: dict[str, list[str]] = Player.objects.get(pk=player.pk).told_by
    return found


def test_the_first_device_switches_push_on_for_what_the_page_of_switches_shows(alice, device):
    assert told(alice) == {"push": sorted(chosen(alice)["push"])}
    assert wanted_by(alice, "turns") == ["push"] and wanted_by(alice, "open_seats") == []


def test_topics_that_the_player_has_chosen_stay_when_another_device_comes(alice, device, service):
    save_choices(player=alice, choices={"push": ["talk"]}, mail_at_all=True)
    services.subscribe(player=alice, name="Tablet", **service.subscription("tablet").given)
    assert told(alice) == {"push": ["talk", "warnings"]}


def test_the_last_device_that_is_on_takes_push_along_and_nothing_else(alice, device, service):
    Player.objects.update(told_by={"push": ["talk"], "digest": ["turns"]})
    tablet = services.subscribe(player=alice, name="Tablet", **service.subscription("tablet").given)
    services.switch(device=tablet, on=False)
    assert "push" in told(alice)
    services.remove(device=device)
    assert told(alice) == {"digest": ["turns"]}
    services.switch(device=tablet, on=True)
    assert set(told(alice)) == {"digest", "push"}


def test_the_same_browser_is_one_device_and_keeps_its_name(alice, device, phone):
    services.rename(device=device, name="My phone")
    services.switch(device=device, on=False)
    again = services.subscribe(player=alice, name="Firefox on Linux", **{**phone.given, "auth": "x" * 22})
    assert again.pk == device.pk and PushDevice.objects.count() == 1
    again.refresh_from_db()
    assert (again.name, again.auth, again.is_on, again.off_reason) == ("My phone", "x" * 22, True, "")


def test_a_browser_that_another_logs_in_with_is_his(alice, device, phone):
    bob = person("Bob")
    services.subscribe(player=bob, name="The same", **phone.given)
    assert PushDevice.objects.get().player == bob
    assert told(alice) == {} and "push" in told(bob)


def test_guests_are_called_too(service):
    guest = create_guest()
    services.subscribe(player=guest, name="Phone", **service.subscription().given)
    guest.refresh_from_db()
    assert wanted_by(guest, "turns") == ["push"]


def test_a_site_without_keys_takes_no_device(alice, service, settings):
    settings.VAPID_PRIVATE_KEY = ""
    with pytest.raises(services.CannotSubscribe):
        services.subscribe(player=alice, name="Phone", **service.subscription().given)


def test_there_are_so_many_devices_and_no_more(alice, service):
    for number in range(services.MOST_DEVICES):
        services.subscribe(player=alice, name="Phone", **service.subscription(f"n{number}").given)
    with pytest.raises(services.CannotSubscribe):
        services.subscribe(player=alice, name="Phone", **service.subscription("more").given)
    services.subscribe(player=alice, name="Phone", **service.subscription("n3").given)


def test_an_address_that_is_no_service_is_no_device(alice, service):
    given = {**service.subscription().given, "endpoint": "https://127.0.0.1/"}
    with pytest.raises(NotAService):
        services.subscribe(player=alice, name="Phone", **given)
    assert told(alice) == {} and not PushDevice.objects.exists()


def test_a_renewed_subscription_is_the_same_device(alice, device, service):
    fresh = service.subscription("fresh")
    assert services.renew(device=device, **fresh.given)
    assert PushDevice.objects.get().endpoint == fresh.endpoint and PushDevice.objects.get().pk == device.pk
    services.remove(device=device)
    assert not services.renew(device=device, **fresh.given)


def test_only_the_last_test_counts(device):
    services.ask_for_test(device=device)
    device.refresh_from_db()
    first = device.tested_at
    services.ask_for_test(device=device)
    services.test_arrived(device_id=device.pk, tested_at=first)
    device.refresh_from_db()
    assert device.arrived_at is None
    services.test_arrived(device_id=device.pk, tested_at=device.tested_at)
    device.refresh_from_db()
    assert device.arrived_at


def test_nobody_is_called_where_he_has_logged_out(alice, device, client):
    client.force_login(alice)
    session = client.session
    session["push_device"] = device.pk
    session.save()
    client.post("/accounts/logout/")
    assert not PushDevice.objects.exists() and told(alice) == {}


def test_another_browser_of_the_player_goes_on_when_one_logs_out(alice, device, client):
    client.force_login(alice)
    client.post("/accounts/logout/")
    assert PushDevice.objects.exists() and user_logged_out


def test_who_deletes_the_account_takes_the_devices_along(alice, device):
    delete_account(player=alice)
    assert not PushDevice.objects.exists()


def test_keys_are_made_by_a_command_and_each_is_another(capsys):
    call_command("vapid_keys", "--only")
    key = capsys.readouterr().out.strip()
    assert len(public_key(key)) == 87 and key != new_private_key()
    call_command("vapid_keys")
    assert capsys.readouterr().out.startswith("VAPID_PRIVATE_KEY=")


def test_that_it_was_reached_is_written_by_the_minute_and_at_once_after_a_failure(
    device, django_assert_num_queries
):
    def reach(after: timedelta, statements: int) -> None:
        device.refresh_from_db()
        with django_assert_num_queries(statements):
            services.reached(device=device, at=now + after)

    now = database_now()
    reach(timedelta(), 1)
    reach(WRITTEN_EVERY - timedelta(seconds=1), 0)
    reach(WRITTEN_EVERY, 1)
    services.failed(device=device)
    reach(WRITTEN_EVERY, 1)
    device.refresh_from_db()
    assert device.failing_since is None and device.last_reached_at == now + WRITTEN_EVERY
