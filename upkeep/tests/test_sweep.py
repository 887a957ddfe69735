"""The sweep takes every step, whatever becomes of one."""

import logging
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone

from upkeep import sweep as module
from upkeep.models import Tally
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
