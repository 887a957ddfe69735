"""The people of these pages. Nobody works in the background."""

import pytest

from accounts.models import Player
from games.tests.conftest import person


@pytest.fixture(autouse=True)
def silent_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.wake.enqueue", lambda *arguments, **more: None)


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return person("Bob")
