"""The people of these pages. Nobody works in the background."""

import pytest

from games.tests.conftest import alice, bob

__all__ = ["alice", "bob"]


@pytest.fixture(autouse=True)
def silent_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.wake.enqueue", lambda *arguments, **more: None)
