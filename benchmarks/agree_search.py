"""Holds the search for two players to the library: the turns it looks at, the wins in one it plays, and those
it does not walk into."""

from __future__ import annotations

from itertools import islice
from typing import Final

from benchmarks.agree import PassedOver, Wrong, go_through
from bots.core.searcher import Searcher
from homeworlds.notation import format_position
from homeworlds.search import Search
from homeworlds.state import GameState
from homeworlds.tests.samples import Sample
from homeworlds.threats import eliminating_turn, winning_turn
from homeworlds.turn import make_turn

NODES: Final = 3000


def run(*, positions: int, first: int, most: int) -> int:
    """The exit code: 0 without a mismatch."""
    searcher = Searcher()

    def judge(number: int, asked: Sample) -> dict[str, int]:
        state, position = asked.state, asked.state.position
        if position.players != 2 or None in (position.homeworld(0), position.homeworld(1)):
            raise PassedOver
        ends = list(islice(Search(state.rules, position).ends(), most + 1))
        if len(ends) > most:
            raise PassedOver
        won = winning_turn(*asked) is not None
        threat = eliminating_turn(state, 1 - position.mover, position.mover) is not None
        wrong = _wrong_ends(searcher, state, sum(not node.fallen for node in ends))
        if wrong := wrong or _wrong_turn(searcher, state, won, number + 1):
            raise Wrong(f"{wrong} at {format_position(position)}")
        return {"wins": won, "threats": threat}

    wrong, counted = go_through(positions, first, judge)
    print(
        f"{counted['positions']} positions of two players searched ({counted['wins']} wins in one, "
        f"{counted['threats']} threats), mismatches: {wrong}"
    )
    return 1 if wrong else 0


def _wrong_ends(searcher: Searcher, state: GameState, expected: int) -> str | None:
    found = searcher.count_turns(state)
    return None if found == expected else f"{found} turns listed, not {expected}"


def _wrong_turn(searcher: Searcher, state: GameState, won: bool, seed: int) -> str | None:
    """What is wrong with the turn chosen; the library plays it."""
    mover = state.position.mover
    turn = searcher.choose(state, nodes=NODES, seconds=60.0, seed=seed)
    end = make_turn(state.rules, state.position, turn).end()
    if won:
        return None if 1 - mover in end.eliminated and mover not in end.eliminated else "a win was not played"
    if mover in end.eliminated:
        safe = [node for node in Search(state.rules, state.position).ends() if not node.fallen >> mover & 1]
        return "it eliminates itself" if safe and 1 - mover not in end.eliminated else None
    after = state._replace(position=end.position)
    if eliminating_turn(after, 1 - mover, mover) is None:
        return None
    for way in Search(state.rules, state.position).ends():
        if not way.fallen:
            other = Search(state.rules, state.position).turn(way).end()
            if eliminating_turn(state._replace(position=other.position), 1 - mover, mover) is None:
                return "it walks into a win"
    return None
