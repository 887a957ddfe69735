"""Standing wishes for a game."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player, Quiet
from accounts.tests.cast import person
from accounts.vacation.keeping import begin_vacation
from games.models import Game, Leaver, Status
from games.refusals import GameRefusal
from games.services import resign
from games.services.leaving import settle_leaver
from homeworlds.rules import Variant
from ladders.models import Rated, Wish, WishSeat
from ladders.tests.wishes import match, told, wish
from ladders.wishes.refusals import WishRefusal, WishRefusalCode
from ladders.wishes.services import answer_wish, state_wish, withdraw_wish
from ratings.tests.rows import rated
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def people() -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dora")]


def refused(action) -> str:
    with pytest.raises((WishRefusal, GameRefusal)) as caught:
        action()
    return str(caught.value.code)


def end(game: Game) -> None:
    resign(game_id=game.pk, player=game.seats.first().player, key="r", confirmed=True)


# --- meeting


def test_two_who_wish_for_an_opponent_play_at_once(alice, bob):
    wish(alice)
    assert match() == 0
    wish(bob)
    assert match() == 1
    game = Game.objects.get()
    assert (game.status, game.players, game.rated, game.variant) == (Status.RUNNING, 2, True, "binary")
    assert (game.origin_kind, game.origin_link) == ("wish", "/find/")
    assert {seat.player.name for seat in game.seats.all()} == {"Alice", "Bob"}


def test_each_is_told_once_that_the_game_begins(alice, bob):
    wish(alice)
    wish(bob)
    match()
    assert told(Game.objects.get()) == {"Alice": {"wish_met"}, "Bob": {"wish_met"}}


def test_whoever_wants_no_mail_of_starts_is_told_of_a_turn(alice, bob):
    for player in (alice, bob):
        player.mail_starts = False
        player.save()
        wish(player)
    match()
    game = Game.objects.get()
    assert told(game) == {game.seats.get(number=0).player.name: {"turn"}}


def test_four_who_wish_for_a_table_get_one_in_a_variant_of_all(people):
    chosen = [
        {Variant.SINISTER, Variant.GOOD_VS_EVIL},
        {Variant.SINISTER, Variant.LAST_CAPTAIN_STANDING},
        set(Variant),
        {Variant.SINISTER},
    ]
    for player, variants in zip(people, chosen, strict=True):
        assert match() == 0
        wish(player, 4, variants=variants)
    assert match() == 1
    assert (Game.objects.get().players, Game.objects.get().variant) == (4, "sinister")


def test_a_wish_stays_and_holds_no_more_games_than_it_says(people):
    alice, bob, cleo, dora = people
    wish(alice, at_once=2)
    for player in (bob, cleo, dora):
        wish(player)
    assert match() == 2
    assert WishSeat.objects.filter(player=alice).count() == 2
    assert Wish.objects.count() == 4


def test_the_same_two_do_not_play_by_wishes_at_the_same_time(alice, bob):
    wish(alice, at_once=3)
    wish(bob, at_once=3)
    assert (match(), match()) == (1, 0)
    assert refused(lambda: answer_wish(player=bob, wish_id=alice.wishes.get().pk)) == (
        WishRefusalCode.PLAYING_ALREADY
    )
    end(Game.objects.get())
    assert match() == 1


def test_whom_one_has_not_met_is_preferred(people):
    alice, bob, *others = people
    for player in (alice, bob):
        wish(player)
    match()
    end(Game.objects.get())
    for player in others:
        wish(player)
    assert match() == 2
    for game in Game.objects.filter(status=Status.RUNNING):
        assert {seat.player for seat in game.seats.all()} != {alice, bob}


def test_ratings_too_far_apart_do_not_meet(alice, bob):
    rated(alice, 1500.0)
    rated(bob, 1801.0)
    wish(alice, within=200)
    wish(bob)
    assert match() == 0
    Wish.objects.filter(player=alice).update(within=400)
    assert match() == 1


def test_blocked_away_suspended_and_closed_players_are_not_matched(people):
    alice, bob, cleo, dora = people
    for player in people:
        wish(player)
    Quiet.objects.create(owner=bob, other=alice, kind=Quiet.Kind.BLOCK)
    begin_vacation(cleo, database_now())
    Player.objects.filter(pk=dora.pk).update(suspended_until=database_now() + timedelta(days=1))
    assert match() == 0
    assert not dora.wishes.exists(), "who is suspended leaves"
    assert cleo.wishes.exists(), "vacation pauses"


def test_a_friendly_wish_begins_a_friendly_game(alice, bob):
    wish(alice, rated=Rated.FRIENDLY)
    wish(bob)
    assert match() == 1
    assert not Game.objects.get().rated


def test_what_is_looked_at_comes_later_next_time(alice, bob):
    first = wish(alice, rated=Rated.FRIENDLY)
    wish(bob, rated=Rated.RATED)
    match()
    first.refresh_from_db()
    assert first.looked_at is not None


# --- stating, withdrawing, answering


def test_each_refusal_of_a_wish_is_reached(alice, bob):
    guest = Player.objects.create_player(name="Gast", email=None, password=None, kind=Player.Kind.GUEST)
    assert refused(lambda: wish(guest)) == WishRefusalCode.NEEDS_ACCOUNT
    assert refused(lambda: wish(alice, variants=[Variant.SINISTER])) == WishRefusalCode.NO_VARIANT
    assert refused(lambda: wish(alice, clocks=["live"])) == WishRefusalCode.NO_CLOCK
    for within in (100, 200, 400, 300, 150):
        own = wish(alice, within=within)
    assert refused(lambda: wish(alice)) == WishRefusalCode.WISHES_ENOUGH
    assert refused(lambda: answer_wish(player=alice, wish_id=own.pk)) == WishRefusalCode.OWN_WISH
    assert refused(lambda: answer_wish(player=bob, wish_id=10**6)) == WishRefusalCode.WISH_GONE
    Quiet.objects.create(owner=alice, other=bob, kind=Quiet.Kind.BLOCK)
    assert refused(lambda: answer_wish(player=bob, wish_id=own.pk)) == WishRefusalCode.DOES_NOT_FIT
    begin_vacation(bob, database_now())
    assert refused(lambda: answer_wish(player=bob, wish_id=own.pk)) == WishRefusalCode.ON_VACATION
    bob.suspended_until = database_now() + timedelta(days=1)
    assert refused(lambda: wish(bob)) == "suspended"
    with pytest.raises(ValueError):
        state_wish(player=alice, players=7, variants=[], clocks=[])


def test_the_same_wish_stated_twice_is_one(alice):
    assert wish(alice) == wish(alice, at_once=3)
    assert Wish.objects.get().at_once == 3


def test_answering_a_wish_begins_its_game_and_tells_who_wished(alice, bob):
    game = answer_wish(player=bob, wish_id=wish(alice).pk)
    assert game.status == Status.RUNNING
    assert told(game) == {"Alice": {"wish_met"}}
    assert (
        refused(lambda: answer_wish(player=bob, wish_id=alice.wishes.get().pk)) == WishRefusalCode.WISH_GONE
    )


def test_a_wish_withdrawn_keeps_its_games_and_nobody_withdraws_that_of_others(alice, bob):
    own = wish(alice)
    game = answer_wish(player=bob, wish_id=own.pk)
    with pytest.raises(Wish.DoesNotExist):
        withdraw_wish(player=bob, wish_id=own.pk)
    withdraw_wish(player=alice, wish_id=own.pk)
    assert WishSeat.objects.filter(game=game).count() == 2
    assert Game.objects.get().status == Status.RUNNING


def test_a_deleted_account_wishes_for_nothing(alice):
    wish(alice)
    leaver = Leaver.objects.create(player=alice, created_at=database_now(), due_at=database_now())
    settle_leaver(leaver_id=leaver.pk)
    assert not Wish.objects.exists()
