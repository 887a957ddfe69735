"""The sweep takes every step, whatever becomes of one."""

import logging
from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.utils import timezone

from upkeep import sweep as module
from upkeep.models import Tally
from upkeep.services import tally
from upkeep.sweep import FAILED, add_step, sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def taken(monkeypatch) -> list[str]:
    """What the steps have done; there are no others."""
    monkeypatch.setattr(module, "_STEPS", {})
    return []


def fails() -> None:
    raise ZeroDivisionError


def test_a_step_that_fails_is_reported_and_the_others_run(taken, caplog):
    add_step("first", lambda: taken.append("first"))
    add_step("broken", fails)
    add_step("last", lambda: taken.append("last"))
    with caplog.at_level(logging.ERROR):
        assert sweep() == ["broken"]
    assert taken == ["first", "last"]
    [record] = caplog.records
    assert "broken" in record.getMessage() and record.exc_info[0] is ZeroDivisionError
    assert Tally.objects.get(name=FAILED).label == "broken"
    assert Tally.objects.get(name="sweep").count == 1


def test_a_database_error_of_one_step_stops_no_other(taken):
    def locked() -> None:
        raise DatabaseError("canceling statement due to lock timeout")

    add_step("locked", locked)
    add_step("last", lambda: taken.append("last"))
    assert (sweep(), taken) == (["locked"], ["last"])


def test_without_a_database_the_sweep_says_so_once(taken, monkeypatch, caplog):
    def away() -> None:
        raise DatabaseError("server closed the connection")

    add_step("first", away)
    add_step("last", lambda: taken.append("last"))
    monkeypatch.setattr(connection, "is_usable", lambda: False)
    with pytest.raises(DatabaseError):
        sweep()
    assert taken == [] and not caplog.records


def test_a_name_is_given_once(taken):
    add_step("bots", fails)
    add_step("bots", fails)
    with pytest.raises(ValueError, match="bots already"):
        add_step("bots", sweep)


def ago(seconds: float) -> None:
    Tally.objects.filter(name="step").update(changed_at=timezone.now() - timedelta(seconds=seconds))


def test_a_step_that_is_for_now_and_then_waits_for_its_time_and_the_others_do_not(taken):
    add_step("always", lambda: taken.append("always"))
    add_step("seldom", lambda: taken.append("seldom"), every=600)
    for _ in range(2):
        sweep()
    assert taken == ["always", "seldom", "always"]
    ago(599)
    sweep()
    ago(601)
    sweep()
    assert taken[3:] == ["always", "always", "seldom"]
    assert Tally.objects.get(name="step").count == 2


def test_one_that_fails_waits_as_well(taken):
    add_step("broken", fails, every=600)
    assert [sweep(), sweep()] == [["broken"], []]


def lately(now: datetime) -> QuerySet[Tally]:
    return Tally.objects.filter(name="lately", changed_at__gt=now - timedelta(hours=1))


def test_a_step_that_says_what_is_due_is_taken_when_it_is(taken):
    add_step("says", lambda: taken.append("says"), due=[lately])
    add_step("does not say", lambda: taken.append("does not say"))
    sweep()
    tally("lately")
    sweep()
    Tally.objects.filter(name="lately").update(changed_at=timezone.now() - timedelta(hours=2))
    sweep()
    assert taken == ["does not say", "says", "does not say", "does not say"]


def test_one_that_is_for_now_and_then_needs_both_and_is_counted_only_then(taken):
    add_step("seldom", lambda: taken.append("seldom"), every=600, due=[lately])
    sweep()
    assert (taken, Tally.objects.filter(name="step").count()) == ([], 0)
    tally("lately")
    sweep()
    sweep()
    assert (taken, Tally.objects.get(name="step").count) == (["seldom"], 1)


def test_where_it_cannot_be_asked_every_step_looks_by_itself(taken, caplog):
    def breaks(now: datetime) -> QuerySet[Tally]:
        raise ZeroDivisionError

    add_step("broken", lambda: taken.append("broken"), due=[breaks])
    add_step("seldom", lambda: taken.append("seldom"), every=600, due=[lately])
    with caplog.at_level(logging.ERROR):
        assert [sweep(), sweep()] == [[], []]
    assert taken == ["broken", "seldom", "broken"]
    assert all("every step looks by itself" in record.getMessage() for record in caplog.records)


def test_a_clock_that_was_set_back_keeps_no_step_waiting(taken):
    add_step("seldom", lambda: taken.append("seldom"), every=600)
    sweep()
    ago(-601)
    sweep()
    assert taken == ["seldom", "seldom"]
