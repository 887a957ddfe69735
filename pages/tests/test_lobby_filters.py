"""What the lobby is narrowed down to, and how many there are of each."""

from __future__ import annotations

import pytest
from django.test import Client

from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game
from games.tests.seating import OPEN, new_game
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
LAST_CAPTAIN = preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING)


@pytest.fixture
def games(alice) -> dict[str, Game]:
    slow = GameTerms(clock=PACES["slow"])
    return {
        "live": new_game(alice, terms=GameTerms(clock=PACES["live"], rated=True)),
        "rated": new_game(alice, terms=GameTerms(clock=PACES["brisk"], rated=True)),
        "none": new_game(alice),
        "table": new_game(alice, OPEN, OPEN, rules=LAST_CAPTAIN, terms=slow),
    }


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", {"live", "rated", "none", "table"}),
        ("clock=live", {"live"}),
        ("clock=days", {"rated", "table"}),
        ("clock=none", {"none"}),
        ("rated=rated", {"live", "rated"}),
        ("rated=friendly", {"none", "table"}),
        ("rated=rated&clock=days", {"rated"}),
        ("players=3", {"table"}),
        ("clock=sun&rated=perhaps", {"live", "rated", "none", "table"}),
    ],
)
def test_a_filter_leaves_what_is_asked_for(games, asked, found):
    text = Client().get(f"/games/open/?{asked}").content.decode()
    assert {name for name, game in games.items() if f"/games/{game.public_id}/" in text} == found


def test_beside_each_choice_stands_how_many_there_are(games):
    page = page_of(Client().get("/games/open/?clock=live"))
    words = {
        select["name"]: [option.text for option in select.select("option")]
        for select in page.select(".filters select")
    }
    assert words["variant"][0] == "Variant" and set(words["variant"][1:]) == {
        "Binary (3)", "Last Captain Standing (1)", "Sinister (0)", "Good vs Evil (0)",
    }  # fmt: skip
    assert words["players"][:3] == ["Players", "2 (3)", "3 (1)"]
    assert words["clock"] == ["Clock", "live (1)", "days (2)", "no clock (1)"]
    assert words["rated"] == ["Rating", "rated (2)", "friendly (2)"]
    assert page.select("select[name=clock] option[selected]")[0]["value"] == "live"
