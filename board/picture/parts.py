"""What a picture of a table is put together from, besides pieces: text, badges, chips.

An SVG by itself has no style sheet: colours stand in it as numbers, and text has the width that its letters
have on average, since nobody measures it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from board.charts.lettering import SHAPES, text_width, written
from board.map.symbols import SIGNS, Glyph
from homeworlds.pieces import Colour

FAMILY: Final = "DejaVu Sans Condensed, DejaVu Sans, sans-serif"
COLOURS: Final = {
    "bg": "#0e121b",
    "column": "#131927",
    "card": "#1a2232",
    "line": "#2c3649",
    "frame": "#4c566c",
    "text": "#eef0f5",
    "dim": "#a7b0c4",
    "gold": "#ffd166",
    "reach": "#7fe3e0",
    "hot": "#ff8f6b",
    "red": "#e8503f",
    "yellow": "#fbd632",
    "green": "#2bd0a4",
    "blue": "#5f7be8",
    "ink": "#10131a",
    "on-band": "#0e121b",
    "outline": "#0e121b",
    "seat-0": "#f5f1e6",
    "seat-1": "#b48bea",
    "seat-2": "#b98045",
    "seat-3": "#f0b7cf",
    "seat-4": "#8fcdf2",
    "seat-5": "#838a94",
}
"""The dark theme of the site, which stands out among the words of a messenger."""


class Chip(NamedTuple):
    """A mark with a sign or a badge in front of its text."""

    text: str
    colour: Colour | None = None
    hot: bool = False
    seat: int | None = None
    initial: str = ""

    @property
    def width(self) -> float:
        return 8 + 11 + 2 + text_width(self.text, 11, bold=True)


CHIP_HEIGHT: Final = 16.0


def coloured(svg: str) -> str:
    """The custom properties of the symbols replaced by this sheet's colours."""
    svg = svg.replace("var(--si,var(--ink))", COLOURS["ink"])
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: COLOURS[found[1]], svg)


def draw_text(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    fill: str = "text",
    bold: bool = False,
    anchor: str = "start",
    struck: bool = False,
) -> str:
    """One line in a colour of this sheet; `y` is its base line."""
    return written(x, y, text, size, fill=COLOURS[fill], bold=bold, anchor=anchor, struck=struck)


def draw_badge(
    x: float, y: float, seat: int, initial: str, side: float = 16, *, on_gold: bool = False
) -> str:
    """The sign of a seat with the initial of its player; `x` and `y` of its upper left corner."""
    shape, ink = (COLOURS["bg"], "gold") if on_gold else (COLOURS[f"seat-{seat}"], "bg")
    size = 10 if seat == 2 else 11  # a diamond has less room
    letter = draw_text(8, 11.9, initial, size, fill=ink, bold=True, anchor="middle") if initial else ""
    return (
        f'<g transform="translate({x:.5g} {y:.5g}) scale({side / 16:g})" fill="{shape}">'
        f"{SHAPES[seat]}{letter}</g>"
    )


def draw_chip(x: float, y: float, chip: Chip) -> str:
    edge = "hot" if chip.hot else "gold" if chip.colour is not None else "line"
    ink = "bg" if chip.hot else "gold" if chip.colour is not None else "dim"
    fill = COLOURS["hot"] if chip.hot else COLOURS["card"]
    if chip.colour is not None:
        front = (
            f'<g transform="translate({x + 4:.5g} {y + 2.5:.5g}) scale(.85)" fill="none" '
            f'stroke="{COLOURS[ink]}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
            f"{SIGNS[chip.colour]}</g>"
        )
    else:
        front = draw_badge(x + 4, y + 2, chip.seat or 0, chip.initial, side=11)
    return (
        f'<rect x="{x + 0.5:.5g}" y="{y + 0.5:.5g}" width="{chip.width - 1:.5g}" height="14" rx="7.5" '
        f'fill="{fill}" stroke="{COLOURS[edge]}"/>{front}'
        f"{draw_text(x + 17, y + 11.4, chip.text, 11, fill=ink, bold=True)}"
    )


def draw_glyph(glyph: Glyph, x: float, y: float) -> str:
    return (
        f'<use href="#{glyph.symbol}" x="{x:.5g}" y="{y:.5g}" width="{glyph.width:.4g}" '
        f'height="{glyph.height:.4g}"/>'
    )


def draw_rect(
    x: float, y: float, width: float, height: float, thick: float, edge: str, more: str, *, radius: float = 10
) -> str:
    half = thick / 2
    return (
        f'<rect x="{x + half:.5g}" y="{y + half:.5g}" width="{width - thick:.5g}" '
        f'height="{height - thick:.5g}" rx="{radius - half:g}" stroke="{edge}" '
        f'stroke-width="{thick:g}" {more}/>'
    )
