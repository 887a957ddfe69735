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
    needed = len(setups_of(half)[0].stars)
    if ships := first_ships(half, stars, links):
        chosen = " ".join(map(str, sorted(stars)[:needed]))
        question = gettext("Homeworld {stars}: choose your first ship.").format(stars=chosen)
        return Row(question, tuple(ships.values()))
    chosen_so_far = sorted(stars)[: needed - 1]
    if needed == 1:
        question = gettext("Choose the star of your homeworld.")
    elif chosen_so_far:
        question = gettext("Homeworld {stars}: choose the second star.").format(stars=chosen_so_far[0])
    else:
        question = gettext("Choose the first star of your homeworld.")
    return Row(question, tuple(first_stars(half, stars, links).values()))


def first_ships(half: HalfTurn, stars: Sequence[Piece], links: Links) -> dict[Piece, Choice]:
    """The ships that may be chosen, once the stars are."""
    setups = setups_of(half)
    chosen = tuple(sorted(stars))[: len(setups[0].stars)]
    ships = {setup.ship: setup for setup in setups if setup.stars == chosen}
    return {ship: _first_ship(half, ship, ships[ship], links) for ship in sorted(ships)}


def first_stars(half: HalfTurn, stars: Sequence[Piece], links: Links) -> dict[Piece, Choice]:
    """The stars that may be chosen next."""
    pairs = {setup.stars for setup in setups_of(half)}
    chosen = tuple(sorted(stars))[: len(next(iter(pairs))) - 1]
    return {
        star: Choice(
            id=f"star-{star.text}",
            link=links.markup(Choosing(stars=(*chosen, star))),
            spoken=gettext(STAR_WORDS[star]),
            piece=SafeString(render_star(star)),
            kind=_slot(star),
        )
        for star in PIECES
        if any(_within((*chosen, star), pair) for pair in pairs)
    }


def setups_of(half: HalfTurn) -> list[Homeworld]:
    return [action for action in half.legal_actions() if isinstance(action, Homeworld)]


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
