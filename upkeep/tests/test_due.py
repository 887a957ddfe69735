"""What is due is done once, the urgent first, by however many workers; a bell that waits is rung once."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.utils import timezone
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES

from upkeep import due, sweep
from upkeep.due import Work, answer, claim, kept, lease_of, one, renewed, waits
from upkeep.models import Fault
from upkeep.queue import Bell
from upkeep.watching import health
from upkeep.watching.standing import of_waiting

BELL = "tests.bell"


class Heap:
    """Rows that are due."""

    def __init__(self, *rows: str, since: float = 0.0, bell: str = BELL) -> None:
        self.rows, self.seconds, self.bell = list(rows), since, bell
        self.done: list[str] = []
        self.due = (lambda now: Fault.objects.filter(last_at__lte=now, count=0),)

    def since(self, now: datetime) -> datetime | None:
        return now - timedelta(seconds=self.seconds) if self.rows else None

    def claim(self) -> str | None:
        return self.rows.pop(0) if self.rows else None

    def do(self, row: str) -> None:
        if row == "broken":
            raise ZeroDivisionError
        self.done.append(row)


@pytest.fixture
def heaps(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(due, "_works", {})
    monkeypatch.setattr(sweep, "_STEPS", {})

    def add(**named: Heap) -> None:
        for name, heap in named.items():
            work = Work(
                name, name.title(), heap.bell, heap.due, heap.since, one(heap.claim), heap.do, 60, "worker"
            )
            due.add_work(work)

    return add


def test_the_urgent_is_done_first_whenever_it_comes(heaps: Any, calls: list[Any]) -> None:
    urgent, usual = Heap(), Heap("first", "second")
    heaps(urgent=urgent, usual=usual)
    both: list[str] = []

    def comes(row: str) -> None:
        both.append(row)
        urgent.rows += ["urgent"] if row == "first" else []

    urgent.do, usual.do = both.append, comes  # type: ignore[method-assign]
    due._works.clear()
    sweep._STEPS.clear()
    heaps(urgent=urgent, usual=usual)
    assert answer(BELL) == 3
    assert both == ["first", "urgent", "second"]


@pytest.mark.django_db
def test_others_are_called_to_help_when_there_is_more_and_not_for_the_last(
    heaps: Any, calls: list[Any], settings: Any
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    heaps(heap=Heap("one", "two", "three"))
    answer(BELL)
    assert calls == [(BELL,)]
    calls.clear()
    due._works.clear()
    sweep._STEPS.clear()
    heaps(heap=Heap("one"))
    answer(BELL)
    assert calls == []


def test_after_its_time_a_worker_looks_what_else_there_is_and_is_called_again(
    heaps: Any, calls: list[Any]
) -> None:
    heap = Heap("one", "two")
    heaps(heap=heap)
    assert answer(BELL, seconds=0) == 1
    assert (heap.rows, calls) == (["two"], [(BELL,)])


def test_what_was_claimed_together_and_not_begun_is_given_back_before_others_are_called(
    monkeypatch: pytest.MonkeyPatch, heaps: Any
) -> None:
    happened: list[Any] = []
    monkeypatch.setattr("upkeep.queue.enqueue", lambda *call: happened.append(call))

    def claim() -> list[str]:
        return ["one", "two", "three"] if not happened else []

    def work(do: Any) -> None:
        happened.clear()
        due._works.clear()
        sweep._STEPS.clear()
        heap = Heap()
        due.add_work(
            Work("w", "W", BELL, heap.due, heap.since, claim, do, 60, "worker", give_back=happened.append)
        )

    work(lambda row: None)
    assert answer(BELL, seconds=0) == 1
    assert happened == [["two", "three"], (BELL,)]
    work({"one": 1}.__getitem__)
    with pytest.raises(KeyError, match="two"):
        answer(BELL)
    assert happened == [["three"], (BELL,)]
    work(happened.append)
    assert answer(BELL) == 3
    assert happened == ["one", "two", "three"]


def test_what_fails_is_told_and_the_others_are_called_for(heaps: Any, calls: list[Any]) -> None:
    heap = Heap("broken", "whole")
    heaps(heap=heap)
    with pytest.raises(ZeroDivisionError):
        answer(BELL)
    assert calls == [(BELL,)]
    assert (answer(BELL), heap.done) == (1, ["whole"])


def test_the_sweep_rings_while_something_is_due(heaps: Any, calls: list[Any], row: Fault) -> None:
    heaps(one=Heap())
    Fault.objects.update(last_at=timezone.now() + timedelta(minutes=1))
    sweep.sweep()
    assert calls == []
    Fault.objects.update(last_at=timezone.now())
    sweep.sweep()
    assert calls == [(BELL,)]


@pytest.mark.django_db(transaction=True)
def test_what_waits_too_long_is_told(heaps: Any) -> None:
    heaps(mails=Heap("row", since=59), turns=Heap())
    assert waits() == {"mails": 59.0, "turns": 0.0}
    assert of_waiting() is None and health.ask_queue() == {"ok": True, "late": {}}
    due._works.clear()
    sweep._STEPS.clear()
    heaps(mails=Heap("row", since=600), turns=Heap("row", since=150))
    assert health.ask_queue() == {"ok": False, "late": {"mails": 600, "turns": 150}}
    said = str(of_waiting())
    assert said.startswith("Mails: the oldest has waited for 10 minutes. Start anew what does it (“sudo")


# --- Claims


@pytest.fixture
def row(db: None) -> Fault:
    """`last_at` is when it is due."""
    ago = timezone.now() - timedelta(seconds=1)
    return Fault.objects.create(fingerprint="row", headline="row", text="", first_at=ago, last_at=ago)


COLUMNS = {"due_at": "last_at", "state": "count"}


def taken() -> Fault | None:
    rows = Fault.objects.filter(last_at__lte=timezone.now())
    return claim(rows, since="first_at", due_at="last_at", state="count")


def test_a_row_is_one_workers_until_its_claim_has_run_out(row: Fault) -> None:
    assert (taken(), taken()) == (row, None)
    Fault.objects.update(last_at=timezone.now())
    assert taken() == row


def test_of_two_who_found_it_at_once_one_has_it(row: Fault) -> None:
    class Late:
        """What somebody sees who looks before the other one's claim."""

        looks = 0

        def __getitem__(self, few: slice) -> list[Fault]:
            self.looks += 1
            return [row] if self.looks == 1 else []

    seen = Fault.objects.get()
    assert taken() == row
    row.last_at = seen.last_at
    assert claim(Late(), since="first_at", due_at="last_at", state="count") is None  # type: ignore[arg-type]


def test_the_longer_it_has_waited_the_longer_it_is_claimed() -> None:
    assert lease_of(timedelta(seconds=8)) == timedelta(seconds=5)
    assert lease_of(timedelta(minutes=4)) == timedelta(minutes=1)
    assert lease_of(timedelta(days=9)) == timedelta(hours=1)


def test_a_claim_is_renewed_until_the_row_is_another(row: Fault) -> None:
    mine = taken()
    assert mine is not None
    mine.last_at -= timedelta(seconds=4)
    Fault.objects.update(last_at=mine.last_at)
    assert renewed(mine, due_at="last_at", state="count")
    assert Fault.objects.get().last_at == mine.last_at > timezone.now() + timedelta(seconds=3)
    Fault.objects.update(count=1)
    assert not renewed(mine, due_at="last_at", state="count")


def test_while_one_is_at_it_it_is_renewed_and_then_no_more() -> None:
    often = threading.Semaphore(0)
    with kept(lambda: often.release() or True, every=timedelta(milliseconds=5)):
        assert all(often.acquire(timeout=30) for _ in range(3))
    assert "claim" not in [thread.name for thread in threading.enumerate()]


# --- Bells


@pytest.fixture(params=["files", pytest.param("redis", marks=pytest.mark.postgres)])
def bell(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A task that is asked for in an app of its own."""
    monkeypatch.setitem(TRANSPORT_ALIASES, "filesystem", "upkeep.brokers.in_folder:Transport")
    url, options = "filesystem://", {name: str(tmp_path) for name in ("data_folder_in", "data_folder_out")}
    if request.param == "redis":
        url, options = request.getfixturevalue("redis_url"), {}
    app = Celery("bells", broker=url, set_as_current=False)
    app.conf.broker_transport_options = {**options, "control_folder": str(tmp_path / "control")}
    app.conf.task_routes = {BELL: {"queue": "bell"}}

    @app.task(base=Bell, name=BELL)
    def ring() -> None:
        pass

    yield ring
    app.close()


def test_a_bell_that_waits_is_not_rung_again(bell: Any) -> None:
    with bell.app.connection_for_read() as connection:
        channel = connection.default_channel
        for _ in range(2):
            for _ in range(3):
                bell.apply_async()
            assert channel._size("bell") == 1
            channel._get("bell")


def test_a_bell_out_of_reach_is_told_as_such(bell: Any) -> None:
    bell.app.conf.broker_url = "redis://127.0.0.1:1/0"
    with pytest.raises(OperationalError):
        bell.apply_async(retry=False)
