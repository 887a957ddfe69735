"""Who hunts whom in Sinister, as a ring of the living."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final

from board.drawn.lettering import badge, written

BADGE: Final = 18.0


@lru_cache(maxsize=256)
def hunt_ring(
    names: tuple[str, ...], living: tuple[int, ...], me: int | None, words: tuple[str, ...] = ()
) -> str:
    """An SVG with the seat `me` at the bottom, whose own arrow is gold; empty when nobody is hunted. Lines of
    `words` stand in the middle. Another one only when somebody falls."""
    if len(living) < 2:
        return ""
    side = 112 if len(names) < 6 else 128
    radius, middle = side / 2 - BADGE / 2 - 3, side / 2
    first = me if me in living else living[0]
    around = [*living[living.index(first) :], *living[: living.index(first)]]
    turns = [pi / 2 + 2 * pi * n / len(around) for n in range(len(around))]
    places = {
        seat: (middle + radius * cos(angle), middle + radius * sin(angle))
        for seat, angle in zip(around, turns, strict=True)
    }
    drawn = ""
    # The own arrow last, so that it lies on the others.
    for seat in sorted(living, key=lambda seat: seat == me):
        target = living[(living.index(seat) + 1) % len(living)]
        drawn += _arrow(places[seat], places[target], middle, seat == me)
    for seat, (x, y) in places.items():
        drawn += badge(x, y, seat, names[seat], BADGE)
    for line, text in enumerate(words):
        drawn += written(
            middle, middle + 3.5 + 11 * (line - (len(words) - 1) / 2), text, 9.5, fill="dim", anchor="middle"
        )
    return (
        f'<svg class="hunt-ring" viewBox="0 0 {side} {side}" width="{side}" height="{side}" '
        f'aria-hidden="true" focusable="false">{drawn}</svg>'
    )


def _arrow(start: tuple[float, float], end: tuple[float, float], middle: float, own: bool) -> str:
    """Bent outwards, from the edge of one badge to that of the other."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    out_x, out_y = x - middle, y - middle
    length = hypot(out_x, out_y)
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    if length < 1:
        # Of two, each hunts the other: their ways part to their own sides.
        out_x, out_y, length = along_y, -along_x, hypot(along_x, along_y)
    bend = 0.42 * hypot(along_x, along_y) / 2
    bent = (x + out_x / length * bend, y + out_y / length * bend)
    first, last = _towards(start, bent, BADGE / 2 + 3), _towards(end, bent, BADGE / 2 + 4)
    way = hypot(last[0] - bent[0], last[1] - bent[1]) or 1
    ux, uy = (last[0] - bent[0]) / way, (last[1] - bent[1]) / way
    look = "gold" if own else "dim"
    tips = " ".join(
        [f"{last[0] - 6 * ux - side * 4 * uy:.4g} {last[1] - 6 * uy + side * 4 * ux:.4g}" for side in (1, -1)]
    )
    return (
        f'<path d="M{first[0]:.4g} {first[1]:.4g}Q{bent[0]:.4g} {bent[1]:.4g} {last[0]:.4g} {last[1]:.4g}" '
        f'fill="none" stroke="var(--{look})" stroke-width="{2.4 if own else 1.4}"/>'
        f'<path d="M{last[0]:.4g} {last[1]:.4g}L{tips}z" fill="var(--{look})"/>'
    )


def _towards(start: tuple[float, float], end: tuple[float, float], length: float) -> tuple[float, float]:
    way = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return start[0] + (end[0] - start[0]) / way * length, start[1] + (end[1] - start[1]) / way * length
