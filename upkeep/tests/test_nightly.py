"""The service that saves every night, where no timer of systemd does it."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from upkeep.saving import nightly

FOUR = timedelta(hours=4)


def at(day: int, hour: int) -> float:
    return datetime(2026, 11, day, hour, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        (0.0, at(22, 12), at(22, 12)),  # never saved
        (at(21, 4), at(22, 12), at(22, 12)),  # the machine was off at night
        (at(22, 4), at(22, 12), at(23, 4)),
        (at(22, 3), at(22, 3), at(22, 4)),
        (at(21, 23), at(22, 4), at(23, 4)),  # exactly now: that was the one before
    ],
)
def test_it_is_due_at_night_and_at_once_after_a_day_without(last: float, now: float, due: float) -> None:
    assert nightly.first_due(last, now, FOUR) == due


def test_the_newest_backup_of_the_folder_counts_and_nothing_else(tmp_path: Path) -> None:
    assert nightly.newest(tmp_path) == 0.0
    for name, age in (("homeworlds-1.backup", 50), ("homeworlds-2.backup", 90), ("notes", 99)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (age, age))
    assert nightly.newest(tmp_path) == 90.0


@pytest.mark.parametrize("words", ["4", "24:00", "four", "04:00:00"])
def test_a_time_that_is_none_is_refused(words: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        nightly.main([str(tmp_path), "--at", words])


class Enough(Exception):
    pass


def test_what_fails_is_told_and_tried_again_and_shows_no_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []
    slept: list[float] = []

    def manage(*words: str) -> bool:
        asked.append(words)
        return len(asked) > 2 or words[0] != "backup"

    def sleep(seconds: float) -> None:
        assert (tmp_path / nightly.ALIVE).exists() == (len(asked) > 2)
        slept.append(seconds)
        if len(slept) > 1:
            raise Enough

    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setattr(nightly, "_manage", manage)
    monkeypatch.setattr(nightly.time, "sleep", sleep)
    original = nightly.save

    def saved(folder: Path, keep: int) -> bool:
        done = original(folder, keep)
        if done:
            (folder / "homeworlds-1.backup").touch()
        return done

    monkeypatch.setattr(nightly, "save", saved)
    with pytest.raises(Enough):
        nightly.main([str(tmp_path), "--keep", "3"])
    saves = ("backup", str(tmp_path), "--keep", "3")
    assert asked == [saves, ("report_failure", "backup"), saves]
    assert slept[0] == nightly.AGAIN and slept[1] <= nightly.PAUSE


def test_it_shows_life_while_a_long_backup_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def program(*_words: Any, **_more: Any) -> Any:
        return original([sys.executable, "-c", "import time; time.sleep(0.4)"])

    original = nightly.subprocess.Popen
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setattr(nightly.subprocess, "Popen", program)
    monkeypatch.setattr(nightly, "PAUSE", 0.1)
    assert nightly._manage("backup", "x") and (tmp_path / nightly.ALIVE).exists()
