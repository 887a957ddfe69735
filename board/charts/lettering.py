"""Text and signs in drawings, which nobody measures: text has the width that its letters have on average.

Colours are the custom properties of the site; a picture by itself puts its own numbers in their place.
"""

from __future__ import annotations

import unicodedata
from html import escape
from typing import Final

from board.map.symbols import initial_of

SHAPES: Final = (
    '<circle cx="8" cy="8" r="8"/>',
    '<rect width="16" height="16" rx="2"/>',
    '<path d="M8 0 16 8 8 16 0 8z"/>',
    '<path d="M4.3.6h7.4L16 8l-4.3 7.4H4.3L0 8z"/>',
    '<path d="M0 14V8a8 8 0 0 1 16 0v6a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2z"/>',
    '<path d="M0 .6h16v7.7l-1.9 3.2L8 16l-6.1-4.5L0 8.3z"/>',
)
"""Of the badges, by seat, on 16 by 16."""
BURST: Final = (
    "M0-8 1.7-3.7 5.7-5.7 3.7-1.7 8 0 3.7 1.7 5.7 5.7 1.7 3.7 0 8-1.7 3.7-5.7 5.7-3.7 1.7-8 0-3.7-1.7-5.7-5.7"
    "-1.7-3.7z"
)
"""Of a catastrophe, around its middle."""
_NARROW: Final = frozenset("iljtf.,:'’|!I-()[] ·")
_WIDE: Final = frozenset("mwMW@%—…")


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About: a little more rather than less."""
    return size * (1.1 if bold else 1) * sum([_letter_width(letter) for letter in text])


def _letter_width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in _NARROW:
        return 0.34
    if letter in _WIDE:
        return 0.88
    return 0.64 if letter.isupper() else 0.56


def shortened(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """With an ellipsis where it does not fit."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…" if text.strip() else ""


def written(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    fill: str = "var(--text)",
    bold: bool = False,
    anchor: str = "start",
    struck: bool = False,
) -> str:
    """One line; `y` is its base line."""
    weight = ' font-weight="700"' if bold else ""
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    line = ' text-decoration="line-through"' if struck else ""
    return (
        f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size:g}" fill="{fill}"{weight}{place}{line}>'
        f"{escape(text)}</text>"
    )


def badge(x: float, y: float, seat: int, name: str, side: float = 16, *, struck: bool = False) -> str:
    """The sign of a seat with the initial of its player, around a point."""
    letter = written(
        8, 11.9, initial_of(name), 10 if seat == 2 else 11, fill="var(--on-band)", bold=True, anchor="middle"
    )
    line = (
        '<path d="M15 1 1 15" stroke="var(--bg)" stroke-width="4"/>'
        '<path d="M16 0 0 16" stroke="var(--hot)" stroke-width="2"/>'
        if struck
        else ""
    )
    return (
        f'<g transform="translate({x - side / 2:.5g} {y - side / 2:.5g}) scale({side / 16:.4g})" '
        f'fill="var(--seat-{seat})">{SHAPES[seat]}{letter}{line}</g>'
    )


def burst(x: float, y: float, scale: float = 1) -> str:
    grown = f" scale({scale:g})" if scale != 1 else ""
    return f'<path d="{BURST}" transform="translate({x:.5g} {y:.5g}){grown}" fill="var(--hot)"/>'
