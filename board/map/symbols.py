"""The drawings of the table: ships, stars, gates and power signs as SVG symbols.

A glyph in the page is a small `<svg>` that uses a symbol by its id; `render_symbols` then defines
those that are used. Lengths are in pixels at the map's unit of 16 pixels.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from math import cos, radians, sin
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from board.map.traces import Trace, Way
from homeworlds.pieces import Colour, Piece, find_piece

UNIT = 16
"""Pixels of one `em` of the map on a phone, in which the sizes below are given."""

BODY = {1: (25.0, 30.0), 2: (29.0, 37.0), 3: (34.0, 44.0)}
"""Width and height of an upright ship, without its plate."""
PLATE = 7.0
STAR = {1: 24, 2: 29, 3: 34}
SIGN_ON_SHIP = {1: 11.5, 2: 13.0, 3: 15.0}
SIGN_ON_STAR = {1: 12, 2: 14, 3: 16}
OUTLINE = 'stroke="var(--outline)" stroke-width="1.3" stroke-linejoin="round"'

_GONE = {Way.ALONE: "×", Way.MOVED: "→", Way.TRADED: "⇄"}
_COME = {Way.ALONE: "+", Way.MOVED: "→", Way.TRADED: "⇄"}
"""Behind and before the number of a step."""

SIGNS = {
    Colour.RED: '<circle cx="6" cy="6" r="4.3"/><circle cx="6" cy="6" r=".9"/>',
    Colour.YELLOW: '<path d="M1.8 2 5.8 6l-4 4M6.6 2l4 4-4 4"/>',
    Colour.GREEN: '<path d="M6 1.2v9.6M1.2 6h9.6"/>',
    Colour.BLUE: '<path d="M1.2 4.2h9.6L8.2 1.6M10.8 7.8H1.2l2.6 2.6"/>',
}
"""Drawn with lines on 12 by 12, so that they differ without their colours."""


class Glyph(NamedTuple):
    """A symbol with its width and height in pixels."""

    symbol: str
    width: float
    height: float


def ship_glyph(piece: Piece, owner: int, degrees: int) -> Glyph:
    """A ship whose tip is turned clockwise from straight up."""
    _, _, width, height = _ship_box(piece.size, degrees)
    return Glyph(f"ship-{piece.text}-{owner}-{degrees}", width, height)


def star_glyph(star: Piece) -> Glyph:
    return Glyph(f"star-{star.text}", STAR[star.size], STAR[star.size])


def gate_glyph(size: int) -> Glyph:
    return Glyph(f"gate-{size}", 24, 24)


def render_ship(piece: Piece, owner: int, degrees: int) -> str:
    return _render(ship_glyph(piece, owner, degrees))


def render_star(star: Piece) -> str:
    return _render(star_glyph(star))


def render_gate(size: int) -> str:
    return _render(gate_glyph(size))


def render_bank_piece(piece: Piece) -> str:
    """A piece that belongs to nobody."""
    return _render(Glyph(f"piece-{piece.text}", *BODY[piece.size]))


def render_sign(colour: Colour) -> str:
    """A power sign beside text, as high as its capitals."""
    return f'<svg class="sign"><use href="#sign-{colour.letter}"/></svg>'


def initial_of(name: str) -> str:
    return name[:1].upper()[:1]


@lru_cache(maxsize=1024)
def render_badge(seat: int, name: str) -> SafeString:
    """The sign of a seat with the initial of its player."""
    return SafeString(f'<b class="badge seat-{seat}" aria-hidden="true">{escape(initial_of(name))}</b>')


def render_piece(piece: Piece, owner: int | None = None, *, degrees: int = 0) -> SafeString:
    """One piece by itself, for a button: a ship with its owner's plate, or a piece of the bank."""
    if owner is None:
        return SafeString(render_bank_piece(piece))
    return SafeString(render_ship(piece, owner, degrees))


def render_ghost(drawing: str, trace: Trace) -> str:
    """A piece that lay here until a step took it away; `data-` says to the script what the tag shows."""
    tag = "" if trace.way is Way.DESTROYED else f"{trace.step}{_GONE[trace.way]}"
    data = f' data-from="{trace.step}"' if trace.way is Way.MOVED else ""
    if trace.came:
        tag, data = f"→{trace.came} {tag}".strip(), f'{data} data-to="{trace.came}"'
    shown = f"<b>{tag}</b>" if tag else ""
    return f'<span class="ghost"{data}>{drawing}{shown}</span>'


def render_burst(steps: Sequence[int]) -> str:
    """The ring around a system where these steps were catastrophes."""
    numbers = "·".join(map(str, steps))
    return (
        f'<svg class="burst" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">'
        f'<path d="{_JAGS}"/></svg><b class="burst-tag">{numbers}×</b>'
    )


def _jagged_square() -> str:
    """Teeth along the four sides of a square of 100, five a side."""
    side = [(10.0 * n, 4.0 if n % 2 else 0.0) for n in range(10)]
    points = [*side]
    for _ in range(3):
        side = [(100 - y, x) for x, y in side]
        points += side
    return "M" + " ".join([f"{x:g} {y:g}" for x, y in points]) + "z"


_JAGS: Final = _jagged_square()


def render_newcomer(drawing: str, trace: Trace) -> str:
    """A ship that a step brought here."""
    data = f' data-to="{trace.step}"' if trace.way is Way.MOVED else ""
    return f'<span class="came"{data}>{drawing}<b>{_COME[trace.way]}{trace.step}</b></span>'


_USED = re.compile(r'href="#((?:ship|star|gate|piece|sign)-[a-z0-9-]+)"')


def render_symbols(*markup: str) -> SafeString:
    """The definitions of every symbol that these pieces of HTML use; once a page."""
    return SafeString(f'<svg class="symbols" aria-hidden="true">{define_symbols(*markup)}</svg>')


def define_symbols(*markup: str) -> str:
    """The definitions alone. Their colours are custom properties."""
    wanted = dict.fromkeys(_USED.findall("".join(markup)))
    parts: dict[str, None] = {}
    for symbol in wanted:
        parts.update(dict.fromkeys(_parts_of(symbol)))
    return "".join([_define(name) for name in {**parts, **wanted}])


def define_plain_symbols(*markup: str) -> str:
    """The same symbols without signs, pips and plates, where all that would be too small to see."""
    return "".join([_define_plain(name) for name in dict.fromkeys(_USED.findall("".join(markup)))])


@lru_cache(maxsize=1024)
def _define_plain(name: str) -> str:
    kind, _, rest = name.partition("-")
    piece = find_piece(rest[:2])
    if piece is None:
        ring = '<circle cx="12" cy="12" r="9" fill="none" stroke="var(--reach)" stroke-opacity=".5"/>'
        return f'<symbol id="{name}" viewBox="0 0 24 24">{ring}</symbol>'
    look = f'fill="var(--{piece.colour.word})" {OUTLINE}'
    if kind == "star":
        side = STAR[piece.size]
        shape = f'<path d="M.7.7h{side - 1.4:g}v{side - 1.4:g}H.7z" {look}/>'
        return f'<symbol id="{name}" viewBox="0 0 {side} {side}">{shape}</symbol>'
    degrees = int(rest.split("-")[2])
    width, height = BODY[piece.size]
    x, y = _middle(piece.size)
    box = " ".join([f"{value:.4g}" for value in _ship_box(piece.size, degrees)])
    path = f"M{width / 2:g} 1 {width - 0.9:g} {height + PLATE:g}H.9z"
    shape = f'<path d="{path}" {look} transform="rotate({degrees} {x:g} {y:g})"/>'
    return f'<symbol id="{name}" viewBox="{box}">{shape}</symbol>'


def _render(glyph: Glyph) -> str:
    symbol, width, height = glyph
    known = CLASSES.get((width, height))
    size = f'class="{known}"' if known else f'width="{width / UNIT:.4g}em" height="{height / UNIT:.4g}em"'
    return f'<svg {size}><use href="#{symbol}"/></svg>'


def _parts_of(symbol: str) -> tuple[str, ...]:
    """What a symbol is put together from; shared by all symbols that show the same thing."""
    kind, _, rest = symbol.partition("-")
    sign, size = f"sign-{rest[0]}", rest[1:2]
    match kind:
        case "ship":
            _, owner, degrees = rest.split("-")
            return sign, f"body-{size}", f"hull-{owner}-{size}-{degrees}"
        case "piece":
            return sign, f"body-{size}"
        case "star":
            return sign, f"faces-{size}"
        case "gate":
            return ("ring-24",)
    return ()


@lru_cache(maxsize=1024)
def _define(name: str) -> str:
    kind, _, rest = name.partition("-")
    if kind == "sign":
        colour = next(colour for colour in Colour if colour.letter == rest)
        return (
            f'<symbol id="{name}" viewBox="0 0 12 12" fill="none" stroke="var(--si,var(--ink))" '
            f'stroke-width="2" stroke-linecap="round" stroke-linejoin="round">{SIGNS[colour]}</symbol>'
        )
    if kind == "gate":
        return (
            f'<symbol id="{name}" viewBox="0 0 24 24"><use href="#ring-24"/>'
            f"<path {_dots(int(rest), 12, 12, 'var(--reach)')}/></symbol>"
        )
    if kind == "ring":
        return (
            f'<circle id="{name}" cx="12" cy="12" r="11" fill="none" stroke="var(--reach)" '
            f'stroke-width="1.3" stroke-dasharray="4.4 2.5" stroke-opacity=".75"/>'
        )
    if kind == "body":
        return _define_body(name, int(rest))
    if kind == "faces":
        return _define_faces(name, int(rest))
    if kind == "hull":
        return _define_hull(name, *map(int, rest.split("-")))
    piece = find_piece(rest[:2])
    if piece is None:
        raise KeyError(name)
    if kind == "ship":
        _, owner, degrees = rest.split("-")
        return _define_ship(name, piece, int(owner), int(degrees))
    if kind == "star":
        return _define_star(name, piece)
    width, height = BODY[piece.size]
    drawn = _body(piece) + _sign_on_ship(piece, 0)
    return f'<symbol id="{name}" viewBox="0 0 {width:g} {height:g}">{drawn}</symbol>'


def _body(piece: Piece) -> str:
    """The body all ships of a size share, in the colour of the piece."""
    return f'<use href="#body-{piece.size}" fill="var(--{piece.colour.word})"/>'


def _define_body(name: str, size: int) -> str:
    width, height = BODY[size]
    middle = width / 2
    return (
        f'<g id="{name}"><path d="M{middle:g} 1 {width - 0.9:g} {height - 0.7:g}H.9z" {OUTLINE}/>'
        f'<path d="M{middle:g} 2.6 {width - 1.9:g} {height - 1.3:g}H{middle:g}z" fill="#000" '
        f'fill-opacity=".15"/>'
        f"<path {_dots(size, middle, height - 4.3)}/></g>"
    )


def _define_hull(name: str, owner: int, size: int, degrees: int) -> str:
    """The turned body with its plate, which all ships of a size and an owner share."""
    x, y = _middle(size)
    turned = f' transform="rotate({degrees} {x:g} {y:g})"' if degrees else ""
    return f'<g id="{name}"{turned}><use href="#body-{size}"/><path {_plate(owner, size)}/></g>'


def _define_ship(name: str, piece: Piece, owner: int, degrees: int) -> str:
    box = " ".join([f"{value:.4g}" for value in _ship_box(piece.size, degrees)])
    hull = f'<use href="#hull-{owner}-{piece.size}-{degrees}" fill="var(--{piece.colour.word})"/>'
    return f'<symbol id="{name}" viewBox="{box}">{hull}{_sign_on_ship(piece, degrees)}</symbol>'


def _define_star(name: str, star: Piece) -> str:
    """A pyramid from above, lit from the top."""
    side = STAR[star.size]
    middle, sign = side / 2, SIGN_ON_STAR[star.size]
    return (
        f'<symbol id="{name}" viewBox="0 0 {side} {side}"><use href="#faces-{star.size}" '
        f'fill="var(--{star.colour.word})"/>'
        f'<use href="#sign-{star.colour.letter}" x="{middle - sign / 2:g}" y="{middle - sign / 2 - 1.2:g}" '
        f'width="{sign}" height="{sign}"/></symbol>'
    )


def _define_faces(name: str, size: int) -> str:
    """The four faces and the dots that all stars of a size share."""
    side = STAR[size]
    high, middle = f"{side - 0.7:g}", f"{side / 2:g}"
    square = f"M.7.7H{high}V{high}H.7z"
    return (
        f'<g id="{name}"><path d="{square}"/>'
        f'<path d="M.7.7H{high}L{middle} {middle}z" fill="#fff" fill-opacity=".26"/>'
        f'<path d="M.7 {high}H{high}L{middle} {middle}z" fill="#000" fill-opacity=".16"/>'
        f'<path d="M.7.7 {high} {high}M{high} .7.7 {high}" stroke="var(--ink)" '
        f'stroke-width=".6" stroke-opacity=".35"/><path d="{square}" fill="none" {OUTLINE}/>'
        f"<path {_dots(size, side / 2, side - 4)}/></g>"
    )


def _dots(
    number: int, x: float, y: float, colour: str = "var(--ink)", step: float = 4.8, radius: float = 1.6
) -> str:
    """A row of dots around `x`, as the attributes of one path: a page draws hundreds of pieces, and every
    element costs a phone time."""
    first = x - step * (number - 1) / 2
    dots = "".join([f"M{first + step * i:.4g} {y:g}h.01" for i in range(number)])
    return f'd="{dots}" stroke="{colour}" stroke-width="{2 * radius:g}" stroke-linecap="round"'


def _sign_on_ship(piece: Piece, degrees: int) -> str:
    """The sign stays upright; only its place turns with the body."""
    width, height = BODY[piece.size]
    x, y = _turn(width / 2, 0.6 * height, piece.size, degrees)
    sign = SIGN_ON_SHIP[piece.size]
    return (
        f'<use href="#sign-{piece.colour.letter}" x="{x - sign / 2:.4g}" y="{y - sign / 2:.4g}" '
        f'width="{sign:g}" height="{sign:g}"/>'
    )


def _plate(owner: int, size: int) -> str:
    """The owner's mark under the base, different for each seat: the attributes of a path."""
    width, height = BODY[size][0] - 2, BODY[size][1]
    top, colour = height + 1.8, f"var(--seat-{owner})"
    if owner == 0:
        shape = f"M1 {top:g}h{width:g}v5h-{width:g}z"
    elif owner == 1:
        block = width * 0.44
        shape = f"M1 {top:g}h{block:.4g}v5h-{block:.4g}v-5zm{width - block:.4g} 0h{block:.4g}v5h-{block:.4g}z"
    elif owner == 2:
        return _dots(size + 2, 1 + width / 2, top + 2.6, colour, (width - 4.4) / (size + 1), 2.2)
    elif owner == 3:
        shape = f"M1 {top:g}h{width:g}v1.8h-{width:g}zm0 3.3h{width:g}v1.8h-{width:g}z"
    elif owner == 4:
        step = width / (size + 2)
        teeth = f"l{step / 2:.4g} 5 {step / 2:.4g}-5" * (size + 2)
        shape = f"M1 {top:g}{teeth}z"
    else:
        shape = f"M1.7 {top + 0.6:g}h{width - 1.4:g}v3.8h-{width - 1.4:g}z"
        return f'd="{shape}" fill="none" stroke="{colour}" stroke-width="1.3"'
    return f'd="{shape}" fill="{colour}"'


def _middle(size: int) -> tuple[float, float]:
    width, height = BODY[size]
    return width / 2, (height + PLATE) / 2


def _turn(x: float, y: float, size: int, degrees: int) -> tuple[float, float]:
    """Where a point of a ship's drawing goes when the ship turns about its middle."""
    cx, cy = _middle(size)
    angle = radians(degrees)
    return (
        cx + (x - cx) * cos(angle) - (y - cy) * sin(angle),
        cy + (x - cx) * sin(angle) + (y - cy) * cos(angle),
    )


@lru_cache(maxsize=256)
def _ship_box(size: int, degrees: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of what a turned ship with its plate covers."""
    width, height = BODY[size]
    low = height + PLATE
    corners = [(width / 2, 0.0), (0.0, height), (width, height), (0.0, low), (width, low)]
    points = [_turn(x, y, size, degrees) for x, y in corners]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    return round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2)


def _classes() -> dict[tuple[float, float], str]:
    known: dict[tuple[float, float], str] = {}
    for size in BODY:
        known[_ship_box(size, 0)[2:]] = f"up-{size}"
        known[_ship_box(size, 90)[2:]] = f"lie-{size}"
        known[_ship_box(size, 60)[2:]] = f"tilt-{size}"
        known[STAR[size], STAR[size]] = f"star-{size}"
        known[BODY[size]] = f"piece-{size}"
    return known


CLASSES: Final = _classes()
"""What the style of the site calls the sizes that are drawn most: a table shows a hundred pieces."""
