"""How often a strong bot wins at a table of weak ones: `python -m bots.tables --help`.

The strong one sits at each seat in turn; in Good vs Evil the sides are dealt by the seed. The fair share is
what the weak bots take of such games at the same seats: `--strong` with their own level measures it.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

from bots.thinking import STRENGTHS, Asked, think
from homeworlds.outcome import Alignment, evil_dealt
from homeworlds.position import Position
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState, play, start_game
from homeworlds.turn import make_turn

NAMES: Final = ("Alice", "Bob", "Carol", "Dan", "Eve", "Frank")
LONGEST: Final = 70
"""Rounds of a game that counts as lost."""


class Seat(NamedTuple):
    level: int
    nodes: int | None


def main() -> int:
    asked = _arguments()
    wins: dict[str, list[bool]] = {}
    for number in range(asked.first, asked.first + asked.games):
        strong = number % asked.players
        dealt = deal(asked.players, number) if asked.variant == Variant.GOOD_VS_EVIL else None
        seats = [Seat(asked.weak, asked.weak_nodes)] * asked.players
        seats[strong] = Seat(asked.strong, asked.nodes)
        state, turns = table(Variant(asked.variant), seats, dealt, number)
        won = state.outcome is not None and not state.outcome.draw and strong in state.outcome.winners
        side = dealt[strong].name.lower() if dealt else "all"
        wins.setdefault(side, []).append(won)
        print(f"game {number}: seat {strong} ({side}) {'wins' if won else 'does not win'}, {turns} turns")
        sys.stdout.flush()
    for side, results in sorted(wins.items()):
        low, high = interval(sum(results), len(results))
        share = sum(results) / len(results)
        print(f"{side}: {sum(results)} of {len(results)}, {share:.0%} (95 %: {low:.0%} to {high:.0%})")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", choices=[v for v in Variant if v is not Variant.BINARY], required=True)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="number of the first game, its seed")
    parser.add_argument("--strong", type=int, choices=STRENGTHS, default=max(STRENGTHS))
    parser.add_argument("--nodes", type=int, help="of the strong one; those of its level by default")
    parser.add_argument("--weak", type=int, choices=STRENGTHS, default=2)
    parser.add_argument("--weak-nodes", type=int)
    return parser.parse_args()


def deal(players: int, number: int) -> list[Alignment]:
    sides = [Alignment.EVIL if seat < evil_dealt(players) else Alignment.GOOD for seat in range(players)]
    random.Random(f"deal {number}").shuffle(sides)
    return sides


def table(
    variant: Variant, seats: Sequence[Seat], dealt: Sequence[Alignment] | None, number: int
) -> tuple[GameState, int]:
    """The end of a game, by the rules of the booklet, and how many turns it took."""
    players = len(seats)
    first = random.Random(f"first {number}").randrange(players)
    state = start_game(preset_rules(Preset.BOOKLET, variant), NAMES[:players], first=first)
    before: list[Position] = []
    while state.outcome is None and len(before) < LONGEST * players:
        mover = state.position.mover
        asked = Asked(
            state,
            dealt[mover] if dealt else None,
            tuple(before),
            seed=1000 * number + len(before),
            nodes=seats[mover].nodes,
            seconds=60.0,
        )
        turn = think(seats[mover].level, asked, lambda info: None)
        before.append(state.position)
        state = play(state, make_turn(state.rules, state.position, turn), dealt).state
    return state, len(before)


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's, of 95 %."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return (middle - reach) / whole, (middle + reach) / whole


if __name__ == "__main__":
    sys.exit(main())
