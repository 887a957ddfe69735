"""The sandbox in a browser: turns for both seats by the links of the table, a line that is kept and found
again, notes beside a turn in the making."""

from __future__ import annotations

import pytest

from games.models import Game, GameNote, LogEntry
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor
from study.models import SandboxLine

pytestmark = pytest.mark.browser
PLAYED = ("homeworld B1 Y2 G3", "homeworld R1 B3 G3", "build G1 Alice", "build G1 Bob")
HOW = pytest.mark.parametrize(
    "size, scripts", [(PHONE, True), (PHONE, False), (DESKTOP, True)], ids=["phone", "no script", "desktop"]
)


@pytest.fixture
def game(alice, bob, bots_wait):
    """Alice is to move."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in PLAYED:
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


def choose(visitor: Visitor, system: str, *buttons: str) -> None:
    visitor.press(f'.table-map a:has(bdi.name[title="{system}"])')
    for button in buttons:
        visitor.press(f"#choose-{button}")


@HOW
def test_two_turns_are_tried_kept_under_a_name_and_found_again(visit, game, alice, log_in, size, scripts):
    visitor = visit(size, scripts=scripts)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    visitor.press_away(page.locator("#try-here"))
    assert page.url.endswith(f"/games/{game.public_id}/turns/4/try/")
    choose(visitor, "Alice", "do-build")
    visitor.picture(f"sandbox-{size[0]}-{scripts}-made", whole=False)
    visitor.press("#end-turn")
    assert "Bob is to move." in visitor.table_text()
    choose(visitor, "Bob", "do-build")
    visitor.press("#end-turn")
    assert page.locator("#tried li").count() == 2
    page.locator("#line-name").fill("Both build")
    visitor.press("#keep")
    assert "“Both build” is kept." in page.locator("#messages").inner_text()
    kept = page.url
    assert "line=" in kept and "t=" not in kept
    visitor.picture(f"sandbox-{size[0]}-{scripts}-kept")
    assert visitor.wide_parts() == []
    # Another answer of Bob is a branch of it.
    visitor.press("#step-back")
    choose(visitor, "Bob", "ship-g3", "do-sacrifice")
    visitor.press("#end-turn")
    page.locator("#line-name").fill(
        "Bob gives up a ship for three builds, which is a name that is rather long"
    )
    visitor.press("#keep")
    assert page.locator(".lines .lines a[aria-current]").count() == 1
    visitor.open(f"/games/{game.public_id}/turns/4/try/")
    visitor.press(page.get_by_role("link", name="Both build"))
    assert page.url == kept
    assert page.locator("#tried li").count() == 2
    visitor.press("#step-first")
    assert page.url == f"{kept}&done=0"
    page.go_back()
    page.wait_for_url(kept)
    if not page.locator("#rename-line").is_visible():
        page.locator("#line-acts > summary").click()
    visitor.picture(f"sandbox-{size[0]}-{scripts}-acts")
    assert visitor.wide_parts() == []
    if scripts:
        assert violations(visitor, "the line") == []
        visitor.press("#step-back")
        assert violations(visitor, "a turn back") == []
    assert sorted(SandboxLine.objects.values_list("turns", flat=True)) == [
        "build G1 Alice\nbuild G2 Bob",
        "build G1 Alice\nsacrifice G3 Bob",
    ]
    assert LogEntry.objects.filter(game=game).count() == 4


def test_a_typed_turn_is_shown_and_tried(visit, game):
    visitor = visit(PHONE)
    page = visitor.open(f"/games/{game.public_id}/turns/2/try/")
    page.locator("#order-text").fill("build g1 alice")
    visitor.press("#show-order")
    assert page.url.endswith("/turns/2/try/?turn=build+g1+alice")
    visitor.press("#end-turn")
    assert page.url.endswith("/turns/2/try/?t=build+G1+Alice")
    page.locator("#order-text").fill("dance")
    visitor.press("#show-order")
    assert visitor.refusals == [422]
    assert page.locator("#order-text").input_value() == "dance"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_notes_stay_as_they_are_written_while_a_turn_is_made(visit, game, alice, log_in, size):
    visitor = visit(size)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    visitor.open_panel("talk")
    page.locator("#note > summary").click()
    page.locator("#note-text").fill("Bob likes green.")
    page.locator("#note-save").click()
    page.locator("#note-said", has_text="Your notes are saved.").wait_for()
    page.locator("#note-text").fill("Bob likes green. Watch")
    choose(visitor, "Alice", "do-build")
    assert page.locator("#undo").count() == 1
    assert page.locator("#note-text").input_value() == "Bob likes green. Watch"
    visitor.open_panel("talk")
    page.locator("#note-text").fill("Bob likes green. Watch Vega.")
    page.locator("#note-save").click()
    page.locator("#note-said input[value='2']").wait_for(state="attached")
    assert GameNote.objects.get().text == "Bob likes green. Watch Vega."
    assert violations(visitor, "notes") == []
    visitor.picture(f"note-{size[0]}")
    assert visitor.wide_parts() == []
