"""The figures of the house, each tried on a house that breaks them."""

from pathlib import Path

import pytest

from proofs import house
from proofs.house import (
    ROOT,
    app_layers,
    circle_in,
    counted_files,
    modules_by_folder,
    shares_of,
)


def test_a_circle_is_found():
    assert circle_in({"a": ["b"], "b": ["c"], "c": []}) == []
    assert set(circle_in({"a": ["b"], "b": ["c"], "c": ["a"]})) == {"a", "b", "c"}


def test_lines_and_modules_are_counted_by_place():
    shares = shares_of(
        {Path("games/table/view.py"): 30, Path("games/urls.py"): 10, Path("pages/views.py"): 60}
    )
    assert shares == {"games": 0.4, "pages": 0.6}
    files = [
        Path("games/table/view.py"),
        Path("games/table/__init__.py"),
        Path("games/urls.py"),
        Path("manage.py"),
    ]
    assert modules_by_folder(files) == {"games/table": 1, "games": 1}


def test_tests_and_migrations_are_not_counted(tmp_path):
    for name in (
        "games/urls.py",
        "games/tests/test_urls.py",
        "games/migrations/0001_initial.py",
        "conftest.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert list(counted_files(tmp_path)) == [tmp_path / "games/urls.py"]


@pytest.mark.parametrize("largest, full, fails", [(0.05, 99, True), (0.35, 3, False), (0.35, 99, False)])
def test_past_its_figures_the_check_fails_and_a_full_folder_is_advice(
    monkeypatch, capsys, largest, full, fails
):
    monkeypatch.setattr(house, "LARGEST_SHARE", largest)
    monkeypatch.setattr(house, "FULL", full)
    assert bool(house.main()) is fails
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Biggest app: games")
    assert all(line.endswith("of the code.") or line.startswith("Advice: ") for line in said[3:])
    assert any(line.startswith("Advice: ") for line in said) is (full == 3)


def test_an_app_that_nobody_has_given_a_floor_is_named():
    apps = {path.parent.name for path in ROOT.glob("*/apps.py")}
    floors = {name for layer in app_layers(ROOT) for name in layer}
    assert apps <= floors, f"pyproject.toml, first contract of import-linter: {sorted(apps - floors)}"
