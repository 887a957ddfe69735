"""What a turn does to the game is said before it counts: on the panel, aloud, when asked, in the sandbox."""

from __future__ import annotations

from urllib.parse import quote_plus

import pytest

from games.tests.play import play_turn, table_of
from games.tests.table_views import put
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.hearing import LISTEN, read, told
from homeworlds_site.tests.browser.tables import BOTH_FALL
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser

SACRIFICE = "sacrifice Y2 Quasar; move Y1 Alice Bob; catastrophe Bob yellow"
DRAWS = "This turn ends in a draw Neither you nor Bob has a ship at home."
ALL_FALL = (
    "<0> Alice (0, b1) y1--; Bob (1, y2g3) y1-y3-; Wilhelmina-Henrietta (2, y2g1) y1y1--y3; Quasar (g2) y3--"
)
CATASTROPHES = (
    "sacrifice Y3 Quasar; move Y1 Alice Bob; catastrophe Bob yellow; catastrophe Wilhelmina-Henrietta yellow"
)
WINDOWS = {"phone": PHONE, "desk": (1280, 800)}
"""Two sizes at which a table is quite another."""


def verdict(page) -> str:
    return " ".join(page.locator("#verdict p").inner_text().split())


@pytest.fixture
def duel(alice, bob, bots_wait):
    return put(table_of(alice, bob, rules=preset_rules(Preset.MODERN, Variant.BINARY)), BOTH_FALL)


@pytest.mark.parametrize("window", WINDOWS)
def test_a_turn_by_which_both_fall_draws_and_says_so(visit, duel, alice, log_in, window):
    visitor = visit(WINDOWS[window])
    log_in(visitor, alice)
    *steps, _last = SACRIFICE.split("; ")
    page = visitor.open(f"/games/{duel.public_id}/?turn={quote_plus('; '.join(steps))}")
    page.evaluate(LISTEN)
    assert verdict(page) == "This turn puts you out No ship of yours is left at home. Bob wins."
    assert page.locator("#end-turn.hot").count() == 1
    visitor.picture(f"outcome-out-{window}", whole=False)
    visitor.press(page.get_by_role("link", name="Yellow catastrophe at Bob"))
    assert verdict(page) == DRAWS and page.locator("#end-turn:is(.hot, .primary)").count() == 0
    assert told(page)[0].startswith("This turn ends in a draw. Neither you nor Bob has a ship at home.")
    visitor.picture(f"outcome-draw-{window}", whole=False)
    visitor.press("#end-turn")
    asked = "End it all the same? This turn ends in a draw. Neither you nor Bob has a ship at home."
    assert read(page) == asked and told(page) == []
    visitor.picture(f"outcome-asked-{window}", whole=False)
    play_turn(duel, SACRIFICE)
    duel.refresh_from_db()
    assert duel.outcome["draw"]


def test_in_last_captain_standing_three_fall_together_also_without_a_script(
    visit, alice, others, log_in, bots_wait
):
    rules = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)
    game = put(table_of(alice, *others[:2], rules=rules), ALL_FALL)
    visitor = visit(PHONE, scripts=False)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/?turn={quote_plus(CATASTROPHES)}")
    said = "Nobody has a ship at home: Bob, Wilhelmina-Henrietta, you."
    assert verdict(page) == f"This turn ends in a draw {said}"
    visitor.press("#end-turn")
    assert said in page.locator("#turn-heading").inner_text()


def test_the_sandbox_says_it_too(visit, duel, alice, log_in):
    visitor = visit((1280, 800))
    log_in(visitor, alice)
    page = visitor.open(f"/games/{duel.public_id}/")
    page.goto(f"{visitor.base}/games/{duel.public_id}/turns/0/try/?turn={quote_plus(SACRIFICE)}")
    assert verdict(page) == DRAWS
    assert page.locator("#table").get_attribute("data-status").startswith("This turn ends in a draw. Neither")
    visitor.picture("outcome-sandbox", whole=False)


def test_a_turn_that_wins_is_gold_and_one_that_is_forbidden_says_why(visit, alice, others, log_in, bots_wait):
    game = put(
        table_of(alice, *others[:2], rules=preset_rules(Preset.BOOKLET, Variant.SINISTER)),
        "<0> Alice (0, y1b2) r3--; Bob (1, g3y2) r2-g1-; Wilhelmina-Henrietta (2, b3g1) r1--g1",
    )
    visitor = visit(PHONE)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/?turn={quote_plus('attack G1@1 Bob')}")
    assert verdict(page) == "This turn wins Bob, your target, has no ship at home."
    assert page.locator("#end-turn.primary").is_enabled()
    visitor.picture("outcome-wins", whole=False)
    visitor.open(f"/games/{game.public_id}/?turn={quote_plus('attack G1@2 Wilhelmina-Henrietta')}")
    assert verdict(page) == "Wilhelmina-Henrietta falls, nobody wins Your target stays Bob."
    visitor.picture("outcome-falls", whole=False)
    visitor.open(f"/games/{game.public_id}/?turn={quote_plus('sacrifice R3 Alice')}")
    assert verdict(page).startswith("You may not put yourself out It would deny somebody the win")
    assert page.locator("#end-turn").is_disabled()
    visitor.picture("outcome-forbidden", whole=False)
