"""Places over time as a line."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from ladders.ladder.presenters.chart import draw_places
from ladders.ladder.presenters.course import Sign, Stand

FIRST = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("places", "lines"),
    [((1, 2), [1, 2]), ((3, 3), [2, 3]), ((1, 30), [1, 10, 20, 30]), ((40, 25), [20, 25, 30, 35, 40])],
)
def test_each_line_stands_for_another_place(places: tuple[int, int], lines: list[int]) -> None:
    before, after = places
    stand = Stand(FIRST, before, after, Sign.LOST, "lost", game="")
    drawn = draw_places([stand], FIRST + timedelta(days=9), after, 300, 200, lambda at: "day")
    said = re.findall(r'text-anchor="end"[^>]*>(\d+)<', drawn)
    assert sorted({int(each) for each in said}) == lines and len(said) == len(lines)
