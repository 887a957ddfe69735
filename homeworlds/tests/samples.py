"""Positions to compare and to measure, of recorded games and of random ones."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from homeworlds.actions import Action, Attack, Build, Catastrophe, Discover, Homeworld, Move, Pass, Trade
from homeworlds.notation import format_position, parse_position
from homeworlds.outcome import Alignment, evil_dealt
from homeworlds.pieces import PIECES, Colour, Pieces
from homeworlds.position import Position, System
from homeworlds.records import Record, read_record, replay_states
from homeworlds.refusals import Refusal
from homeworlds.rules import (
    OPTIONS,
    Preset,
    RuleSet,
    Variant,
    option_values,
    player_numbers,
    preset_rules,
    with_options,
)
from homeworlds.state import GameState, begin, play, start_game
from homeworlds.turn import HalfTurn

SHARED = Path(os.environ.get("HOMEWORLDS_SHARED") or Path(__file__).resolve().parents[3] / "shared")
"""The folder with recorded games (`archive/`) and the referee's answers (`referee/`), where there is one."""

NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Fay")
_LONGEST_GAME = 14
"""Turns of each seat in a random game."""


class Sample(NamedTuple):
    state: GameState
    alignments: tuple[Alignment, ...] | None


@cache
def records() -> list[Record]:
    """Every recorded game."""
    with gzip.open(SHARED / "archive" / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [read_record(json.loads(line)) for line in lines]


def recorded_states() -> Iterator[GameState]:
    """Every state of the recorded games after a turn or a departure."""
    for record in records():
        for _step, state in replay_states(record):
            yield state


def sample(number: int) -> Sample:
    """A state whose mover has set up: by turns of a recorded game, of a random game of 2-6 players, and
    one that pieces were strewn for, with many at homeworlds. The same number gives the same.
    Some are asked for another seat than the one to move.

    Rule sets are presets and their options changed at random; some positions have a Timewarp.
    """
    dice = Random(f"sample {number}")
    source = (_recorded, _random, _strewn)[number % 3]
    while True:
        state = source(dice)
        if state is not None and state.position.homeworld(state.position.mover) is not None:
            break
    if dice.random() < 0.3:
        seats = [system.home for system in state.position.systems if system.home is not None]
        state = state._replace(position=state.position._replace(mover=dice.choice(seats)))
    if dice.random() < 0.25:
        warped = dice.sample(state.position.living, dice.randint(1, len(state.position.living)))
        warp = tuple(sorted((seat, dice.choice((1, 1, 2, 3))) for seat in warped))
        state = state._replace(position=state.position._replace(timewarp=warp))
    sides = None
    if state.rules.variant is Variant.GOOD_VS_EVIL:
        sides = _deal(state.position.players, dice)
    return Sample(state, sides)


def _deal(players: int, dice: Random) -> tuple[Alignment, ...]:
    evil = evil_dealt(players)
    return tuple(dice.sample([Alignment.EVIL] * evil + [Alignment.GOOD] * (players - evil), players))


def _rules(players: int, dice: Random) -> RuleSet:
    variant = dice.choice([v for v in Variant if players in player_numbers(v)])
    rules = preset_rules(dice.choice(list(Preset)), variant)
    if dice.random() < 0.5:
        names = dice.sample(list(OPTIONS), dice.randint(1, 4))
        rules = with_options(rules, {name: dice.choice(option_values(name)) for name in names})
    return rules


def _recorded(dice: Random) -> GameState | None:
    """Half of them as they were played, the others under another rule set."""
    record = dice.choice(records())
    states = [state for _step, state in replay_states(record) if state.outcome is None]
    if not states:
        return None
    late = dice.random() < 0.5
    state = dice.choice(states[-5:] if late else states)
    if dice.random() < 0.5 or state.position.homeworld(state.position.mover) is None:
        return state
    rules = _rules(state.position.players, dice)
    try:
        position = parse_position(format_position(state.position), rules, state.position.names)
    except Refusal:
        return None
    return state._replace(rules=rules, position=position)


def _random(dice: Random) -> GameState | None:
    players = dice.choice((2, 2, 3, 3, 4, 4, 5, 6))
    rules = _rules(players, dice)
    one_star = [seat for seat in range(players) if dice.random() < 0.15]
    state = start_game(rules, NAMES[:players], first=dice.randrange(players), one_star=one_star)
    sides = _deal(players, dice)
    for _ in range(dice.randint(players, _LONGEST_GAME * players)):
        following = play(state, _random_turn(state, dice), sides).state
        if following.outcome is not None:
            break
        state = following
    return state


def _strewn(dice: Random) -> GameState | None:
    players = dice.choice((2, 2, 3, 3, 4, 5, 6))
    rules = _rules(players, dice)
    bank = [rules.pieces_of_each_kind(players)] * len(PIECES)
    colours = dice.choices(range(4), k=3)

    def pieces(count: int) -> Pieces:
        drawn = [PIECES[3 * dice.choice(colours) + dice.randrange(3)] for _ in range(count)]
        for piece in drawn:
            bank[piece] -= 1
        return tuple(sorted(drawn))

    systems = []
    out = frozenset(seat for seat in range(players) if players > 2 and dice.random() < 0.15)
    for seat in range(players):
        fleets = [
            pieces(dice.choice((1, 1, 2, 3) if owner == seat else (0, 0, 0, 1, 1, 2)))
            for owner in range(players)
        ]
        stars = pieces(dice.choice((1, 2, 2)))
        systems.append(System(NAMES[seat], stars, tuple(fleets), None if seat in out else seat))
    for number in range(dice.randrange(4)):
        fleets = [pieces(dice.choice((0, 0, 1, 2))) for _ in range(players)]
        if any(fleets):
            systems.append(System(f"V{number}", pieces(1), tuple(fleets)))
    living = [seat for seat in range(players) if seat not in out]
    if len(living) < 2 or min(bank) < 0:
        return None
    position = Position(NAMES[:players], dice.choice(living), tuple(systems), tuple(bank), out)
    return GameState(rules, position)


def _random_turn(state: GameState, dice: Random) -> HalfTurn:
    half = begin(state)
    while True:
        steps = [a for a in half.legal_actions() if not (half.turn and isinstance(a, Pass))]
        falls = state.position.mover in half.effects().would_fall
        may_end = half.why_not_end() is None and not (falls and dice.random() < 0.9)
        if may_end and (not steps or dice.random() < 0.4):
            return half
        if steps:
            half = half.then(dice.choices(steps, [_weight(half.position, step) for step in steps])[0])
        else:
            half = begin(state)


def _weight(position: Position, action: Action) -> float:
    """Play that grows and fights, so that threats arise."""
    match action:
        case Homeworld(_stars, ship):
            return 5 if ship.colour is Colour.GREEN else 1
        case Attack() | Build():
            return 8
        case Catastrophe():
            return 4
        case Move(_, _, destination):
            there = position.find(destination)
            return 2 if there is None or there.home in (None, position.mover) else 8
        case Trade():
            return 1
        case Discover():
            return 0.5
        case Pass():
            return 0.2
    return 0.5
