"""Channels besides mail: each delivery is claimed, judged, sent and settled by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.services import create_guest
from notices import channels, delivering, kinds
from notices.channels import Channel, Failed, Gone, Later
from notices.judging import Try
from notices.models import Delivery, Dropped, Notice, Preferences
from notices.outbox import MOST_TRIES
from notices.presence import note_open
from notices.sending import next_mails, try_mail
from notices.services import mute, tell, withdraw
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DRUM = "drum"


@dataclass
class Drums:
    """A channel that reaches who stands within hearing."""

    at: list[int] = field(default_factory=lambda: [7])
    heard: list[tuple[int, str]] = field(default_factory=list)
    trouble: dict[int, Exception] = field(default_factory=dict)

    def send(self, delivery: Delivery, made: Try) -> None:
        if error := self.trouble.get(delivery.target):
            raise error
        self.heard.append((delivery.target, f"{delivery.notice}"))

    def channel(self) -> Channel:
        return Channel(DRUM, "Drums", "notices.tasks.drum", lambda player: self.at, self.send)  # type: ignore[arg-type]


@pytest.fixture
def drums(monkeypatch: pytest.MonkeyPatch) -> Drums:
    drums = Drums()
    monkeypatch.setattr(channels, "_channels", {})
    channels.register(drums.channel())
    return drums


@pytest.fixture
def bob(bob: Player, drums: Drums) -> Player:
    """Who hears of turns by drums, and by mail."""
    bob.told_by = {DRUM: ["turns"]}
    bob.save()
    return bob


def work(drums: Drums) -> None:
    """As a worker does until nothing is due."""
    for _ in range(50):
        deliveries = delivering.next_of(channels.registered()[DRUM])
        if not deliveries:
            return
        for delivery in deliveries:
            delivering.deliver(channels.registered()[DRUM], delivery)
    raise AssertionError("something stays due")


def settled() -> dict[int, str]:
    """By target: why it was dropped, or that it was sent; of what is settled."""
    return {
        each.target: each.dropped or ("sent" if each.sent_at else "?")
        for each in Delivery.objects.filter(due_at=None)
    }


def come_due() -> None:
    """What is put off."""
    Delivery.objects.filter(due_at__isnull=False).update(due_at=database_now() - timedelta(seconds=1))


def test_a_notice_reaches_each_target_once_however_often_it_is_told(bob, drums, tell_of_rain):
    drums.at = [7, 8]
    tell_of_rain(bob)
    tell_of_rain(bob)
    work(drums)
    tell_of_rain(bob)
    work(drums)
    assert drums.heard == [(7, "rain Leeds/1"), (8, "rain Leeds/1")]
    assert settled() == {0: Dropped.SPREAD, 7: "sent", 8: "sent"}


def test_what_is_spread_already_is_told_once(bob, drums, tell_of_rain):
    drums.at = [7, 8]
    tell_of_rain(bob)
    whole = Delivery.objects.get()
    Delivery.objects.create(
        notice=whole.notice, channel=DRUM, target=7, created_at=whole.created_at, due_at=None, tries=1
    )
    work(drums)
    assert drums.heard == [(8, "rain Leeds/1")]
    assert settled() == {0: Dropped.SPREAD, 7: "?", 8: "sent"}


def test_a_single_target_takes_the_place_of_the_whole(bob, drums, tell_of_rain):
    tell_of_rain(bob)
    whole = Delivery.objects.get()
    work(drums)
    assert Delivery.objects.get() == whole, "one row, which was aimed"
    assert settled() == {7: "sent"}
    drums.at = [7, 8]
    tell_of_rain(bob)
    work(drums)
    assert drums.heard == [(7, "rain Leeds/1"), (8, "rain Leeds/1")]
    assert settled() == {0: Dropped.SPREAD, 7: "sent", 8: "sent"}


@pytest.mark.parametrize("hears", [True, False])
def test_a_worker_that_was_slow_leaves_what_another_has_aimed(bob, drums, tell_of_rain, hears):
    """Its claim ran out before it had looked for the targets."""
    tell_of_rain(bob)
    (slow,) = delivering.next_of(channels.registered()[DRUM])
    come_due()
    drums.trouble = {} if hears else {7: Failed("no")}
    work(drums)
    assert not delivering.deliver(channels.registered()[DRUM], slow)
    assert drums.heard == [(7, "rain Leeds/1")] * hears
    drums.trouble = {}
    come_due()
    work(drums)
    assert drums.heard == [(7, "rain Leeds/1")], "the try that failed is made again"
    assert settled() == {7: "sent"}


def test_a_worker_is_woken_for_the_channel(bob, tell_of_rain, calls, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tell_of_rain(bob)
    assert ("notices.tasks.drum",) in calls


def test_one_who_did_not_choose_the_topic_hears_nothing(bob, alice, drums, weather, tell_of_rain):
    kinds.register(weather.kind("hail", "mail_ends"))
    tell_of_rain(bob, kind="hail")
    tell_of_rain(alice)
    assert not Delivery.objects.exists()


def test_a_target_that_is_gone_or_fails_holds_up_no_other_and_no_mail(bob, drums, tell_of_rain, mailoutbox):
    drums.at = [7, 8, 9]
    drums.trouble = {7: Gone("410 gone"), 8: Failed("500 oh dear")}
    tell_of_rain(bob)
    work(drums)
    assert drums.heard == [(9, "rain Leeds/1")]
    assert settled() == {0: Dropped.SPREAD, 7: Dropped.REFUSED, 9: "sent"}
    assert Delivery.objects.get(target=8).answer == "500 oh dear"
    (mail,) = next_mails()
    assert try_mail(mail)
    assert len(mailoutbox) == 1


def test_what_always_fails_is_given_up_and_what_is_away_is_not(bob, drums, tell_of_rain):
    drums.trouble = {7: Later(timedelta(minutes=5))}
    tell_of_rain(bob)
    for _ in range(2 * MOST_TRIES):
        work(drums)
        come_due()
    assert Delivery.objects.get(target=7).tries == 0, "none of them was a try"
    drums.trouble = {7: Failed("no")}
    for _ in range(MOST_TRIES + 1):
        work(drums)
        come_due()
    assert settled()[7] == Dropped.TOO_MANY_TRIES


def test_what_is_not_true_any_more_muted_taken_back_or_switched_off_is_dropped(
    bob, drums, weather, tell_of_rain
):
    def dropped_after(change: Callable[[], object], news: int) -> str:
        tell_of_rain(bob, news=news)
        change()
        work(drums)
        return Delivery.objects.get(notice__news=news, target=0).dropped

    assert dropped_after(lambda: setattr(weather, "rains", False), 1) == Dropped.STALE
    weather.rains = True
    assert dropped_after(lambda: withdraw(kind="rain", key="Leeds", news=2), 2) == Dropped.TAKEN_BACK
    assert dropped_after(lambda: mute(player=bob, key="Leeds"), 3) == Dropped.MUTED
    mute(player=bob, key="Leeds", muted=False)
    off = Player.objects.filter(pk=bob.pk)
    assert dropped_after(lambda: off.update(told_by={DRUM: ["ends"]}), 4) == Dropped.SWITCHED_OFF
    assert drums.heard == []


def test_who_is_looking_is_not_called(bob, drums, tell_of_rain):
    tell_of_rain(bob)
    Notice.objects.update(created_at=database_now() - timedelta(minutes=1))
    note_open(player=bob.public_id, key="Leeds")
    work(drums)
    assert settled() == {0: Dropped.SEEN}


def test_quiet_hours_hold_mail_and_channel_but_not_what_may_wake(bob, drums, weather, mailoutbox):
    kinds.register(
        kinds.Kind(
            "flood", "mail_turns", lambda notice: True, weather.letter, is_urgent=True, wakes=lambda n: True
        )
    )
    now = database_now()
    Preferences.objects.create(
        player=bob,
        quiet_from=(now - timedelta(hours=1)).time().replace(tzinfo=None),
        quiet_to=(now + timedelta(hours=1)).time().replace(tzinfo=None),
    )
    for kind in ("rain", "flood"):
        tell(kind=kind, key="Leeds", news=1, players=[bob], by=None, now=now)
    work(drums)
    while mails := next_mails():
        for mail in mails:
            try_mail(mail)
    assert drums.heard == [(7, "flood Leeds/1")]
    assert [each.subject for each in mailoutbox] == ["Rain in Leeds"], "the flood alone"
    held = Notice.objects.get(kind="rain")
    assert held.held_until == held.due_at
    assert timedelta(minutes=59) < held.due_at - now <= timedelta(hours=1)
    Preferences.objects.update(urgent_at_night=False)
    tell(kind="flood", key="Leeds", news=2, players=[bob], by=None, now=now)
    work(drums)
    assert len(drums.heard) == 1, "by choice not even the flood"


def test_a_channel_has_a_name_of_its_own(drums):
    for name in (DRUM, "mail"):
        with pytest.raises(ValueError, match=f"“{name}” is registered already"):
            channels.register(Channel(name, "x", "y", lambda player: [], lambda delivery, made: None))  # type: ignore[arg-type]


def test_a_guest_is_reached_too(drums, tell_of_rain):
    guest = create_guest()
    guest.told_by = {DRUM: ["turns"]}
    guest.save()
    tell_of_rain(guest)
    work(drums)
    assert drums.heard == [(7, "rain Leeds/1")]
