"""The cast: Alice and Bob play, Charlie joins or watches. And what makes two things happen at once."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from accounts.models import Player
from accounts.services import ensure_bots
from accounts.tests.cast import person


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return person("Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    return person("Charlie")


@pytest.fixture
def bots(db: None) -> None:
    ensure_bots()


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What would be queued; nobody works in the background."""
    made: list[tuple[Any, ...]] = []
    monkeypatch.setattr("upkeep.queue.enqueue", lambda *call: made.append(call))
    return made


@pytest.fixture
def at_once() -> Iterator[Callable[..., list[Any]]]:
    """Calls functions at the same moment, each in a thread with a connection of its own."""
    with ThreadPoolExecutor(2) as threads:

        def call(*functions: Callable[[], Any]) -> list[Any]:
            barrier = threading.Barrier(len(functions))

            def run(function: Callable[[], Any]) -> Any:
                connection.ensure_connection()
                barrier.wait(timeout=10)
                return function()

            return [done.result(timeout=30) for done in [threads.submit(run, each) for each in functions]]

        yield call
        barrier = threading.Barrier(2)
        for done in [threads.submit(lambda: (barrier.wait(timeout=10), connection.close())) for _ in "ab"]:
            done.result(timeout=30)
