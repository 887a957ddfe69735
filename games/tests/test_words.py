"""The table in words is fetched by who opens it: of the position shown, with what is made there."""

from __future__ import annotations

import pytest
from django.test import Client

from games.tests.browsing import Browser
from games.tests.play import play_turn, table_of
from games.tests.table_views import address
from homeworlds.rules import RuleSet
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in ("homeworld B1 Y2 G3", "homeworld R1 B3 G3", "build G1 Alice", "build G1 Bob"):
        play_turn(game, text)
    return game


def words_of(client: Client, path: str) -> tuple[str, str, str]:
    """The position in notation, by the fragment and by the page, to which a table leads, and its dangers."""
    panel = page_of(client.get(path)).by_id("in-words")
    fetched = page_of(client.get(panel["hx-get"]))
    page = page_of(client.get(panel.one("link", "The table in words on a page of its own")["href"]))
    dangers = fetched.find_id("dangers")
    by_both = [each.by_id("position-copy").value for each in (fetched, page)]
    return by_both[0], by_both[1], dangers.text if dangers else ""


@pytest.mark.parametrize(
    "tail, position",
    [
        ("", "<0> Alice (0, y2b1) g1g3-; Bob (1, r1b3) -g1g3"),
        ("?turn=trade+G1+R1+Alice", "<0> Alice (0, y2b1) r1g3-; Bob (1, r1b3) -g1g3"),
        ("turns/3/", "<1> Alice (0, y2b1) g1g3-; Bob (1, r1b3) -g3"),
        ("turns/3/0/", "<0> Alice (0, y2b1) g3-; Bob (1, r1b3) -g3"),
    ],
)
def test_they_are_of_the_position_that_is_shown(game, alice, tail, position):
    fetched, page, dangers = words_of(Browser(alice).client, address(game, tail))
    assert fetched == page == position
    # What threatens now is said of the game as it stands.
    assert bool(dangers) == (not tail.startswith("turns"))


def test_who_only_watches_is_not_threatened_and_makes_no_turn(game, charlie):
    client = Browser(charlie).client
    fetched, _page, dangers = words_of(client, address(game))
    assert fetched.startswith("<0> Alice") and not dangers
    made = client.get(address(game, "turns/4/words/table/?turn=trade+G1+R1+Alice"))
    assert page_of(made).by_id("position-copy").value == fetched


@pytest.mark.parametrize("tail", ["9/words/", "3/words/?step=7", "3/words/?kind=missed&step=0"])
def test_what_never_was_has_no_words(game, alice, tail):
    assert Browser(alice).client.get(address(game, f"turns/{tail}")).status_code == 404
