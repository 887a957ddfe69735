"""The house that is visited."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from homeworlds_site.tests.house import House


@pytest.fixture
def pictures_take_their_time() -> Iterator[None]:
    """Their processes are nice to others: on a busy machine one takes longer than a reader would wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("board.picture.apart.SECONDS", 120)
        yield


@pytest.fixture
def house(pictures_take_their_time: None, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    return House()
