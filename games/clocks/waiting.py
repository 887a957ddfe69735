"""Whether anybody waits for a bot: bots among themselves are in no hurry."""

from __future__ import annotations

from collections.abc import Sequence

from games.clocks.deadlines import is_timed
from games.models import Seat
from homeworlds.position import Position


def somebody_waits(seats: Sequence[Seat], position: Position) -> bool:
    """Whether a person still plays who has not been away for so long that the seat is adrift."""
    return any(is_timed(seats[number]) for number in position.living)
