"""The people of these pages. Nobody works in the background."""

import pytest

from games.tests.conftest import alice, bob, calls

__all__ = ["alice", "bob", "calls"]


@pytest.fixture(autouse=True)
def silent_queue(calls: list[tuple[object, ...]]) -> None:
    pass
