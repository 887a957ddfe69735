"""Seeded random games, and what must hold at every step of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

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
from homeworlds.foresight import foresee
from homeworlds.notation import (
    format_action,
    format_position,
    format_turn,
    parse_action,
    parse_position,
    parse_turn,
)
from homeworlds.outcome import Alignment, evil_dealt
from homeworlds.pieces import PIECES, Colour, Piece
from homeworlds.position import Position
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet, Variant
from homeworlds.state import GameState, begin, play, start_game
from homeworlds.tests.rules_table.cases import assert_conserved
from homeworlds.turn import HalfTurn, format_half_turn, parse_half_turn

NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Fay")
STRANGE_TRIES = 3
"""Made-up actions tried at each step."""


def random_game(rules: RuleSet, players: int, dice: Random, turns: int) -> Iterator[GameState]:
    """The state after each turn, checked all the way; at most so many turns."""
    state = start_game(rules, NAMES[:players], first=dice.randrange(players))
    alignments = deal(players, dice) if rules.variant is Variant.GOOD_VS_EVIL else None
    for _ in range(turns):
        half = random_turn(state, dice)
        before, end = state, half.end()
        prospect = foresee(state, half)
        played = play(state, half, alignments)
        state = played.state
        side = alignments[half.mover] if alignments and half.mover not in before.fallen else None
        assert played.state.outcome in prospect.outcomes(side)
        assert (prospect.position, prospect.eliminated) == (state.position, played.eliminated)
        assert played.eliminated == end.eliminated == half.effects().would_fall
        assert state.position.out == before.position.out.union(end.eliminated)
        check_position(state.position, rules)
        check_ended_turn(before, half)
        yield state
        if state.outcome is not None:
            assert state.outcome.winners
            return
        assert state.position.mover in state.position.living


def deal(players: int, dice: Random) -> list[Alignment]:
    evil = evil_dealt(players)
    alignments = [Alignment.EVIL] * evil + [Alignment.GOOD] * (players - evil)
    dice.shuffle(alignments)
    return alignments


def random_turn(state: GameState, dice: Random) -> HalfTurn:
    """A turn that may end, each step of it checked."""
    half = begin(state)
    while True:
        offered = list(half.legal_actions())
        check_half_turn(half, offered)
        check_strange_actions(half, offered, dice)
        may_end = half.why_not_end() is None
        steps = [action for action in offered if not (isinstance(action, Pass) and half.turn)]
        if may_end and (not steps or _content(half) or dice.random() < 0.3):
            if half.mover in half.effects().would_fall and dice.random() < 0.9:
                return random_turn(state, dice)
            return half
        if not steps:
            return random_turn(state, dice)
        half = half.then(dice.choices(steps, [_weight(half, step) for step in steps])[0])


def _content(half: HalfTurn) -> bool:
    """Somebody else would fall: a good moment to stop."""
    falling = half.effects().would_fall
    return bool(falling) and half.mover not in falling


def _weight(half: HalfTurn, action: Action) -> float:
    """Random play that fights: otherwise few games would end."""
    match action:
        case Homeworld(stars, ship):
            return 9 if ship.size == 3 and ship.colour is Colour.GREEN else 0.1 * len(set(stars))
        case Attack():
            return 40
        case Catastrophe(system):
            here = half.position.find(system)
            own = here is not None and here.home == half.mover
            return 1 if own else 30
        case Move(_, origin, destination):
            there = half.position.find(destination)
            leaves = half.position.homeworld(half.mover) == half.position.find(origin)
            hostile = there is not None and there.home not in (None, half.mover)
            return (12 if hostile else 2) * (0.2 if leaves else 1)
        case Build():
            return 6
        case Trade(_, piece):
            return 2 if piece.colour in (Colour.RED, Colour.YELLOW) else 0.5
        case Sacrifice(ship):
            return 2 if ship.colour in (Colour.YELLOW, Colour.RED) else 0.5
        case Discover():
            return 0.4
        case Pass():
            return 0.2


def check_position(position: Position, rules: RuleSet) -> None:
    assert_conserved(position, rules)
    assert parse_position(format_position(position), rules, position.names) == position
    homes = [system.home for system in position.systems if system.home is not None]
    assert len(set(homes)) == len(homes)
    assert not position.out.intersection(homes)
    for system in position.systems:
        assert system.stars


def check_half_turn(half: HalfTurn, offered: list[Action]) -> None:
    check_position(half.position, half.rules)
    assert parse_half_turn(format_half_turn(half), half.rules, half.start.names) == half
    players = half.start.players
    assert len(set(offered)) == len(offered)
    for action in offered:
        after = half.then(action)
        assert after.turn == (*half.turn, action)
        assert after.previous == half
        text = format_action(action, players)
        read = parse_action(text, players)
        if isinstance(action, Attack) and players == 2:
            read = replace(action, owner=action.owner) if read == replace(action, owner=None) else read
        assert read == action
    assert half.must_end() == (bool(half.turn) and all(isinstance(action, Pass) for action in offered))
    assert half.effects().actions_left == half.actions_left
    refusal = half.why_not_end()
    if refusal is not None:
        with pytest.raises(Refusal) as caught:
            half.end()
        assert caught.value.code == refusal.code


def check_ended_turn(before: GameState, half: HalfTurn) -> None:
    """The canonical turn, read again, leads to the same end."""
    end = half.end()
    players = before.position.players
    text = format_turn(end.turn, players)
    again = begin(before)
    for action in parse_turn(text, players):
        again = again.then(action)
    assert again.end() == end
    assert format_turn(again.end().turn, players) == text
    assert any(isinstance(action, Pass) for action in end.turn) == (end.turn == (Pass(),))


def check_strange_actions(half: HalfTurn, offered: list[Action], dice: Random) -> None:
    """A made-up action is accepted exactly when it is offered."""
    known = {replace(a, name=None) if isinstance(a, Discover) else a for a in offered}
    for _ in range(STRANGE_TRIES):
        action = strange_action(half, offered, dice)
        if action in known:
            half.then(action)
        else:
            with pytest.raises(Refusal) as caught:
                half.then(action)
            assert caught.value.input is not None
            assert caught.value.position == format_position(half.position)
            assert str(caught.value)


def strange_action(half: HalfTurn, offered: list[Action], dice: Random) -> Action:
    """An offered action with a part of it changed, or one made up from pieces and systems."""
    names = [system.name for system in half.position.systems] or ["Nowhere"]
    names.append("Nowhere")

    def piece() -> Piece:
        return dice.choice(PIECES)

    def place() -> str:
        return dice.choice(names)

    if offered and dice.random() < 0.4:
        return _changed(dice.choice(offered), piece(), place())
    kinds: list[Action] = [
        Build(piece(), place()),
        Trade(piece(), piece(), place()),
        Move(piece(), place(), place()),
        Discover(piece(), place(), piece(), None),
        Attack(piece(), place(), dice.randrange(half.start.players + 1)),
        Sacrifice(piece(), place()),
        Catastrophe(place(), dice.choice(list(Colour))),
        Homeworld(tuple(sorted([piece(), piece()])), piece()),
        Homeworld((piece(),), piece()),
        Pass(),
    ]
    return dice.choice(kinds)


def _changed(action: Action, piece: Piece, place: str) -> Action:
    match action:
        case Build() | Trade():
            return replace(action, piece=piece)
        case Move():
            return replace(action, destination=place)
        case Discover():
            return replace(action, star=piece, name=None)
        case Attack() | Sacrifice():
            return replace(action, ship=piece)
        case Catastrophe():
            return replace(action, system=place)
        case Homeworld():
            return replace(action, ship=piece)
        case Pass():
            return action
