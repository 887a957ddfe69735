"""What workers are asked to do for events."""

from __future__ import annotations

from typing import Final

from upkeep.queue import wake

EVENT_TASK: Final = "tournaments.tasks.follow_event"


def wake_event(*, event_id: int) -> None:
    """Asks a worker, once the transaction is committed, to go on with an event as far as it goes."""
    wake(EVENT_TASK, event_id)
