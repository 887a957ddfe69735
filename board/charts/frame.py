"""What the drawings of a game share: the axis of its turns, the marks above it, the ways to its turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final, NamedTuple

from board.charts.course import Course
from board.charts.lettering import written

BETWEEN_MARKS: Final = 18.0
"""From the middle of one mark above a drawing to that of the next."""


class Reading(NamedTuple):
    """What a drawing is read for."""

    link: Callable[[int], str] | None = None
    """Where the position after an entry is shown; None: nowhere."""
    title: Callable[[int], str] = str
    """What such a link is called."""
    at: int | None = None
    """The turn that is looked at."""


PLAIN: Final = Reading()
"""Leads nowhere."""


class Frame(NamedTuple):
    """Where the turns lie in a drawing, in its own units."""

    width: float
    height: float
    left: float
    right: float
    """The first is at the left edge, the last at the right one; 0 is where the game begins."""
    top: float
    bottom: float
    last: int

    def x(self, number: float) -> float:
        return self.left + (self.right - self.left) * number / max(1, self.last)

    def steps(self) -> Sequence[int]:
        """The numbers that stand below the axis."""
        fits = max(2, int((self.right - self.left) / 48))
        step = next((step for step in (5, 10, 20, 50, 100, 200) if self.last / step <= fits), 500)
        return [number for number in range(step, self.last + 1, step) if self.last - number >= step / 2] + [
            self.last
        ]


def svg(frame: Frame, drawn: str, kind: str) -> str:
    """Out of the tree of a screen reader: what it shows stands in words beside it."""
    return (
        f'<svg class="drawn {kind}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width:g} '
        f'{frame.height:g}" width="{frame.width:g}" height="{frame.height:g}" aria-hidden="true" '
        f'focusable="false">{drawn}</svg>'
    )


def over_turns(course: Course, frame: Frame, drawn: str, kind: str, reading: Reading) -> str:
    """The drawing with what all have: catastrophes, the turn that is looked at, the axis and its ways."""
    drawn += blown(course, frame) + looked_at(frame, reading.at) + turns_axis(frame, frame.height - 6)
    return svg(frame, drawn + ways(frame, reading), kind)


def turns_axis(frame: Frame, y: float, size: float = 11) -> str:
    return "".join(
        [
            written(frame.x(number), y, str(number), size, fill="var(--dim)", anchor="middle")
            for number in frame.steps()
        ]
    )


def ways(frame: Frame, reading: Reading) -> str:
    """A column for each turn that leads to it. No stops for the keyboard: the turns are listed elsewhere."""
    link, title = reading.link, reading.title
    if link is None:
        return ""
    half = (frame.right - frame.left) / max(1, frame.last) / 2
    columns = []
    for number in range(frame.last + 1):
        left = max(frame.left, frame.x(number) - half)
        width = min(frame.right, frame.x(number) + half) - left
        columns.append(
            f'<a href="{escape(link(number))}" tabindex="-1"><title>{escape(title(number))}</title>'
            f'<path d="M{left:.5g} {frame.top:g}h{width:.4g}V{frame.bottom:g}h-{width:.4g}z"/></a>'
        )
    return f'<g class="ways" fill="transparent">{"".join(columns)}</g>'


def spread(wanted: Sequence[float], low: float, high: float, gap: float = BETWEEN_MARKS) -> list[float]:
    """Places as near as can be to those wanted, which rise, and so far from each other."""
    room = min(gap, (high - low) / max(1, len(wanted) - 1))
    placed: list[float] = []
    for number, place in enumerate(wanted):
        rest = (len(wanted) - 1 - number) * room
        placed.append(min(max(place, low, placed[-1] + room if placed else low), high - rest))
    for number in range(len(placed) - 2, -1, -1):
        placed[number] = min(placed[number], placed[number + 1] - room)
    return placed


def blown(course: Course, frame: Frame) -> str:
    """Thin lines through a drawing at the turns of catastrophes."""
    return "".join(
        [
            f'<path d="M{frame.x(number):.5g} {frame.top:g}V{frame.bottom:g}" stroke="var(--hot)" '
            'stroke-width="1" stroke-dasharray="2 3" stroke-opacity=".7"/>'
            for number in sorted({blow.number for blow in course.blows})
        ]
    )


def looked_at(frame: Frame, number: int | None) -> str:
    """The turn that the reader looks at."""
    if number is None:
        return ""
    x = frame.x(number)
    return f'<path d="M{x:.5g} {frame.top:g}V{frame.bottom:g}" stroke="var(--gold)" stroke-width="2"/>'
