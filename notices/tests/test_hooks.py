"""Addresses elsewhere: a server of one's own is told by signed messages, tried again with the same id, and
switched off when it takes nothing for days."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from standardwebhooks import WebhookVerificationError

from accounts.models import Player
from accounts.tests.cast import person
from notices import channels, delivering, kinds
from notices.hooks import services, standing
from notices.hooks.models import Hook, HookPost
from notices.hooks.posts import next_posts, send_post
from notices.hooks.refusals import HookRefusal
from notices.hooks.selectors import last_messages
from notices.hooks.services import CHANNEL, add_hook, change_hook, remove_hook, send_again, try_hook
from notices.models import Delivery, Dropped, Notice
from notices.services import mute, player_leaves
from notices.tests.own_server import Own, own_server
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def own(settings: Any) -> Iterator[Own]:
    with own_server(settings) as server:
        yield server


@pytest.fixture
def hook(bob: Player, own: Own) -> Hook:
    return add_hook(player=bob, name="My server", address=own.address)


def work() -> None:
    """As a worker does until nothing is due."""
    channel = channels.registered()[CHANNEL]
    for _ in range(50):
        posts, deliveries = next_posts(), delivering.next_of(channel)
        for post in posts:
            send_post(post)
        for delivery in deliveries:
            delivering.deliver(channel, delivery)
        if not posts and not deliveries:
            return
    raise AssertionError("something stays due")


def come_due() -> None:
    """What is put off."""
    for rows in (Delivery.objects, HookPost.objects):
        rows.filter(due_at__isnull=False).update(due_at=database_now() - timedelta(seconds=1))


def told(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def message_of(hook: Hook) -> str:
    return last_messages(hook)[0].name


def test_a_message_is_signed_and_says_what_the_notice_says(bob, hook, own, tell_of_rain):
    tell_of_rain(told(bob))
    work()
    said = own.read(hook)
    assert said["type"] == "rain"
    assert said["data"] == {
        "about": "Leeds",
        "news": 1,
        "subject": "Rain in Leeds",
        "paragraphs": ["It rains."],
        "told": [{"heading": "On Monday", "sentences": ["It was dry.", "It was warm."]}],
        "aside": "",
        "link": "https://homeworlds.example/weather/Leeds/",
        "picture": "https://homeworlds.example/clouds/1.png",
    }
    assert [each.state for each in last_messages(hook)] == ["It arrived."]


def test_by_another_secret_the_signature_does_not_fit(bob, hook, own, tell_of_rain):
    tell_of_rain(told(bob))
    work()
    hook.secret = services.new_secret()
    with pytest.raises(WebhookVerificationError):
        own.read(hook)


@pytest.mark.parametrize("status", [400, 404, 500, 503, 302])
def test_what_fails_is_tried_again_later_with_the_same_id(bob, hook, own, tell_of_rain, status):
    own.answers = [(status, {"Location": own.address}), (200, {})]
    tell_of_rain(told(bob))
    work()
    assert len(own.told) == 1
    hook.refresh_from_db()
    assert (hook.last_answer, hook.failing_since is None) == (str(status), False)
    come_due()
    work()
    assert len(own.told) == 2
    assert len(set(own.ids)) == 1
    hook.refresh_from_db()
    assert (hook.last_answer, hook.failing_since) == ("200", None)


def test_who_asks_for_time_gets_it_and_that_is_no_try(bob, hook, own, tell_of_rain):
    own.answers = [(429, {"Retry-After": "600"}), (200, {})]
    tell_of_rain(told(bob))
    work()
    delivery = Delivery.objects.get(target=hook.pk)
    assert delivery.tries == 0
    assert timedelta(minutes=9) < delivery.due_at - database_now() <= timedelta(minutes=10)
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_what_is_gone_for_good_is_switched_off_at_once_and_told(bob, hook, own, tell_of_rain):
    kinds.register(standing.kind_of_off())
    own.answers = [(410, {})]
    tell_of_rain(told(bob))
    work()
    hook.refresh_from_db()
    assert hook.off_at is not None
    notice = Notice.objects.get(kind=standing.OFF)
    assert standing.is_off(notice)
    assert standing.letter(notice).subject == "“My server” is switched off"
    tell_of_rain(told(bob), news=2)
    work()
    assert len(own.told) == 1
    assert Delivery.objects.get(notice__news=2).dropped == Dropped.NO_TARGET


def test_after_three_days_of_failures_it_is_switched_off_and_told_once(bob, hook, own, tell_of_rain):
    kinds.register(standing.kind_of_off())
    own.answers = [(500, {})]
    tell_of_rain(told(bob))
    work()
    Hook.objects.update(failing_since=database_now() - timedelta(days=2, hours=23))
    come_due()
    work()
    assert not Notice.objects.filter(kind=standing.OFF).exists()
    Hook.objects.update(failing_since=database_now() - timedelta(days=3, minutes=1))
    come_due()
    work()
    assert Notice.objects.filter(kind=standing.OFF, player=bob).count() == 1
    hook.refresh_from_db()
    assert hook.off_at is not None
    change_hook(player=bob, hook_id=hook.pk, name="My server")
    hook.refresh_from_db()
    assert (hook.off_at, hook.failing_since) == (None, None)


def test_one_arrival_begins_the_three_days_anew(bob, hook, own, tell_of_rain):
    own.answers = [(200, {}), (500, {})]
    Hook.objects.update(failing_since=database_now() - timedelta(days=5))
    tell_of_rain(told(bob))
    work()
    tell_of_rain(told(bob), news=2)
    work()
    hook.refresh_from_db()
    assert hook.off_at is None


def test_a_test_says_that_it_works_and_is_made_once(bob, hook, own):
    own.answers = [(500, {})]
    try_hook(player=bob, hook_id=hook.pk)
    work()
    come_due()
    work()
    assert own.read(hook)["type"] == "test"
    assert len(own.told) == 1
    assert [each.state for each in last_messages(hook)] == ["Its server answered 500."]


def test_what_is_sent_again_has_the_id_that_it_had(bob, hook, own, tell_of_rain):
    tell_of_rain(told(bob))
    work()
    send_again(player=bob, hook_id=hook.pk, message=message_of(hook))
    with pytest.raises(HookRefusal, match="not-there"):
        send_again(player=bob, hook_id=hook.pk, message=message_of(hook))
    work()
    assert len(own.told) == 2
    assert len(set(own.ids)) == 1


def test_nothing_of_somebody_else_is_sent_again(bob, hook, own, tell_of_rain, alice):
    tell_of_rain(told(bob))
    work()
    other = add_hook(player=alice, name="Mine", address=own.address)
    with pytest.raises(HookRefusal, match="not-there"):
        send_again(player=alice, hook_id=other.pk, message=message_of(hook))
    for name in ("delivery-", "delivery-x", "notice-1", "", "delivery-²"):
        with pytest.raises(HookRefusal, match="not-there"):
            send_again(player=alice, hook_id=other.pk, message=name)
    for act in (try_hook, remove_hook):
        with pytest.raises(HookRefusal, match="not-yours"):
            act(player=alice, hook_id=hook.pk)


def test_the_last_twenty_are_listed(bob, hook, own, tell_of_rain):
    for number in range(25):
        tell_of_rain(told(bob), news=number)
        work()
    listed = last_messages(hook)
    assert len(listed) == 20
    assert listed[0].at >= listed[-1].at


def test_what_is_muted_or_not_true_any_more_is_not_told(bob, hook, own, tell_of_rain, weather):
    tell_of_rain(told(bob))
    mute(player=bob, key="Leeds")
    work()
    weather.rains = False
    tell_of_rain(told(bob), key="York")
    work()
    assert own.told == []


def test_every_address_is_told_and_one_that_fails_holds_up_no_other(bob, hook, own, tell_of_rain):
    own.answers = [(500, {}), (200, {})]
    other = add_hook(player=told(bob), name="Another", address=own.address)
    tell_of_rain(told(bob))
    work()
    assert len(own.told) == 2
    assert {each.target for each in Delivery.objects.all()} == {0, hook.pk, other.pk}
    assert Delivery.objects.filter(sent_at__isnull=False).count() == 1


def test_a_player_without_addresses_writes_no_deliveries(bob, hook, own, tell_of_rain):
    assert CHANNEL in told(bob).told_by
    remove_hook(player=bob, hook_id=hook.pk)
    assert CHANNEL not in told(bob).told_by
    tell_of_rain(told(bob))
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://example.org/x", "https"),
        ("https://me:pw@example.org/", "credentials"),
        ("https://example.org:22/", "port"),
        ("https://127.0.0.1/", "inside"),
        ("https://[::ffff:10.0.0.1]/", "inside"),
        ("javascript:alert(1)", "form"),
        ("mailto://me@example.org", "credentials"),
        ("json://127.0.0.1/", "https"),
        ("ntfy://10.0.0.1/topic", "not-sent"),
        ("discord://short", "not-sent"),
    ],
)
def test_an_address_where_nothing_may_be_told_is_not_kept(bob, address, code):
    with pytest.raises(HookRefusal, match=code):
        add_hook(player=bob, name="x", address=address)
    assert not Hook.objects.exists()


def test_there_are_ten_at_most(bob, own):
    for number in range(services.MOST):
        add_hook(player=bob, name=f"{number}", address=own.address)
    with pytest.raises(HookRefusal, match="too-many"):
        add_hook(player=bob, name="one more", address=own.address)


def test_what_is_not_known_any_more_goes_with_the_account(bob, hook, own):
    try_hook(player=bob, hook_id=hook.pk)
    services.player_leaves(None, player=bob)
    player_leaves(None, player=bob)
    assert not Hook.objects.exists()
    assert not HookPost.objects.exists()


def test_old_posts_are_forgotten(bob, hook, own, settings):
    try_hook(player=bob, hook_id=hook.pk)
    work()
    assert services.forget_old_posts() == 0
    HookPost.objects.update(created_at=database_now() - timedelta(days=settings.NOTICES_KEPT_DAYS, minutes=1))
    assert services.forget_old_posts() == 1


# --- the pages


def test_the_address_is_shown_to_nobody_again_and_the_secret_to_its_player(bob, hook, own, client: Client):
    client.force_login(bob)
    page = client.get(f"/settings/notices/elsewhere/{hook.pk}/").content.decode()
    assert hook.secret in page
    assert own.address not in page
    stranger = Client()
    stranger.force_login(person("Mallory"))
    for path in ("", "told/"):
        assert stranger.get(f"/settings/notices/elsewhere/{hook.pk}/{path}").status_code == 404
    for path in ("test/", "again/", "remove/", ""):
        assert stranger.post(f"/settings/notices/elsewhere/{hook.pk}/{path}").status_code == 404
    assert Hook.objects.filter(pk=hook.pk).exists()


def test_an_address_is_added_tried_changed_and_removed_by_its_pages(bob, own, client: Client):
    client.force_login(bob)
    new = "/settings/notices/elsewhere/new/"
    assert client.post(new, {"name": "x", "address": "http://example.org"}).status_code == 422
    added = client.post(new, {"name": "My server", "address": own.address})
    hook = Hook.objects.get()
    assert added["Location"] == f"/settings/notices/elsewhere/{hook.pk}/"
    assert client.post(f"{added['Location']}test/").status_code == 303
    assert "It is on its way." in client.get(added["Location"]).content.decode()
    work()
    assert "It arrived." in client.get(f"{added['Location']}told/").content.decode()
    assert client.post(f"{added['Location']}again/", {"message": message_of(hook)}).status_code == 303
    assert client.post(f"{added['Location']}again/", {"message": message_of(hook)}).status_code == 409
    assert client.post(added["Location"], {"name": "Mine", "address": ""}).status_code == 303
    assert Hook.objects.get().name == "Mine"
    assert "Mine" in client.get("/settings/notices/elsewhere/").content.decode()
    assert client.post(f"{added['Location']}remove/").status_code == 303
    assert not Hook.objects.exists()


def test_that_it_works_is_written_by_the_minute_and_at_once_after_anything_else(
    hook, django_assert_num_queries
):
    def works(after: timedelta, said: str, statements: int) -> None:
        hook.refresh_from_db()
        with django_assert_num_queries(statements):
            standing.works(hook, said, now + after)

    now = database_now()
    works(timedelta(), "200", 1)
    works(channels.WRITTEN_EVERY - timedelta(seconds=1), "200", 0)
    works(channels.WRITTEN_EVERY - timedelta(seconds=1), "204", 1)
    standing.failed(hook, "500", now)
    works(timedelta(), "204", 1)
    works(channels.WRITTEN_EVERY, "204", 1)
    hook.refresh_from_db()
    assert (hook.failing_since, hook.last_answer, hook.tried_at) == (
        None,
        "204",
        now + channels.WRITTEN_EVERY,
    )
