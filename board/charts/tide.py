"""The tide: how strong each fleet was, in pips, one band on the other, from the first turn to the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import ceil
from typing import Final, NamedTuple

from board.charts.course import Course
from board.charts.frame import PLAIN, Frame, Reading, looked_at, spread, svg, turns_axis, ways
from board.charts.lettering import badge, burst, text_width, written
from board.map.symbols import initial_of

NAME: Final = 12.0
THIN: Final = 15.0
"""In a lower band stands no name."""
AIR: Final = 4.0
"""Beside a name, lest its last letter leaves the band."""


class Size(NamedTuple):
    """Of the drawing."""

    width: float
    height: float
    left: float = 30
    """Where the turns begin."""


def line_at(size: Size, number: int, last: int) -> str:
    """An SVG to lie over the tide of this size: the turn that is looked at."""
    return svg(_frame(size, last), looked_at(_frame(size, last), number), "tide-line")


def _frame(size: Size, last: int) -> Frame:
    return Frame(size.width, size.height, size.left, size.width - 26, 32, size.height - 22, last)


class Moment(NamedTuple):
    """A turn that is told of elsewhere by the number of its mark."""

    number: int
    mark: int


class Mark(NamedTuple):
    number: int
    draw: Callable[[float, float], str]


def tide(
    course: Course,
    size: Size,
    *,
    moments: Sequence[Moment] | None = None,
    reading: Reading = PLAIN,
) -> str:
    """An SVG without style sheet. Above the bands stand what `moments` tells of or, if None, catastrophes and
    eliminations."""
    marks = _marks(course, moments)
    top = 34.0 if marks else 12.0
    frame = Frame(size.width, size.height, size.left, size.width - 26, top, size.height - 22, course.last)
    ceiling = _ceiling(course.highest)
    scale = (frame.bottom - frame.top) / ceiling
    layers = list(_layers(course))
    drawn = _grid(frame, ceiling, scale)
    for seat in range(len(course.names)):
        drawn += band(frame, scale, layers, seat)
    for seat, name in enumerate(course.names):
        drawn += name_in_band(frame, scale, layers, seat, name)
    drawn += above(frame, marks) + looked_at(frame, reading.at) + ends(frame, scale, layers, course.names)
    return svg(frame, drawn + turns_axis(frame, size.height - 6) + ways(frame, reading), "tide")


def _ceiling(highest: int) -> int:
    step = _step(highest)
    return max(step, -(-highest // step) * step)


def _step(highest: int) -> int:
    return 5 if highest <= 15 else 10 if highest <= 30 else 20


def _layers(course: Course) -> list[list[int]]:
    """For each turn from 0 on the upper edges of the bands, with 0 before the first."""
    players = len(course.names)
    return [[0] * (players + 1)] + [[0, *accumulate(stage.pips)] for stage in course.stages]


def _grid(frame: Frame, ceiling: int, scale: float) -> str:
    drawn = ""
    for value in range(0, ceiling + 1, _step(ceiling)):
        y = frame.bottom - value * scale
        drawn += f'<path d="M{frame.left:g} {y:.5g}H{frame.right:g}" stroke="var(--line)"/>'
        if value:
            drawn += written(frame.left - 7, y + 4, str(value), 11, fill="var(--dim)", anchor="end")
    return drawn


def band(frame: Frame, scale: float, layers: Sequence[Sequence[float]], seat: int) -> str:
    upper = _edge(frame, scale, [layer[seat + 1] for layer in layers])
    lower = _edge(frame, scale, [layer[seat] for layer in layers])
    points = " ".join([f"{x:.4g} {y:.4g}" for x, y in [*upper, *reversed(lower)]])
    return (
        f'<path d="M{points}z" fill="var(--seat-{seat})" stroke="var(--card)" stroke-width="1" '
        'stroke-linejoin="round"/>'
    )


def _edge(frame: Frame, scale: float, heights: Sequence[float]) -> list[tuple[float, float]]:
    """Only the points where it bends."""
    kept = [
        number
        for number, height in enumerate(heights)
        if number in (0, len(heights) - 1) or not heights[number - 1] == height == heights[number + 1]
    ]
    return [(frame.x(number), frame.bottom - heights[number] * scale) for number in kept]


def name_in_band(frame: Frame, scale: float, layers: Sequence[Sequence[float]], seat: int, name: str) -> str:
    """Where the band is thickest for as long as the name is; the initial where that is too thin for it."""
    for shown in (name, initial_of(name)):
        each = max(1, ceil((text_width(shown, NAME, bold=True) + AIR) / max(1e-9, frame.x(1) - frame.x(0))))
        found = None
        for start in range(1, len(layers) - each):
            low = max([layer[seat] for layer in layers[start : start + each + 1]])
            high = min([layer[seat + 1] for layer in layers[start : start + each + 1]])
            if found is None or high - low > found[0]:
                found = (high - low, start, (high + low) / 2)
        if found and found[0] * scale >= THIN:
            x, y = frame.x(found[1] + each / 2), frame.bottom - found[2] * scale
            return written(x, y + 4.2, shown, NAME, fill="var(--on-band)", bold=True, anchor="middle")
    return ""


def _marks(course: Course, moments: Sequence[Moment] | None) -> list[Mark]:
    if moments is not None:
        return [Mark(each.number, numbered(each.mark)) for each in moments]
    marks = [(number, 0, Mark(number, burst)) for number in sorted({blow.number for blow in course.blows})]
    marks += [
        (fall.number, 1, Mark(fall.number, _fallen(fall.seat, course.names[fall.seat])))
        for fall in course.falls
    ]
    return [mark for _number, _order, mark in sorted(marks, key=lambda each: each[:2])]


def numbered(mark: int) -> Callable[[float, float], str]:
    return lambda x, y: (
        f'<circle cx="{x:.5g}" cy="{y:.5g}" r="9" fill="var(--text)"/>'
        + written(x, y + 4, str(mark), 12, fill="var(--bg)", bold=True, anchor="middle")
    )


def _fallen(seat: int, name: str) -> Callable[[float, float], str]:
    return lambda x, y: badge(x, y, seat, name, struck=True)


def above(frame: Frame, marks: Sequence[Mark]) -> str:
    places = spread([frame.x(mark.number) for mark in marks], frame.left, frame.width - 10)
    drawn = ""
    for mark, place in zip(marks, places, strict=True):
        x = frame.x(mark.number)
        drawn += (
            f'<path d="M{place:.5g} 20L{x:.5g} {frame.top:g}V{frame.bottom:g}" fill="none" '
            'stroke="var(--text)" stroke-opacity=".75" stroke-dasharray="2 3"/>'
        )
    return drawn + "".join([mark.draw(place, 11) for mark, place in zip(marks, places, strict=True)])


def ends(frame: Frame, scale: float, layers: Sequence[Sequence[float]], names: Sequence[str]) -> str:
    """Beside the last turn whose band is which, of the fleets that are left."""
    last = layers[-1]
    seats = [seat for seat in range(len(names)) if last[seat + 1] > last[seat]]
    wanted = [(last[seat] + last[seat + 1]) / 2 * scale for seat in seats]
    heights = spread(wanted, 6, frame.bottom - frame.top, 17) if seats else []
    return "".join(
        [
            badge(frame.right + 15, frame.bottom - height, seat, names[seat], 14)
            for seat, height in zip(seats, heights, strict=True)
        ]
    )
