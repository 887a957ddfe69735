"""Contact sheets of all that is told, as pages and pictures; no part of the suite: `bin/prove sheets`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from accounts.tests.cast import person
from homeworlds_site.tests.sheets.drawing import OVERFLOWS, pages
from homeworlds_site.tests.sheets.gathering import gather
from homeworlds_site.tests.sheets.judging import verdict

FOLDER = Path(os.environ.get("SHEETS", "var/sheets"))


@pytest.mark.browser
def test_sheets_are_drawn(transactional_db: None, browser: Any, calls: Any, settings: Any) -> None:
    settings.SITE_URL = "https://homeworlds.example"
    settings.ALLOWED_HOSTS = ["*"]
    cache.clear()
    cells = gather(person("Alice"), person("Bob"), person("Charlie"))
    overflowing: list[str] = []
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    for path in pages(cells, FOLDER):
        page.goto(path.resolve().as_uri())
        overflowing += page.evaluate(OVERFLOWS)
        page.set_viewport_size(
            {"width": page.evaluate("() => document.documentElement.scrollWidth"), "height": 1000}
        )
        page.screenshot(path=path.with_suffix(".png"), full_page=True)
    found = verdict(cells, overflowing)
    said = {"line": found.last_line, "faults": found.faults(), "good": found.is_good}
    (FOLDER / "verdict.json").write_text(json.dumps(said))
