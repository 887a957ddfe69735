"""The goal stands under the title, for everybody who looks."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.log.alignments import alignment_of_viewer
from games.models import Game
from games.services import resign
from games.tests.browsing import Browser
from games.tests.play import play_turn, table_of
from homeworlds.outcome import Alignment
from homeworlds.rules import RuleSet, Variant
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
GOAL = "Leave your opponent no ship at home."


def goals(game: Game, player: Player | None, query: str = "") -> list[tuple[str, str]]:
    """Of each place where it stands the class and the words."""
    page = page_of(Browser(player).open(f"/games/{game.public_id}/{query}").page)
    found = [(each["class"], each.text.partition("Goal ")) for each in page.select("p.turn-goal")]
    return [(class_, words) for class_, (before, _, words) in found if not before]


@pytest.fixture
def game(alice, bob):
    """Alice is to move."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in ("homeworld R1 B2 G3", "homeworld Y1 B3 G3"):
        play_turn(game, text)
    return game


def test_it_stands_there_until_the_game_is_over(game, alice, bob, charlie):
    for player in (alice, bob, charlie, None):
        assert goals(game, player) == [("turn-goal", GOAL)]
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert goals(game, alice) == []


def test_it_stays_where_something_is_chosen(game, alice):
    assert goals(game, alice, "?at=Alice") == [("turn-goal", GOAL)]
    page = page_of(Browser(alice).open(f"/games/{game.public_id}/?at=Alice").page)
    assert [each.text for each in page.select("p.table-goal")] == [f"Goal {GOAL}"]


def test_who_hunts_whom_is_said_with_their_badges(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.SINISTER))
    page = page_of(Browser(alice).open(f"/games/{game.public_id}/").page)
    (hunt,) = page.select(".table-goal .hunt")
    assert hunt.text == "Goal: eliminate B Bob · C Charlie hunts you"
    stranger = page_of(Browser(None).open(f"/games/{game.public_id}/").page)
    assert not stranger.select(".hunt")


def test_it_tells_a_player_the_own_side_from_the_first_turn_on(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    sides = {Alignment.GOOD: "You are Good: ", Alignment.EVIL: "You are Evil: "}
    for seat in game.seats.select_related("player"):
        [(_, words)] = goals(game, seat.player)
        assert words.startswith(sides[alignment_of_viewer(game, seat.player)])
    [(_, words)] = goals(game, None)
    assert words.startswith("An Evil player who eliminates")
