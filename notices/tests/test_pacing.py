"""How often somebody is written to about the same: once an hour at most, and never while looking at it."""

from __future__ import annotations

import smtplib
import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend as Memory
from django.db.models import F
from django.utils import timezone

from accounts.deletion import delete_account
from notices import kinds, presence, sending
from notices.kinds import Kind
from notices.measures import oldest_in_outbox, outbox_waiting
from notices.models import Notice, Thread
from notices.outbox import claim, claim_next, forget_old_notices, oldest_due, put_off
from notices.presence import last_open, note_open
from notices.selectors import has_muted
from notices.sending import send_notice
from notices.services import mute
from notices.tests.conftest import RAIN

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
FLOOD = "flood"


@pytest.fixture(autouse=True)
def nobody_looks(weather):
    cache.clear()
    kinds.register(Kind(FLOOD, "mail_turns", lambda notice: weather.rains, weather.letter, is_urgent=True))


@pytest.fixture
def rain(bob, tell_of_rain):
    """Another notice for Bob, or whoever is named."""

    def tell(news=1, player=bob, **more):
        tell_of_rain(player, news=news, **more)
        return Notice.objects.get(player=player, news=news, key=more.get("key", "Leeds"))

    return tell


def send(notice):
    notice.refresh_from_db()
    return send_notice(notice_id=notice.pk, tries=notice.tries)


def fate(notice):
    notice.refresh_from_db()
    return "waiting" if notice.due_at else notice.dropped or "sent"


def minutes_to_wait(notice):
    notice.refresh_from_db()
    assert notice.due_at == notice.held_until
    return round((notice.due_at - timezone.now()).total_seconds() / 60)


def pass_by(**time_passed):
    """As if all had happened that long ago."""
    ago = timedelta(**time_passed)
    Thread.objects.update(mailed_at=F("mailed_at") - ago)
    for field in ("created_at", "due_at", "held_until"):
        Notice.objects.update(**{field: F(field) - ago})


def looks(player, key="Leeds", *, seconds_ago=0.0):
    cache.set(presence._name(player.public_id, key), time.time() - seconds_ago, 600)


def test_within_an_hour_the_second_waits_and_then_goes_if_it_is_still_true(rain, mailoutbox, calls):
    assert send(rain(1))
    second = rain(2)
    assert not send(second)
    assert (fate(second), second.tries, minutes_to_wait(second)) == ("waiting", 0, 60)
    pass_by(minutes=59)
    assert oldest_due(timezone.now()) is None
    assert not send(second)
    assert minutes_to_wait(second) == 1
    pass_by(minutes=2)
    second.refresh_from_db()
    assert oldest_due(timezone.now()) == second.due_at
    assert send(second)
    assert len(mailoutbox) == 2


def test_a_warning_goes_before_what_has_waited_longer(rain):
    usual, warning = rain(1), rain(2, kind=FLOOD)
    assert [claim_next() for _ in range(3)] == [[warning], [usual], []]


def test_what_is_not_true_any_more_after_the_hour_is_dropped(rain, weather, mailoutbox):
    send(rain(1))
    second = rain(2)
    send(second)
    weather.rains = False
    pass_by(hours=1)
    assert not send(second)
    assert fate(second) == "stale"
    assert len(mailoutbox) == 1


def test_of_many_only_one_goes_each_hour(rain, mailoutbox):
    notices = [rain(news) for news in range(1, 12)]
    for hour in range(1, 4):
        assert [send(each) for each in notices if not each.sent_at].count(True) == 1
        assert len(mailoutbox) == hour
        pass_by(hours=1)


def test_other_things_and_other_players_are_told_at_once(rain, alice, mailoutbox):
    assert send(rain(1))
    assert send(rain(1, key="York"))
    assert send(rain(1, player=alice))
    assert len(mailoutbox) == 3


def test_a_warning_neither_waits_nor_keeps_others_waiting(rain, bob, mailoutbox):
    looks(bob)
    assert send(rain(1, kind=FLOOD))
    cache.clear()
    assert send(rain(2))
    assert send(rain(3, kind=FLOOD))
    assert len(mailoutbox) == 3


def test_of_two_workers_with_two_notices_one_waits(rain, monkeypatch, mailoutbox):
    first, second = rain(1), rain(2)
    compose = sending.compose

    def meanwhile(notice, *arguments, **more):
        if notice.pk == first.pk:
            assert not send(second)
        return compose(notice, *arguments, **more)

    monkeypatch.setattr(sending, "compose", meanwhile)
    assert send(first)
    assert fate(second) == "waiting"
    assert len(mailoutbox) == 1


class Failing(Memory):
    def send_messages(self, messages):
        raise smtplib.SMTPDataError(451, b"later")


def test_what_could_not_be_sent_keeps_nothing_waiting(rain, settings, mailoutbox):
    first, second = rain(1), rain(2)
    with_trouble, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, f"{__name__}.Failing"
    assert not send(first)
    assert not Thread.objects.exists()
    settings.EMAIL_BACKEND = with_trouble
    assert send(second)
    assert not send(first)
    assert minutes_to_wait(first) == 60


def test_what_could_not_be_sent_leaves_the_hour_to_what_was_sent_last(rain, settings):
    first = rain(1)
    assert send(first)
    pass_by(minutes=90)
    before = Thread.objects.values_list("mailed_at", "mailed_notice").get()
    settings.EMAIL_BACKEND = f"{__name__}.Failing"
    assert not send(rain(2))
    assert Thread.objects.values_list("mailed_at", "mailed_notice").get() == before


def test_a_worker_that_died_does_not_hold_up_the_next_try_of_its_notice(rain, bob, mailoutbox):
    notice = rain(1)
    Thread.objects.create(player=bob, key="Leeds", mailed_at=timezone.now(), mailed_notice=notice.pk)
    assert send(notice)


def test_a_try_is_not_given_back_once_another_worker_makes_the_next(rain):
    notice = rain(1)
    assert claim(notice)
    Notice.objects.update(tries=2)
    before = Notice.objects.values("tries", "due_at").get()
    put_off(notice, timezone.now())
    assert Notice.objects.values("tries", "due_at").get() == before


# --- Whoever looks


def test_nothing_is_sent_to_whoever_has_it_open_and_it_goes_two_minutes_later(rain, bob, mailoutbox):
    looks(bob)
    notice = rain()
    assert not send(notice)
    assert (fate(notice), notice.tries, minutes_to_wait(notice)) == ("waiting", 0, 2)
    looks(bob, seconds_ago=119)
    assert not send(notice)
    assert fate(notice) == "waiting"
    looks(bob, seconds_ago=131)
    assert send(notice)


def test_what_the_open_page_has_shown_is_not_sent_at_all(rain, bob, mailoutbox):
    notice = rain()
    pass_by(seconds=30)
    looks(bob, seconds_ago=5)
    assert not send(notice)
    assert fate(notice) == "seen"
    assert mailoutbox == []


def test_looking_at_something_else_or_somebody_else_looking_changes_nothing(rain, alice, bob):
    looks(bob, "York")
    looks(alice)
    assert send(rain())


def test_a_look_is_noted_again_after_some_seconds_and_forgotten_after_two_minutes(bob, monkeypatch):
    now = 1_800_000_000.0
    seen = {"player": bob.public_id, "key": "Leeds"}
    monkeypatch.setattr(presence.time, "time", lambda: now)
    assert last_open(**seen) is None
    note_open(**seen)
    first = last_open(**seen)
    now += 5
    note_open(**seen)
    assert last_open(**seen) == first
    now += 5
    note_open(**seen)
    assert last_open(**seen) == first + timedelta(seconds=10)
    now += 129
    assert last_open(**seen) is not None
    now += 2
    assert last_open(**seen) is None


# --- Whoever wants none


def test_what_is_muted_is_not_sent_warnings_included_until_it_is_wanted_again(rain, bob, mailoutbox):
    mute(player=bob, key="Leeds")
    assert has_muted(bob, "Leeds") and not has_muted(bob, "York")
    for news, kind in ((1, RAIN), (2, FLOOD)):
        notice = rain(news, kind=kind)
        assert not send(notice)
        assert fate(notice) == "muted"
    assert send(rain(1, key="York"))
    mute(player=bob, key="Leeds", muted=False)
    assert send(rain(3))


def test_what_is_muted_stays_so_and_what_is_quiet_is_forgotten(rain, alice, bob):
    send(rain(1))
    mute(player=alice, key="Leeds")
    pass_by(hours=23)
    assert forget_old_notices() == 0
    pass_by(hours=2)
    assert forget_old_notices() == 1
    assert [(thread.player, thread.muted) for thread in Thread.objects.all()] == [(alice, True)]
    delete_account(player=alice)
    assert not Thread.objects.exists()


# --- Whoever watches the site


def test_what_waits_for_its_time_is_no_sign_of_trouble_and_what_could_go_is(rain):
    send(rain(1))
    second = rain(2)
    send(second)
    assert (outbox_waiting(), oldest_in_outbox()) == (0, 0.0)
    pass_by(minutes=90)
    assert outbox_waiting() == 1
    assert 29 * 60 < oldest_in_outbox() < 31 * 60
