"""The balance: each seat's chance to win, one band on the other, from the first turn to the last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from django.utils.translation import gettext

from board.charts.frame import PLAIN, Frame, Reading, svg, turns_axis, ways
from board.charts.lettering import written
from board.charts.tide import Mark, Moment, Size, above, band, ends, name_in_band, numbered

WHOLE: Final = 100.0
EVEN: Final = 50.0
STEPS: Final = (0, 25, 50, 75, 100)


class Point(NamedTuple):
    """How things stood after an entry of the log."""

    number: int
    chances: tuple[float, ...]
    """Of each seat; together 1."""


def balance(
    names: Sequence[str],
    points: Sequence[Point],
    last: int,
    size: Size,
    *,
    moments: Sequence[Moment] = (),
    reading: Reading = PLAIN,
) -> str:
    """An SVG without style sheet, over the entries from 0 to `last`. Above the bands stands what `moments`
    tells of."""
    top = 34.0 if moments else 12.0
    frame = Frame(size.width, size.height, size.left, size.width - 26, top, size.height - 22, last)
    scale = (frame.bottom - frame.top) / WHOLE
    layers = _layers(points, last)
    drawn = "".join([band(frame, scale, layers, seat) for seat in range(len(names))])
    drawn += _grid(frame, scale)
    for seat, name in enumerate(names):
        drawn += name_in_band(frame, scale, layers, seat, name)
    drawn += above(frame, [Mark(each.number, numbered(each.mark)) for each in moments])
    drawn += ends(frame, scale, layers, names)
    return svg(frame, drawn + turns_axis(frame, size.height - 6) + ways(frame, reading), "balance")


def percent(number: int) -> str:
    return gettext("{number}%").format(number=number)


def _layers(points: Sequence[Point], last: int) -> list[list[float]]:
    """For each entry from 0 on the upper edges of the bands. What came between two points moved nothing."""
    known = {point.number: point.chances for point in points}
    layers, chances = [], points[0].chances
    for number in range(last + 1):
        chances = known.get(number, chances)
        layers.append([0.0, *accumulate([WHOLE * chance for chance in chances])])
    return layers


def _grid(frame: Frame, scale: float) -> str:
    """Over the bands: who is ahead is seen at the line in the middle."""
    drawn = ""
    for value in STEPS:
        y = frame.bottom - value * scale
        look = 'stroke-dasharray="4 4"' if value == EVEN else 'stroke-opacity=".25"'
        drawn += f'<path d="M{frame.left:g} {y:.5g}H{frame.right:g}" stroke="var(--on-band)" {look}/>'
        if value:
            drawn += written(frame.left - 5, y + 4, percent(value), 11, fill="var(--dim)", anchor="end")
    return drawn
