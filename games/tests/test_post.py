"""Sending what stands in the outbox: once, while it is true, without one holding up another."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend as Memory
from django.utils import timezone

from accounts.models import Player
from accounts.tests.cast import person
from games import tasks, wake
from games.measures import oldest_in_outbox, outbox_waiting
from games.models import Game, Invitation, Notice, NoticeKind
from games.services import (
    SeatWish,
    cancel_game,
    create_game,
    decline_invitation,
    post,
    resign,
    send_notice,
    wake_overdue_notices,
)
from games.services.post import MOST_TRIES, WOKEN_AT_ONCE
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from upkeep.breaker import Breaker
from upkeep.sweep import sweep

pytestmark = pytest.mark.django_db
FIRST = "homeworld R1 B2 G3"
SECOND = "homeworld Y1 B3 G3"


@pytest.fixture(autouse=True)
def mail_server(monkeypatch, calls):
    """One of which no other test has tales."""
    monkeypatch.setattr(post, "mail_server", Breaker("mail server"))


@pytest.fixture
def game(alice, bob):
    """It is Bob's turn, and the only notice says so."""
    Player.objects.filter(pk=bob.pk).update(mail_starts=False)
    game = table_of(alice, Player.objects.get(pk=bob.pk), rules=RuleSet())
    play_turn(game, FIRST)
    return game


@pytest.fixture
def notice(game):
    return Notice.objects.get()


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


def test_the_queue_brings_it_all_the_way(game, monkeypatch, django_capture_on_commit_callbacks, mailoutbox):
    monkeypatch.undo()
    monkeypatch.setattr(post, "mail_server", Breaker("mail server"))
    with django_capture_on_commit_callbacks(execute=True):
        play_turn(game, SECOND)
    assert [each.to for each in mailoutbox] == [["alice@example.com"]]


def test_while_one_worker_tries_another_leaves_it(notice, monkeypatch, mailoutbox):
    compose = post.compose

    def meanwhile(*arguments):
        assert not send_notice(notice_id=notice.pk, tries=0)
        return compose(*arguments)

    monkeypatch.setattr(post, "compose", meanwhile)
    assert send(notice)
    assert len(mailoutbox) == 1


# --- What is not true any more


def moves(notice):
    play_turn(notice.game, SECOND)


def moves_and_is_to_move_again(notice):
    play_turn(notice.game, SECOND)
    play_turn(notice.game, "build G1 Alice")


def resigns(notice):
    resign(game_id=notice.game.pk, player=notice.player, key="r", confirmed=True)


def loses_the_seat(notice):
    notice.game.seats.filter(player=notice.player).update(player=person("Charlie"))


def switches_off(notice):
    Player.objects.filter(pk=notice.player_id).update(mail_turns=False)


def loses_the_address(notice):
    notice.player.emailaddress_set.all().delete()


def confirms_another_address_later(notice):
    notice.player.emailaddress_set.update(verified=False)


def is_closed(notice):
    Player.objects.filter(pk=notice.player_id).update(is_active=False)


def is_deleted(notice):
    Player.objects.filter(pk=notice.player_id).update(deleted_at=timezone.now())


@pytest.mark.parametrize(
    "happening, reason",
    [
        (moves, "stale"),
        (moves_and_is_to_move_again, "stale"),
        (resigns, "stale"),
        (loses_the_seat, "stale"),
        (switches_off, "switched-off"),
        (loses_the_address, "no-address"),
        (confirms_another_address_later, "no-address"),
        (is_closed, "no-address"),
        (is_deleted, "no-address"),
    ],
)
def test_what_is_not_true_any_more_is_dropped(notice, happening, reason, mailoutbox):
    happening(notice)
    assert not send(notice)
    assert fate(notice) == reason
    assert mailoutbox == []


def test_a_start_is_stale_once_the_game_is_over(alice, bob, mailoutbox):
    game = table_of(alice, bob, rules=RuleSet())
    start = Notice.objects.get(kind=NoticeKind.START)
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    assert not send(start)
    assert fate(start) == "stale"
    assert send(Notice.objects.get(kind=NoticeKind.END))


def declines(invitation):
    decline_invitation(invitation_id=invitation.pk, player=invitation.player)


def is_cancelled(invitation):
    game = Game.objects.get()
    cancel_game(game_id=game.pk, player=game.creator)


@pytest.mark.parametrize("happening", [declines, is_cancelled])
def test_an_invitation_is_stale_once_it_does_not_wait(alice, bob, happening, mailoutbox):
    create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(invited=bob)])
    notice = Notice.objects.get()
    happening(Invitation.objects.get())
    assert not send(notice)
    assert fate(notice) == "stale"


# --- What goes wrong


def test_a_server_that_is_away_costs_no_tries_of_others(game, notice, server, mailoutbox):
    server.away = ConnectionRefusedError()
    other = Notice.objects.create(
        player=game.creator, game=game, kind=NoticeKind.INVITATION, news=9, created_at=notice.created_at
    )
    assert not send(notice)
    assert fate(notice) == "waiting"
    assert not send(notice)
    assert (notice.tries, server.opened) == (1, 1)
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


def test_a_notice_that_raises_is_put_off_and_holds_up_no_other(alice, bob, notice, monkeypatch, mailoutbox):
    compose = post.compose

    def fails(each, address):
        if each.pk == notice.pk:
            raise ZeroDivisionError
        return compose(each, address)

    monkeypatch.setattr(post, "compose", fails)
    with pytest.raises(ZeroDivisionError):
        send(notice)
    assert fate(notice) == "waiting"
    assert notice.due_at > timezone.now() + timedelta(minutes=2)
    table_of(bob, alice, rules=RuleSet())
    assert send(Notice.objects.get(player=alice))


def test_killed_between_sending_and_the_database_it_comes_again_with_the_same_id(
    notice, monkeypatch, mailoutbox
):
    """The one gap; a receiving side that knows the Message-ID drops the second."""

    def killed(*_arguments, **_more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(post, "_settle", killed)
        with pytest.raises(KeyboardInterrupt):
            send(notice)
    assert fate(notice) == "waiting"
    assert send(notice)
    assert len(mailoutbox) == 2
    assert len({each.message()["Message-ID"] for each in mailoutbox}) == 1


def test_killed_before_sending_it_comes_once(notice, monkeypatch, mailoutbox):
    def killed(*_arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(post, "compose", killed)
        with pytest.raises(KeyboardInterrupt):
            send(notice)
    assert send(notice)
    assert len(mailoutbox) == 1


# --- The sweep


def make_overdue(**since):
    """As if written a while ago."""
    then = timezone.now() - timedelta(**since)
    Notice.objects.filter(due_at__isnull=False).update(created_at=then, due_at=then)


def test_the_sweep_finds_a_call_that_got_lost_and_then_waits(
    notice, calls, django_capture_on_commit_callbacks
):
    assert wake_overdue_notices() == 0  # it may be on its way
    make_overdue(seconds=20)
    with django_capture_on_commit_callbacks(execute=True):
        assert wake_overdue_notices() == 1
    assert calls[-1] == (wake.NOTICE_TASK, notice.pk, 0)
    assert wake_overdue_notices() == 0
    assert send(notice)


def test_the_sweep_wakes_the_next_try(notice, server, calls, django_capture_on_commit_callbacks):
    server.trouble = smtplib.SMTPServerDisconnected()
    send(notice)
    assert wake_overdue_notices() == 0
    make_overdue(hours=2)
    with django_capture_on_commit_callbacks(execute=True):
        sweep()
    assert (wake.NOTICE_TASK, notice.pk, 1) in calls


def test_the_sweep_leaves_what_is_settled(notice):
    send(notice)
    assert wake_overdue_notices() == 0


def test_the_sweep_takes_a_limited_number_with_the_oldest_first(game, notice):
    make_overdue(hours=1)
    now = timezone.now()
    Notice.objects.bulk_create(
        Notice(
            player=game.creator,
            game=game,
            kind=NoticeKind.TURN,
            news=1000 + n,
            created_at=now,
            due_at=now - timedelta(seconds=1),
        )
        for n in range(WOKEN_AT_ONCE)
    )
    assert wake_overdue_notices() == WOKEN_AT_ONCE
    notice.refresh_from_db()
    assert notice.due_at > now
    assert wake_overdue_notices() == 1


def test_the_length_of_the_outbox_is_measured(notice):
    make_overdue(minutes=5)
    assert outbox_waiting() == 1
    assert 299 < oldest_in_outbox() < 330
    send(notice)
    assert outbox_waiting() == 0
    assert oldest_in_outbox() == 0.0
    assert mail.outbox
