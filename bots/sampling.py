"""Choosing steps and setups by lot, sensibly weighted."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
)
from homeworlds.advice import Advice, setup_advice
from homeworlds.enumeration import all_ends
from homeworlds.pieces import Colour
from homeworlds.position import Position
from homeworlds.refusals import Refusal
from homeworlds.state import GameState, begin
from homeworlds.turn import HalfTurn

WEIGHTS: Final[dict[type[Action], float]] = {
    Homeworld: 1,
    Build: 5,
    Trade: 2,
    Move: 2,
    Discover: 3,
    Attack: 6,
    Sacrifice: 1.5,
    Catastrophe: 2,
    Pass: 0.05,
}
"""How often a kind of step is chosen; without them discoveries and sacrifices would drown the rest."""

FAULTS: Final[dict[Advice, int]] = {
    Advice.SHIP_NOT_LARGE: 3,
    Advice.NO_GREEN: 3,
    Advice.NO_BLUE: 3,
    Advice.FEW_COLOURS: 1,
    Advice.GEMINI: 2,
    Advice.SAME_COLOUR: 1,
    Advice.SMALL_UNIVERSE: 1,
}
"""How heavy a bot takes what speaks against a setup."""

QUIET_LOOKED_FOR: Final = 500
"""After so many turns one that gives something up will do."""
OWN_END: Final = 2
"""The harm of a turn that eliminates its maker."""


def by_kind(actions: Iterable[Action]) -> dict[type[Action], list[Action]]:
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    return kinds


def pick_action(actions: Sequence[Action], rng: random.Random) -> Action:
    """First the kind of step, then one of that kind."""
    kinds = by_kind(actions)
    names = list(kinds)
    kind = rng.choices(names, [WEIGHTS[name] for name in names])[0]
    return rng.choice(kinds[kind])


def pick_some(actions: Sequence[Action], most: int, rng: random.Random) -> list[Action]:
    """At most so many different steps, kinds by their weights; passes never."""
    kinds = {kind: rng.sample(some, len(some)) for kind, some in by_kind(actions).items() if kind is not Pass}
    if sum(map(len, kinds.values())) <= most:
        return [action for some in kinds.values() for action in some]
    picked: list[Action] = []
    while len(picked) < most:
        names = [kind for kind, some in kinds.items() if some]
        kind = rng.choices(names, [WEIGHTS[name] for name in names])[0]
        picked.append(kinds[kind].pop())
    return picked


def setup_faults(position: Position, setup: Homeworld) -> int:
    """How much speaks against it: the setup advice by its weight, and a first ship that neither builds
    nor trades."""
    advice = setup_advice(position, position.mover, setup.stars, setup.ship)
    return sum([FAULTS[each] for each in advice]) + 2 * (setup.ship.colour not in (Colour.GREEN, Colour.BLUE))


def pick_setup(half: HalfTurn, rng: random.Random) -> Action:
    """One of the setups that the advice has least against."""
    setups = [action for action in half.legal_actions() if isinstance(action, Homeworld)]
    faults = [setup_faults(half.position, setup) for setup in setups]
    least = min(faults)
    return rng.choice([setup for setup, count in zip(setups, faults, strict=True) if count == least])


def quiet_turn(state: GameState) -> HalfTurn:
    """A whole turn that is always there to fall back on: a pass; where the rules let nobody pass, the first
    turn that eliminates nobody and gives no ship up, or else does not eliminate its maker, or else the first
    of all."""
    half = begin(state)
    with suppress(Refusal):
        passed = half.then(Pass())
        if passed.why_not_end() is None:
            return passed
    found: dict[int, HalfTurn] = {}
    for number, turn in enumerate(all_ends(state.rules, state.position)):
        harm = _harm(turn)
        if harm == 0:
            return turn
        found.setdefault(harm, turn)
        if number > QUIET_LOOKED_FOR and min(found) < OWN_END:
            break
    if not found:
        raise ValueError(f"no turn is legal: {state}")
    return found[min(found)]


def _harm(turn: HalfTurn) -> int:
    eliminated = turn.end().eliminated
    if turn.mover in eliminated:
        return OWN_END
    gives_up = any(isinstance(action, Sacrifice | Catastrophe) for action in turn.turn)
    return 1 if gives_up or eliminated else 0
