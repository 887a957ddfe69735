"""The sweep: what is due, found by looking, so that no message of the queue that got lost is missed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from django.db import DatabaseError, connection
from django.db.models import F
from django.db.models.functions import Now

from upkeep.clock import database_now
from upkeep.kept.compiled_query import CompiledQuery
from upkeep.kept.whether import Ask, Whether
from upkeep.models import Tally
from upkeep.selectors import STEP, SWEEP
from upkeep.services import tally, timed

logger = logging.getLogger(__name__)
FAILED: Final = "sweep_failed"
A_MINUTE: Final = 60.0
"""For what need not be sooner."""
CLEARING: Final = 600.0
"""Seconds between two rounds of clearing away what is in nobody's way."""


class Step(NamedTuple):
    take: Callable[[], object]
    every: float | None
    """Seconds; None: with each sweep."""
    due: tuple[Ask, ...]
    """Where there are rows of any it has something to do; none: nobody knows but itself."""


_STEPS: Final[dict[str, Step]] = {}
_steps_taken: Final = CompiledQuery(
    lambda: Tally.objects.filter(name=STEP).values_list("label", Now(), F("changed_at"))
)
"""Of each that is taken now and then the database's clock, and when it was taken last."""


def add_step(
    name: str, step: Callable[[], object], *, every: float | None = None, due: Sequence[Ask] = ()
) -> None:
    """Adds a step to every sweep, or to those that come so many seconds after it was taken last; after those
    added before. Apps do so in `AppConfig.ready`.

    One that says what is `due` is taken only when there are such rows: all are asked for in one statement, as
    `Whether` has it, before the first step. It need not be true any more when the step looks, and what comes
    meanwhile is found by the next sweep. Without that the step is taken always. A step may run twice, or in
    two places at once, and does some of its work at most if there is much. Raises ValueError when the name is
    taken.
    """
    new = Step(step, every, tuple(due))
    if _STEPS.setdefault(name, new) != new:
        raise ValueError(f"there is a step of the sweep named {name} already")


def sweep() -> list[str]:
    """Takes every step that may have something to do; returns the names of those that failed. Each failure is
    reported and counted, and keeps no other step from running. Raises DatabaseError when the database is
    away."""
    with timed(SWEEP):
        failed = [name for name in _to_be_taken() if not _taken(name, _STEPS[name])]
    for name in failed:
        tally(FAILED, label=name)
    return failed


def _to_be_taken() -> list[str]:
    """In their order."""
    since = {label: (now - last).total_seconds() for label, now, last in _steps_taken()}
    asked = tuple((name, step.due) for name, step in _STEPS.items() if step.due)
    found = _names_of_due(asked)
    return [name for name, step in _STEPS.items() if not _waits(step, since.get(name)) and name in found]


def _waits(step: Step, since: float | None) -> bool:
    # Nor is it waited for what was written before the clock was set back.
    return step.every is not None and since is not None and abs(since) < step.every


def _names_of_due(asked: tuple[tuple[str, tuple[Ask, ...]], ...]) -> set[str]:
    """And those that do not say. What cannot be asked for is looked at by its own step."""
    try:
        return _STEPS.keys() - dict(asked).keys() | _whether(asked)(database_now())
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise  # no step can run: one report is enough
        logger.exception("What is due could not be asked for; every step looks by itself.")
        return set(_STEPS)


@lru_cache(maxsize=1)
def _whether(asked: tuple[tuple[str, tuple[Ask, ...]], ...]) -> Whether:
    return Whether(dict(asked))


def _taken(name: str, step: Step) -> bool:
    try:
        if step.every is None:
            step.take()
        else:
            _take_now_and_then(name, step.take)
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise
        logger.exception("The step %s of the sweep failed; the others go on.", name)
        return False
    return True


def _take_now_and_then(name: str, take: Callable[[], object]) -> None:
    """A step that fails waits for its time like any other."""
    began = time.perf_counter()
    try:
        take()
    finally:
        if connection.is_usable():
            tally(STEP, label=name, amount=time.perf_counter() - began)
