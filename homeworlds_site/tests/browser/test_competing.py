"""Where people compete: nothing whose end matters is cut, all that is touched is large enough, what a screen
reader lists is told apart, and all begins at one left edge; at a phone and a desk, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from accounts.models import Player
from homeworlds_site.tests.browser.competing import competing
from homeworlds_site.tests.browser.cuts import CUT
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bots_wait")]

LOOK = (Path(__file__).parent / "competing.js").read_text(encoding="utf-8")
MAY_BE_CUT: Final = ", ".join(
    [
        # Names of players, whole in a title.
        "main .name, .rung__name bdi, .game-row__link:has(bdi), .duel bdi, .pod__winner, .event-match bdi",
        ".menu__name",
        # A last move, which the table shows.
        ".game-row__words:has(bdi)",
        # What is not seen.
        ".visually-hidden, .skip",
    ]
)


def wrong_on(page: Page) -> dict[str, list[str]]:
    return {"cut": page.evaluate(CUT, MAY_BE_CUT), **page.evaluate(LOOK)}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_cut_too_small_named_twice_or_jumps_where_people_compete(visit, alice, log_in, language):
    visitor = visit()
    log_in(visitor, alice)
    shown, wrong = competing(alice), []
    Player.objects.filter(pk=alice.pk).update(language=language)
    for name, path in shown.items():
        page = visitor.open(path)
        for width, height in (DESKTOP, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            for kind, found in wrong_on(page).items():
                wrong += [f"{name} {width} {language} {kind}: {each}" for each in found]
            visitor.picture(f"{name.replace(' ', '-')}-{width}-{language}")
    assert not wrong, "\n".join(wrong)


def test_what_is_cut_too_small_named_twice_or_jumps_is_found(visit, alice, log_in):
    """Planted, each once, on a page where nothing is wrong."""
    visitor = visit(PHONE)
    log_in(visitor, alice)
    page = visitor.open("/ladders/")
    assert not any(wrong_on(page).values())
    planted = (
        '<nav aria-label="Twice"></nav><nav aria-label="Twice"></nav><p><a href="/">x</a></p>'
        '<h2 class="cut">The longest title</h2><b class="cut jump"><bdi class="name cut">Wilhelmina</bdi></b>'
    )
    page.evaluate('html => document.querySelector("main").insertAdjacentHTML("beforeend", html)', planted)
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      const cut = ".cut { display: block; width: 40px; overflow: hidden; white-space: nowrap }";
      sheet.replaceSync(`${cut} .jump { position: relative; left: 8px }`);
      document.adoptedStyleSheets = [sheet];
    }""")
    found = {kind: len(each) for kind, each in wrong_on(page).items()}
    assert found == {"cut": 1, "crushed": 1, "nameless": 1, "small": 1, "twice": 1, "jumps": 1}
