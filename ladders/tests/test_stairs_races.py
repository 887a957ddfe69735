"""Two seatings at once, two matchers at once, and people who act meanwhile."""

from __future__ import annotations

import pytest

from accounts.tests.cast import person
from games.models import Game
from ladders.models import Stairs, StairsEvent, StairsSeason, Wish, WishSeat
from ladders.stairs.services.replaying import check_stairs
from ladders.stairs.services.seating import seat_day
from ladders.tests.stairs import ask, day, give_up
from ladders.tests.wishes import wish
from ladders.wishes.refusals import WishRefusal
from ladders.wishes.services import answer_wish, match_wishes, withdraw_wish

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
ROUNDS = 10


@pytest.fixture
def people(transactional_db):
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dora")]


def test_two_seatings_at_once_are_one(people, at_once):
    for days in range(1, ROUNDS + 1):
        ask(*people)
        games = at_once(lambda days=days: seat_day(now=day(days)), lambda days=days: seat_day(now=day(days)))
        assert sorted(len(each) for each in games) == [0, 1]
        (game,) = [game for each in games for game in each]
        give_up(game, *people[1:])
    assert StairsEvent.objects.filter(kind="seating").count() == ROUNDS
    assert check_stairs() == []


def test_two_who_make_the_stairs_at_once_make_one(people, at_once):
    at_once(lambda: ask(people[0]), lambda: ask(people[1]))
    assert (Stairs.objects.count(), StairsSeason.objects.count()) == (1, 1)
    assert check_stairs() == []


def test_a_table_ends_while_the_next_seating_is_drawn(people, at_once):
    for days in range(1, ROUNDS, 2):
        ask(*people)
        game = seat_day(now=day(days))[0]
        first, second, *others = [seat.player for seat in game.seats.order_by("number")]
        give_up(game, *others)
        ask(first, second, *others)
        at_once(
            lambda game=game, second=second: give_up(game, second),
            lambda days=days: seat_day(now=day(days + 1)),
        )
        for running in Game.objects.filter(status="running"):
            give_up(running, *[seat.player for seat in running.seats.all()][1:])
        assert check_stairs() == []


def test_two_matchers_at_once_begin_no_game_twice(people, at_once):
    for _ in range(ROUNDS):
        Wish.objects.all().delete()
        for player in people:
            wish(player)
        began = at_once(match_wishes, match_wishes)
        assert sum(began) == 2
        assert WishSeat.objects.filter(game__status="running").values("player").distinct().count() == 4
        for game in Game.objects.filter(status="running"):
            give_up(game, game.seats.first().player)


def test_two_who_answer_the_same_wish_get_one_game(people, at_once):
    alice, bob, cleo, _ = people

    def answers(player, own):
        def answer():
            try:
                return answer_wish(player=player, wish_id=own.pk)
            except WishRefusal as refusal:
                return str(refusal.code)

        return answer

    for _round in range(ROUNDS):
        Wish.objects.all().delete()
        own = wish(alice)
        found = at_once(answers(bob, own), answers(cleo, own))
        games = [each for each in found if isinstance(each, Game)]
        assert len(games) == 1 and "wish-gone" in found
        give_up(games[0], alice)


def test_a_wish_withdrawn_while_it_is_met_leaves_a_game_or_none(people, at_once):
    alice, bob, *_ = people
    for _round in range(3 * ROUNDS):
        Wish.objects.all().delete()
        own = wish(alice)
        wish(bob)
        began, _none = at_once(match_wishes, lambda own=own: withdraw_wish(player=alice, wish_id=own.pk))
        assert WishSeat.objects.filter(game__status="running").count() == 2 * began
        for game in Game.objects.filter(status="running"):
            give_up(game, alice)


def test_two_players_begin_one_game_at_a_time_by_whatever_wishes(people, at_once):
    alice, bob, *_ = people

    def answers(own):
        def answer():
            try:
                return answer_wish(player=bob, wish_id=own.pk)
            except WishRefusal as refusal:
                return str(refusal.code)

        return answer

    for number in range(2 * ROUNDS):
        Wish.objects.all().delete()
        first, second = wish(alice, within=400), wish(alice)
        if number % 2:
            at_once(answers(first), answers(second))
        else:
            wish(bob)
            at_once(match_wishes, answers(second))
        (game,) = Game.objects.filter(status="running")
        give_up(game, alice)
