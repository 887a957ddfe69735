"""The scarcity of the bank: what was left of each of the twelve kinds of piece after every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from board.charts.course import Course
from board.charts.frame import PLAIN, Frame, Reading, over_turns
from board.map.symbols import SIGNS
from homeworlds.pieces import SIZES, Colour

ROW: Final = 15.0
THICKEST: Final = 11.0


def scarcity(
    course: Course,
    width: float,
    *,
    left: float,
    row: float = ROW,
    reading: Reading = PLAIN,
) -> str:
    """An SVG without style sheet; each size has a line as high as `row`. Signs stand in `left`."""
    bottom = 4 + _group_height(row) * len(Colour)
    frame = Frame(width, bottom + 22, left, width - 26, 4, bottom - 3, course.last)
    fullest = max([max(stage.bank) for stage in course.stages], default=1)
    drawn = "".join([_group(course, frame, colour, row, fullest) for colour in Colour])
    return over_turns(course, frame, drawn, "scarcity", reading)


def _group_height(row: float) -> float:
    return 3 * row + 9


def _group(course: Course, frame: Frame, colour: Colour, row: float, fullest: int) -> str:
    height = _group_height(row)
    top = 4 + height * colour
    label = frame.left - 66
    drawn = (
        f'<path d="M{label:g} {top:g}H{frame.right:g}v{height - 6:g}H{label:g}z" fill="var(--column)"/>'
        f'<g transform="translate({label + 8:g} {top + height / 2 - 10:g}) scale(1.2)" fill="none" '
        f'stroke="var(--text)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
        f"{SIGNS[colour]}</g>"
    )
    for size in SIZES:
        middle = top + row * (size - 0.4)
        drawn += _pips(size, label + 36, middle)
        left = [stage.bank[3 * colour + size - 1] for stage in course.stages]
        drawn += _line(frame, left, colour, middle, THICKEST * row / ROW, fullest)
    return drawn


def _pips(size: int, x: float, y: float) -> str:
    return "".join(
        [f'<circle cx="{x + 5 * i:g}" cy="{y:g}" r="1.6" fill="var(--dim)"/>' for i in range(size)]
    )


def _line(
    frame: Frame, left: Sequence[int], colour: Colour, middle: float, thickest: float, fullest: int
) -> str:
    some, none = "", ""
    for number, first, until in _runs(left):
        x, end = frame.x(first), frame.x(until)
        if number:
            thick = 1.5 + (thickest - 1.5) * number / fullest
            some += f"M{x:.5g} {middle - thick / 2:.5g}H{end:.5g}v{thick:.3g}H{x:.5g}z"
        else:
            none += f"M{x:.5g} {middle:g}H{end:.5g}"
    drawn = f'<path d="{some}" fill="var(--{colour.word})" stroke="var(--outline)" stroke-width=".6"/>'
    return drawn + (f'<path d="{none}" stroke="var(--dim)" stroke-dasharray="1.5 3"/>' if none else "")


def _runs(left: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """How many there were, from which entry on, and until which; what lay there after the first entry lay
    there from the start."""
    at = 0
    for number, run in groupby(left):
        length = len(list(run))
        yield number, at, min(at + length, len(left))
        at += length
