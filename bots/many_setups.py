"""Setups of the strong bots: sound by the advice of players, and varied."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from bots.sampling import setup_faults
from homeworlds.actions import Homeworld, Turn
from homeworlds.advice import HomeKind, home_kind
from homeworlds.pieces import Colour
from homeworlds.position import Position
from homeworlds.state import GameState, begin

KINDS: Final[Mapping[HomeKind | None, int]] = {
    HomeKind.BANKER: 4,
    HomeKind.GOLDILOCKS: 4,
    HomeKind.FORTRESS: 1,
    HomeKind.GEMINI: 1,
    None: 1,
}
"""How often two stars of these sizes are chosen; None: one star."""
SHIPS: Final[Mapping[Colour, int]] = {Colour.GREEN: 6, Colour.BLUE: 2, Colour.YELLOW: 1, Colour.RED: 1}
THIRDS: Final[Mapping[Colour, int]] = {Colour.GREEN: 2, Colour.BLUE: 2, Colour.YELLOW: 3, Colour.RED: 2}
"""By the colours of the stars."""


def choose_setup(state: GameState, rng: random.Random) -> Turn:
    """One of the setups that the advice has least against; the mover must not have set up."""
    start = begin(state)
    setups = [action for action in start.legal_actions() if isinstance(action, Homeworld)]
    faults = [setup_faults(state.position, setup) for setup in setups]
    least = min(faults)
    sound = [setup for setup, count in zip(setups, faults, strict=True) if count == least]
    weights = [_liking(state.position, setup) for setup in sound]
    return start.then(rng.choices(sound, weights)[0]).end().turn


def _liking(position: Position, setup: Homeworld) -> int:
    liking = KINDS[home_kind(setup.stars)] * SHIPS[setup.ship.colour]
    for star in setup.stars:
        liking *= THIRDS[star.colour]
    return liking * 2 if position.in_bank(setup.ship) > 1 else liking
