"""The lobby: rows of two lines on a phone and in columns at a desk, fields of which nothing is cut."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.tests.seating import OPEN, new_game
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.cuts import cut_on
from homeworlds_site.tests.browser.visitor import PHONE
from ratings.tests.rows import rated

pytestmark = pytest.mark.browser

ROWS = """() => [...document.querySelectorAll(".lobby-row")].map((row) => {
  const left = (part) => Math.round(row.querySelector(part)?.getBoundingClientRect().left ?? 0);
  const columns = [".lobby-row__variant", ".lobby-row__clock", ".lobby-row__ratings", "form"].map(left);
  const why = !!row.querySelector(".lobby-row__why");
  return { height: Math.round(row.getBoundingClientRect().height), columns, why };
})"""
FIELDS = """(arrow) => {
  const shown = [...document.querySelectorAll(".filters select")].filter((one) => one.checkVisibility());
  return shown.map((one) => {
    const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(one);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const edges = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    return one.clientWidth - edges - arrow - pen.measureText(one.options[0].text).width;
  });
}"""
"""How much room is left beside the word of each field."""
MARKS = """
Array.from(document.querySelectorAll(".bot-mark"), (mark) => (
  { ink: getComputedStyle(mark).color, page: getComputedStyle(document.documentElement).backgroundColor }))"""
ARROW = 22
"""Pixels that the browser keeps for it."""


@pytest.fixture
def lobby(alice, bob, bots_wait):
    rated(bob, 1612)
    tables = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)
    new_game(alice, OPEN, OPEN, rules=tables, terms=GameTerms(clock=PACES["normal"]))
    new_game(alice, terms=GameTerms(clock=PACES["days-3"], rating_from=1400, rating_to=1700))
    new_game(alice, terms=GameTerms(clock=PACES["days-3"], rating_from=1800))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rows_are_low_and_stand_in_columns_at_a_desk(visit, bob, log_in, lobby, language):
    Player.objects.filter(pk=bob.pk).update(language=language)
    for size in (PHONE, (1280, 800)):
        visitor = visit(size, has_touch=size == PHONE)
        log_in(visitor, bob)
        page = visitor.open("/games/open/")
        rows = page.evaluate(ROWS)
        assert [row["why"] for row in rows] == [False, False, True]
        # In English one line says what a game is; longer words may need another.
        most = 65 if language == "en" or size != PHONE else 85
        assert all(row["height"] <= most for row in rows if not row["why"]), rows
        assert size == PHONE or rows[2]["height"] <= 84, rows
        if size != PHONE:
            assert len({tuple(row["columns"][:3]) for row in rows}) == 1, rows
            variant, clock, ratings, join = rows[0]["columns"]
            assert (clock - variant, ratings - clock, join - ratings) == (162, 116, 116)
        assert min(page.evaluate(FIELDS, ARROW)) >= 0, size
        assert visitor.wide_parts() == [] and cut_on(visitor) == []
        visitor.picture(f"lobby-{size[0]}-{language}")


@pytest.mark.parametrize("size", [PHONE, (1280, 900)], ids=["phone", "desk"])
def test_where_nobody_waits_the_bots_stand_in_low_rows(visit, alice, log_in, bots_wait, size):
    visitor = visit(size)
    log_in(visitor, alice)
    page = visitor.open("/games/open/")
    heights = page.evaluate("Array.from(document.querySelectorAll('.quiet-row'), (row) => row.offsetHeight)")
    assert len(heights) > 3 and max(heights) <= 84, heights
    marks = page.evaluate(MARKS)
    assert marks and all(mark["ink"] == mark["page"] for mark in marks), marks
    assert visitor.wide_parts() == [] and cut_on(visitor) == []


def test_which_ratings_is_asked_for_where_they_are_chosen(visit, alice, log_in, bots_wait):
    visitor = visit((1280, 900))
    log_in(visitor, alice)
    page = visitor.open("/games/new/")
    page.evaluate("document.querySelectorAll('details.fold').forEach((fold) => { fold.open = true; })")
    assert not page.locator("#id_rating_from").is_visible()
    page.locator("#id_strength").select_option("own")
    assert page.locator("#id_rating_from").is_visible() and page.locator("#id_rating_to").is_visible()
