"""The scripts of the pages share nothing but what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

SCRIPTS = sorted((Path(settings.BASE_DIR) / "static" / "js").glob("*.js"))
SHARED = {"ear": "ear.js", "mapView": "view.js", "orderReady": "base.js", "singleKeys": "base.js"}
"""What a script keeps for those that come after it, and which script that is."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_keeps_its_names_to_itself(script):
    outside = [line for line in script.read_text().splitlines() if line[:1] not in ("", " ")]
    assert [line for line in outside if not line.startswith("//")] == ['"use strict";', "{", "}"]


def test_what_scripts_share_has_one_named_place():
    kept = [
        (name, each.name) for each in SCRIPTS for name in re.findall(r"window\.(\w+) =", each.read_text())
    ]
    assert dict(kept) == SHARED
    assert len(kept) == len(SHARED)


def test_what_is_kept_in_a_browser_is_named_once():
    """Each key of a store is written out in one place."""
    stores = re.compile(r"(?:local|session)Storage\.setItem\(\s*[\"`]([^\"`]+)")
    found = [name for each in SCRIPTS for name in stores.findall(each.read_text())]
    assert len(found) == len(set(found)), found


def test_browsers_are_asked_for_functions_alone():
    """An expression that has to be waited for is evaluated by the page, whose policy forbids it."""
    expression = re.compile(r"wait_for_function\(\s*f?[\"'](?!\()")
    tests = (Path(settings.BASE_DIR) / "homeworlds_site" / "tests" / "browser").rglob("*.py")
    assert [each.name for each in tests if expression.search(each.read_text())] == []
