"""The homeworld is chosen: its stars, then the first ship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.symbols import render_piece, render_star
from board.turn.buttons import Choice, Row
from board.turn.making import Choosing, Links, text_with
from board.words.systems import SHIP_WORDS, STAR_WORDS
from homeworlds.actions import Homeworld
from homeworlds.pieces import PIECES, Colour, Piece
from homeworlds.turn import HalfTurn


def setup_row(half: HalfTurn, stars: Sequence[Piece], links: Links) -> Row:
    """Star by star, then the ship; `stars` are those chosen."""
    setups = [action for action in half.legal_actions() if isinstance(action, Homeworld)]
    pairs = {setup.stars for setup in setups}
    needed = len(setups[0].stars)
    chosen = tuple(sorted(stars))[:needed]
    if len(chosen) == needed and chosen in pairs:
        ships = {setup.ship: setup for setup in setups if setup.stars == chosen}
        buttons = [_first_ship(half, ship, setup, links) for ship, setup in sorted(ships.items())]
        question = gettext("Homeworld {stars}: choose your first ship.")
        return Row(question.format(stars=" ".join(map(str, chosen))), tuple(buttons))
    chosen = chosen[: needed - 1]
    buttons = [
        Choice(
            id=f"star-{star.text}",
            link=links.markup(Choosing(stars=(*chosen, star))),
            spoken=gettext(STAR_WORDS[star]),
            piece=SafeString(render_star(star)),
            kind=_slot(star),
        )
        for star in PIECES
        if any(_within((*chosen, star), pair) for pair in pairs)
    ]
    if needed == 1:
        question = gettext("Choose the star of your homeworld.")
    elif chosen:
        question = gettext("Homeworld {stars}: choose the second star.").format(stars=chosen[0])
    else:
        question = gettext("Choose the first star of your homeworld.")
    return Row(question, tuple(buttons))


def _within(stars: Iterable[Piece], pair: Sequence[Piece]) -> bool:
    return not Counter(stars) - Counter(pair)


def _first_ship(half: HalfTurn, ship: Piece, setup: Homeworld, links: Links) -> Choice:
    return Choice(
        id=f"ship-{ship.text}",
        link=links.markup(Choosing(text=text_with(half, setup))),
        spoken=gettext(SHIP_WORDS[ship]),
        piece=render_piece(ship, half.mover),
        kind=_slot(ship),
    )


def _slot(piece: Piece) -> str:
    """Each kind of piece keeps its place among six in a line: the three sizes of two colours."""
    return f"ship slot-{list(Colour).index(piece.colour) % 2 * 3 + piece.size}"
