"""The lifelines of systems: each from its first turn to its last, in the colour of whoever was strongest
there, the thicker the more pips of ships."""

from __future__ import annotations

from typing import Final

from board.charts.course import EMPTY, Course, Life, lives_of
from board.charts.frame import PLAIN, Frame, Reading, over_turns
from board.charts.lettering import badge, burst, shortened, written
from board.map.symbols import star_glyph
from homeworlds.pieces import find_piece

ROW: Final = 20.0
LABEL: Final = 13.0
SMALLEST: Final = 11.0
THICKEST: Final = 13.0


def lifelines(
    course: Course,
    width: float,
    *,
    left: float,
    row: float = ROW,
    reading: Reading = PLAIN,
) -> str:
    """An SVG without style sheet; each system has a line as high as `row`, its name stands in `left`.
    Its stars come from `render_symbols`."""
    lives = lives_of(course)
    bottom = 6 + row * len(lives)
    frame = Frame(width, bottom + 24, left, width - 26, 4, bottom, course.last)
    most = max([stretch.pips for life in lives for stretch in life.stretches], default=1)
    drawn = "".join(
        [_row(course, frame, life, 6 + row * n, row, most, n % 2 == 0) for n, life in enumerate(lives)]
    )
    return over_turns(course, frame, drawn, "lifelines", reading)


def _row(course: Course, frame: Frame, life: Life, top: float, row: float, most: int, shaded: bool) -> str:
    middle, drawn, thickest = top + row / 2, "", THICKEST * row / ROW
    if shaded:
        drawn = f'<path d="M0 {top:g}H{frame.width:g}v{row:g}H0z" fill="var(--column)"/>'
    drawn += _label(course, frame, life, middle, row / ROW)
    drawn += f'<path d="M{frame.x(life.stretches[0].first):.5g} {middle - 6:g}v12" stroke="var(--dim)"/>'
    for stretch in life.stretches:
        x, until = frame.x(stretch.first), frame.x(stretch.until)
        if until <= x:
            continue
        if stretch.seat == EMPTY:
            drawn += f'<path d="M{x:.5g} {middle:g}H{until:.5g}" stroke="var(--dim)" stroke-dasharray="2 3"/>'
            continue
        thick = 2.5 + (thickest - 2.5) * min(1.0, stretch.pips / max(8, most))
        drawn += (
            f'<path d="M{x:.5g} {middle:g}H{until:.5g}" stroke="var(--seat-{stretch.seat})" '
            f'stroke-width="{thick:.3g}"/>'
        )
    return drawn + _end(frame, life, middle)


def _end(frame: Frame, life: Life, middle: float) -> str:
    if not life.ended:
        return ""
    x = frame.x(life.ended) + 5
    if life.destroyed:
        return burst(x + 3, middle, 0.8)
    return f'<circle cx="{x:.5g}" cy="{middle:g}" r="3.4" fill="none" stroke="var(--dim)"/>'


def _label(course: Course, frame: Frame, life: Life, middle: float, scale: float) -> str:
    """Its stars, and what it is called; a homeworld by the sign of its player."""
    drawn, x = "", 2.0
    for text in life.stars:
        star = find_piece(text)
        if star is None:
            raise KeyError(text)
        glyph = star_glyph(star)
        side = glyph.width / 2.1 * scale
        drawn += (
            f'<use href="#{glyph.symbol}" x="{x:.5g}" y="{middle - side / 2:.5g}" width="{side:.4g}" '
            f'height="{side:.4g}"/>'
        )
        x += side + 2
    x += 4
    if life.home != EMPTY:
        drawn += badge(x + 7 * scale, middle, life.home, course.names[life.home], 14 * scale)
        x += 19 * scale
    size = max(SMALLEST, LABEL * scale)
    name = shortened(life.name, size, frame.left - x - 8)
    return drawn + written(x, middle + size / 3, name, size)
