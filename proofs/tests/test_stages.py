"""In which order bin/test runs its stages, and what it makes of how they end."""

import os
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bin import suite
from bin.suite import BESIDE, BUDGETS, Count
from conftest import ROOT, SLOW, may_hold, slow_ones_first


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The stages by when they begin; one that is beside others ends after them."""
    begun: list[str] = []
    others = threading.Event()

    def timed(name: str, chosen: list[str], database: str | None) -> Count:
        begun.append(name)
        if threading.current_thread() is threading.main_thread():
            others.set()
        elif not others.wait(20):
            return Count(failed=1, wrong=["nothing ran beside it"])
        return Count(passed=1, failed=name == "library")

    monkeypatch.setattr(suite, "timed", timed)
    monkeypatch.setattr(suite, "postgres_url", lambda: None)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    return begun


def test_the_stage_that_waits_most_goes_on_beside_the_first_ones(
    ran: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert suite.main([]) == 1
    assert sorted(ran) == sorted(BUDGETS) and BESIDE in ran[:2]
    assert "6 passed, 1 failed, 0 skipped" in capsys.readouterr().out


def test_named_alone_it_runs_alone(ran: list[str]) -> None:
    assert suite.main(["browser", "-k", "x"]) == 0
    assert ran == ["browser"]


@pytest.mark.parametrize(
    ("database", "chosen", "only"),
    [("postgres://x", [], "sqlite"), (None, [], "database"), ("postgres://x", ["-k", "x"], "database")],
)
def test_sqlite_runs_its_part_and_everything_where_it_is_alone(
    monkeypatch: pytest.MonkeyPatch, database: str | None, chosen: list[str], only: str
) -> None:
    asked: list[list[str]] = []

    def tests(name: str, arguments: list[str], url: str | None, minutes: float) -> Count:
        asked.append([*arguments, str(url)])
        return Count()

    monkeypatch.setattr(suite, "tests", tests)
    suite.stage("sqlite", chosen, database)
    assert f"--only={only}" in asked[0] and asked[0][-1] == "None"


def test_a_stage_reads_the_files_that_can_hold_its_tests(tmp_path: Path) -> None:
    plain = tmp_path / "test_plain.py"
    plain.write_text("def test_it(page): pass")
    assert may_hold("library", plain) and may_hold("database", plain) and not may_hold("browser", plain)
    killing = tmp_path / "test_killing.py"
    killing.write_text("pytestmark = pytest.mark.faults")
    assert may_hold("faults", killing)
    assert may_hold("sqlite", ROOT / "games/tests/test_races.py")
    assert not may_hold("sqlite", ROOT / "games/tests/test_turns.py")


def test_each_half_of_a_stage_begins_with_slow_files_and_nothing_is_lost() -> None:
    assert all((ROOT / file).exists() for file in SLOW)

    def items(file: str, count: int, *, long: bool = False) -> list[Any]:
        marks = {"long"} if long else set()
        return [
            SimpleNamespace(path=ROOT / file, get_closest_marker=marks.__contains__) for _ in range(count)
        ]

    quick, slow = items("games/tests/test_turns.py", 20), items(min(SLOW), 3)
    long = items("tournaments/tests/test_running.py", 4, long=True)
    ordered = slow_ones_first([*quick, *slow, *long])
    assert ordered[:3] == slow and ordered[27 // 2 :][:4] == long
    assert sorted(map(id, ordered)) == sorted(map(id, [*quick, *slow, *long]))
