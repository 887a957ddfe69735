"""The turns of a game as a strip of ticks, one a turn in the colour of its player: the ways there."""

from __future__ import annotations

from html import escape
from typing import Final

PITCH: Final = 10
HEIGHT: Final = 44
WIDEST: Final = 14
"""Pixels from one tick to the next, where there is room."""


def ticks(seats: tuple[int | None, ...], *, at: int, ways: str, present: str) -> str:
    """An SVG as wide as its place, up to a limit; `seats` made the entries from 1 on, None: nobody. `at` is
    the entry after which one looks, 0 the start. `ways` leads to entry `{}`, `present` to the last one.
    Out of the keyboard's way: a script makes it a slider."""
    width, ways, last = PITCH * (len(seats) + 1), escape(ways), len(seats)
    drawn = "".join(
        [
            f'<a href="{escape(present) if number == last else ways.format(number)}" tabindex="-1">'
            f'<path d="M{PITCH * number + 1} 12h8v20h-8z" '
            f'fill="var(--{"line" if seat is None else f"seat-{seat}"})"/></a>'
            for number, seat in enumerate([None, *seats])
        ]
    )
    now = f'<path class="ticks__now" d="M-2 4h14v36h-14z" transform="translate({PITCH * at})"/>'
    return (
        f'<svg viewBox="0 0 {width} {HEIGHT}" width="{WIDEST * (len(seats) + 1)}" height="{HEIGHT}" '
        f'preserveAspectRatio="none" aria-hidden="true" focusable="false">{drawn}{now}</svg>'
    )
