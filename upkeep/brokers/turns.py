"""In what order a worker looks at its queues: from one it takes when nothing is in those before it; but some
take turns, so that none of them waits until the others are empty."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from kombu.utils.scheduling import priority_cycle

BY_URGENCY: Final = "upkeep.brokers.turns:ByUrgency"
"""As kombu's transports are told by `queue_order_strategy`."""


class ByUrgency(priority_cycle):  # type: ignore[misc]
    """Of kombu's transport for Redis."""

    def rotate(self, last_used: str) -> str:
        let_others_go_first(self.items, last_used)
        return last_used


def let_others_go_first(queues: list[str], taken: str) -> None:
    """Puts the queue from which was taken behind the others with which it takes turns, in place."""
    equals = [place for place, queue in enumerate(queues) if queue in settings.QUEUES_TAKING_TURNS]
    if taken in settings.QUEUES_TAKING_TURNS and taken in queues:
        queues.remove(taken)
        queues.insert(equals[-1], taken)
