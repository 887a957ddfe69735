"""What a table brings each of its seats, by how it has ended."""

from __future__ import annotations

import pytest

from games.models import SeatResult
from homeworlds.rules import Variant
from tournaments.models import Event, Points
from tournaments.sheet import Placed, places_of_seats, points_of_seats

LETTERS = {result[0]: result for result in SeatResult}
LAST, EVIL = Variant.LAST_CAPTAIN_STANDING, Variant.GOOD_VS_EVIL


def table(ends: str) -> list[Placed]:
    """A letter a seat, and when it fell: `w l7 l3`."""
    return [Placed(result=LETTERS[end[0]], fell=int(end[1:]) if end[1:] else None) for end in ends.split()]


@pytest.mark.parametrize("ends, places", [
    ("w l7 l3", (1, 2, 3)),
    ("l7 w l l3", (3, 1, 2, 4)),
    ("d l7 d l7", (1, 3, 1, 3)),
    ("s l s9 l", (1, 3, 1, 3)),
])  # fmt: skip
def test_who_fell_later_stands_before_who_fell_first(ends: str, places: tuple[int, ...]) -> None:
    assert places_of_seats(table(ends)) == places


@pytest.mark.parametrize("variant, points, ends, brought", [
    (Variant.BINARY, Points.TWO, "l5 w", (0, 1)),
    (Variant.BINARY, Points.TWO, "d d", (0.5, 0.5)),
    (Variant.BINARY, Points.TWO, "v v", (0, 0)),
    (LAST, Points.WIN, "w l9 l4 l2", (5, 0, 0, 0)),
    (LAST, Points.WIN, "d d l4 l2", (2, 2, 0, 0)),
    (LAST, Points.WIN, "d d d d d", (1, 1, 1, 1, 1)),
    (LAST, Points.WIN, "v v9 v4", (0, 0, 0)),
    (LAST, Points.ORDER, "w l9 l4 l2", (3, 2, 1, 0)),
    (LAST, Points.ORDER, "w l4 l4 l2", (3, 1.5, 1.5, 0)),
    (LAST, Points.ORDER, "v v9 v4", (0, 0, 0)),
    (EVIL, Points.WIN, "l9 w l4", (0, 5, 0)),
    (EVIL, Points.WIN, "s l4 s s9", (5 / 3, 0, 5 / 3, 5 / 3)),
    (EVIL, Points.WIN, "s l4 s l9", (2.5, 0, 2.5, 0)),
    (EVIL, Points.WIN, "d l4 d l9", (2, 0, 2, 0)),
])  # fmt: skip
def test_points_are_those_that_were_announced(
    variant: Variant, points: Points, ends: str, brought: tuple[float, ...]
) -> None:
    event = Event(variant=variant, points=points)
    assert points_of_seats(event, table(ends)) == pytest.approx(brought)


def test_what_is_stored_is_read_again() -> None:
    placed = Placed(result=SeatResult.LOST, fell=7, is_away=True)
    assert Placed.read(placed.stored()) == placed
