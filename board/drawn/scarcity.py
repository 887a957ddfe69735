"""The scarcity of the bank: what was left of each of the twelve kinds of piece after every turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from board.drawn.course import Course
from board.drawn.frame import Frame, Link, blown, looked_at, svg, turns_axis, ways
from board.map.symbols import SIGNS
from homeworlds.pieces import SIZES, Colour

ROW: Final = 15.0
GROUP: Final = 3 * ROW + 9
THICKEST: Final = 11.0


def scarcity(
    course: Course,
    width: float,
    *,
    left: float,
    link: Link | None = None,
    title: Callable[[int], str] = str,
    at: int | None = None,
) -> str:
    """An SVG without style sheet; signs and sizes stand at the right of `left`."""
    bottom = 4 + GROUP * len(Colour)
    frame = Frame(width, bottom + 22, left, width - 26, 4, bottom - 3, course.last)
    fullest = max([max(stage.bank) for stage in course.stages], default=1)
    drawn = "".join([_group(course, frame, colour, fullest) for colour in Colour])
    drawn += blown(course, frame) + looked_at(frame, at) + turns_axis(frame, frame.height - 6)
    return svg(frame, drawn + ways(frame, link, title), "scarcity")


def _group(course: Course, frame: Frame, colour: Colour, fullest: int) -> str:
    top = 4 + GROUP * colour
    label = frame.left - 66
    drawn = (
        f'<path d="M{label:g} {top:g}H{frame.right:g}v{GROUP - 6:g}H{label:g}z" fill="var(--column)"/>'
        f'<g transform="translate({label + 8:g} {top + GROUP / 2 - 10:g}) scale(1.2)" fill="none" '
        f'stroke="var(--text)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
        f"{SIGNS[colour]}</g>"
    )
    for size in SIZES:
        middle = top + ROW * (size - 0.4)
        drawn += _pips(size, label + 36, middle)
        left = [stage.bank[3 * colour + size - 1] for stage in course.stages]
        drawn += _line(frame, left, colour, middle, fullest)
    return drawn


def _pips(size: int, x: float, y: float) -> str:
    return "".join(
        [f'<circle cx="{x + 5 * i:g}" cy="{y:g}" r="1.6" fill="var(--dim)"/>' for i in range(size)]
    )


def _line(frame: Frame, left: Sequence[int], colour: Colour, middle: float, fullest: int) -> str:
    drawn = ""
    for number, first, until in _runs(left):
        x, end = frame.x(first), frame.x(until)
        if number:
            thick = 1.5 + (THICKEST - 1.5) * number / fullest
            drawn += (
                f'<path d="M{x:.5g} {middle - thick / 2:.5g}H{end:.5g}v{thick:.3g}H{x:.5g}z" '
                f'fill="var(--{colour.word})" stroke="var(--outline)" stroke-width=".6"/>'
            )
        else:
            look = 'stroke="var(--dim)" stroke-dasharray="1.5 3"'
            drawn += f'<path d="M{x:.5g} {middle:g}H{end:.5g}" {look}/>'
    return drawn


def _runs(left: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """How many there were, from which entry on, and until which; what lay there after the first entry lay
    there from the start."""
    at = 0
    for number, run in groupby(left):
        length = len(list(run))
        yield number, at, min(at + length, len(left))
        at += length
