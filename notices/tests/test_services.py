"""Whoever is told of something gets one row of the outbox, if they want it."""

from __future__ import annotations

import pytest

from accounts.deletion import delete_account
from accounts.models import Player
from accounts.services import create_guest
from notices.kinds import UnknownKind
from notices.models import AccountMail, Dropped, Notice
from notices.selectors import sent_notices
from notices.services import withdraw
from notices.wake import MAIL_BELL
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def test_those_who_want_it_are_told_and_whoever_made_it_is_not(alice, bob, tell_of_rain):
    assert tell_of_rain(alice, bob, None, by=alice) == {bob.pk}
    notice = Notice.objects.get()
    assert (notice.player, notice.kind, notice.key, notice.news) == (bob, "rain", "Leeds", 1)


def test_the_worker_is_woken_by_the_commit(bob, tell_of_rain, calls, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tell_of_rain(bob)
        assert calls == []
    assert calls == [(MAIL_BELL,)]


def test_the_same_news_is_one_notice_and_another_key_or_number_is_other_news(bob, tell_of_rain):
    for more in ({}, {}, {"key": "York"}, {"news": 2}):
        assert tell_of_rain(bob, **more) == {bob.pk}
    assert sorted(Notice.objects.values_list("key", "news")) == [("Leeds", 1), ("Leeds", 2), ("York", 1)]


def test_guests_unconfirmed_addresses_and_a_switch_that_is_off_get_no_mail(alice, bob, tell_of_rain):
    Player.objects.filter(pk=alice.pk).update(mail_turns=False)
    bob.emailaddress_set.update(verified=False)
    assert tell_of_rain(Player.objects.get(pk=alice.pk), bob, create_guest()) == set()
    told = {notice.player.name: notice for notice in Notice.objects.select_related("player")}
    assert len(told) == 3, "the bell shows it to each"
    assert {notice.due_at for notice in told.values()} == {None}
    assert told["Alice"].dropped == Dropped.SWITCHED_OFF
    assert not AccountMail.objects.exists()


def test_a_kind_that_nobody_registered_cannot_be_told(bob, tell_of_rain):
    with pytest.raises(UnknownKind, match="“hail”"):
        tell_of_rain(bob, kind="hail")


@pytest.mark.parametrize("key", ["", "two words", "a>b", "x" * 65, "Łódź"])
def test_a_key_that_no_mail_could_name_is_refused(bob, tell_of_rain, key):
    with pytest.raises(ValueError, match="cannot be the key of a notice"):
        tell_of_rain(bob, key=key)
    assert not Notice.objects.exists()


def test_what_is_withdrawn_is_not_sent_and_what_was_sent_stays(alice, bob, tell_of_rain):
    tell_of_rain(alice, bob)
    tell_of_rain(bob, news=2)
    tell_of_rain(bob, key="York")
    Notice.objects.filter(player=alice).update(due_at=None, sent_at=database_now())
    withdraw(kind="rain", key="Leeds", news=1)
    assert sorted(Notice.objects.values_list("player__name", "key", "news", "dropped")) == [
        ("Alice", "Leeds", 1, ""),
        ("Bob", "Leeds", 1, "taken-back"),
        ("Bob", "Leeds", 2, ""),
        ("Bob", "York", 1, ""),
    ]


def test_it_is_withdrawn_from_those_alone_who_are_told_by_another(alice, bob, tell_of_rain):
    tell_of_rain(alice, bob)
    withdraw(kind="rain", key="Leeds", news=1, players=[])
    assert not Notice.objects.exclude(dropped="").exists()
    withdraw(kind="rain", key="Leeds", news=1, players=[bob.pk])
    assert Notice.objects.exclude(dropped="").get().player == bob
    withdraw(kind="hail", key="Leeds", news=1)
    assert Notice.objects.filter(due_at__isnull=False).get().player == alice


def test_what_was_sent_is_known_to_other_apps(alice, bob, tell_of_rain):
    tell_of_rain(alice, bob)
    tell_of_rain(bob, news=2)
    tell_of_rain(bob, key="York")
    Notice.objects.exclude(news=2).update(due_at=None, sent_at=database_now())
    assert [notice.news for notice in sent_notices(bob, "Leeds")] == [1]


def test_with_an_account_its_notices_are_deleted(alice, bob, tell_of_rain):
    tell_of_rain(alice, bob)
    delete_account(player=bob)
    assert [notice.player for notice in Notice.objects.all()] == [alice]
