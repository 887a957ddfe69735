"""A notice about a game is sent while it is true of the game."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.tests.cast import person
from games import tasks
from games.models import Game, Invitation
from games.notices.kinds import NoticeKind
from games.services import SeatWish, cancel_game, create_game, decline_invitation, resign
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from notices import sending
from notices.models import Notice
from notices.sending import send_notice
from upkeep.breaker import Breaker

pytestmark = pytest.mark.django_db
FIRST = "homeworld R1 B2 G3"
SECOND = "homeworld Y1 B3 G3"


@pytest.fixture(autouse=True)
def mail_server(monkeypatch, calls):
    """One of which no other test has tales."""
    monkeypatch.setattr(sending, "mail_server", Breaker("mail server"))


@pytest.fixture
def game(alice, bob):
    """It is Bob's turn, and the only notice says so."""
    Player.objects.filter(pk=bob.pk).update(mail_starts=False)
    game = table_of(alice, Player.objects.get(pk=bob.pk), rules=RuleSet())
    play_turn(game, FIRST)
    return game


@pytest.fixture
def notice(game):
    return Notice.objects.get(dropped="")


def send(notice):
    """The next try, as its task makes it."""
    notice.refresh_from_db()
    return send_notice(notice_id=notice.pk, tries=notice.tries)


def fate(notice):
    notice.refresh_from_db()
    return "waiting" if notice.due_at else notice.dropped or "sent"


def test_the_queue_brings_it_all_the_way(game, monkeypatch, django_capture_on_commit_callbacks, mailoutbox):
    monkeypatch.undo()
    monkeypatch.setattr(sending, "mail_server", Breaker("mail server"))
    with django_capture_on_commit_callbacks(execute=True):
        play_turn(game, SECOND)
    assert [each.to for each in mailoutbox] == [["alice@example.com"]]


def test_what_is_judged_is_what_the_letter_is_about(notice, mailoutbox):
    with CaptureQueriesContext(connection) as asked:
        assert send(notice)
    for table in ("games_game", "games_seat"):
        assert sum(query["sql"].count(f'FROM "{table}"') for query in asked) == 1


def moves(notice, game):
    play_turn(game, SECOND)


def moves_and_is_to_move_again(notice, game):
    play_turn(game, SECOND)
    play_turn(game, "build G1 Alice")


def resigns(notice, game):
    resign(game_id=game.pk, player=notice.player, key="r", confirmed=True)


def loses_the_seat(notice, game):
    game.seats.filter(player=notice.player).update(player=person("Charlie"))


@pytest.mark.parametrize("happening", [moves, moves_and_is_to_move_again, resigns, loses_the_seat])
def test_a_turn_is_stale_once_its_player_is_not_to_make_it(notice, game, happening, mailoutbox):
    happening(notice, game)
    assert not send(notice)
    assert fate(notice) == "stale"
    assert mailoutbox == []


def test_of_a_game_that_is_gone_nothing_is_true(notice, mailoutbox):
    Notice.objects.update(key="gone")
    assert not send(notice)
    assert fate(notice) == "stale"


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


# --- While a site is upgraded


@pytest.fixture
def old_notice(notice, game):
    """As the previous release writes it."""
    Notice.objects.filter(pk=notice.pk).update(key=None, game=game.pk)
    return notice


def test_what_the_previous_release_asks_for_is_done(old_notice, game, mailoutbox):
    tasks.send_notice(old_notice.pk, 0)
    assert fate(old_notice) == "sent"
    assert old_notice.key == game.public_id
    assert [each.to for each in mailoutbox] == [["bob@example.com"]]


def test_the_sweep_finds_what_the_previous_release_wrote(old_notice, game):
    tasks.sweep()
    old_notice.refresh_from_db()
    assert old_notice.key == game.public_id
    assert send(old_notice)


def test_what_both_releases_told_is_told_once(old_notice, game):
    told = Notice.objects.create(
        player=old_notice.player,
        kind=old_notice.kind,
        news=old_notice.news,
        key=game.public_id,
        created_at=old_notice.created_at,
        due_at=old_notice.due_at,
    )
    tasks.sweep()
    assert Notice.objects.get(dropped="") == told


def test_what_the_previous_release_told_of_a_game_that_is_gone_is_not_sent(old_notice, mailoutbox):
    Notice.objects.update(game=0)
    tasks.send_notice(old_notice.pk, 0)
    assert fate(old_notice) == "stale"
