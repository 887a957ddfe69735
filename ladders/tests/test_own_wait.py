"""The bar of a wish that waits, and what the lobby says of waiting."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from ladders.models import Rated, Wish, WishSeat
from ladders.tests.wishes import ended, match, wish
from ladders.wishes.looking import wishes_of_others
from ladders.wishes.own_wait import LENGTH, own_wait
from ladders.wishes.waits import waits_lately
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
HOUR = timedelta(hours=1)


def bar(player: Player, hours: float = 2):
    """Of the player, as if the wishes were that old."""
    now = database_now() + hours * HOUR
    return own_wait(player, now, waits_lately(now))


def test_who_waits_sees_how_long_so_far_and_when_a_bot_sits_in(alice):
    assert bar(alice) is None
    wish(alice)
    waits = bar(alice)
    assert (waits.title, waits.so_far, waits.usual, waits.bots) == (
        "You wait for anybody", "2\N{NO-BREAK SPACE}h so far", "", "Scout at 4\N{NO-BREAK SPACE}h",
    )  # fmt: skip
    assert waits.terms == ("Binary", "clock: normal")
    assert round(waits.done / LENGTH, 2) == 0.5 and waits.tick is None
    assert bar(alice, 40).done == LENGTH


def test_the_usual_time_is_a_tick_on_the_bar(alice, met):
    ended(1, 2, 3, 4, 5)
    Wish.objects.update(waits_since=database_now(), at_once=2)
    waits = bar(alice)
    assert waits.usual == "usually 3\N{NO-BREAK SPACE}h" and round(waits.tick / LENGTH, 2) == 0.75
    ended(20, 20, 20, 20, 20, 20)
    waits = bar(alice)
    # Beyond the end of the bar it is said only.
    assert waits.usual == "usually 20\N{NO-BREAK SPACE}h" and waits.tick is None


def test_without_a_bot_the_bar_ends_at_twice_the_usual_time(alice, met):
    ended(1, 2, 3, 4, 5)
    Wish.objects.update(waits_since=database_now(), at_once=2, wants_bot=False)
    waits = bar(alice)
    assert waits.bots == "" and round(waits.tick / LENGTH, 2) == 0.5


def test_a_range_of_ratings_stands_in_figures(alice, bob):
    wish(alice, within=200, rated=Rated.RATED)
    assert bar(alice).title == "You wait for an opponent"
    *others, within = bar(alice).terms
    low, high = map(int, within.split("–"))
    assert others == ["Binary", "clock: normal", "rated only"] and high - low == 400
    (row,) = wishes_of_others(bob, database_now())
    assert row.ratings == within
    (seen,) = page_of(Client().get("/games/open/")).select("[aria-labelledby='wishes-heading'] .lobby-row")
    assert within in seen.text and "Alice" in seen.text


def test_a_wish_by_which_a_game_goes_on_does_not_wait(alice, bob):
    wish(alice)
    wish(bob)
    assert match() == 1 and bar(alice) is None


def test_of_several_the_longest_is_shown_and_the_others_are_counted(alice):
    first = wish(alice, players=4)
    wish(alice)
    Wish.objects.filter(pk=first.pk).update(waits_since=database_now() - HOUR)
    waits = bar(alice)
    assert (waits.title, waits.bots, waits.more) == (
        "You wait for a table of 4",
        "bots at 4\N{NO-BREAK SPACE}h",
        1,
    )


def test_the_busiest_hours_are_said_where_enough_waits_tell(met):
    ended(*[1] * 20)
    WishSeat.objects.update(at=(database_now() - timedelta(days=1)).replace(hour=20))
    waits = waits_lately(database_now())
    assert waits is not None and waits.by_hour[20] == 20 == waits.number
    assert waits.busiest == "Most come from 18 to 21 h, your time."
    assert [top for _, top, high, _ in waits.bars if high == 40] == [0]


def test_the_lobby_shows_the_own_wait_and_the_usual_time(alice, met):
    ended(1, 2, 3, 4, 5)
    Wish.objects.filter(player=alice).update(at_once=2)
    client = Client()
    client.force_login(alice)
    page = page_of(client.get("/games/open/"))
    assert {"You wait for anybody", "Usually 3 hours"} <= set(page.names("heading"))
    assert page_of(Client().get("/games/open/")).names("heading").count("Usually 3 hours") == 1
