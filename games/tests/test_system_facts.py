"""What a player reads of a system that he has chosen."""

import pytest

from board.turn.facts import facts_of
from games.models import Game
from games.tests.browsing import Browser
from games.tests.play import table_of
from games.tests.table_views import address, put
from homeworlds.notation import parse_position
from homeworlds.rules import RuleSet
from upkeep.tests.elements import page_of

TABLE = "<0> Alice (0, y1b2) g3y1-; Bob (1, r1b3) -g3; Vega (g3) y1r2-g1; Mira (r1) -b1"


def facts_at(name: str, me: int | None = 0):
    position = parse_position(TABLE, RuleSet(), ["Alice", "Bob"])
    return facts_of(position, position.find(name), me)


def test_the_powers_are_those_of_the_viewer_where_he_has_a_ship():
    assert [fact.words for fact in facts_at("Vega").powers] == ["red", "yellow", "green"]
    assert [fact.words for fact in facts_at("Vega", me=1).powers] == ["green"]
    assert facts_at("Mira").powers == facts_at("Vega", me=None).powers == ()


def test_the_largest_ship_of_each_side_is_told():
    assert [(fact.value, fact.words) for fact in facts_at("Vega").largest] == [
        ("••", "Alice: medium"),
        ("•", "Bob: small"),
    ]


def test_the_jumps_to_each_home_are_told():
    assert [fact.words for fact in facts_at("Vega").jumps] == ["Alice: 1 jump", "Bob: 2 jumps"]
    assert [fact.value for fact in facts_at("Alice").jumps] == ["0", "3"]


@pytest.fixture
def game(alice, bob) -> Game:
    return put(table_of(alice, bob, rules=RuleSet()), TABLE)


@pytest.mark.django_db
def test_the_table_shows_them_for_the_chosen_system_only(game, alice, bob):
    for player in (alice, bob, None):
        browser = Browser(player)
        said = page_of(browser.open(address(game, "?at=Vega")).page).text
        assert "Largest ship" in said and "Alice: medium" in said and "Bob: 2 jumps" in said
        assert ("Your powers" in said) is (player is not None)
        assert "Largest ship" not in page_of(browser.open(address(game)).page).text


@pytest.mark.django_db
def test_the_bank_shows_what_the_turn_in_the_making_changes(game, alice):
    def stacks(query: str = "") -> list[str]:
        bank = page_of(Browser(alice).open(address(game, query)).page).by_id("bank")
        return [each.name for each in bank.select("[role=img]")]

    assert len(stacks()) == 12 and not any("By this turn" in each for each in stacks())
    made = stacks("?turn=trade Y1 B1 Alice")
    assert [each for each in made if "By this turn" in each] == [
        "small yellow: 1 in the bank, the next build. By this turn: +1.",
        "small blue: 1 in the bank, the next build. By this turn: −1.",
    ]
