"""The sweep: what is due, found by looking, so that no message of the queue that got lost is missed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from django.db import DatabaseError, connection

from upkeep.selectors import STEP, SWEEP, seconds_since
from upkeep.services import tally, timed

logger = logging.getLogger(__name__)
FAILED: Final = "sweep_failed"
CLEARING: Final = 600.0
"""Seconds between two rounds of clearing away what is in nobody's way."""


class Step(NamedTuple):
    take: Callable[[], object]
    every: float | None
    """Seconds; None: with each sweep."""


_STEPS: Final[dict[str, Step]] = {}


def add_step(name: str, step: Callable[[], object], *, every: float | None = None) -> None:
    """Adds a step to every sweep, or to those that come so many seconds after it was taken last; after those
    added before. Apps do so in `AppConfig.ready`.

    A step may run twice, or in two places at once, and does some of its work at most if there is much.
    Raises ValueError when the name is taken.
    """
    if _STEPS.setdefault(name, Step(step, every)) != Step(step, every):
        raise ValueError(f"there is a step of the sweep named {name} already")


def sweep() -> list[str]:
    """Takes every step; returns the names of those that failed. Each failure is reported and counted, and
    keeps no other step from running. Raises DatabaseError when the database is away."""
    failed = []
    with timed(SWEEP):
        for name, step in _STEPS.items():
            if not _taken(name, step):
                failed.append(name)
    for name in failed:
        tally(FAILED, label=name)
    return failed


def _taken(name: str, step: Step) -> bool:
    try:
        if step.every is None:
            step.take()
        else:
            _take_now_and_then(name, step.take, step.every)
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise  # no step can run: one report is enough
        logger.exception("The step %s of the sweep failed; the others go on.", name)
        return False
    return True


def _take_now_and_then(name: str, take: Callable[[], object], every: float) -> None:
    """A step that fails waits for its time like any other."""
    last = seconds_since(STEP, label=name)
    if last is not None and last < every:
        return
    began = time.perf_counter()
    try:
        take()
    finally:
        if connection.is_usable():
            tally(STEP, label=name, amount=time.perf_counter() - began)
