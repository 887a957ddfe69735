"""Holds the search and win in one to plain enumeration of every legal sequence of steps."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from homeworlds.enumeration import all_ends
from homeworlds.notation import format_position
from homeworlds.outcome import Alignments
from homeworlds.position import position_key
from homeworlds.search import count_ends, half_turns
from homeworlds.state import GameState, play
from homeworlds.threats import eliminating_turn, winning_turn
from homeworlds.turn import HalfTurn, TurnEnd, make_turn


class TooMany(Exception):
    """More ends than plain enumeration is asked to find."""


class Mismatch(Exception):
    """The search and plain enumeration do not agree."""


class Compared(NamedTuple):
    ends: int
    """Distinct end positions."""
    wins: int
    """Wins and eliminations in one that there are."""


def compare(state: GameState, alignments: Alignments | None, most: int) -> Compared:
    """For the mover: the same ends by turns as short, the same wins and eliminations in one.

    Raises Mismatch, or TooMany.
    """
    brute = list(islice(all_ends(state.rules, state.position), most + 1))
    if len(brute) > most:
        raise TooMany
    finished = [half.end() for half in brute]
    _compare_ends(state, brute, finished)
    wins = _compare_eliminations(state, finished) + _compare_wins(state, alignments, brute)
    return Compared(len(brute), wins)


def _require(holds: bool, otherwise: str, state: GameState) -> None:
    if not holds:
        raise Mismatch(f"{otherwise}: {format_position(state.position)} under {state.rules}")


def _compare_ends(state: GameState, brute: list[HalfTurn], finished: list[TurnEnd]) -> None:
    steps = {position_key(e.position): len(half.turn) for half, e in zip(brute, finished, strict=True)}
    found = list(half_turns(state))
    keys = {position_key(half.end().position): len(half.turn) for half in found}
    _require(keys.keys() == steps.keys(), "not the same ends", state)
    _require(len(found) == len(keys), "an end was found twice", state)
    _require(keys == steps, "not the shortest turns", state)
    _require(count_ends(state) == len(steps), "a wrong count", state)


def _compare_eliminations(state: GameState, finished: list[TurnEnd]) -> int:
    rules, position, seat = state.rules, state.position, state.position.mover
    found = 0
    for victim in position.living:
        if victim == seat:
            continue
        for surviving in (True, False):
            can = any(eliminates(end, seat, victim, surviving) for end in finished)
            turn = eliminating_turn(state, seat, victim, surviving=surviving)
            question = f"can it eliminate {victim}, surviving={surviving}"
            _require((turn is not None) == can, f"{question}: {can}, but found is {turn}", state)
            if turn is not None:
                end = make_turn(rules, position, turn).end()
                _require(eliminates(end, seat, victim, surviving), f"{question}: not by {turn}", state)
                found += 1
    return found


def eliminates(end: TurnEnd, seat: int, victim: int, surviving: bool) -> bool:
    return victim in end.eliminated and not (surviving and seat in end.eliminated)


def _compare_wins(state: GameState, alignments: Alignments | None, brute: list[HalfTurn]) -> int:
    can = any(wins_at_once(state, half, alignments) for half in brute)
    turn = winning_turn(state, alignments)
    question = f"can it win (alignments {alignments})"
    _require((turn is not None) == can, f"{question}: {can}, but found is {turn}", state)
    if turn is not None:
        half = make_turn(state.rules, state.position, turn)
        _require(wins_at_once(state, half, alignments), f"{question}: not by {turn}", state)
    return can


def wins_at_once(state: GameState, half: HalfTurn, alignments: Alignments | None) -> bool:
    outcome = play(state, half, alignments).state.outcome
    return outcome is not None and not outcome.draw and half.mover in outcome.winners
