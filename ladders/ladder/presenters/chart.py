"""Places over time as a line: place 1 on top, a sign for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from html import escape
from math import ceil
from typing import Final

from django.utils.safestring import SafeString

from board.charts.lettering import written
from ladders.ladder.presenters.course import Sign, Stand

LEFT: Final = 40.0
RADIUS: Final = 4.5
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_LINES: Final = 5


def draw_places(
    stands: Sequence[Stand],
    now: datetime,
    place: int,
    width: float,
    height: float,
    date: Callable[[datetime], str],
) -> SafeString:
    """An SVG without style sheet, out of the tree of a screen reader: a table beside it says the same."""
    right, top, bottom = width - 40, 14.0, height - 24
    places = [place, *[each.before for each in stands], *[each.after for each in stands]]
    step = next((step for step in _STEPS if (max(places) - min(places)) / step < MOST_LINES - 1), _STEPS[-1])
    low, high = max((min(places) - 1) // step * step, 1), max(ceil(max(places) / step) * step, step)
    lines = sorted({max(value, 1) for value in range(low // step * step, high + 1, step)})
    first = stands[0].at if stands else now
    lasting = max((now - first).total_seconds(), 1)

    def x(at: datetime) -> float:
        return LEFT + (right - LEFT) * (at - first).total_seconds() / lasting

    def y(value: float) -> float:
        return top + (value - low) * (bottom - top) / max(high - low, 1)

    drawn = "".join([_line(y(value), right, value) for value in lines])
    points = f"M{LEFT:g} {y(stands[0].before if stands else place):.5g}"
    for each in stands:
        # Between two games others have moved the player: when, is not asked.
        points += f"L{x(each.at):.5g} {y(each.before):.5g}V{y(each.after):.5g}"
    points += f"L{right:g} {y(place):.5g}"
    drawn += f'<path d="{points}" fill="none" stroke="var(--text)" stroke-width="2" stroke-linejoin="round"/>'
    drawn += "".join([_sign(each, x(each.at), y(each.after)) for each in stands])
    drawn += f'<circle cx="{right:g}" cy="{y(place):.5g}" r="5" fill="var(--gold)"/>'
    drawn += written(right + 9, y(place) + 4, str(place), 13, fill="var(--gold)", bold=True)
    drawn += written(LEFT, height - 6, date(first), 11, fill="var(--dim)")
    drawn += written(right, height - 6, date(now), 11, fill="var(--dim)", anchor="end")
    return SafeString(
        f'<svg class="drawn" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'aria-hidden="true" focusable="false">{drawn}</svg>'
    )


def _line(y: float, right: float, value: int) -> str:
    line = f'<path d="M{LEFT:g} {y:.5g}H{right:g}" stroke="var(--line)"/>'
    return line + written(LEFT - 7, y + 4, str(value), 11, fill="var(--dim)", anchor="end")


def _sign(stand: Stand, x: float, y: float) -> str:
    return f"<g>{_shape(stand.sign, x, y)}<title>{escape(stand.words)}</title></g>"


def _shape(sign: Sign, x: float, y: float) -> str:
    r, side = f"{RADIUS:g}", f"{2 * RADIUS:g}"
    match sign:
        case Sign.WON:
            return f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{r}" fill="var(--reach)" stroke="var(--card)"/>'
        case Sign.LOST:
            path = f"M{x - RADIUS:.5g} {y - RADIUS:.5g}l{side} {side}m0-{side}l-{side} {side}"
            return f'<path d="{path}" stroke="var(--hot)" stroke-width="2.5"/>'
    path = f"M{x:.5g} {y - RADIUS:.5g}l{r} {r}-{r} {r}-{r}-{r}z"
    return f'<path d="{path}" fill="var(--card)" stroke="var(--dim)"/>'


def sample(sign: Sign) -> SafeString:
    """The sign by itself, for a legend."""
    drawn = _shape(sign, 7, 7)
    return SafeString(f'<svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">{drawn}</svg>')
