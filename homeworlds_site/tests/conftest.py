"""The house that is visited."""

from __future__ import annotations

import pytest

from homeworlds_site.tests.house import House


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    return House()
