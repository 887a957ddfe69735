"""Sending what stands in the outbox: once, while it is true, without one holding up another."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend as Memory
from django.utils import timezone

from accounts.models import Player
from notices import kinds, sending, tasks
from notices.kinds import Kind, register
from notices.measures import oldest_in_outbox, outbox_waiting
from notices.models import Notice
from notices.outbox import MOST_TRIES, TOGETHER, claim_next, forget_old_notices, give_back, oldest_due
from notices.sending import send_notice
from notices.tests.conftest import RAIN
from notices.wake import MAIL_BELL
from upkeep.sweep import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def send(notice):
    """The next try, as its task makes it."""
    notice.refresh_from_db()
    return send_notice(notice_id=notice.pk, tries=notice.tries)


def fate(notice):
    notice.refresh_from_db()
    return "waiting" if notice.due_at else notice.dropped or "sent"


class Troubled(Memory):
    """A mail server that raises what the test wants, when a mail is handed over or (`away`) before."""

    trouble: Exception | None = None
    away: Exception | None = None
    opened = 0

    def open(self):
        type(self).opened += 1
        if self.away:
            raise self.away
        return True

    def send_messages(self, messages):
        if self.trouble:
            raise self.trouble
        return super().send_messages(messages)


@pytest.fixture
def server(settings, monkeypatch):
    settings.EMAIL_BACKEND = f"{__name__}.Troubled"
    monkeypatch.setattr(Troubled, "trouble", None)
    monkeypatch.setattr(Troubled, "away", None)
    monkeypatch.setattr(Troubled, "opened", 0)
    return Troubled


def test_a_notice_is_sent_to_the_confirmed_address(notice, mailoutbox):
    assert send(notice)
    assert [each.to for each in mailoutbox] == [["bob@example.com"]]
    assert fate(notice) == "sent"
    assert notice.sent_at is not None
    assert notice.tries == 1


def test_a_task_delivered_twice_sends_once(notice, mailoutbox):
    for _ in range(2):
        tasks.send_notice(notice.pk, 0)
    assert len(mailoutbox) == 1


def test_while_one_worker_tries_another_leaves_it(notice, monkeypatch, mailoutbox):
    compose = sending.compose

    def meanwhile(*arguments, **more):
        assert not send_notice(notice_id=notice.pk, tries=0)
        return compose(*arguments, **more)

    monkeypatch.setattr(sending, "compose", meanwhile)
    assert send(notice)
    assert len(mailoutbox) == 1


# --- What is not true any more


def is_over(notice, weather):
    weather.rains = False


def switches_off(notice, weather):
    Player.objects.filter(pk=notice.player_id).update(mail_turns=False)


def loses_the_address(notice, weather):
    notice.player.emailaddress_set.all().delete()


def confirms_another_address_later(notice, weather):
    notice.player.emailaddress_set.update(verified=False)


def is_closed(notice, weather):
    Player.objects.filter(pk=notice.player_id).update(is_active=False)


def is_deleted(notice, weather):
    Player.objects.filter(pk=notice.player_id).update(deleted_at=timezone.now())


@pytest.mark.parametrize(
    "happening, reason",
    [
        (is_over, "stale"),
        (switches_off, "switched-off"),
        (loses_the_address, "no-address"),
        (confirms_another_address_later, "no-address"),
        (is_closed, "no-address"),
        (is_deleted, "no-address"),
    ],
)
def test_what_is_not_true_any_more_is_dropped(notice, weather, happening, reason, mailoutbox):
    happening(notice, weather)
    assert not send(notice)
    assert fate(notice) == reason
    assert mailoutbox == []


# --- What goes wrong


def test_a_server_that_is_away_costs_no_tries_of_others(alice, notice, server, tell_of_rain, mailoutbox):
    server.away = ConnectionRefusedError()
    tell_of_rain(alice)
    other = Notice.objects.get(player=alice)
    assert not send(notice)
    assert fate(notice) == "waiting"
    assert not send(notice)
    assert (notice.tries, server.opened) == (0, 1)
    assert not send(other)
    assert other.tries == 0


def test_what_failed_is_tried_again_with_growing_pauses_and_given_up_in_the_end(notice, server, settings):
    server.trouble = smtplib.SMTPDataError(451, b"later")
    pauses = []
    for _ in range(MOST_TRIES):
        before = timezone.now()
        assert not send(notice)
        assert fate(notice) == "waiting"
        pauses.append(round((notice.due_at - before).total_seconds() / settings.MAIL_RETRY_SECONDS))
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128]
    assert not send(notice)
    assert fate(notice) == "too-many-tries"


def test_after_a_failure_the_next_try_sends_it(notice, server, mailoutbox):
    server.trouble = smtplib.SMTPServerDisconnected()
    send(notice)
    server.trouble = None
    assert send(notice)
    assert fate(notice) == "sent"
    assert len(mailoutbox) == 1


@pytest.mark.parametrize("code, expected", [(550, "refused"), (450, "waiting")])
def test_an_address_that_does_not_exist_is_not_tried_again(notice, server, code, expected):
    server.trouble = smtplib.SMTPRecipientsRefused({"bob@example.com": (code, b"no")})
    assert not send(notice)
    assert fate(notice) == expected


def test_a_notice_that_raises_is_put_off_and_holds_up_no_other(
    alice, notice, monkeypatch, tell_of_rain, mailoutbox
):
    compose = sending.compose

    def fails(each, *arguments, **more):
        if each.pk == notice.pk:
            raise ZeroDivisionError
        return compose(each, *arguments, **more)

    monkeypatch.setattr(sending, "compose", fails)
    with pytest.raises(ZeroDivisionError):
        send(notice)
    assert fate(notice) == "waiting"
    assert notice.due_at > timezone.now() + timedelta(minutes=2)
    tell_of_rain(alice)
    assert send(Notice.objects.get(player=alice))


def test_a_judge_that_raises_costs_the_notice_its_tries_and_in_the_end_it_is_given_up(
    notice, monkeypatch, mailoutbox
):
    def fails(_notice):
        raise ZeroDivisionError

    monkeypatch.setattr(kinds, "_kinds", {RAIN: Kind(RAIN, "mail_turns", fails, fails)})
    for tries in range(1, MOST_TRIES + 1):
        with pytest.raises(ZeroDivisionError):
            send(notice)
        assert (fate(notice), notice.tries) == ("waiting", tries)
        assert notice.due_at > timezone.now() + timedelta(minutes=2)
    assert not send(notice)
    assert fate(notice) == "too-many-tries"


def test_killed_between_sending_and_the_database_it_comes_again_with_the_same_id(
    notice, monkeypatch, mailoutbox
):
    """The one gap; a receiving side that knows the Message-ID drops the second."""

    def killed(*_arguments, **_more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sending, "settle", killed)
        with pytest.raises(KeyboardInterrupt):
            send(notice)
    assert fate(notice) == "waiting"
    assert send(notice)
    assert len(mailoutbox) == 2
    assert len({each.message()["Message-ID"] for each in mailoutbox}) == 1


def test_killed_before_sending_it_comes_once(notice, monkeypatch, mailoutbox):
    def killed(*_arguments, **_more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sending, "compose", killed)
        with pytest.raises(KeyboardInterrupt):
            send(notice)
    assert send(notice)
    assert len(mailoutbox) == 1


# --- What is due


def make_overdue(**since):
    """As if written a while ago."""
    then = timezone.now() - timedelta(**since)
    Notice.objects.filter(due_at__isnull=False).update(created_at=then, due_at=then)


def test_what_can_go_is_called_for_and_is_in_one_workers_hands(notice, calls):
    calls.clear()
    sweep()
    assert calls == [(MAIL_BELL,)]
    assert (claim_next(), claim_next()) == ([notice], [])
    sweep()
    assert calls == [(MAIL_BELL,)]


def test_first_tries_are_claimed_together_and_what_was_tried_goes_alone(alice, notice, tell_of_rain):
    """It may be what workers die on."""
    for news in range(2, 4):
        tell_of_rain(alice, news=news)
    together = claim_next()
    assert [each.tries for each in together] == [1, 1, 1] and claim_next() == []
    make_overdue(hours=1)
    tell_of_rain(alice, news=4)
    assert [[each.tries for each in claim_next()] for _ in range(4)] == [[2], [2], [2], [1]]


def test_a_worker_has_no_more_of_them_than_it_can_do_soon(alice, tell_of_rain):
    for news in range(TOGETHER + 1):
        tell_of_rain(alice, news=news)
    assert [len(claim_next()) for _ in range(3)] == [TOGETHER, 1, 0]


def test_a_try_that_was_not_begun_was_none_and_is_due_as_it_was(alice, notice, tell_of_rain):
    due_at = timezone.now() - timedelta(minutes=1)
    Notice.objects.update(due_at=due_at)
    tell_of_rain(alice)
    together = claim_next()
    assert [each.pk for each in together] == list(Notice.objects.order_by("pk").values_list("pk", flat=True))
    Notice.objects.filter(pk=together[1].pk).update(due_at=None)  # settled meanwhile
    give_back(together)
    assert [(each.tries, each.due_at) for each in Notice.objects.order_by("pk")] == [(0, due_at), (1, None)]
    assert claim_next() == together[:1]


def test_one_that_failed_goes_again_later(notice, server):
    server.trouble = smtplib.SMTPServerDisconnected()
    send(notice)
    assert claim_next() == []
    make_overdue(hours=2)
    (claimed,) = claim_next()
    assert (claimed, claimed.tries) == (notice, 2)


def test_what_is_settled_is_left(notice):
    send(notice)
    assert claim_next() == [] and oldest_due(timezone.now()) is None


def test_one_after_another_they_go_and_the_oldest_first(alice, notice, tell_of_rain, mailoutbox):
    make_overdue(hours=1)
    tell_of_rain(alice)
    tasks.send_mails()
    assert [each.to for each in mailoutbox] == [["bob@example.com"], ["alice@example.com"]]


def test_a_mail_server_that_is_left_alone_is_asked_for_none(alice, notice, tell_of_rain, server):
    tell_of_rain(alice)
    server.away = ConnectionRefusedError()
    tasks.send_mails()
    tasks.send_mails()
    assert server.opened == 1
    assert Notice.objects.filter(due_at__lte=timezone.now()).count() == 1, (
        "the second waits for its first try"
    )


def test_what_waits_for_longer_anyway_is_not_due_sooner_by_a_mail_server_that_is_away(notice, server):
    later = timezone.now() + timedelta(hours=1)
    Notice.objects.update(due_at=later)
    server.away = ConnectionRefusedError()
    assert not send(notice)
    notice.refresh_from_db()
    assert (notice.due_at, notice.tries) == (later, 0)


def test_the_length_of_the_outbox_is_measured(notice):
    make_overdue(minutes=5)
    assert outbox_waiting() == 1
    assert 299 < oldest_in_outbox() < 330
    send(notice)
    assert outbox_waiting() == 0
    assert oldest_in_outbox() == 0.0
    assert mail.outbox


def test_settled_notices_are_forgotten_after_their_days_and_others_never(bob, settings):
    settings.NOTICES_KEPT_DAYS = 30
    for number, (days, settled) in enumerate([(31, True), (29, True), (31, False)]):
        at = timezone.now() - timedelta(days=days)
        Notice.objects.create(
            player=bob, key="Leeds", kind=RAIN, news=900 + number, created_at=at,
            due_at=None if settled else at, sent_at=at if settled else None,
        )  # fmt: skip
    assert forget_old_notices() == 1
    assert list(Notice.objects.values_list("news", flat=True).order_by("news")) == [901, 902]
    assert forget_old_notices() == 0


# --- Kinds that nobody has registered


@pytest.fixture
def stranger(alice, notice):
    """A notice of a kind that no app of this release registers."""
    return Notice.objects.create(
        player=alice, key="Leeds", kind="hail", news=1, created_at=notice.created_at, due_at=notice.due_at
    )


def test_a_kind_that_nobody_registered_is_reported_and_put_off(stranger, caplog, mailoutbox):
    assert not send(stranger)
    stranger.refresh_from_db()
    assert (fate(stranger), stranger.tries) == ("waiting", 1)
    assert stranger.due_at > timezone.now() + timedelta(minutes=2)
    [record] = caplog.records
    assert record.levelname == "ERROR"
    assert "No app has registered a kind of notice named “hail”" in record.getMessage()
    assert mailoutbox == []


def test_it_holds_up_no_other(stranger, notice, mailoutbox):
    make_overdue(hours=2)
    Notice.objects.filter(pk=stranger.pk).update(due_at=timezone.now() - timedelta(days=1))
    tasks.send_mails()
    assert fate(notice) == "sent"
    assert fate(stranger) == "waiting"


def test_it_is_sent_once_a_release_knows_it(stranger, weather, mailoutbox):
    send(stranger)
    register(weather.kind("hail"))
    assert send(stranger)
    assert fate(stranger) == "sent"


def test_it_is_given_up_after_as_many_tries_as_others(stranger):
    for _ in range(MOST_TRIES):
        assert not send(stranger)
        assert fate(stranger) == "waiting"
    assert not send(stranger)
    assert fate(stranger) == "unknown-kind"


def test_what_the_previous_release_wrote_waits_for_its_key(notice, mailoutbox):
    Notice.objects.update(key=None)
    make_overdue(hours=2)
    assert oldest_due(timezone.now()) is None
    assert not send(notice)
    assert fate(notice) == "waiting"
    Notice.objects.update(key="Leeds")
    assert oldest_due(timezone.now()) is not None
    assert send(notice)
