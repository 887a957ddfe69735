"""`bin/prove swiss`: our Swiss pairing beside FIDE's Dutch system (py4swiss) on the same simulated events.

Fields of 8 to 40, odd ones too, for 4 to 9 rounds, but no more than always leave somebody new to meet; in two
of three some leave, ask for a round without a game, or come late. Both pair the same people of the same
strengths, who are as lucky in a round by one as by the other; each field is played with ten draws of luck.
Counted are rematches, second byes, how many points lie between those who are paired (gaps), how often
somebody has the same seat three games running, and how well the standings follow the strengths (Spearman).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from statistics import correlation, mean
from typing import Final

from proofs.kit.options import options
from tournaments.pairing import swiss
from tournaments.pairing.forecast import DOUBT, ODDS, STRENGTHS, again
from tournaments.pairing.past import Past
from tournaments.pairing.plain import MIDDLE, Entrant, Played, Round, State
from tournaments.pairing.points import LATE, WIN
from tournaments.pairing.standings import TWO_PLAYER_ORDER, standings

SMALLEST: Final = 8
LARGEST: Final = 40
LEVEL: Final = 25.0
"""Rating points within which two draw: about seven games of a hundred among equals."""
RESTLESS: Final = 0.08
"""The part of a restless field that leaves, comes late, or stays away from a round, each."""
DRAWS: Final = 10
"""Of luck, for each field: by one the correlation of sixty events is known to 0.015 only."""
MOST_GAPS: Final = 1.05
LESS_CORRELATED: Final = 0.01

Pairer = Callable[[State, int], Round]


@dataclass(frozen=True, slots=True)
class Event:
    """Who comes, how strong they are, and when they are there."""

    luck: str
    rounds: int
    entrants: tuple[Entrant, ...]
    strengths: dict[int, float]
    leaves: dict[int, int]
    """The round from which on somebody is away."""
    rests: dict[int, int]
    """The round for which somebody asked to be left out."""

    def result(self, number: int, seats: tuple[int, ...]) -> tuple[float, ...]:
        """Each player is as lucky in a round whoever he meets there; with this luck a win has Luce's odds."""
        one, other = (self.strengths[player] + self._luck(number, player) for player in seats)
        if abs(one - other) < LEVEL:
            return (0.5, 0.5)
        return (1.0, 0.0) if one > other else (0.0, 1.0)

    def _luck(self, number: int, player: int) -> float:
        """Of Gumbel's distribution: the difference of two is logistic."""
        lots = random.Random(f"{self.luck} {number} {player}")
        return -ODDS * math.log(-math.log(lots.uniform(1e-12, 1 - 1e-12)))

    def there(self, number: int) -> tuple[Entrant, ...]:
        return tuple(
            replace(
                each,
                withdrawn=self.leaves.get(each.id, number + 1) <= number or self.rests.get(each.id) == number,
            )
            for each in self.entrants
        )


@dataclass(slots=True)
class Counts:
    """Of all events that one system paired."""

    rematches: int = 0
    second_byes: int = 0
    gaps: float = 0.0
    three_in_a_row: int = 0
    correlations: list[float] = field(default_factory=list)


def make(name: str) -> Event:
    """A field and its luck; "3 5" is the sixth event of seed 3."""
    lots = random.Random(name)
    number, rounds = lots.randint(SMALLEST, LARGEST), lots.randint(4, 9)
    strengths = {player: lots.gauss(MIDDLE, STRENGTHS) for player in range(number)}
    leaves, rests, entered = {}, {}, {}
    if lots.random() < 2 / 3:
        for player in strengths:
            if lots.random() < RESTLESS:
                leaves[player] = lots.randint(2, rounds)
            if lots.random() < RESTLESS:
                rests[player] = lots.randint(1, rounds)
            if lots.random() < RESTLESS:
                entered[player] = lots.randint(2, (rounds + 1) // 2)
    always = set(strengths) - set(leaves) - set(rests) - set(entered)
    rounds = min(rounds, len(always) // 2)
    entrants = tuple(
        Entrant(id=player, rating=round(lots.gauss(strength, DOUBT)), entered=entered.get(player, 1))
        for player, strength in strengths.items()
    )
    return Event(name, rounds, entrants, strengths, leaves, rests)


def play(event: Event, pair: Pairer, counts: Counts) -> None:
    played: list[Played] = []
    byes: list[tuple[int, int]] = []
    for number in range(1, event.rounds + 1):
        state = State(round=number, entrants=event.there(number), played=tuple(played), byes=tuple(byes))
        scores = state.scores(bye=WIN, late=LATE)
        found = pair(state, event.rounds)
        for table in found.tables:
            one, other = table
            counts.gaps += abs(scores[one] - scores[other])
            played.append(Played(round=number, seats=table, points=event.result(number, table)))
        byes += [(number, player) for player in found.byes]
    counts.rematches += again(Past(played).met)
    counts.second_byes += again(Counter(player for _round, player in byes))
    counts.three_in_a_row += three_in_a_row(played)
    lines = standings(event.entrants, played, byes, bye=WIN, late=LATE, order=TWO_PLAYER_ORDER)
    places = [-line.place for line in lines]
    counts.correlations.append(
        correlation(_ranks(places), _ranks([event.strengths[line.player] for line in lines]))
    )


def _ranks(values: Sequence[float]) -> list[float]:
    """Equal values share the mean of theirs; the correlation of ranks is Spearman's."""
    return [sum(other < value for other in values) + (values.count(value) - 1) / 2 for value in values]


def three_in_a_row(played: Sequence[Played]) -> int:
    """How often somebody has a seat for the third time running, rounds without a game left out."""
    had: dict[int, str] = {}
    for game in played:
        for seat, player in enumerate(game.seats):
            had[player] = had.get(player, "") + str(seat)
    return sum(
        seats[begin : begin + 3] in ("000", "111")
        for seats in had.values()
        for begin in range(len(seats) - 2)
    )


def prove(events: int, seed: int, *pairers: Pairer) -> list[Counts]:
    """What each of them comes to."""
    found = [Counts() for _ in pairers]
    for number in range(events):
        field_ = make(f"{seed} {number}")
        for draw in range(DRAWS):
            event = replace(field_, luck=f"{field_.luck} {draw}")
            for pair, counts in zip(pairers, found, strict=True):
                play(event, pair, counts)
    return found


def holds(ours: Counts, dutch: Counts) -> bool:
    none = not (ours.rematches or ours.second_byes or ours.three_in_a_row)
    near = mean(ours.correlations) >= mean(dutch.correlations) - LESS_CORRELATED
    return none and near and ours.gaps <= MOST_GAPS * dutch.gaps


def last_line(ours: Counts, dutch: Counts) -> str:
    return (
        f"swiss: rematches {ours.rematches}, second byes {ours.second_byes}, "
        f"gaps {ours.gaps / dutch.gaps:.2f} times Dutch, three in a row {ours.three_in_a_row}, "
        f"rank correlation {mean(ours.correlations):.3f} against {mean(dutch.correlations):.3f}"
    )


def pair_ours(state: State, _rounds: int) -> Round:
    return swiss.pair(state, seed=1)


def main(arguments: list[str] | None = None) -> int:
    asked = options("swiss", __doc__, events=(60, "that are played"), seed=(1, "of the people and results"))
    given = asked.parse_args(arguments)
    try:
        from proofs.events.dutch import pair as pair_dutch
    except ImportError:
        print(
            "swiss: nothing is proven: py4swiss is not installed; it is for x86-64 Linux and arm64 macOS only"
        )
        return 1
    ours, dutch = prove(given.events, given.seed, pair_ours, pair_dutch)
    for name, counts in (("ours", ours), ("Dutch", dutch)):
        print(
            f"{name:5}: {len(counts.correlations)} times, rematches {counts.rematches}, second byes "
            f"{counts.second_byes}, gaps {counts.gaps:.1f}, three in a row {counts.three_in_a_row}"
        )
    print(last_line(ours, dutch))
    return 0 if holds(ours, dutch) else 1
