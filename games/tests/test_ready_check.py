"""A full table of three and more begins when everybody has said to be there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import person
from games.lobby.joining import CONFIRMS_SOONER, CONFIRMS_WITHIN
from games.lobby.terms import GameTerms, Handicap
from games.lobby.waiting import waiting_view
from games.models import Game, Seat, SeatKind, Status
from games.notices.kinds import NoticeKind
from games.services import (
    SeatWish,
    accept_invitation,
    agree_to_terms,
    change_terms,
    give_up_expired_games,
    invite,
    join_game,
    leave_game,
    remove_player,
)
from games.services.log import lock_game
from games.services.ready_check import reopen_seats
from games.tests.seating import OPEN, new_game
from homeworlds.rules import Preset, Variant, preset_rules
from notices.kinds import kind_named
from notices.models import Notice
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db
LAST_CAPTAIN = preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING)


@pytest.fixture
def alice() -> Player:
    return person("Alice")


@pytest.fixture
def bob() -> Player:
    return person("Bob")


@pytest.fixture
def cleo() -> Player:
    return person("Cleo")


def open_table(alice: Player, *others: SeatWish, **wishes: object) -> Game:
    return new_game(alice, *(others or (OPEN, OPEN)), rules=LAST_CAPTAIN, **wishes)


def full_table(alice: Player, bob: Player, cleo: Player) -> Game:
    game = open_table(alice)
    join_game(game_id=game.pk, player=bob)
    join_game(game_id=game.pk, player=cleo)
    return now(game)


def now(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def confirm(game: Game, player: Player) -> Game:
    return agree_to_terms(game_id=game.pk, player=player, terms=now(game).terms_number)


def confirmed(game: Game) -> dict[str, bool]:
    return {seat.shown_name: seat.confirmed for seat in game.seats.select_related("player")}


def told(kind: NoticeKind) -> set[str]:
    return set(Notice.objects.filter(kind=kind).values_list("player__name", flat=True))


def time_is_over(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(musters_until=database_now() - timedelta(seconds=1))
    assert reopen_seats() == 1
    return now(game)


def test_a_full_table_asks_all_but_who_made_it_full(alice, bob, cleo):
    game = full_table(alice, bob, cleo)
    assert game.status == Status.OPEN
    assert abs(game.musters_until - database_now() - CONFIRMS_WITHIN) < timedelta(minutes=1)
    assert confirmed(game) == {"Alice": False, "Bob": False, "Cleo": True}
    assert told(NoticeKind.MUSTER) == {"Alice", "Bob"}


def test_where_a_guest_sits_whom_no_mail_reaches_all_confirm_sooner(alice, bob):
    game, guest = open_table(alice), create_guest()
    invitation = invite(game_id=game.pk, player=alice, seat_id=game.seats.filter(player=None)[0].pk)
    accept_invitation(invitation_id=invitation.pk, player=guest, terms=1)
    join_game(game_id=game.pk, player=bob)
    assert abs(now(game).musters_until - database_now() - CONFIRMS_SOONER) < timedelta(minutes=1)


def test_nobody_is_promised_a_mail_that_does_not_reach_him(alice, bob):
    game, guest = open_table(alice), create_guest()
    invitation = invite(game_id=game.pk, player=alice, seat_id=game.seats.filter(player=None)[0].pk)
    accept_invitation(invitation_id=invitation.pk, player=guest, terms=1)

    def said(player: Player) -> str:
        client = Client()
        client.force_login(player)
        return client.get(f"/games/{game.public_id}/").content.decode()

    promise, asks = "You get a mail then.", "How do we call you?"
    assert promise in said(alice) and asks not in said(alice)
    assert promise not in said(guest) and asks in said(guest) and "/accounts/keep/" in said(guest)
    assert 'id="talk-text"' in said(guest)
    assert promise not in said(bob) and asks not in said(bob)
    Player.objects.filter(pk=alice.pk).update(mail_starts=False)
    assert promise not in said(alice) and asks not in said(alice)


def test_it_begins_when_the_last_one_has_confirmed(alice, bob, cleo):
    game = full_table(alice, bob, cleo)
    assert confirm(game, bob).status == Status.OPEN
    begun = confirm(game, alice)
    assert (begun.status, now(game).status, now(game).musters_until) == (Status.RUNNING, Status.RUNNING, None)


def test_a_game_of_two_begins_at_once(alice, bob):
    game = new_game(alice)
    assert join_game(game_id=game.pk, player=bob).status == Status.RUNNING


def test_a_game_with_bots_alone_begins_at_once_and_bots_need_not_confirm(alice, bob):
    ensure_bots()
    bots = [SeatWish(bot_level="judge"), SeatWish(bot_level="judge")]
    assert open_table(alice, *bots[:2]).status == Status.RUNNING
    game = open_table(alice, OPEN, bots[0])
    join_game(game_id=game.pk, player=bob)
    assert now(game).musters_until is not None
    assert confirm(game, alice).status == Status.RUNNING


def test_who_joins_a_game_of_an_event_has_confirmed(alice, bob, cleo):
    game = open_table(alice, arranged=True)
    join_game(game_id=game.pk, player=bob)
    assert join_game(game_id=game.pk, player=cleo).status == Status.RUNNING


def test_a_table_whose_seats_are_all_given_begins_at_once(alice, bob, cleo):
    game = open_table(alice, SeatWish(player=bob), SeatWish(player=cleo))
    assert game.status == Status.RUNNING


def test_who_accepted_before_it_was_full_confirms_too_and_who_accepts_last_does_not(alice, bob, cleo):
    game = open_table(alice, SeatWish(invited=bob), SeatWish(invited=cleo))
    for player in (bob, cleo):
        invitation = player.invitations.get()
        accept_invitation(invitation_id=invitation.pk, player=player, terms=1)
    assert confirmed(now(game)) == {"Alice": False, "Bob": False, "Cleo": True}


def test_the_seat_of_who_has_not_confirmed_in_time_is_open_again_and_its_player_is_told(alice, bob, cleo):
    game = full_table(alice, bob, cleo)
    confirm(game, alice)
    assert reopen_seats() == 0
    game = time_is_over(game)
    assert (game.status, game.musters_until) == (Status.OPEN, None)
    assert [seat.kind for seat in game.seats.all()] == [SeatKind.PLAYER, SeatKind.OPEN, SeatKind.PLAYER]
    assert told(NoticeKind.UNCONFIRMED) == {"Bob"}
    assert reopen_seats() == 0
    dan = person("Dan")
    join_game(game_id=game.pk, player=dan)
    assert confirmed(game) == {"Alice": False, "Dan": True, "Cleo": False}  # asked anew
    assert Notice.objects.filter(kind=NoticeKind.MUSTER, player=alice).count() == 2


def test_a_table_that_waits_for_its_players_does_not_expire_and_gets_a_week_when_a_seat_opens(
    alice, bob, cleo
):
    game = full_table(alice, bob, cleo)
    Game.objects.update(expires_at=database_now() - timedelta(hours=1))
    assert give_up_expired_games() == 0
    game = time_is_over(game)
    assert give_up_expired_games() == 0
    assert game.expires_at > database_now() + timedelta(days=6)


@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_who_gives_the_seat_back_ends_the_asking(how, alice, bob, cleo):
    game = full_table(alice, bob, cleo)
    if how == "leaves":
        leave_game(game_id=game.pk, player=cleo)
    else:
        remove_player(game_id=game.pk, player=alice, seat_id=Seat.objects.get(player=cleo).pk)
    assert now(game).musters_until is None
    confirm(game, alice)
    assert now(game).status == Status.OPEN


def test_other_terms_begin_the_two_days_anew_and_are_confirmed_by_agreeing(alice, bob, cleo):
    game = full_table(alice, bob, cleo)
    Game.objects.filter(pk=game.pk).update(musters_until=database_now() + timedelta(hours=1))
    change_terms(
        game_id=game.pk,
        player=alice,
        shown=1,
        terms=GameTerms(talk_allowed=False),
        handicaps=[Handicap()] * 3,
    )
    game = now(game)
    assert game.musters_until > database_now() + timedelta(hours=47)
    assert confirmed(game) == {"Alice": True, "Bob": False, "Cleo": False}
    confirm(game, bob)
    assert confirm(game, cleo).status == Status.RUNNING


def test_notices_are_not_sent_to_who_has_confirmed_meanwhile(alice, bob, cleo):
    game = full_table(alice, bob, cleo)
    notice = Notice.objects.get(kind=NoticeKind.MUSTER, player=bob)
    assert kind_named(notice.kind).is_still_true(notice)
    letter = kind_named(notice.kind).letter(notice)
    assert "Alice, Cleo" in letter.paragraphs[0] and "2 days" not in letter.paragraphs[-1]
    confirm(game, bob)
    assert not kind_named(notice.kind).is_still_true(notice)


def test_the_table_says_who_is_awaited_and_one_button_confirms(alice, bob, cleo):
    game = full_table(alice, bob, cleo)
    client = Client()
    client.force_login(bob)
    text = client.get(f"/games/{game.public_id}/").content.decode()
    assert "All seats are taken. Say that you are there" in text and "I am there: begin" in text
    assert "All seats are taken: confirm that you are there." in client.get("/games/mine/").content.decode()
    answer = client.post(f"/games/{game.public_id}/agree/", {"terms": "1"})
    assert answer.status_code == 303
    text = client.get(f"/games/{game.public_id}/").content.decode()
    assert "I am there: begin" not in text and "to confirm: Alice." in text
    assert "others have to confirm" in client.get("/games/mine/").content.decode()
    view = waiting_view(now(game), person("Zoe"))
    assert view is not None and not view.must_confirm and view.to_confirm == ("Alice",)


def test_a_table_that_fails_is_set_aside_and_the_others_go_on(alice, bob, cleo, monkeypatch, caplog):
    poison = full_table(alice, bob, cleo)
    other = full_table(alice, bob, cleo)
    Game.objects.filter(pk=other.pk).update(musters_until=database_now())
    Game.objects.filter(pk=poison.pk).update(musters_until=database_now() - timedelta(minutes=1))

    def lock(game_id: int) -> tuple[Game, list[Seat]]:
        if game_id == poison.pk:
            raise ValueError("poison")
        return lock_game(game_id)

    monkeypatch.setattr("games.services.ready_check.lock_game", lock)
    assert reopen_seats() == 1
    assert f"game {poison.pk} could not be opened" in caplog.text
    assert now(poison).musters_until > database_now() + timedelta(minutes=59)
    assert reopen_seats() == 0
