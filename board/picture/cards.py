"""The cards of a picture: systems and homeworlds that know how high they are at a given width.

Lengths are in pixels of the map's unit, as in `map_symbols`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from board.charts.lettering import shortened
from board.map.cards import step_numbers
from board.map.symbols import Glyph, gate_glyph, star_glyph
from board.picture.fleets import Fleets, Look, draw_fleets, fleets_of, height_of
from board.picture.parts import (
    CHIP_HEIGHT,
    COLOURS,
    Chip,
    draw_badge,
    draw_chip,
    draw_glyph,
    draw_rect,
    draw_text,
)
from homeworlds.pieces import SIZES, Colour
from homeworlds.position import OVERPOPULATION, System

LANES: Final = 39.0
HORIZON: Final = 35.2
PAD: Final = 6.0
NAME: Final = 16.5


@dataclass(frozen=True, slots=True)
class SystemCard:
    """A discovered system."""

    look: Look
    system: System
    fleets: Fleets
    chips: Sequence[Chip]

    def height(self, width: float) -> float:
        """What it needs at this width, and at least what it has when little is in it."""
        inner = width - 2 * PAD
        needed = self.fleets.height(inner) + self._horizon(inner) + 2 * PAD
        return max(84.0 if self.look.words else 60.0, needed)

    def draw(self, x: float, y: float, width: float, height: float) -> str:
        inner, look = width - 2 * PAD, self.look
        horizon, stars = self._horizon(inner), self._stars()
        spare = height - 2 * PAD - self.fleets.height(inner) - horizon
        sky, at = draw_fleets(look, self.fleets.sky, x + PAD, y + PAD + spare / 2, inner, low=True)
        left = x + PAD if look.words else x + (width - _width(stars)) / 2
        row, right = _draw_row(stars, left, at + horizon / 2)
        label = self._label(right + 5, at, x + width - PAD - right - 5, horizon) if look.words else ""
        ground, _ = draw_fleets(look, self.fleets.ground, x + PAD, at + horizon, inner, low=False)
        box = _box(x, y, width, height, 1, COLOURS["line"]) + _mark(
            look, self.system.name, x, y, width, height, 1
        )
        return f"{box}{sky}{row}{label}{ground}"

    def _stars(self) -> list[Glyph]:
        return [star_glyph(star) for star in self.system.stars]

    def _horizon(self, inner: float) -> float:
        if not self.chips:
            return HORIZON
        lines = _chip_lines(self.chips, inner - _width(self._stars()) - 5)
        return max(HORIZON, NAME + CHIP_HEIGHT * len(lines))

    def _label(self, x: float, y: float, width: float, height: float) -> str:
        """The name beside the star, with the only owner's badge, and the marks below."""
        look, lines = self.look, _chip_lines(self.chips, width)
        top = y + (height - NAME - CHIP_HEIGHT * len(lines)) / 2
        drawn, name_x, room = "", x, width
        owners = [seat for seat, fleet in enumerate(self.system.fleets) if fleet]
        if look.position.players > 2 and len(owners) == 1:
            drawn = draw_badge(x, top + 0.5, owners[0], look.initial(owners[0]), side=15)
            name_x, room = x + 18, width - 18
        name = shortened(self.system.name, 12.5, room)
        drawn += draw_text(name_x, top + 12.5, name, 12.5)
        for number, line in enumerate(lines):
            left = x
            for chip in line:
                drawn += draw_chip(left, top + NAME + CHIP_HEIGHT * number, chip)
                left += chip.width + 2
        return drawn


@dataclass(frozen=True, slots=True)
class HomeCard:
    """The place of a seat in the frame, with its homeworld if there is one."""

    look: Look
    seat: int
    system: System | None
    fleets: Fleets
    chips: Sequence[Chip]

    def narrowest(self) -> float:
        """The width at which no star leaves its lane."""
        lanes = _lanes_of(self.system) if self.system else ()
        return 2 * PAD + 3 * max([_width(stars) for stars in lanes], default=0.0)

    def height(self, width: float) -> float:
        lanes = LANES if self.system else 0.0
        needed = 2 * PAD + self._head() + self.fleets.height(width - 2 * PAD) + lanes
        return max(116.0 if self.look.words else 90.0, needed)

    def draw(self, x: float, y: float, width: float, height: float) -> str:
        look, system = self.look, self.system
        to_move = self.seat == look.position.mover and not look.over
        edge = COLOURS["gold" if to_move else "frame"]
        dashed = system is None or self.seat in look.position.out
        drawn = _box(x, y, width, height, 2, edge, ' stroke-dasharray="6 4"' if dashed else "")
        if look.words and to_move:
            bar = "h{0:.5g}a9 9 0 0 1 9 9V{1:.5g}H{2:.5g}V{3:.5g}a9 9 0 0 1 9-9z"
            bar = bar.format(width - 20, y + PAD + 20, x + 1, y + 10)
            drawn += f'<path d="M{x + 10:.5g} {y + 1:.5g}{bar}" fill="{COLOURS["gold"]}"/>'
        if look.words:
            drawn += self._title(x + PAD + 2, y + PAD, width - 2 * PAD - 4, to_move)
        # Homeworlds are called after their players, also those that the last turn destroyed.
        drawn += _mark(look, look.position.names[self.seat], x, y, width, height, 2)
        if system is None:
            return drawn if look.words else drawn + self._sign(x + width / 2, y + height / 2)
        inside = self._inside(system, x + PAD, y + PAD + self._head(), width - 2 * PAD, y + height - PAD)
        return drawn + inside

    def _head(self) -> float:
        return 22.0 if self.look.words else 0.0

    def _sign(self, x: float, y: float) -> str:
        """Without words: whether somebody sits there, where nothing lies yet."""
        if self.look.names[self.seat]:
            return draw_badge(x - 20, y - 20, self.seat, "", side=40)
        return (
            f'<circle cx="{x:.5g}" cy="{y:.5g}" r="18" fill="none" stroke="{COLOURS["dim"]}" '
            'stroke-width="4" stroke-dasharray="10 7"/>'
        )

    def _inside(self, system: System, x: float, top: float, width: float, bottom: float) -> str:
        """The lanes with the fleets above and below; the own ships of a homeworld lie near its player."""
        look, (sky, ground) = self.look, self.fleets
        spare = bottom - top - LANES - self.fleets.height(width)
        below = self.seat == look.viewer
        at = top + (0.0 if below else spare * 0.4)
        above, at = draw_fleets(look, sky, x, at, width, low=below)
        lanes = at if below else bottom - LANES - height_of(ground, width)
        under, _ = draw_fleets(
            look, ground, x, lanes + LANES + (spare * 0.4 if below else 0), width, low=False
        )
        return above + _draw_lanes(system, x, lanes, width) + under

    def _title(self, x: float, y: float, width: float, to_move: bool) -> str:
        """The player's name, with the marks of the homeworld at the right."""
        look, seat = self.look, self.seat
        drawn, right = draw_badge(x, y, seat, look.initial(seat), on_gold=to_move), x + width
        for chip in reversed(self.chips):
            right -= chip.width + 2
            drawn += draw_chip(right, y, chip)
        name = shortened(look.shown(seat), 14, right - x - 26, bold=True)
        out = seat in look.position.out
        fill = "bg" if to_move else "dim" if out or not look.names[seat] else "text"
        return drawn + draw_text(x + 22, y + 13, name, 14, bold=True, struck=out, fill=fill)


def system_card(look: Look, system: System) -> SystemCard:
    return SystemCard(look, system, fleets_of(look, system, None), _chips_of(look, system))


def home_card(look: Look, seat: int, system: System | None) -> HomeCard:
    if system is None:
        return HomeCard(look, seat, None, Fleets((), ()), ())
    return HomeCard(look, seat, system, fleets_of(look, system, seat), _chips_of(look, system))


def _chips_of(look: Look, system: System) -> tuple[Chip, ...]:
    return tuple(_chips(look, system)) if look.words else ()


def _chip_lines(chips: Sequence[Chip], width: float) -> list[list[Chip]]:
    lines: list[list[Chip]] = []
    room = 0.0
    for chip in chips:
        if not lines or chip.width > room:
            lines.append([])
            room = width
        lines[-1].append(chip)
        room -= chip.width + 2
    return lines


def _chips(look: Look, system: System) -> Iterator[Chip]:
    steps = look.steps.get(system.name)
    if steps and look.turn_maker is not None:
        yield Chip(step_numbers(steps), seat=look.turn_maker, initial=look.initial(look.turn_maker))
    for colour in () if look.over else Colour:
        number = system.count(colour)
        if number >= OVERPOPULATION:
            yield Chip(f"{number}!", colour, hot=True)
        elif number == OVERPOPULATION - 1:
            yield Chip(str(number), colour)


def _draw_lanes(system: System, x: float, y: float, width: float) -> str:
    lane = width / 3
    drawn = (
        f'<rect x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{LANES}" rx="6" '
        f'fill="{COLOURS["column"]}"/>'
    )
    for number, stars in enumerate(_lanes_of(system)):
        left = x + lane * (number + 0.5) - _width(stars) / 2
        drawn += _draw_row(stars, left, y + LANES / 2)[0]
    return drawn


def _lanes_of(system: System) -> Iterator[Sequence[Glyph]]:
    """The stars of each size, or the gate where there are none."""
    for size in SIZES:
        yield [star_glyph(star) for star in system.stars if star.size == size] or [gate_glyph(size)]


def _width(glyphs: Sequence[Glyph]) -> float:
    return sum([glyph.width + 2 for glyph in glyphs]) - 2


def _draw_row(glyphs: Sequence[Glyph], x: float, middle: float) -> tuple[str, float]:
    """Beside each other, and where they end."""
    drawn = ""
    for glyph in glyphs:
        drawn += draw_glyph(glyph, x, middle - glyph.height / 2)
        x += glyph.width + 2
    return drawn, x - 2


def _box(x: float, y: float, width: float, height: float, thick: float, edge: str, more: str = "") -> str:
    return draw_rect(x, y, width, height, thick, edge, f'fill="{COLOURS["card"]}"{more}')


def _mark(look: Look, name: str, x: float, y: float, width: float, height: float, border: float) -> str:
    """That the last turn touched it: a line of its maker's colour, inside of the border, which may say
    whose turn it is."""
    if name not in look.steps or look.turn_maker is None:
        return ""
    edge, inset = COLOURS[f"seat-{look.turn_maker}"], border + 0.5
    return draw_rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, 2, edge, 'fill="none"')
