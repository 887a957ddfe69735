"""Who has a page open; and a clock that stood ahead for a while keeps nobody's mail back."""

from __future__ import annotations

import pytest

from notices import presence
from notices.presence import AWAY_AFTER, NOTED_EVERY, last_open, note_open

A_MONTH = 30 * 86_400.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    shown = [1_800_000_000.0]
    monkeypatch.setattr(presence.time, "time", lambda: shown[0])
    return shown


def looks() -> None:
    note_open(player="ann", key="game:1")


def seen() -> float | None:
    at = last_open(player="ann", key="game:1")
    return at and at.timestamp()


def test_a_look_counts_until_two_minutes_later(clock) -> None:
    looks()
    clock[0] += AWAY_AFTER.total_seconds() - 1
    assert seen() == 1_800_000_000.0
    clock[0] += 1
    assert seen() is None


def test_a_look_is_noted_again_after_a_while(clock) -> None:
    looks()
    clock[0] += NOTED_EVERY - 1
    looks()
    assert seen() == 1_800_000_000.0
    clock[0] += 1
    looks()
    assert seen() == 1_800_000_000.0 + NOTED_EVERY


def test_who_looked_while_the_clock_stood_a_month_ahead_is_not_there_for_a_month(clock) -> None:
    clock[0] += A_MONTH
    looks()
    clock[0] -= A_MONTH
    assert seen() is None
    looks()
    assert seen() == 1_800_000_000.0
