"""The bank of a picture: the twelve kinds of piece with their numbers, as on the table."""

from __future__ import annotations

from typing import Final

from board.map.symbols import BODY, Glyph
from board.picture.parts import COLOURS, draw_glyph, draw_rect, draw_text
from homeworlds.pieces import PIECES, Colour
from homeworlds.position import Position

GAP: Final = 6.0
NUMBER: Final = 16.0


def draw_bank(position: Position, x: float, y: float, width: float, height: float) -> str:
    """What a build takes next is framed; what is used up is faint."""
    drawn, group = "", (width - 3 * GAP) / 4
    scale = min((height - NUMBER - 10) / BODY[3][1], group / 3.4 / BODY[3][0])
    for piece in PIECES:
        place, left = piece.size - 1, x + piece.colour * (group + GAP)
        middle = left + group * (place + 0.5) / 3
        if not place:
            drawn += (
                f'<rect x="{left:.5g}" y="{y:.5g}" width="{group:.5g}" height="{height:.5g}" rx="6" '
                f'fill="{COLOURS["column"]}"/>'
            )
        drawn += _draw_piece(position, piece.colour, piece.size, middle, y, height, scale)
    return drawn


def _draw_piece(
    position: Position, colour: Colour, size: int, middle: float, y: float, height: float, scale: float
) -> str:
    piece = PIECES[3 * colour + size - 1]
    number, (wide, high) = position.in_bank(piece), BODY[size]
    glyph = Glyph(f"piece-{piece.text}", wide * scale, high * scale)
    drawn = draw_glyph(glyph, middle - glyph.width / 2, y + height - NUMBER - 4 - glyph.height)
    if not number:
        drawn = f'<g opacity=".2">{drawn}</g>'
    elif position.smallest_in_bank(colour) == piece:
        side = max(24.0, BODY[3][0] * scale + 4)
        drawn += draw_rect(
            middle - side / 2, y + 2, side, height - 4, 1.5, COLOURS["reach"], 'fill="none"', radius=5
        )
    fill = "gold" if number == 1 else "text" if number else "dim"
    return drawn + draw_text(middle, y + height - 6, str(number), 14, fill=fill, bold=True, anchor="middle")
