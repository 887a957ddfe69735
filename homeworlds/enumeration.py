"""Every whole turn of a position, by plain enumeration of the steps that homeworlds.turn allows."""

from __future__ import annotations

from collections.abc import Iterator

from homeworlds.actions import Pass, Turn
from homeworlds.outcome import Alignments
from homeworlds.position import Position, position_key
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, play
from homeworlds.turn import HalfTurn, begin_turn


def all_ends(rules: RuleSet, position: Position) -> Iterator[HalfTurn]:
    """One turn that may end, as short as possible, for each distinct position a whole legal turn can
    end in. Positions are compared by `position_key`: systems never by name.

    A position can have a million, so this is not for a page request.
    """
    reached: set[tuple[object, ...]] = set()
    ends: set[str] = set()
    level = [begin_turn(rules, position)]
    while level:
        following: list[HalfTurn] = []
        for half in _steps_on(level):
            mark = (position_key(half.position), half.actions_left, half.power, half.must_only_destroy)
            if mark in reached:
                continue
            reached.add(mark)
            following.append(half)
            if half.why_not_end() is None:
                key = position_key(half.end().position)
                if key not in ends:
                    ends.add(key)
                    yield half
        level = following


def _steps_on(level: list[HalfTurn]) -> Iterator[HalfTurn]:
    for half in level:
        for action in half.legal_actions():
            if not (half.turn and isinstance(action, Pass)):
                yield half.then(action)


def count_ends(rules: RuleSet, position: Position) -> int:
    """The number of distinct positions that a whole turn can end in."""
    return sum(1 for _half in all_ends(rules, position))


def winning_turn(state: GameState, alignments: Alignments | None = None) -> Turn | None:
    """A turn by which the seat to move wins at once; None when there is none.

    Raises ValueError: Good vs Evil without alignments.
    """
    mover = state.position.mover
    for half in all_ends(state.rules, state.position):
        if half.effects().would_fall:
            played = play(state, half, alignments)
            outcome = played.state.outcome
            if outcome is not None and not outcome.draw and mover in outcome.winners:
                return played.turn
    return None


def eliminating_turn(rules: RuleSet, position: Position, seat: int, victim: int) -> Turn | None:
    """A turn by which a seat would eliminate another and survive, if it were to move."""
    for half in all_ends(rules, position._replace(mover=seat)):
        fallen = half.effects().would_fall
        if victim in fallen and seat not in fallen:
            return half.end().turn
    return None
