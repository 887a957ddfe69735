"""What a bot's turn is worth at once, told by the library alone."""

from __future__ import annotations

from homeworlds.actions import Turn
from homeworlds.position import next_living
from homeworlds.search import Search
from homeworlds.state import GameState, play
from homeworlds.threats import eliminating_turn, winning_turn
from homeworlds.turn import make_turn


def state_after(state: GameState, turn: Turn) -> GameState:
    """Raises Refusal: the turn is not legal."""
    return play(state, make_turn(state.rules, state.position, turn)).state


def wins(after: GameState, seat: int) -> bool:
    """A share in a draw is no win."""
    return after.outcome is not None and not after.outcome.draw and seat in after.outcome.winners


def loses_at_once(after: GameState, seat: int) -> bool:
    """Whether by its turn the seat is lost already, or whoever moves next can win or eliminate it.

    What somebody does who moves later is not asked: what is done before may hinder it.
    """
    if after.outcome is not None:
        return seat not in after.outcome.winners
    if seat in after.position.out or winning_turn(after) is not None:
        return True
    turn = eliminating_turn(after, after.position.mover, seat, surviving=False)
    if turn is None:
        return False
    # Where the last two fall together it is a draw.
    outcome = state_after(after, turn).outcome
    return outcome is None or seat not in outcome.winners


def loses_if_passed(state: GameState) -> bool:
    """Whether the seat to move would lose at once, had it no turn."""
    seat = state.position.mover
    position = state.position._replace(mover=next_living(state.position, seat))
    return loses_at_once(state._replace(position=position), seat)


def can_be_saved(state: GameState) -> bool:
    """Whether there is any turn by which the seat to move does not lose at once: all are tried."""
    search = Search(state.rules, state.position)
    seat = state.position.mover
    for node in search.ends():
        after = play(state, Search(state.rules, state.position).turn(node)).state
        if not loses_at_once(after, seat):
            return True
    return False
