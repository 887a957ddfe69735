"""To whom nobody comes a bot does, and it leaves for a person who comes early enough."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.log.words import entry_sentence
from games.models import EntryKind, Game, SeatKind, Status
from games.services import send_bot_away
from games.tests.play import play_peaceful_turns
from ladders.models import Wish, WishSeat
from ladders.tests.wishes import ended, match, told, wish
from ladders.wishes.notices import BOT_CAME, bot_came_letter
from ladders.wishes.services import answer_wish, seat_bots
from ladders.wishes.waits import usual_wait_in_words, waits_lately
from notices.models import Notice
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]

HOUR = timedelta(hours=1)


@pytest.fixture
def people() -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Carol")]


def come(hours: float = 4.5) -> int:
    """What the sweep does so many hours from now."""
    return seat_bots(now=database_now() + hours * HOUR, lots=random.Random(1))


def waits(player, hours: float = 5, **more) -> Wish:
    made = wish(player, **more)
    Wish.objects.filter(pk=made.pk).update(waits_since=database_now() - hours * HOUR)
    return Wish.objects.get(pk=made.pk)


def bot_game(made: Wish) -> Game:
    made.refresh_from_db()
    assert made.bot_game is not None
    return made.bot_game


def test_after_four_hours_a_bot_sits_in_and_the_wish_waits_on(alice):
    made = wish(alice)
    assert come(3.9) == 0
    assert come(4.1) == 1
    game = bot_game(made)
    assert (game.status, game.rated, game.clock_start) == (Status.RUNNING, False, None)
    kinds = sorted(str(kind) for kind in game.seats.values_list("kind", flat=True))
    assert kinds == sorted([SeatKind.BOT, SeatKind.PLAYER])
    assert told(game) == {"Alice": {"wish_bot_came"}}
    # It is no game by the wish, which is met by whoever comes.
    assert not WishSeat.objects.exists() and come(4.2) == 0 and come(40) == 0


def test_no_bot_comes_to_who_wants_none(alice):
    wish(alice, wants_bot=False)
    assert come(40) == 0 and not Game.objects.exists()


@pytest.mark.parametrize("players", [3, 4, 6])
def test_bots_fill_a_table_to_which_too_few_have_come(alice, players):
    made = wish(alice, players=players)
    assert come(3.9) == 0 and come(4.1) == 1
    game = bot_game(made)
    kinds = list(game.seats.values_list("kind", flat=True))
    assert (game.status, game.rated, len(kinds), kinds.count(SeatKind.BOT)) == (
        Status.RUNNING, False, players, players - 1,
    )  # fmt: skip
    assert game.variant in made.variants
    assert come(40) == 0, "once while it waits"


@pytest.mark.parametrize(("turns", "leave"), [(3, True), (4, False)])
def test_bots_leave_a_table_for_people_who_come_before_the_first_turn_after_the_set_up(people, turns, leave):
    made = waits(people[0], players=3)
    assert seat_bots(lots=random.Random(1)) == 1
    game = play_peaceful_turns(bot_game(made), turns)
    for other in people[1:3]:
        wish(other, players=3)
    assert match() == 1
    game.refresh_from_db()
    assert (game.status == Status.FINISHED) == leave
    if leave:
        last = game.log.latest("number")
        assert entry_sentence(EntryKind(last.kind), "", last.data) == (
            "People came to play, so the bots have left: the game is void."
        )


@pytest.mark.parametrize(("players", "said"), [(2, "before the third turn"), (3, "after the set-up")])
def test_the_mail_says_until_when_bots_leave(alice, players, said):
    waits(alice, players=players)
    seat_bots(lots=random.Random(1))
    letter = bot_came_letter(Notice.objects.get(kind=BOT_CAME))
    assert said in letter.paragraphs[0]


def test_no_bot_comes_while_a_game_by_the_wish_goes_on(alice, bob):
    wish(alice, at_once=2)
    wish(bob)
    assert match() == 1
    assert come(40) == 0


@pytest.mark.parametrize(("hours", "number"), [(0, 0), (2, 1)])
def test_the_operator_says_after_how_long(alice, settings, hours, number):
    settings.WISH_BOT_HOURS = hours
    wish(alice)
    assert come(3) == number


def test_the_bot_leaves_for_a_person_who_comes_before_the_third_turn(alice, bob):
    made = waits(alice)
    assert seat_bots(lots=random.Random(1)) == 1
    game = play_peaceful_turns(bot_game(made), 2)
    played = answer_wish(player=bob, wish_id=made.pk, lots=random.Random(1))
    game.refresh_from_db()
    assert (game.status, game.outcome["termination"]) == (Status.FINISHED, "void")
    last = game.log.latest("number")
    assert (last.kind, last.data) == (EntryKind.VOID, {"why": "somebody came"})
    assert played.status == Status.RUNNING and played.rated and played.clock_start is not None


def test_from_the_third_turn_on_the_game_with_the_bot_goes_on_beside(alice, bob):
    made = waits(alice)
    seat_bots(lots=random.Random(1))
    game = play_peaceful_turns(bot_game(made), 3)
    wish(bob)
    assert match() == 1
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_only_a_bot_that_plays_meanwhile_is_sent_away(alice, bob):
    wish(alice)
    wish(bob)
    match()
    game = Game.objects.get()
    assert not send_bot_away(game_id=game.pk)
    made = waits(alice, at_once=2)
    Game.objects.filter(pk=game.pk).update(status=Status.CANCELLED, next_seat=None, due_at=None)
    assert seat_bots(lots=random.Random(1)) == 1
    assert send_bot_away(game_id=bot_game(made).pk)
    # Twice it has no effect.
    assert not send_bot_away(game_id=bot_game(made).pk)


def test_a_bot_comes_again_to_who_waits_anew(alice, bob):
    made = waits(alice)
    assert seat_bots(lots=random.Random(1)) == 1
    answer_wish(player=bob, wish_id=made.pk, lots=random.Random(1))
    Game.objects.filter(status=Status.RUNNING).update(status=Status.CANCELLED, next_seat=None, due_at=None)
    assert come(3) == 0
    assert come(4.5) == 1


# --- how long one waits


def test_the_usual_wait_is_the_median_of_real_ones(met):
    ended(1, 2, 6, 7, 50)
    waits = waits_lately(database_now())
    assert waits is not None and (waits.usual, waits.nine_in_ten) == (6 * HOUR, 50 * HOUR)
    grounds = " ".join(waits.grounds.split())
    assert grounds == "5 waits of the last 30 days; nine in ten ended within 2 d 2 h."
    assert waits.busiest == "", "five do not say when most come"
    assert usual_wait_in_words(database_now()) == "Usually 6 hours until somebody sits down."


def test_of_fewer_than_five_or_old_ones_nothing_is_said(met):
    ended(1, 2, 6, 7)
    ended(5, 5, days_ago=31)
    assert waits_lately(database_now()) is None and usual_wait_in_words(database_now()) == ""


def test_a_game_by_wishes_remembers_how_long_each_waited(alice, bob):
    made = waits(alice, hours=7)
    answer_wish(player=bob, wish_id=made.pk, lots=random.Random(1))
    hers, his = WishSeat.objects.get(player=alice), WishSeat.objects.get(player=bob)
    assert hers.waited is not None and hers.waited // HOUR == 7
    assert his.waited is None
