"""Small helps for several test files."""

from __future__ import annotations

import pickle
from typing import TypeVar

Thing = TypeVar("Thing")


def pickled(thing: Thing) -> Thing:
    """What comes out after a way through pickle."""
    again: Thing = pickle.loads(pickle.dumps(thing))  # noqa: S301 - what we have just written
    return again
