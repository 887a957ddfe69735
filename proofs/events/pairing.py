"""`bin/prove pairing`: schedules of pods against what is known to be possible, and beside tables by lot.

All at once: nobody meets anybody twice, nobody hunts anybody twice, everybody has every seat equally often,
and where the number of rounds allows it, each meets all others. By score: 200 players
in fours for five rounds, and 25 in fives.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from proofs.kit.options import options
from tournaments.pairing import pods
from tournaments.pairing.at_once import schedule
from tournaments.pairing.forecast import again, seat_spread
from tournaments.pairing.past import Past
from tournaments.pairing.plain import Entrant, Played, Round, State
from tournaments.pairing.points import winner_takes

AT_ONCE: Final = (
    (9, 3, 4),
    (15, 3, 7),
    (16, 4, 5),
    (25, 5, 6),
    (12, 3, 4),
    (30, 5, 5),
    (32, 4, 8),
    (36, 6, 3),
)
"""Players, seats at a table, rounds; of the first four, all meet."""
MOST_SECONDS: Final = 60.0
"""Of the processor, as below."""
BY_SCORE: Final = ((200, 4, 5, 0.01), (25, 5, 5, 0.1))
"""Players, seats, rounds, and the part of meetings that may be repeats: hardly any among many; where nearly
all must meet, few, since seats stay even."""
MOST_SECONDS_BY_SCORE: Final = 10.0
"""For all rounds together."""


@dataclass(frozen=True, slots=True)
class Figures:
    meetings: int
    repeats: int
    hunted_again: int
    spread: int

    def __str__(self) -> str:
        return (
            f"{self.repeats:3} repeats in {self.meetings:4} meetings, {self.hunted_again:2} hunted again, "
            f"seats within {self.spread}"
        )


def main(arguments: list[str] | None = None) -> int:
    seed = options("pairing", __doc__, seed=(1, "of the lots")).parse_args(arguments).seed
    wrong = sum(not _all_at_once(*each, seed) for each in AT_ONCE)
    wrong += sum(not _by_score(*each, seed) for each in BY_SCORE)
    print(f"pairing: {len(AT_ONCE) + len(BY_SCORE)} schedules, {wrong} not as good as they can be")
    return 1 if wrong else 0


def _all_at_once(players: int, size: int, rounds: int, seed: int) -> bool:
    start = time.process_time()
    found = schedule(players, size, rounds, seed)
    seconds = time.process_time() - start
    figures = figures_of((each.number, table) for each in found for table in each.tables)
    complete = players - 1 == rounds * (size - 1)
    all_meet = figures.meetings - figures.repeats == players * (players - 1) // 2
    good = not figures.repeats and not figures.hunted_again and figures.spread <= 1
    good = good and seconds < MOST_SECONDS and all_meet >= complete and everybody_sits(found, players)
    name = f"{players} in {size}s for {rounds}, all at once{', all meet' if all_meet else ''}"
    _report(name, figures, _by_lot(players, size, rounds, seed), seconds, good=good)
    return good


def _by_score(players: int, size: int, rounds: int, most_repeats: float, seed: int) -> bool:
    lots, seconds = random.Random(seed), 0.0
    entrants = tuple(Entrant(id=each, rating=lots.gauss(1500, 200)) for each in range(players))
    played: list[Played] = []
    for number in range(1, rounds + 1):
        start = time.process_time()
        state = State(round=number, entrants=entrants, played=tuple(played))
        found = pods.pair(state, size=size, hunting=True, seed=seed)
        seconds += time.process_time() - start
        for table in found.tables:
            winner = lots.randrange(size)
            points = winner_takes([1 if seat == winner else 2 for seat in range(size)])
            played.append(Played(round=number, seats=table, points=points))
    figures = figures_of((game.round, game.seats) for game in played)
    good = figures.repeats < most_repeats * figures.meetings and figures.spread <= 1
    good = good and seconds < MOST_SECONDS_BY_SCORE
    name = f"{players} in {size}s for {rounds}, by score"
    _report(name, figures, _by_lot(players, size, rounds, seed), seconds, good=good)
    return good


def figures_of(tables: Iterable[tuple[int, tuple[int, ...]]]) -> Figures:
    """Counted from the tables alone, by round and seats."""
    played = [Played(round=number, seats=seats) for number, seats in tables]
    past = Past(played)
    return Figures(past.met.total(), again(past.met), again(past.hunted), seat_spread(played))


def everybody_sits(found: Iterable[Round], players: int) -> bool:
    """Once in each round."""
    return all(
        sorted(player for table in each.tables for player in table) == list(range(players)) for each in found
    )


def _by_lot(players: int, size: int, rounds: int, seed: int) -> Figures:
    lots = random.Random(seed)
    tables = []
    for number in range(1, rounds + 1):
        order = lots.sample(range(players), players)
        tables += [(number, tuple(order[begin : begin + size])) for begin in range(0, players, size)]
    return figures_of(tables)


def _report(name: str, figures: Figures, by_lot: Figures, seconds: float, *, good: bool) -> None:
    print(f"{name}: {'good' if good else 'NOT GOOD'}, {seconds:.1f} s of the processor")
    print(f"    made    {figures}")
    print(f"    by lot  {by_lot}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
