"""What wakes the timekeeper goes by ticks, not by the clock that people set."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from celery import Celery, beat
from celery import current_app as app

from upkeep.timekeeping import schedulers
from upkeep.timekeeping.schedulers import InPlace, Steady


class Ticks:
    """A machine on which time passes while somebody sleeps only."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(schedulers, "monotonic", lambda: self.now)

    def run(
        self, scheduler: Steady, seconds: float, each: Callable[[], object] = lambda: None
    ) -> list[float]:
        """How long it wanted to sleep each time."""
        naps, until = [], self.now + seconds
        while self.now < until:
            naps.append(scheduler.tick())
            self.now += naps[-1]
            each()
        return naps


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Ticks:
    return Ticks(monkeypatch)


@pytest.fixture(autouse=True)
def every_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.conf.beat_schedule["sweep"], "schedule", 2.0)


def sent_by(scheduler: Steady, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sent: list[str] = []

    def note(entry: SimpleNamespace, **_more: object) -> None:
        sent.append(entry.task)

    monkeypatch.setattr(scheduler, "apply_async", note)
    return sent


def test_a_task_is_sent_once_each_time_and_nobody_wakes_in_between(ticks, monkeypatch) -> None:
    scheduler = Steady(app)
    sent = sent_by(scheduler, monkeypatch)
    naps = ticks.run(scheduler, 20.0)
    assert sent == ["upkeep.tasks.sweep"] * 9 and naps == [2.0] * 10


def test_a_file_is_touched_whenever_something_has_gone_out_and_not_otherwise(
    ticks, monkeypatch, tmp_path
) -> None:
    scheduler = Steady(app)
    scheduler.alive = tmp_path / "beat.alive"
    sends: list[object] = []

    def send(*_words: object, **_more: object) -> None:
        sends.append(1)
        if len(sends) == 1:
            raise beat.SchedulingError("Redis is away")

    monkeypatch.setattr(beat.Scheduler, "apply_async", send)
    monkeypatch.setattr(scheduler, "_sends_by", lambda: None)
    ticks.run(scheduler, 4.0)
    assert len(sends) == 1 and not scheduler.alive.exists()
    ticks.run(scheduler, 2.0)
    assert len(sends) == 2 and scheduler.alive.exists()


def test_a_clock_that_jumps_a_month_ahead_and_back_stops_nothing(ticks, monkeypatch) -> None:
    shown = [datetime.now(UTC)]
    monkeypatch.setattr(Celery, "now", lambda _app: shown[0])
    scheduler = Steady(app)
    sent = sent_by(scheduler, monkeypatch)
    ticks.run(scheduler, 6.0)
    for jump in (timedelta(days=30), -timedelta(days=30)):
        shown[0] += jump
        before = len(sent)
        ticks.run(scheduler, 6.0)
        assert len(sent) == before + 3


def test_what_was_late_is_not_caught_up_with(ticks, monkeypatch) -> None:
    scheduler = Steady(app)
    sent = sent_by(scheduler, monkeypatch)
    scheduler.tick()
    ticks.now += 100.0
    assert scheduler.tick() == 2.0 and len(sent) == 1


def test_in_place_it_is_done_by_the_clock_itself_and_a_failure_stops_nothing(
    ticks, monkeypatch, caplog
) -> None:
    done: list[float] = []

    def sweep() -> None:
        done.append(ticks.now)
        if len(done) == 1:
            raise RuntimeError("broken once")

    monkeypatch.setattr("upkeep.sweep.sweep", sweep)
    scheduler = InPlace(app)
    ticks.run(scheduler, 6.5)
    assert done == [1002.0, 1004.0, 1006.0]
    assert [record.levelname for record in caplog.records if "broken once" in record.getMessage()] == [
        "ERROR"
    ]


def test_in_place_no_connection_grows_old(ticks, monkeypatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(schedulers, "close_old_connections", lambda: seen.append("closed"))
    monkeypatch.setattr("upkeep.sweep.sweep", lambda: seen.append("swept"))
    ticks.run(InPlace(app), 2.5)
    assert seen == ["closed", "swept", "closed"]
