"""What workers are asked to do for events."""

from __future__ import annotations

from typing import Final

from upkeep.queue import wake

EVENT_BELL: Final = "tournaments.tasks.follow_events"


def ring_for_events() -> None:
    """Asks a worker, once the transaction is committed, to go on with events in which something is due."""
    wake(EVENT_BELL)
