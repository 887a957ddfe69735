"""Columns are filled by batches, beside who uses the table, and go on where they were stopped."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.state import ProjectState
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from upkeep.growing import batches
from upkeep.growing.batches import PROGRESS, InBatches
from upkeep.models import Fault, Tally

pytestmark = pytest.mark.django_db(transaction=True)
ROWS = 250


def fault(number: int) -> Fault:
    return Fault(fingerprint=f"{number:064}", headline="x", text="x", count=0)


@pytest.fixture
def rows(transactional_db: None) -> None:
    Fault.objects.bulk_create([fault(number) for number in range(ROWS)])


def once_more(found: QuerySet[Any]) -> None:
    found.update(count=F("count") + 1)


def run(fill: Callable[[QuerySet[Any]], object] = once_more, *, back: bool = False) -> None:
    step = InBatches("upkeep: counted", "fault", fill, size=100)
    state = ProjectState.from_apps(apps)
    with connection.schema_editor(atomic=False) as editor:
        (step.database_backwards if back else step.database_forwards)("upkeep", editor, state, state)


def counts() -> set[int]:
    return set(Fault.objects.values_list("count", flat=True))


def test_every_row_is_filled_once_and_none_again(rows: None) -> None:
    run()
    assert counts() == {1}
    assert Tally.objects.get(name=PROGRESS).total == Fault.objects.latest("pk").pk
    run()
    assert counts() == {1}
    Fault.objects.bulk_create([fault(ROWS)])  # by the previous release, meanwhile
    run()
    assert counts() == {1}
    run(back=True)
    run()
    assert counts() == {2}


def test_what_was_stopped_in_a_batch_goes_on_with_that_one(
    rows: None, caplog: pytest.LogCaptureFixture
) -> None:
    given: list[int] = []

    def stops(found: QuerySet[Any]) -> None:
        once_more(found)
        given.append(found.count())
        if len(given) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(stops)
    assert sorted(Fault.objects.order_by("pk").values_list("count", flat=True)) == [0] * 150 + [1] * 100
    with caplog.at_level(logging.INFO):
        run()
    assert counts() == {1}
    assert "goes on where it was stopped, 150 rows are left" in caplog.text


def test_it_says_how_far_it_is(
    rows: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "SAY_EVERY", 0.0)
    with caplog.at_level(logging.INFO):
        run()
    said = [record.getMessage() for record in caplog.records]
    assert said[0].startswith("upkeep: counted: 100 of 250 rows (40 %)")
    assert said[-1].startswith("upkeep: counted: 250 rows")


def test_in_one_transaction_it_refuses(rows: None) -> None:
    step = InBatches("upkeep: counted", "fault", once_more)
    state = ProjectState.from_apps(apps)
    with transaction.atomic(), pytest.raises(ValueError, match="atomic = False"):
        step.database_forwards("upkeep", connection.schema_editor(atomic=False), state, state)


@pytest.mark.postgres
def test_a_row_that_somebody_keeps_is_waited_for_and_nobody_waits_for_all(
    rows: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, free = Fault.objects.order_by("pk")[150], Fault.objects.order_by("pk")[0]
    holding, done = threading.Event(), threading.Event()
    seen: list[int] = []

    def hold() -> None:
        with transaction.atomic():
            Fault.objects.filter(pk=kept.pk).update(last_at=Now())
            holding.set()
            done.wait(20)
        connection.close()

    def watch(seconds: float) -> None:
        """The batch of the kept row is given up for a moment; what came before is committed meanwhile."""
        seen.append(Fault.objects.get(pk=free.pk).count)
        done.set()

    monkeypatch.setattr(batches, "LOCK_SECONDS", 1)
    monkeypatch.setattr(batches.time, "sleep", watch)
    thread = threading.Thread(target=hold)
    thread.start()
    holding.wait(20)
    run()
    thread.join(20)
    assert seen[0] == 1 and counts() == {1}
