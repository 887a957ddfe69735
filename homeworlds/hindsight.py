"""In hindsight: which turn would have been better, and what the turn that was made allowed.

For games that are over. What counts as the stroke that a seat could make "in one", with one whole
legal turn of its own which it survives:

- Two players, and whenever only two are left: the other one falls, which wins.
- Sinister: the seat's own target falls, which wins.
- Good vs Evil: the seat wins at once by the alignments as they stood then. An Evil player does by
  anybody's fall, a Good one by the fall of all Evil players left.
- Last Captain Standing with three or more left: nobody wins by a single fall, so it is the fall of one
  other player; only if all others could fall in the same turn it is a win.

A seat *missed* a stroke when it could have made one with the turn it had, and the turn it made instead
was none. It *walked into* one when after its turn an opponent could have made one, if it were his turn
there, and could not have before that turn, if it had been his then. Every living opponent is asked, the
one to move next first; what others might do before it is his turn is not. In Good vs Evil only those are
asked who do not win together with the seat, and in Last Captain Standing with three or more left only a
stroke counts that hits the seat itself. Whoever falls by his own turn, and a turn that ends the game,
walks into nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from homeworlds.actions import Turn
from homeworlds.outcome import Alignment, Alignments
from homeworlds.rules import Variant
from homeworlds.state import GameState
from homeworlds.threats import eliminating_turn, winning_turn


class Stroke(NamedTuple):
    """A turn by which a seat would have won, or eliminated another."""

    seat: int
    turn: Turn
    victim: int | None = None
    """Who would have fallen, the game going on; None: the turn wins."""


def missed(
    before: GameState, after: GameState, alignments: Alignments | None = None, *, limit: int | None = None
) -> Stroke | None:
    """The stroke that the seat to move `before` did not make with the turn that led to `after`.

    Raises LimitReached: undecided after so many half-made turns; ValueError: Good vs Evil without
    alignments.
    """
    position, mover = before.position, before.position.mover
    over = after.outcome
    if over is not None and not over.draw and mover in over.winners:
        return None
    if turn := winning_turn(before, alignments, limit=limit):
        return Stroke(mover, turn)
    if not _falls_count(before) or after.position.out - position.out - {mover}:
        return None
    for victim in _others(before, mover):
        if turn := eliminating_turn(before, mover, victim, limit=limit):
            return Stroke(mover, turn, victim)
    return None


def walked_into(
    before: GameState, after: GameState, alignments: Alignments | None = None, *, limit: int | None = None
) -> Stroke | None:
    """The stroke of an opponent that the turn from `before` to `after` allowed.

    Raises as `missed`.
    """
    mover = before.position.mover
    if after.outcome is not None or mover in after.position.out:
        return None
    for seat in _others(after, mover):
        if _win_together(after, mover, seat, alignments):
            continue
        stroke = _stroke_against(mover, after, seat, alignments, limit)
        if stroke and not _stroke_against(mover, before, seat, alignments, limit):
            return stroke
    return None


def _falls_count(state: GameState) -> bool:
    """Whether one fall is all that a turn can be hoped to bring about."""
    return state.rules.variant is Variant.LAST_CAPTAIN_STANDING and len(state.position.living) > 2


def _others(state: GameState, mover: int) -> Iterator[int]:
    """The other living seats, in turn order after this one."""
    players = state.position.players
    for step in range(1, players):
        if (seat := (mover + step) % players) not in state.position.out:
            yield seat


def _win_together(state: GameState, one: int, other: int, alignments: Alignments | None) -> bool:
    if state.rules.variant is not Variant.GOOD_VS_EVIL or alignments is None:
        return False
    return all(seat not in state.fallen and alignments[seat] is Alignment.GOOD for seat in (one, other))


def _stroke_against(
    victim: int, state: GameState, seat: int, alignments: Alignments | None, limit: int | None
) -> Stroke | None:
    if _falls_count(state):
        turn = eliminating_turn(state, seat, victim, limit=limit)
        return Stroke(seat, turn, victim) if turn else None
    asked = state._replace(position=state.position._replace(mover=seat))
    turn = winning_turn(asked, alignments, limit=limit)
    return Stroke(seat, turn) if turn else None
