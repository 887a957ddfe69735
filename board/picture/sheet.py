"""The table as a picture by itself, on a sheet of fixed size: an SVG that needs no page around it.

The same places, pieces and signs as on the map, seen from seat 0. On the page the browser arranges the map;
here the scale is the largest at which everything fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from django.utils.translation import gettext

from board.charts.lettering import shortened, text_width
from board.map.page import FRAME
from board.map.places import MIN_BERTHS, Places
from board.map.snapshot import Snapshot
from board.map.symbols import define_plain_symbols, define_symbols
from board.picture.bank import draw_bank
from board.picture.cards import HomeCard, SystemCard, home_card, system_card
from board.picture.fleets import Look
from board.picture.parts import COLOURS, FAMILY, coloured, draw_badge, draw_text
from board.words.systems import SIZE_LABELS
from homeworlds.pieces import SIZES
from homeworlds.position import Position

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Of the picture, in pixels: what messengers make room for."""
SMALL_WIDTH: Final = 240
SMALL_HEIGHT: Final = 160
"""Of the thumbnail."""
MARGIN: Final = 12
TITLE: Final = 68
BANK: Final = 74
HALF: Final = 590
"""Of the last table, beside its story."""
TIDE_WIDTH: Final = WIDTH - HALF - 3 * MARGIN - 12
TIDE_HEIGHT: Final = 270
LETTER_SCALE: Final = 2.25
"""The unit of the map is 18 pixels where the letter shows the picture at half its size."""
GAP: Final = 6.0
LARGEST: Final = 1.7
SMALLEST: Final = 0.12
TRIES: Final = 8
"""Halvings of the scales between: a third of a pixel of the largest piece."""
LINES: Final = (2, 3, 4)
"""So many berths of a column may stand in a line."""
SPARE: Final = 24.0
"""More than is needed, where nothing limits the height."""
WORTH: Final = 1.2
"""More in a line than on the page only if everything grows that much by it."""


class Caption(NamedTuple):
    """What stands above the table."""

    status: str
    """Whose turn it is, or the result."""
    waits: bool
    """The status is that somebody is to move."""
    last: str
    """The last turn in words."""
    aside: str
    """The variant and the number of the turn."""


class Letter(NamedTuple):
    """A picture as high as it needs."""

    svg: str
    width: int
    height: int


class _Arrangement(NamedTuple):
    scale: float
    per_line: int


class _Sheet:
    """The table in three rows: homeworlds, columns, homeworlds."""

    def __init__(self, look: Look, width: float, height: float) -> None:
        self.look, self.width, self.height = look, width, height
        position, places = look.position, look.places
        standing = {system.name: system for system in position.systems}
        homes = []
        for seat in range(position.players):
            name = places.home_of(seat)
            homes.append(home_card(look, seat, standing.get(name) if name is not None else None))
        self.top, self.bottom = [
            [homes[(look.viewer + step) % position.players] for step in row]
            for row in FRAME[position.players]
        ]
        self.columns: list[list[SystemCard | None]] = [[None] * places.berths for _ in SIZES]
        for name, place in places.systems.items():
            if name in standing:
                self.columns[place.column - 1][place.berth] = system_card(look, standing[name])

    def draw(self) -> str:
        scale, per_line = self._arranged()
        return self._draw(scale, per_line, self.height / scale)

    def draw_down(self, scale: float) -> tuple[str, float]:
        """At this scale, and how high it is then."""
        per_line = 1 if self.look.places.berths <= MIN_BERTHS else 2
        height = sum(self._heights(self.width / scale, per_line)) + 2 * GAP + SPARE
        return self._draw(scale, per_line, height), height * scale

    def _draw(self, scale: float, per_line: int, height: float) -> str:
        width = self.width / scale
        top, middle, bottom = self._heights(width, per_line)
        spare = max(0.0, height - top - middle - bottom - 2 * GAP)
        # Rows of homeworlds get a little of what is left, the columns the rest.
        more = min(spare / 4, 16.0)
        top, bottom = top + more, bottom + more
        middle = height - top - bottom - 2 * GAP
        drawn = _draw_row(self.top, 0, width, top)
        column = (width - 2 * GAP) / 3
        for number in range(3):
            drawn += self._draw_column(number, number * (column + GAP), top + GAP, column, middle, per_line)
        drawn += _draw_row(self.bottom, height - bottom, width, bottom)
        return f'<g transform="scale({scale:.5g})">{drawn}</g>'

    def _arranged(self) -> _Arrangement:
        found = [_Arrangement(self._scale(per_line), per_line) for per_line in LINES]
        best = found[0]
        for other in found[1:]:
            if other.scale > best.scale * WORTH:
                best = other
        return best

    def _scale(self, per_line: int) -> float:
        """The largest at which everything fits: a larger sheet holds what a smaller one does."""
        low, high = SMALLEST, LARGEST
        if self._fits(high, per_line):
            return high
        for _ in range(TRIES):
            middle = (low + high) / 2
            if self._fits(middle, per_line):
                low = middle
            else:
                high = middle
        return low

    def _fits(self, scale: float, per_line: int) -> bool:
        width = self.width / scale
        if any(card.narrowest() > _width(row, width) for row in (self.top, self.bottom) for card in row):
            return False
        return sum(self._heights(width, per_line)) + 2 * GAP <= self.height / scale

    def _heights(self, width: float, per_line: int) -> tuple[float, float, float]:
        column = (width - 2 * GAP) / 3
        inner = (column - GAP - (per_line - 1) * 4) / per_line
        heading = self._heading()
        middle = [
            heading + sum([height + 4 for height in _line_heights(cards, inner, per_line)])
            for cards in self.columns
        ]
        return (
            _row_height(self.top, width),
            max([*middle, 60.0 if self.look.words else 24.0]),
            _row_height(self.bottom, width),
        )

    def _heading(self) -> float:
        return 19.0 if self.look.words else 4.0

    def _draw_column(
        self, number: int, x: float, y: float, width: float, height: float, per_line: int
    ) -> str:
        cards, heading = self.columns[number], self._heading()
        drawn = (
            f'<rect x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}" rx="10" '
            f'fill="{COLOURS["column"]}"/>'
        )
        if self.look.words:
            size = number + 1
            label = f"{'•' * size} {gettext(SIZE_LABELS[size])}"
            drawn += draw_text(x + width / 2, y + 13.5, label, 11, fill="dim", anchor="middle")
        inner = (width - GAP - (per_line - 1) * 4) / per_line
        heights = _line_heights(cards, inner, per_line)
        spare = height - heading - sum([line + 4 for line in heights])
        grown = _spread(heights, spare)
        top = y + heading
        for line, row in zip(grown, _lines_of(cards, per_line), strict=True):
            for place, card in enumerate(row):
                if card is not None:
                    drawn += card.draw(x + GAP / 2 + place * (inner + 4), top, inner, line)
            top += line + (4 if line else 0)
        return drawn


def _lines_of(cards: Sequence[SystemCard | None], per_line: int) -> Iterator[Sequence[SystemCard | None]]:
    for start in range(0, len(cards), per_line):
        yield cards[start : start + per_line]


def _line_heights(cards: Sequence[SystemCard | None], width: float, per_line: int) -> list[float]:
    """Empty lines have none, but keep their places when there is room."""
    return [
        max([card.height(width) for card in row if card is not None], default=0.0)
        for row in _lines_of(cards, per_line)
    ]


def _spread(heights: Sequence[float], spare: float) -> list[float]:
    """What is left makes the lines as high as each other, up to what a card has on the page."""
    usual = 112.0
    wanted = [max(0.0, usual - height) for height in heights]
    share = min(1.0, max(0.0, spare) / sum(wanted)) if sum(wanted) else 0.0
    return [height + share * more for height, more in zip(heights, wanted, strict=True)]


def _width(cards: Sequence[HomeCard], width: float) -> float:
    """Of each card in a row."""
    return (width - (len(cards) - 1) * GAP) / len(cards)


def _row_height(cards: Sequence[HomeCard], width: float) -> float:
    return max([card.height(_width(cards, width)) for card in cards])


def _draw_row(cards: Sequence[HomeCard], y: float, width: float, height: float) -> str:
    each = _width(cards, width)
    return "".join([card.draw(place * (each + GAP), y, each, height) for place, card in enumerate(cards)])


def draw_picture(table: Snapshot, caption: Caption, *, names: Sequence[str], tide: str = "") -> str:
    """The picture for sharing. `names` are shown, by seat. With a `tide`, an SVG of that size, it stands
    beside the table that the end left. Raises KeyError when a system has no place."""
    position = table.position
    look = Look(position, table.places, names, table.steps, table.last_mover, table.over, words=True)
    if tide:
        drawn = _draw_end(look, caption, tide)
    else:
        high = HEIGHT - TITLE - MARGIN - (BANK + 8 if position.bank else 0)
        sheet = _Sheet(look, WIDTH - 2 * MARGIN, high).draw()
        drawn = f'{_draw_caption(look, caption)}<g transform="translate({MARGIN} {TITLE})">{sheet}</g>'
        if position.bank:
            drawn += draw_bank(position, MARGIN, HEIGHT - MARGIN - BANK, WIDTH - 2 * MARGIN, BANK)
    return _svg(WIDTH, HEIGHT, drawn, define_symbols(drawn), caption.status)


def _draw_end(look: Look, caption: Caption, tide: str) -> str:
    """The last table at the left; at the right who won and how, the tide and the bank."""
    table = _Sheet(look._replace(steps={}), HALF, HEIGHT - 2 * MARGIN).draw()
    left, width = HALF + 2 * MARGIN + 12, WIDTH - HALF - 3 * MARGIN - 12
    drawn = f'<g transform="translate({MARGIN} {MARGIN})">{table}</g>'
    lines = _wrapped(caption.status, 34, width)
    y = MARGIN
    for line in lines:
        y += 42
        drawn += draw_text(left, y, line, 34, bold=True)
    drawn += draw_text(left, y + 32, shortened(caption.aside, 18, width), 18, fill="dim")
    drawn += f'<g transform="translate({left} {y + 52})">{tide}</g>'
    return drawn + draw_bank(look.position, left, HEIGHT - MARGIN - BANK, width, BANK)


def _wrapped(text: str, size: float, width: float) -> list[str]:
    """In two lines at most."""
    first, words = "", text.split(" ")
    while words and text_width(f"{first} {words[0]}", size, bold=True) <= width:
        first = f"{first} {words.pop(0)}".strip()
    rest = shortened(" ".join(words), size, width, bold=True)
    return [line for line in (first, rest) if line]


def draw_letter(table: Snapshot, *, names: Sequence[str], viewer: int, title: str) -> Letter:
    """The table for a letter, as high as it needs, from the seat `viewer`, with the bank below."""
    place, over = (table.position, table.places), table.over
    look = Look(*place, names, table.steps, table.last_mover, over, words=True, viewer=viewer)
    sheet, high = _Sheet(look, WIDTH - 2 * MARGIN, 0).draw_down(LETTER_SCALE)
    bank = draw_bank(table.position, 0, 0, (WIDTH - 2 * MARGIN) / LETTER_SCALE, 60)
    drawn = (
        f'<g transform="translate({MARGIN} {MARGIN})">{sheet}</g>'
        f'<g transform="translate({MARGIN} {high + MARGIN + 14:.5g}) scale({LETTER_SCALE})">{bank}</g>'
    )
    height = round(high + 2 * MARGIN + 14 + 60 * LETTER_SCALE)
    return Letter(_svg(WIDTH, height, drawn, define_symbols(drawn), title), WIDTH, height)


def _draw_caption(look: Look, caption: Caption) -> str:
    aside = shortened(caption.aside, 19, 420)
    drawn = draw_text(WIDTH - MARGIN - 4, 32, aside, 19, fill="dim", anchor="end")
    status = shortened(caption.status, 26, WIDTH - 2 * MARGIN - 440, bold=True)
    drawn += draw_text(MARGIN + 4, 33, status, 26, bold=True, fill="gold" if caption.waits else "text")
    if not caption.last:
        return drawn
    left = MARGIN + 4
    if look.turn_maker is not None:
        drawn += draw_badge(left, 43, look.turn_maker, look.initial(look.turn_maker), side=18)
        left += 25
    return drawn + draw_text(left, 58, shortened(caption.last, 17, WIDTH - MARGIN - left), 17, fill="dim")


def draw_thumbnail(position: Position, places: Places, *, taken: Sequence[bool], over: bool) -> str:
    """The table very small: pieces and places, no words. `taken` says of each seat whether somebody sits
    there. Raises KeyError when a system has no place."""
    names = ["•" if each else "" for each in taken]
    look = Look(position, places, names, {}, None, over, words=False)
    table = _Sheet(look, SMALL_WIDTH - 8, SMALL_HEIGHT - 8).draw()
    drawn = f'<g transform="translate(4 4)">{table}</g>'
    return _svg(SMALL_WIDTH, SMALL_HEIGHT, drawn, define_plain_symbols(table), "")


def _svg(width: int, height: int, drawn: str, symbols: str, title: str) -> str:
    titled = f"<title>{escape(title)}</title>" if title else ""
    return coloured(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{FAMILY}">{titled}<defs>{symbols}</defs>'
        f'<rect width="{width}" height="{height}" fill="{COLOURS["bg"]}"/>{drawn}</svg>'
    )
