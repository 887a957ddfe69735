"""`python -m bots.fitting.playing FIRST SECOND` plays two sets of weights against each other: whether what
was fitted is better, and games to fit the next ones to."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from bots.arena.match import sum_up
from bots.arena.openings import Openings, read_recorded
from bots.arena.results import append
from bots.arena.spreading import spread
from bots.core.searcher import WEIGHTS, Searcher, read_weights
from homeworlds.notation import format_position, format_turn
from homeworlds.outcome import CLAIMABLE
from homeworlds.position import Position, position_key
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState, play
from homeworlds.turn import make_turn

RULES: Final = preset_rules(Preset.MODERN, Variant.BINARY)
MOST_TURNS: Final = 200
"""A longer game is a draw."""
NEVER: Final = 10_000.0
"""Seconds of the processor: nodes alone end a search, so that the same seed plays the same games."""


class Played(NamedTuple):
    turns: list[str]
    winner: int | None
    why: str


def play_game(opening: Position, seats: Sequence[Searcher], nodes: int, seed: int) -> Played:
    """One game without a clock; a third occurrence and a long game are draws."""
    state, turns, before = GameState(RULES, opening), list[str](), list[Position]()
    seen = Counter([position_key(opening)])
    while len(turns) < MOST_TURNS:
        seat = state.position.mover
        turn = seats[seat].choose(state, before, nodes=nodes, seconds=NEVER, seed=seed + seat)
        played = play(state, make_turn(RULES, state.position, turn))
        before.append(state.position)
        turns.append(format_turn(played.turn, 2))
        state = played.state
        if state.outcome is not None:
            winner = None if state.outcome.draw else state.outcome.winners[0]
            return Played(turns, winner, state.outcome.termination.value)
        seen[position_key(state.position)] += 1
        if seen[position_key(state.position)] >= CLAIMABLE:
            return Played(turns, None, "third occurrence")
    return Played(turns, None, f"{MOST_TURNS} turns")


class Match(NamedTuple):
    first: Path
    second: Path
    """Two sets of weights."""
    openings: Path | None
    nodes: int
    seed: int


class Player:
    """Plays games of a match by their numbers: two for each opening, the first weights once in each seat."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.searchers = [Searcher(read_weights(file)) for file in (match.first, match.second)]
        recorded = read_recorded(match.openings) if match.openings else []
        self.openings = Openings(RULES, match.seed, recorded)

    def line(self, number: int) -> dict[str, Any]:
        """As the arena writes one down."""
        match, seat = self.match, number % 2
        opening = self.openings.opening(number // 2)
        seats = [self.searchers[seat], self.searchers[1 - seat]]
        game = play_game(opening, seats, match.nodes, 2 * (match.seed * 1_000_003 + number))
        return {
            "terms": {"rules": RULES.options()},
            "game": number,
            "seat": seat,
            "points": 0.5 if game.winner is None else float(game.winner == seat),
            "why": game.why,
            "opening": format_position(opening),
            "turns": game.turns,
        }


player_of = cache(Player)
"""One in each process."""


def play_number(match: Match, number: int) -> dict[str, Any]:
    return player_of(match).line(number)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bots.fitting.playing", description=__doc__)
    parser.add_argument("first", nargs="?", type=Path, default=WEIGHTS, help="weights (those in use)")
    parser.add_argument("second", nargs="?", type=Path, default=WEIGHTS)
    parser.add_argument("--games", type=int, default=200, help="two for each opening (200)")
    parser.add_argument("--nodes", type=int, default=3000, help="positions looked at for a turn (3000)")
    parser.add_argument("--seed", type=int, default=1, help="of openings and dice (1)")
    parser.add_argument("--openings", type=Path, help="a file of recorded games; without it by lot")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, help="where the games are appended to")
    chosen = parser.parse_args()
    if chosen.games < 1:
        parser.error("a match has games")
    match = Match(chosen.first, chosen.second, chosen.openings, chosen.nodes, chosen.seed)
    points: dict[int, float] = {}
    for line in spread(partial(play_number, match), range(chosen.games), chosen.processes):
        points[line["game"]] = line["points"]
        append(chosen.out, line)
    sys.stdout.write(f"{chosen.first.name} against {chosen.second.name}: {sum_up(points)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
