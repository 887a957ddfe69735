"""What another's turn has cost a player, in words."""

from __future__ import annotations

from collections import defaultdict

from django.utils.translation import gettext

from board.words.systems import STAR_WORDS, describe_ships
from homeworlds.pieces import Piece
from homeworlds.turn import HalfTurn


def losses_of(seat: int, half: HalfTurn) -> tuple[str, ...]:
    """A sentence for each system where the turn took ships of this seat; then what its homeworld lost."""
    effects = half.effects()
    ships: defaultdict[str, list[Piece]] = defaultdict(list)
    for owner, ship, system in (*effects.ships_captured, *effects.ships_lost):
        if owner == seat:
            ships[system].append(ship)
    sentence = gettext("You lost at {system}: {ships}.")
    lost = [sentence.format(system=name, ships=describe_ships(fleet)) for name, fleet in ships.items()]
    return (*lost, *_of_homeworld(seat, half))


def _of_homeworld(seat: int, half: HalfTurn) -> tuple[str, ...]:
    home, effects = half.start.homeworld(seat), half.effects()
    if home is None:
        return ()
    if home.name in effects.systems_gone:
        return (gettext("Your homeworld is gone."),)
    stars = [star for star, system in effects.stars_returned if system == home.name]
    sentence = gettext("Your homeworld has lost a star: {star}.")
    return tuple([sentence.format(star=gettext(STAR_WORDS[star])) for star in stars])
