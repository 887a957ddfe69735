"""What to expect of an event: whole events played by players of made-up strength, who may stay away.

Strengths are in rating points as everywhere (174 are odds of e to 1, and so among many: R. D. Luce,
"Individual Choice Behavior", 1959). How long games are was counted in 2,836 recorded ones: 20 turns a seat
in the middle, whatever the number of seats, spread by a factor of e to 0.65.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import Any, Final

from tournaments.pairing import at_once, divisions, knockout, pods, swiss
from tournaments.pairing.past import Past
from tournaments.pairing.plain import MIDDLE, Entrant, Played, Round, State
from tournaments.pairing.points import LATE, POD_WIN, WIN, of_two, winner_takes
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.standings import POD_ORDER, TWO_PLAYER_ORDER, standings

FORMATS: Final = ("divisions", "swiss", "pods", "all-at-once", "knockout")
STRENGTHS: Final = 200.0
"""How far players are spread."""
DOUBT: Final = 100.0
"""How far a rating is from the strength."""
ODDS: Final = 174.0
TURNS_A_SEAT: Final = 20
SPREAD: Final = 0.65
DAYS_A_TURN: Final = 0.3
LONGEST: Final = 30.0
"""Days, when a game is adjudicated."""
AWAY: Final = 7.0
"""Days that pass until somebody who stays away has lost his seat."""
EVENTS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """Means over all events that were played."""

    rounds: float
    games: float
    meetings: float
    """Couples who sat together, counted each time."""
    repeats: float
    """Those of them who had met before."""
    hunted_again: float
    """How often somebody hunted somebody once more."""
    seat_spread: float
    """The most that somebody had one seat more often than another that he could have had as often."""
    strongest_wins: float
    """Part of the events, 0 to 1."""
    days: float
    slowest_days: float
    """Of the event that took longest."""


@dataclass(slots=True)
class _Event:
    """One that is being played."""

    entrants: tuple[Entrant, ...]
    strengths: dict[int, float]
    leaves: dict[int, int]
    """The round from which on somebody stays away."""
    lots: random.Random
    days_a_turn: float
    played: list[Played] = field(default_factory=list)
    byes: list[tuple[int, int]] = field(default_factory=list)
    days: float = 0.0
    rounds: int = 0

    def play(self, found: Round) -> None:
        """All games of a round; it takes as long as its longest one."""
        games = [self.game(found.number, seats) for seats in found.tables]
        self.played += games
        self.byes += [(found.number, player) for player in found.byes]
        self.days += max((self.lasts(game) for game in games), default=0.0)
        self.rounds = max(self.rounds, found.number)

    def before(self, number: int) -> State:
        """Who stayed away in a round is withdrawn from the next."""
        entrants = tuple(replace(each, withdrawn=self.leaves[each.id] < number) for each in self.entrants)
        return State(round=number, entrants=entrants, played=tuple(self.played), byes=tuple(self.byes))

    def game(self, number: int, seats: tuple[int, ...]) -> Played:
        there = [player for player in seats if self.leaves[player] > number] or list(seats)
        weights = [math.exp((self.strengths[player] - MIDDLE) / ODDS) for player in there]
        winner = self.lots.choices(there, weights)[0]
        places = tuple(1 if player == winner else 2 for player in seats)
        points = of_two(places) if len(seats) == 2 else winner_takes(places)
        return Played(round=number, seats=seats, points=points, places=places)

    def lasts(self, game: Played) -> float:
        turns = TURNS_A_SEAT * len(game.seats) * math.exp(self.lots.gauss(0, SPREAD))
        away = AWAY if any(self.leaves[player] == game.round for player in game.seats) else 0.0
        return min(turns * self.days_a_turn + away, LONGEST)


def simulate(
    kind: str,
    *,
    entrants: int,
    rounds: int = 5,
    size: int = 4,
    absent: float = 0.0,
    seed: int = 1,
    events: int = EVENTS,
    days_a_turn: float = DAYS_A_TURN,
) -> Forecast:
    """Plays so many events. `absent`: the part of the entrants who stay away from some round on, 0 to 1.

    Rounds and size are used by the formats that have them. Raises Impossible.
    """
    if not 1 <= rounds <= at_once.MOST_ROUNDS:
        raise Impossible("rounds", rounds=rounds, most=at_once.MOST_ROUNDS)
    if entrants > at_once.MOST_PLAYERS:
        raise Impossible("too-many", players=entrants, most=at_once.MOST_PLAYERS)
    lots = random.Random(f"{kind} {seed}")
    played, won = [], 0
    for number in range(events):
        event = _made(entrants, rounds, absent, lots, days_a_turn)
        winner = _PLAY[kind](event, rounds, size, number)
        won += event.strengths[winner] == max(event.strengths.values())
        played.append(event)
    return _forecast(played, won / events)


def _made(entrants: int, rounds: int, absent: float, lots: random.Random, days_a_turn: float) -> _Event:
    strengths = {player: lots.gauss(MIDDLE, STRENGTHS) for player in range(entrants)}
    leaves = dict.fromkeys(strengths, at_once.MOST_ROUNDS + 1)
    for player in lots.sample(range(entrants), round(absent * entrants)):
        leaves[player] = lots.randint(1, rounds)
    people = tuple(
        Entrant(id=player, rating=lots.gauss(strength, DOUBT)) for player, strength in strengths.items()
    )
    return _Event(people, strengths, leaves, lots, days_a_turn)


def _forecast(played: Sequence[_Event], strongest_wins: float) -> Forecast:
    pasts = [Past(event.played) for event in played]
    return Forecast(
        rounds=mean(event.rounds for event in played),
        games=mean(len(event.played) for event in played),
        meetings=mean(past.met.total() for past in pasts),
        repeats=mean(again(past.met) for past in pasts),
        hunted_again=mean(again(past.hunted) for past in pasts),
        seat_spread=mean(seat_spread(event.played) for event in played),
        strongest_wins=strongest_wins,
        days=mean(event.days for event in played),
        slowest_days=max(event.days for event in played),
    )


def again(counted: Counter[Any]) -> int:
    """How often something was counted that had been counted before."""
    return counted.total() - len(counted)


def seat_spread(played: Iterable[Played]) -> int:
    """The most that one seat was had more often than another, of seats that all tables of the player had."""
    had: dict[int, Counter[int]] = {}
    fewest: dict[int, int] = {}
    for game in played:
        for seat, player in enumerate(game.seats):
            had.setdefault(player, Counter())[seat] += 1
            fewest[player] = min(fewest.get(player, len(game.seats)), len(game.seats))
    spreads = []
    for player, counted in had.items():
        often = [counted[seat] for seat in range(fewest[player])]
        spreads.append(max(often) - min(often))
    return max(spreads, default=0)


# --- the formats: each plays an event and says who won


def _divisions(event: _Event, rounds: int, _size: int, _number: int) -> int:
    """The winner of the first division. Who stays away does so from his n-th game on."""
    parts = divisions.divide(event.entrants)
    for division in parts:
        games = divisions.games(division)
        event.lots.shuffle(games)
        met: Counter[int] = Counter()
        for one, other in games:
            met.update((one, other))
            number = max(met[one], met[other])
            event.played.append(event.game(min(number, rounds), (one, other)))
    event.days = max(event.lasts(game) for game in event.played)
    event.rounds = 1
    best = [each for each in event.entrants if each.id in parts[0]]
    games_of_best = [game for game in event.played if game.seats[0] in parts[0]]
    return standings(best, games_of_best, bye=WIN, order=TWO_PLAYER_ORDER)[0].player


def _swiss(event: _Event, rounds: int, _size: int, number: int) -> int:
    _one_after_another(event, rounds, lambda state: swiss.pair(state, seed=number))
    lines = standings(event.entrants, event.played, event.byes, bye=WIN, late=LATE, order=TWO_PLAYER_ORDER)
    return lines[0].player


def _pods(event: _Event, rounds: int, size: int, number: int) -> int:
    _one_after_another(
        event, rounds, lambda state: pods.pair(state, size=size, hunting=True, seed=number, quickly=True)
    )
    return standings(event.entrants, event.played, event.byes, bye=POD_WIN, order=POD_ORDER)[0].player


def _one_after_another(event: _Event, rounds: int, pair: Callable[[State], Round]) -> None:
    """An event whose players have left ends before its time; the first round must be possible."""
    for number in range(1, rounds + 1):
        try:
            found = pair(event.before(number))
        except Impossible:
            if number == 1:
                raise
            return
        event.play(found)


def _all_at_once(event: _Event, rounds: int, size: int, number: int) -> int:
    """The rounds are played at the same time."""
    slowest = 0.0
    for found in at_once.schedule(len(event.entrants), size, rounds, number):
        event.days = 0.0
        event.play(found)
        slowest = max(slowest, event.days)
    event.days = slowest
    return standings(event.entrants, event.played, bye=POD_WIN, order=POD_ORDER)[0].player


def _knockout(event: _Event, _rounds: int, _size: int, number: int) -> int:
    rounds = len(knockout.bracket(event.before(1), best_of=1, seed=number))
    for each in range(1, rounds + 1):
        event.play(knockout.pair(event.before(each), best_of=1, seed=number))
    return knockout.placed(event.before(rounds), best_of=1, seed=number)[0][0]


_PLAY: Final[dict[str, Callable[[_Event, int, int, int], int]]] = {
    "divisions": _divisions,
    "swiss": _swiss,
    "pods": _pods,
    "all-at-once": _all_at_once,
    "knockout": _knockout,
}
