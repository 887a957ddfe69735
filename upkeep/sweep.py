"""The sweep: what is due, found by looking, so that no message of the queue that got lost is missed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from django.db import DatabaseError, connection

from upkeep.selectors import SWEEP
from upkeep.services import tally, timed

logger = logging.getLogger(__name__)
FAILED: Final = "sweep_failed"
_STEPS: Final[dict[str, Callable[[], object]]] = {}


def add_step(name: str, step: Callable[[], object]) -> None:
    """Adds a step to every sweep, after those added before; apps do so in `AppConfig.ready`.

    A step may run twice, or in two places at once, and does some of its work at most if there is much.
    Raises ValueError when the name is taken.
    """
    if _STEPS.setdefault(name, step) is not step:
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


def _taken(name: str, step: Callable[[], object]) -> bool:
    try:
        step()
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise  # no step can run: one report is enough
        logger.exception("The step %s of the sweep failed; the others go on.", name)
        return False
    return True
