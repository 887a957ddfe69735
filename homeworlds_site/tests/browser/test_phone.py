"""A table on a phone: little of it is sheet, what can be tapped is seen, and it answers the finger."""

from __future__ import annotations

from pathlib import Path

import pytest

from board.map.symbols import render_symbols
from board.tests.map_reading import mapped
from board.tests.positions import recorded_games
from board.tests.stages import stages
from games.tests.play import table_of
from games.tests.table_views import put
from homeworlds.rules import Preset, Variant, preset_rules

pytestmark = pytest.mark.browser

CROWDED = (
    "<0> Alice (0, g2b1) r3y3---; Bob (1, y2g1) -b1b3--; Wilhelmina-Henrietta (2, g1b3) --r1r3g2g3-;"
    " Charlie (3, g3b1) ---r3y1y3g1b2b2; Altair (g3) -r2y1--; Vega (y3) g1g2b1b2---; Rigel (g2) ---r1g3;"
    " Deneb (b2) --g2-; Mira (r1) g1---; Spica (b2) -r1y1b1--; Castor (g3) --y1y1-"
)
SEEN = """() => {
  const sheet = document.getElementById("sheet").getBoundingClientRect();
  const inView = (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 44 && bottom <= sheet.top;
  };
  const all = (which) => [...document.querySelectorAll(which)];
  const small = all("#table :is(a, button, summary)").filter((one) => one.checkVisibility() && inView(one))
    .filter((one) => one.getBoundingClientRect().height < 24);
  return {
    sheet: Math.round(sheet.height),
    end: Math.round(document.getElementById("end-turn").getBoundingClientRect().width),
    homes: all(".home").filter(inView).length,
    lit: [all(".lit").filter(inView).length, all(".lit").length],
    changed: all(".map :is(.home, .system):has(.chip.step)").filter(inView).length,
    pills: all(".pill").map((one) => one.textContent),
    bank: document.getElementById("bank").checkVisibility(),
    small: small.map((one) => one.id || one.className),
  };
}"""


@pytest.fixture
def game(alice, others, bots_wait):
    rules = preset_rules(Preset.BOOKLET, Variant.SINISTER)
    return put(table_of(alice, others[0], others[1], others[2], rules=rules), CROWDED)


def test_targets_are_seen_and_the_sheet_is_low(visit, game, alice, log_in):
    visitor = visit((390, 844), way="touch", has_touch=True)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    rest = page.evaluate(SEEN)
    assert rest["sheet"] <= 100 and rest["homes"] == 4 and rest["bank"] and rest["small"] == []
    page.set_viewport_size({"width": 390, "height": 664})
    with page.expect_response("**/table/?at=Vega&ship=B1") as ahead:
        visitor.press("[data-target='Vega']")
    assert ahead.value.request.headers["purpose"] == "prefetch"
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    visitor.press("[data-ship='b1']")
    chosen = page.evaluate(SEEN)
    # It had been fetched already.
    assert not [url for url in asked if "/table/" in url and "ship=B1" in url] and page.url.endswith(
        "?at=Vega&ship=B1"
    )
    assert chosen["sheet"] <= 57 and not chosen["bank"]
    seen, lit = chosen["lit"]
    assert lit == 8 and seen >= 5
    # A lit home beyond the edge has a pill that leads there.
    page.evaluate("scrollTo(0, 250)")
    page.locator(".pill", has_text="↑ Bob").tap()
    assert page.evaluate(SEEN)["homes"] >= 3
    # The card is ringed before the server has said anything.
    page.route("**/table/**", lambda route: None)
    page.locator("[data-target='Bob']").tap()
    page.wait_for_selector("#home-1.pressed")
    page.unroute_all(behavior="ignoreErrors")


def test_a_sacrifice_has_slots_and_what_changed_is_seen(visit, game, alice, log_in):
    visitor = visit((390, 664), locale="fr", way="touch", has_touch=True)
    log_in(visitor, alice)
    order = "sacrifice+Y3+Alice;+move+B1+Vega+Bob"
    page = visitor.open(f"/games/{game.public_id}/?turn={order}")
    given = page.evaluate(SEEN)
    assert given["sheet"] <= 101 and not given["bank"] and given["changed"] >= 1
    assert page.locator(".slot").count() == 4 and page.locator(".slot.done .badge").inner_text() == "B"
    # The gold button is for the turn that is complete.
    assert page.locator("#end-turn.primary").count() == 0 and given["end"] <= 132
    visitor.press(".slot.done")
    assert page.url.endswith("?turn=sacrifice+Y3+Alice")
    visitor.press(".slot.given")
    assert page.locator(".slot").count() == page.locator("#turn-found").count() == 0
    visitor.open(f"/games/{game.public_id}/?turn={order}")
    page.set_viewport_size({"width": 390, "height": 470})
    assert page.evaluate("getComputedStyle(document.getElementById('sheet')).position") == "static"


def test_a_sacrifice_that_one_ship_can_use_can_be_undone(visit, alice, bob, log_in):
    table = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    put(table, "<0> Alice (0, b1y3) g3y1-; Bob (1, r1b3) -g3")
    visitor = visit((390, 664), way="touch", has_touch=True)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{table.public_id}/?turn=sacrifice+Y1+Alice")
    assert page.evaluate(SEEN)["sheet"] <= 57 and page.locator("#choose-going").is_visible()
    visitor.press("#choose-going")
    assert page.locator("#back").is_visible() and not page.locator("#undo").is_visible()
    visitor.press("#back")
    visitor.press("#undo")
    assert page.locator("#order-text").input_value() == "" and page.locator("#turn-found").count() == 0


@pytest.mark.archive
def test_four_homes_are_seen_together_in_most_recorded_games(visit, game, alice, log_in, shared: Path):
    shown = []
    for recorded in recorded_games(shared, 134):
        for number, (position, places, _over) in enumerate(stages(recorded), start=1):
            begun = len(position.living) == 4 and all(map(position.homeworld, range(4)))
            if position.players == 4 and not number % 9 and begun:
                shown.append(mapped(position, places, viewer=position.mover))
    visitor = visit((390, 844))
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    fits = page.evaluate(
        """([maps, symbols]) => {
          document.querySelector(".symbols").outerHTML = symbols;
          const room = innerHeight - document.getElementById("sheet").offsetHeight - 44 - 6;
          const place = document.querySelector(".table-map");
          return maps.filter((map) => {
            place.innerHTML = map;
            return place.firstElementChild.offsetHeight <= room;
          }).length;
        }""",
        [shown, render_symbols(*shown)],
    )
    print(f"{fits} of {len(shown)} positions of four show all homes at once")  # noqa: T201
    assert len(shown) > 100 and fits >= 0.8 * len(shown)
