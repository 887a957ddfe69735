"""A worker says at its start who searches for its bots; only one of the bots loads the compiled core."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery.app.amqp import Queues
from kombu import Exchange

from bots import searching, thinking
from homeworlds_site import celery
from upkeep.brokers.turns import BY_URGENCY

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def library_afterwards(caplog):
    caplog.set_level(logging.INFO)
    yield
    searching.use_core(False)


def start_worker(*queues):
    """The queues that it listens to, in the order in which it takes from them."""
    known = Queues({}, default_exchange=Exchange("of-tests"))
    known.select(queues)
    instance = SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=known)))
    celery.listen_to_bells(instance=instance)
    celery.prepare_for_bots(instance=instance)
    return list(known.consume_from)


@pytest.fixture
def loads(monkeypatch):
    made = []
    monkeypatch.setattr(celery, "compile_apart", lambda: made.append("compiled"))
    core = SimpleNamespace(load=lambda: made.append("core"))
    monkeypatch.setattr(searching, "_cores", SimpleNamespace(get=lambda: core))
    monkeypatch.setattr(thinking, "load", lambda: made.append("searches"))
    return made


def test_a_worker_takes_what_is_urgent_first_whatever_its_service_names(settings):
    assert start_worker("timekeeper") == ["sweep", "timekeeper", "events"]
    assert start_worker("bots") == ["bots", "bots-slow"]
    usual = ["mails", "push", "hooks", "default", "digests", "alone"]
    assert start_worker("default", "alone") == start_worker("default") == usual
    assert start_worker("alone") == ["alone"]
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["queue_order_strategy"] == BY_URGENCY


def test_what_cannot_be_loaded_leaves_all_to_the_library(caplog, settings, loads, monkeypatch):
    def fail():
        raise OSError("no room")

    settings.COMPILED_SEARCH = True
    monkeypatch.setattr(thinking, "load", fail)
    start_worker("bots")
    assert caplog.messages == ["Bots search with the library: the compiled core cannot be used. no room"]
    assert not searching.uses_core()


def test_it_is_off_by_default_and_the_library_searches(caplog, loads):
    start_worker("bots")
    assert caplog.messages == ["Bots search with the library: COMPILED_SEARCH is off."]
    assert not loads


def test_switched_on_the_core_searches(caplog, settings, loads):
    settings.COMPILED_SEARCH = True
    start_worker("default", "bots")
    (message,) = caplog.messages
    assert message.startswith("Bots search with the compiled core, ready after ")
    assert loads == ["compiled", "core", "searches"] and searching.uses_core()


def test_a_worker_without_bots_loads_nothing_and_says_nothing(caplog, settings, loads):
    settings.COMPILED_SEARCH = True
    start_worker("default")
    assert not loads and not caplog.messages and not searching.uses_core()


def test_without_numba_the_worker_starts_and_says_so_in_one_line(caplog, settings, monkeypatch):
    settings.COMPILED_SEARCH = True
    monkeypatch.setitem(sys.modules, "numba", None)
    start_worker("bots")
    (record,) = caplog.records
    assert record.levelname == "WARNING" and record.exc_info is None
    assert record.getMessage().startswith(
        "Bots search with the library: the compiled core cannot be used. import of numba halted"
    )
    assert not searching.uses_core()


def test_only_what_the_bots_have_besides_holds_numba():
    holds = {
        path.name: "\nnumba==" in path.read_text()
        for path in (ROOT / "requirements.txt", ROOT / "requirements-bots.txt")
    }
    assert holds == {"requirements.txt": False, "requirements-bots.txt": True}
