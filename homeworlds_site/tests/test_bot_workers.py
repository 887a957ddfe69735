"""A worker says at its start who searches for its bots; only one of the bots loads the compiled core."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from bots import searching
from homeworlds_site.celery import choose_search

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def library_afterwards(caplog):
    caplog.set_level(logging.INFO)
    yield
    searching.use_core(False)


def start_worker(*queues):
    amqp = SimpleNamespace(queues=SimpleNamespace(consume_from=dict.fromkeys(queues)))
    choose_search(instance=SimpleNamespace(app=SimpleNamespace(amqp=amqp)))


@pytest.fixture
def loads(monkeypatch):
    made = []
    monkeypatch.setattr(searching, "_cores", SimpleNamespace(get=lambda: SimpleNamespace(load=load)))

    def load():
        made.append(1)

    return made


def test_it_is_off_by_default_and_the_library_searches(caplog, loads):
    start_worker("bots")
    assert caplog.messages == ["Bots search with the library: COMPILED_SEARCH is off."]
    assert not loads


def test_switched_on_the_core_searches(caplog, settings, loads):
    settings.COMPILED_SEARCH = True
    start_worker("default", "bots")
    (message,) = caplog.messages
    assert message.startswith("Bots search with the compiled core, ready after ")
    assert loads == [1] and searching.uses_core()


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
