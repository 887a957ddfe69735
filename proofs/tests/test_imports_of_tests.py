"""Tests import helpers from helper modules: a test that another one needs could not be changed alone."""

from __future__ import annotations

import ast
from pathlib import Path

from proofs.house import ROOT

NOT_OURS = {".venv", "build", "var"}


def imported_tests(root: Path) -> list[str]:
    """Who imports which test module, or something out of it, as `file: module`."""
    found = []
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root)
        if NOT_OURS & set(place.parts):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            )
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module or ''}.{name}" for name in names]
            found += [f"{place}: {name}" for name in names if ".test_" in f".{name}"]
    return found


def test_no_test_module_is_imported_by_another():
    assert imported_tests(ROOT) == []


def test_every_way_to_import_one_is_found(tmp_path):
    tests = tmp_path / "games" / "tests"
    tests.mkdir(parents=True)
    ways = [
        "from games.tests.test_turns import now",
        "from games.tests import test_turns",
        "from .test_turns import now",
        "from . import test_turns",
        "import games.tests.test_turns",
        "def later():\n    from games.tests.test_turns import now",
    ]
    for number, way in enumerate(ways):
        (tests / f"test_{number}.py").write_text(way)
    (tests / "play.py").write_text("from django.test import Client\nfrom games.tests.seating import now\n")
    assert [line.partition(":")[0] for line in imported_tests(tmp_path)] == [
        f"games/tests/test_{number}.py" for number in range(len(ways))
    ]
