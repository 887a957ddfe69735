"""The fleets of a picture: ships in lines that wrap, for a width that is given.

Lengths are in pixels of the map's unit, as in `map_symbols`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext

from board.charts.lettering import text_width
from board.map.cards import STACKED_OVER
from board.map.places import Places
from board.map.symbols import Glyph, initial_of, ship_glyph
from board.picture.parts import COLOURS, draw_badge, draw_glyph, draw_rect, draw_text
from board.words.systems import big_first
from homeworlds.pieces import Piece
from homeworlds.position import Position, System

BADGE: Final = 16.0
BESIDE_BADGE: Final = 3.0
BETWEEN: Final = 3.0
"""Between a fleet and the horizon."""


class Look(NamedTuple):
    """What is drawn, and how much of it."""

    position: Position
    places: Places
    names: Sequence[str]
    """What the seats are called, by number; empty while open."""
    steps: Mapping[str, Sequence[int]]
    """Of the last turn, by system."""
    turn_maker: int | None
    over: bool
    words: bool
    """False: no names, badges and marks; for a drawing too small to read them."""
    viewer: int = 0
    """The seat from which it is seen."""

    def degrees(self, seat: int) -> int:
        players = self.position.players
        return (seat - self.viewer) % players * 360 // players

    def initial(self, seat: int) -> str:
        return initial_of(self.names[seat])

    def shown(self, seat: int) -> str:
        return self.names[seat] or gettext("open seat")


class _Ship(NamedTuple):
    glyph: Glyph
    number: int


class _Line(NamedTuple):
    ships: Sequence[_Ship]
    width: float
    height: float
    badge: bool


class Fleet(NamedTuple):
    seat: int
    badge: bool
    ships: Sequence[_Ship]
    derelict: bool
    whole: _Line
    """All of it in one line."""

    def lines(self, width: float) -> Iterator[_Line]:
        if self.whole.width <= width:
            yield self.whole
            return
        line: list[_Ship] = []
        used, first = _start(self.badge), self.badge
        for ship in self.ships:
            needed = ship.glyph.width + (1 if line else 0)
            if line and used + needed > width:
                yield _line(line, used, first)
                line, used, first, needed = [], 0.0, False, ship.glyph.width
            line.append(ship)
            used += needed
        yield _line(line, used, first)

    def height(self, width: float) -> float:
        if self.whole.width <= width:
            return self.whole.height
        return sum([line.height + 1 for line in self.lines(width)]) - 1


class Fleets(NamedTuple):
    """Above the horizon those of all others, below it those of who looks."""

    sky: Sequence[Fleet]
    ground: Sequence[Fleet]

    def height(self, width: float) -> float:
        return height_of(self.sky, width) + height_of(self.ground, width)


def _start(badge: bool) -> float:
    return BADGE + BESIDE_BADGE if badge else 0.0


def _line(ships: Sequence[_Ship], width: float, badge: bool) -> _Line:
    return _Line(ships, width, max([ship.glyph.height for ship in ships]), badge)


def fleets_of(look: Look, system: System, home_of: int | None) -> Fleets:
    owners = [owner for owner, fleet in enumerate(system.fleets) if fleet]
    fleets = [_fleet(look, system, owner, home_of) for owner in owners]
    own = [each for each in fleets if each.seat == look.viewer]
    return Fleets([each for each in fleets if each.seat != look.viewer], own)


def _fleet(look: Look, system: System, owner: int, home_of: int | None) -> Fleet:
    fleet = big_first(system.fleets[owner])
    counted: Sequence[tuple[Piece, int]] = [(piece, 1) for piece in fleet]
    if len(fleet) > STACKED_OVER:
        counted = list(Counter(fleet).items())
    degrees, owners = look.degrees(owner), sum(map(bool, system.fleets))
    badge = look.words and look.position.players > 2 and (owners > 1 or home_of not in (None, owner))
    ships = [_Ship(ship_glyph(piece, owner, degrees), number) for piece, number in counted]
    width = _start(badge) + sum([ship.glyph.width + 1 for ship in ships]) - 1
    whole = _line(ships, width, badge)
    return Fleet(owner, badge, ships, owner in look.position.out, whole)


def height_of(fleets: Sequence[Fleet], width: float) -> float:
    """With what separates them from the horizon."""
    return sum([fleet.height(width) + 2 for fleet in fleets]) + BETWEEN - 2 if fleets else 0.0


def draw_fleets(
    look: Look, fleets: Sequence[Fleet], x: float, y: float, width: float, *, low: bool
) -> tuple[str, float]:
    """From `y` down, and where the horizon may begin; `low`: they stand on it, else they hang from it."""
    drawn = ""
    if not fleets:
        return drawn, y
    if not low:
        y += BETWEEN
    for fleet in fleets:
        ships = ""
        for line in fleet.lines(width):
            ships += _draw_line(look, fleet, line, x + (width - line.width) / 2, y, low)
            y += line.height + 1
        y += 1
        drawn += f'<g opacity=".6">{ships}</g>' if fleet.derelict else ships
    return drawn, y - 2 + (BETWEEN if low else 0)


def _draw_line(look: Look, fleet: Fleet, line: _Line, x: float, y: float, low: bool) -> str:
    drawn = ""
    if line.badge:
        drawn = draw_badge(x, y + (line.height - BADGE) / 2, fleet.seat, look.initial(fleet.seat))
        x += BADGE + BESIDE_BADGE
    degrees = look.degrees(fleet.seat)
    for glyph, number in line.ships:
        spare = line.height - glyph.height
        # Ships that point to the side stand in the middle of their line.
        top = y + (spare / 2 if degrees % 180 else spare if degrees == 0 else 0.0)
        drawn += draw_glyph(glyph, x, top)
        if number > 1 and look.words:
            drawn += _number(x, top, glyph, number, degrees)
        x += glyph.width + 1
    return drawn


def _number(x: float, y: float, glyph: Glyph, number: int, degrees: int) -> str:
    """How many ships the glyph stands for, at its tip."""
    text = f"×{number}"
    width = text_width(text, 11, bold=True) + 6
    left = x - 3 if 180 < degrees < 360 else x + glyph.width - width + 3
    top = y if degrees < 90 or degrees > 270 else y + glyph.height - 15
    box = draw_rect(left, top, width, 15, 1, COLOURS["line"], f'fill="{COLOURS["card"]}"', radius=7)
    return box + draw_text(left + width / 2, top + 11.4, text, 11, bold=True, anchor="middle")
