"""axe-core finds nothing to complain about on any page, in both languages and in both colour schemes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest

from games.models import Game
from homeworlds.rules import Variant
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.tables import busy_table, first_ship, sacrifice_of
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor
from homeworlds_site.tests.browser.walk import pages_of
from homeworlds_site.tests.house import House

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "fr")
COLOURS = {"en": ("dark", "light"), "fr": ("dark",)}
"""No colour depends on a language, so the colours of light pages are looked at in one."""
SIZES = {"en": PHONE, "fr": DESKTOP}
"""Longer words are no harder for a screen reader, so each language has a window of its own."""


def violations_of(visitor: Visitor, paths: Iterable[str], language: str) -> list[str]:
    found = []
    for path in paths:
        visitor.open(path)
        found += violations(visitor, path, COLOURS[language])
    return found


OTHERWISE: Final = {"ladders:ladder", "ladders:stairs", "ladders:find", "pages:clubs", "pages:club seen"}
"""Pages that are others for whoever has no account: there stand the ways to one."""


@pytest.mark.parametrize(
    "role, language", [("anonymous", "en"), ("guest", "fr"), ("creator", "en"), ("creator", "fr")]
)
def test_every_page_can_be_used_by_everybody(visit, log_in, transactional_db, monkeypatch, role, language):
    monkeypatch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    house = House()
    visitor = visit(SIZES[language], locale=language)
    if (person := house.people[role]) is not None:
        log_in(visitor, person)
    paths = pages_of(house, role)
    if role != "creator":  # the other pages are those of a player
        otherwise = {house.url(row) for row in OTHERWISE} & set(paths)
        paths = sorted({*set(paths) - set(pages_of(house, "creator")), *otherwise, "/"})
    assert len(paths) > (20 if role == "creator" else 1)
    found = violations_of(visitor, paths, language)
    assert not found, "\n".join(found)
    assert visitor.page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number, variant", [(2, Variant.BINARY), (6, Variant.GOOD_VS_EVIL)])
def test_full_tables_can_be_used_by_everybody(visit, alice, others, log_in, number, variant, language):
    game: Game = busy_table([alice, *others[: number - 1]], variant, 9)
    visitor = visit(SIZES[language], locale=language)
    log_in(visitor, alice)
    path = f"/games/{game.public_id}/"
    looks = ["", "?at=Alice", f"?turn={sacrifice_of(game)}", "turns/9/", "talk/"]
    looks.append("drawn/" if language == "fr" else f"?at=Alice&ship={first_ship(game)}")
    found = violations_of(visitor, [path + look for look in looks], language)
    visitor.open(path)
    for details in visitor.page.locator("details:not([open]) > summary").all():
        if details.is_visible():
            details.click()
    found += violations(visitor, "opened", COLOURS[language])
    assert not found, "\n".join(found)
