"""A table that waits for its players: what comes next, what is to be done now, how long it takes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from accounts.tests.cast import person
from games.lobby.filling import usual_filling
from games.lobby.terms import GameTerms
from games.models import Game, Visibility
from games.services import SeatWish, invite, join_game
from games.tests.seating import known, new_game
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.clock import database_now
from upkeep.tests.elements import Element, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
CAPTAINS = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)
HOUR = timedelta(hours=1)


def four(creator: Player, *more: Player, **terms: object) -> Game:
    """A table of four at which these sit."""
    game = new_game(
        creator,
        SeatWish(),
        SeatWish(),
        SeatWish(),
        rules=CAPTAINS,
        terms=GameTerms(**terms),  # type: ignore[arg-type]
    )
    for player in more:
        join_game(game_id=game.pk, player=player)
    return game


def page(game: Game, viewer: Player | None = None) -> Element:
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    return page_of(client.get(f"/games/{game.public_id}/"))


def foot(game: Game, viewer: Player | None = None) -> tuple[str, list[str]]:
    """What it says, and what is gold on the whole page."""
    shown = page(game, viewer)
    words = shown.by_id("waiting-foot").select("p")[0]
    return words.text, [gold.text for gold in shown.select(".choice.primary")]


def test_the_steps_to_the_start_stand_in_order_and_the_present_one_is_marked(alice, bob, charlie):
    game = four(alice, bob)
    steps = [step.text for step in page(game, alice).select(".next-steps > li")]
    assert [step.split(" ")[0] for step in steps] == ["2", "All", "Everybody"]
    assert "If seats are still empty on" in steps[0] and "You get a mail then." in steps[1]
    assert [step["class"] for step in page(game, alice).select(".next-steps > .is-now")] == ["is-now"]
    join_game(game_id=game.pk, player=charlie)
    assert page(game, alice).select(".next-steps > .is-now")[0].text.startswith("1 more sits down")


def test_two_need_not_say_that_they_are_there(alice):
    steps = [step.text for step in page(new_game(alice), alice).select(".next-steps > li")]
    assert len(steps) == 2 and "The game starts by itself" in steps[1]


def test_the_foot_says_what_is_to_be_done_now_and_one_thing_is_gold(alice, bob, charlie):
    game = four(alice, bob)
    assert foot(game, alice) == ("2 open seats Anybody may join", ["Share"])
    assert foot(game, bob) == ("2 open seats Anybody may join", [])
    assert foot(game, charlie) == ("2 open seats Anybody may join", ["Join"])
    assert foot(game) == ("2 open seats Anybody may join", ["Log in to join."])
    invite(game_id=game.pk, player=alice, seat_id=game.seats.filter(player=None)[0].pk, invited=charlie)
    assert foot(game, charlie) == ("Alice invites you Anybody may join", ["Answer the invitation"])


def test_at_a_full_table_one_says_that_one_is_there(alice, bob, charlie):
    game = four(alice, bob, charlie)
    join_game(game_id=game.pk, player=person("Dora"))
    words, gold = foot(game, alice)
    assert words == "Are you there? 1 of 4 are there" and gold == ["I am there: begin"]


def test_a_game_that_nobody_finds_is_shared_by_the_link_of_a_seat(alice):
    game = four(alice, visibility=Visibility.PRIVATE)
    assert foot(game, alice) == ("3 open seats Nobody finds it in the list", ["Make a link"])
    kept = invite(game_id=game.pk, player=alice, seat_id=game.seats.filter(player=None)[0].pk)
    shown = page(game, alice)
    assert [gold.text for gold in shown.select(".choice.primary")] == ["Share"]
    (link,) = shown.by_id("waiting-foot").select(".share-address")
    assert kept.token in link["href"]


def test_under_a_waiting_table_one_thing_is_folded_and_it_tells_its_terms_in_short(alice, bob):
    shown = page(four(alice, bob), bob)
    folds = shown.select("main details:not(.popup, .popup details)")
    assert [fold["id"] for fold in folds] == ["about"]
    tags = [tag.text for tag in shown.select("#about .term-tags > span")]
    assert tags == ["no clock", "friendly", "Custom"]


def filled(creator: Player, *hours: float) -> None:
    """Tables of four that began so many hours after they were made."""
    now = database_now()
    for wait in hours:
        made = now - timedelta(days=2)
        Game.objects.filter(pk=four(creator).pk).update(created_at=made, started_at=made + wait * HOUR)


def test_how_long_a_table_takes_is_said_from_five_real_waits_on(alice, bob):
    bob = known(bob)
    filled(bob, 1, 2, 9, 20)
    assert usual_filling(4, database_now()) is None
    game = four(alice)
    assert "Usually" not in page(game, alice).text
    filled(bob, 5, 0)
    assert usual_filling(4, database_now()) == 5 * HOUR, "a table full at once waited for nobody"
    assert "Usually 5 h." in page(game, alice).text
    assert usual_filling(3, database_now()) is None
