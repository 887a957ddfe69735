"""Every sentence of the panel has its line among those that are said aloud, or a reason why not."""

from __future__ import annotations

import re
from typing import Final

import pytest
from bs4 import Tag

from accounts.models import Player
from board.tests.cautions import CALM, CROWD, LAST_SHIP
from games.services import SeatWish, create_game
from games.tests.browsing import Browser
from games.tests.play import play_turn, table_of
from games.tests.table_views import address, order, put
from homeworlds.rules import FirstShip, OwnElimination, Preset, RuleSet, Variant, preset_rules
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db

EXCEPT: Final = {
    "[role=alert], [role=status]": "a live region of its own",
    "#more, #explained": "what somebody opens who wants to know",
    "#why-not-yet": "likewise: why the button is dim",
    "#threat": "likewise: how it could be done; that it could is said",
    "#since, .last-turn": "what the others did: the entries have lines with names",
    "a, button, label, textarea, .slots": "what is pressed or written has a name of its own",
    ".first-power, .first-size, .places": "heads of buttons, each of which has a name of its own",
    ".visually-hidden": "a heading of what follows",
    "[aria-hidden=true]": "a picture of what words say",
    ".turn-hint": "what to do next stands in the heading, which has the focus",
    "#order-kept": "said when the order is put back",
}
"""Of the panel."""
STATES: Final = {
    "at rest": (CALM, ""),
    "a system chosen": (CALM, "at=Alice"),
    "a ship that may go": (CALM, "at=Alice&ship=Y1"),
    "a step done": (CALM, "turn=build+G1+Alice"),
    "no large ship at home": (CALM.replace("g3y1", "g2y1"), "turn=build+G1+Alice"),
    "a crowd left to the others": (CROWD, "turn=build+G1+Vega"),
    "a catastrophe elsewhere": (CROWD, ""),
    "a catastrophe that costs ships": (CROWD, "turn=catastrophe+Vega+green"),
    "a sacrifice half done": (CROWD, "turn=sacrifice+G2+Alice"),
    "a Red Alert": (LAST_SHIP, ""),
    "a Red Alert after a step": (LAST_SHIP, "turn=trade+G1+R1+Alice"),
    "an end of one's own": (LAST_SHIP, "turn=sacrifice+G1+Alice"),
    "a turn that wins": ("<0> Alice (0, b1y2) g1r3-; Bob (1, r1b3) r3-g1", "turn=attack+G1+Bob"),
    "a setup begun": ("<0>", "star=b1&star=y1"),
    "a setup against the advice": ("<0>", "turn=homeworld+Y2+B1+R3"),
    "a wrong order": (CALM, "turn=dance"),
    "too little done": (CALM, "turn=sacrifice+Y1+Alice"),
}


@pytest.fixture
def game(alice, bob):
    """Alice is warned."""
    seats = [SeatWish(player=alice, red_alert=True), SeatWish(player=bob)]
    return create_game(
        creator=alice, rules=RuleSet(first_ship=FirstShip.ANY), seats=seats, seat_order="fixed"
    )


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def sentences_of(panel: Tag) -> list[str]:
    """What stands there and is no exception, part by part."""
    for selector in EXCEPT:
        for each in panel.select(selector):
            each.extract()
    parts = [plain(str(text)) for text in panel.find_all(string=True)]
    return [part for text in parts for part in re.split(r"(?:^| )· ", text) if re.search(r"\w", part)]


def unsaid(response) -> list[str]:
    page = page_of(response)
    said = plain(" ".join(line.get_text() for line in page.by_id("heard").tag.select("li")))
    panel = page.by_id("turn-panel").tag
    assert ".." not in said and "!." not in said and "?." not in said
    return [part for part in sentences_of(panel) if part.rstrip(".") not in said]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_of_the_panel_is_said(game, alice, state, language):
    Player.objects.filter(pk=alice.pk).update(language=language)
    position, query = STATES[state]
    put(game, position)
    assert unsaid(Browser(alice).client.get(address(game, f"?{query}"))) == []


def test_the_question_is_said_with_its_reason(game, alice):
    put(game, LAST_SHIP)
    for text in ("sacrifice G1 Alice", "trade G1 R1 Alice"):
        answer = Browser(alice).client.post(address(game, "turn/"), order(game, text, key=text))
        heading = page_of(answer).by_id("turn-heading").text
        # The heading, which has the focus, begins with it, and goes on with the reason.
        assert unsaid(answer) == ["End it all the same?"]
        assert heading.startswith("End it all the same? ") and len(heading) > 60


def test_who_waits_hears_whose_turn_it_is_and_who_did_what(alice, bob):
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob"):
        play_turn(game, text)
    assert unsaid(Browser(bob).client.get(address(game))) == []
    mine = page_of(Browser(alice).client.get(address(game)))
    assert mine.by_id("since").select("summary")[0].text.startswith("Since your last turn BBob: set up with")


def test_a_forbidden_end_is_said(alice, bob):
    rules = RuleSet(first_ship=FirstShip.ANY, own_elimination=OwnElimination.FORBIDDEN)
    game = put(table_of(alice, bob, rules=rules), LAST_SHIP)
    answer = Browser(alice).client.get(address(game, "?turn=sacrifice+G1+Alice"))
    assert unsaid(answer) == []
    assert page_of(answer).by_id("heard").select("[data-why]")
