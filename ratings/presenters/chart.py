"""The curve of a rating: a step line in the ribbon of its uncertainty, with a sign for each game."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from board.charts.frame import Frame, Reading, looked_at, svg, ways
from board.charts.lettering import written

STEPS: Final = (50, 100, 200, 400, 800)
MOST_LINES: Final = 6
LARGEST: Final = 4.5


class Sign(enum.StrEnum):
    """Colour and shape tell the same."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    OTHER = "other"


class Dot(NamedTuple):
    games: int
    """By how many games it is called on the axis."""
    sign: Sign
    value: float
    deviation: float


class Curve(NamedTuple):
    start: float
    start_deviation: float
    dots: Sequence[Dot]


def draw(
    curve: Curve,
    width: float,
    height: float,
    *,
    chosen: int | None,
    link: Callable[[int], str],
    title: Callable[[int], str],
) -> SafeString:
    """An SVG without style sheet; dots count from 1, and so does the chosen one. Its columns lead to them."""
    frame = Frame(width, height, 40, width - 10, 12, height - 24, len(curve.dots))
    low, high, step = _scale(curve)

    def y(value: float) -> float:
        return frame.bottom - (value - low) * (frame.bottom - frame.top) / (high - low)

    drawn = "".join([_line(frame, y(value), value) for value in range(low, high + 1, step)])
    drawn += (
        _ribbon(frame, curve, y) + looked_at(frame, chosen) + _steps(frame, curve, y) + _axis(frame, curve)
    )
    radius = min(LARGEST, max(2.2, (frame.x(1) - frame.x(0)) * 0.42))
    for number, dot in enumerate(curve.dots, 1):
        drawn += _sign(dot.sign, frame.x(number), y(dot.value), radius)
    if chosen:
        x, top = frame.x(chosen), y(curve.dots[chosen - 1].value)
        drawn += (
            f'<circle cx="{x:.5g}" cy="{top:.5g}" r="8" fill="none" stroke="var(--gold)" stroke-width="2"/>'
        )

    def at_least(number: int) -> int:
        return max(1, number)

    reading = Reading(lambda number: link(at_least(number)), lambda number: title(at_least(number)))
    return SafeString(svg(frame, drawn + ways(frame, reading), "curve"))


def _scale(curve: Curve) -> tuple[int, int, int]:
    lows = [dot.value - dot.deviation for dot in curve.dots] + [curve.start - curve.start_deviation]
    highs = [dot.value + dot.deviation for dot in curve.dots] + [curve.start + curve.start_deviation]
    low, high = min(lows), max(highs)
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES - 1), STEPS[-1])
    return floor(low / step) * step, ceil(high / step) * step, step


def _line(frame: Frame, y: float, value: int) -> str:
    line = f'<path d="M{frame.left:g} {y:.5g}H{frame.right:g}" stroke="var(--line)"/>'
    return line + written(frame.left - 7, y + 4, str(value), 11, fill="var(--dim)", anchor="end")


def _edge(frame: Frame, values: Sequence[float], y: Callable[[float], float]) -> list[str]:
    """The corners of a step line, from where the first one begins."""
    corners = [f"{frame.left:.5g} {y(values[0]):.5g}"]
    for number, (before, value) in enumerate(pairwise(values), 1):
        corners += [f"{frame.x(number):.5g} {y(before):.5g}", f"{frame.x(number):.5g} {y(value):.5g}"]
    return corners


def _ribbon(frame: Frame, curve: Curve, y: Callable[[float], float]) -> str:
    pairs = [(curve.start, curve.start_deviation), *[(dot.value, dot.deviation) for dot in curve.dots]]
    upper = _edge(frame, [value + deviation for value, deviation in pairs], y)
    lower = _edge(frame, [value - deviation for value, deviation in pairs], y)
    points = "L".join([*upper, *reversed(lower)])
    return f'<path d="M{points}z" fill="var(--reach)" fill-opacity=".16"/>'


def _steps(frame: Frame, curve: Curve, y: Callable[[float], float]) -> str:
    points = "L".join(_edge(frame, [curve.start, *[dot.value for dot in curve.dots]], y))
    return f'<path d="M{points}" fill="none" stroke="var(--text)" stroke-width="2" stroke-linejoin="round"/>'


def _axis(frame: Frame, curve: Curve) -> str:
    """How many games there were, where there is room for it."""
    numbers = [number for number in frame.steps() if 0 < number <= len(curve.dots)]
    return "".join(
        [
            written(
                frame.x(number),
                frame.height - 6,
                str(curve.dots[number - 1].games),
                11,
                fill="var(--dim)",
                anchor="middle",
            )
            for number in numbers
        ]
    )


def _sign(sign: Sign, x: float, y: float, radius: float) -> str:
    r, side = f"{radius:.3g}", f"{2 * radius:.3g}"
    left, top = x - radius, y - radius
    match sign:
        case Sign.WON:
            dot = f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{r}"'
            return f'{dot} fill="var(--reach)" stroke="var(--card)"/>'
        case Sign.LOST:
            path = f"M{left:.5g} {top:.5g}l{side} {side}m0-{side}l-{side} {side}"
            return f'<path d="{path}" stroke="var(--hot)" stroke-width="{radius / 1.8:.3g}"/>'
        case Sign.DRAWN:
            bar = f'<rect x="{left:.5g}" y="{y - radius / 2:.5g}" width="{side}" height="{r}"'
            return f'{bar} fill="var(--text)" stroke="var(--card)"/>'
    path = f"M{x:.5g} {top:.5g}l{r} {r}-{r} {r}-{r}-{r}z"
    return f'<path d="{path}" fill="var(--card)" stroke="var(--dim)"/>'


def sample(sign: Sign) -> SafeString:
    """The sign by itself, for a legend."""
    drawn = _sign(sign, 7, 7, LARGEST)
    return SafeString(f'<svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">{drawn}</svg>')
