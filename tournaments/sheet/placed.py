"""How a table ended for each of its seats, as it is stored; and the places and points that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.models import SeatResult
from homeworlds.rules import Variant
from tournaments.models import Event, Points
from tournaments.pairing.points import by_elimination, of_two, shared_win, winner_takes

_WON: Final = (SeatResult.WON, SeatResult.SHARED, SeatResult.DRAWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    result: SeatResult
    fell: int | None = None
    """When the seat went out: the number of an entry of the game's log; None: it was there at the end."""
    is_away: bool = False
    """The player ran out of time, or somebody else took the seat."""

    def stored(self) -> dict[str, Any]:
        return {"result": str(self.result), "fell": self.fell, "is_away": self.is_away}

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Placed:
        return cls(result=SeatResult(stored["result"]), fell=stored["fell"], is_away=stored["is_away"])


BYE: Final = Placed(result=SeatResult.WON)


def places_of_seats(placed: Sequence[Placed]) -> tuple[int, ...]:
    """1 the best: who won or drew, then who was there at the end, then the others, the last to fall first;
    equals share a place, and at a void table all are equal.

    >>> lost, won = SeatResult.LOST, SeatResult.WON
    >>> fell = [Placed(result=lost, fell=number) for number in (30, 12, 12)]
    >>> places_of_seats([*fell, Placed(result=won), Placed(result=lost)])
    (3, 4, 4, 1, 2)
    """
    if any(each.result is SeatResult.VOID for each in placed):
        return (1,) * len(placed)
    keys = [_key(each) for each in placed]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _key(placed: Placed) -> tuple[bool, bool, int]:
    if placed.result in _WON:
        return (False, False, 0)  # a side may win with somebody who is out
    return (True, placed.fell is not None, -(placed.fell or 0))


def points_of_seats(event: Event, placed: Sequence[Placed]) -> tuple[float, ...]:
    """By the points that the event has announced. A void game brings nobody anything; who left a table that
    others won together has no share in it."""
    if any(each.result is SeatResult.VOID for each in placed):
        return (0.0,) * len(placed)
    places = places_of_seats(placed)
    match Points(event.points):
        case Points.TWO:
            return of_two(places)
        case Points.ORDER:
            return by_elimination(places)
    drawn = any(each.result is SeatResult.DRAWN for each in placed)
    together = event.variant == Variant.GOOD_VS_EVIL and not drawn
    return shared_win(places) if together else winner_takes(places)
