"""Knock-out: a fixed draw by seeds, matches of one or three games, and nobody advances by lot.

The bracket is rebuilt from results before every round. A match that is level after its games is played on,
one game after another, until one is ahead.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.past import Past
from tournaments.pairing.plain import Entrant, Played, Round, State
from tournaments.pairing.refusals import Impossible

LENGTHS: Final = (1, 3)
"""How many games a match may have."""


@dataclass(frozen=True, slots=True)
class Match:
    round: int
    one: int | None
    """From the upper half of the draw; None: nobody came so far."""
    other: int | None
    winner: int | None
    """None: it is not decided, or there is nobody to win it (`over` tells)."""
    over: bool
    games: tuple[Played, ...]


def seeded(entrants: Iterable[Entrant], seed: int) -> list[int]:
    """The players by rating, the best first; the order of equal ratings is drawn."""
    drawn = sorted(entrants, key=lambda each: each.id)
    if len(drawn) < 2:
        raise Impossible("too-few", players=len(drawn), needed=2)
    random.Random(f"draw {seed}").shuffle(drawn)
    return [each.id for each in sorted(drawn, key=lambda each: -each.rating)]


def draw(seeds: Sequence[int]) -> list[int | None]:
    """The places of the first round from the top, neighbours meet; None: a bye, for the best seeds first.

    The first two seeds can meet in the last round only, the first four in the one before at the earliest.
    """
    places = [1]
    while len(places) < len(seeds):
        places = [seat for place in places for seat in (place, 2 * len(places) + 1 - place)]
    return [seeds[place - 1] if place <= len(seeds) else None for place in places]


def bracket(state: State, *, best_of: int, seed: int) -> list[list[Match]]:
    """All rounds, the last has one match. Matches whose players are not known yet have None for them."""
    record = _Record(state, best_of)
    known: list[tuple[int | None, bool]] = [(player, True) for player in draw(seeded(state.entrants, seed))]
    rounds: list[list[Match]] = []
    while len(known) > 1:
        number = len(rounds) + 1
        rounds.append([record.match(number, known[i], known[i + 1]) for i in range(0, len(known), 2)])
        known = [(match.winner, match.over) for match in rounds[-1]]
    return rounds


def pair(state: State, *, best_of: int, seed: int) -> Round:
    """The next game of every match of the round that needs one, in seat order, and who advances without.

    Asked again when games are finished, it gives the next games of longer matches. A match whose game goes on
    has none. Raises Impossible, also while a match of an earlier round is not decided.
    """
    rounds = bracket(state, best_of=best_of, seed=seed)
    if state.round > len(rounds):
        raise Impossible("over", rounds=len(rounds), round=state.round)
    for match in (match for matches in rounds[: state.round - 1] for match in matches):
        if not match.over:
            raise Impossible("undecided", one=match.one, other=match.other, round=match.round)
    past, noted = Past(state.played), set(state.byes)
    seeds = {player: place for place, player in enumerate(seeded(state.entrants, seed))}
    tables, byes = [], []
    for match in rounds[state.round - 1]:
        if match.over:
            alone = match.winner is not None and _decided(match.games, best_of) is None
            if alone and match.winner is not None and (state.round, match.winner) not in noted:
                byes.append(match.winner)
        elif all(game.points is not None for game in match.games):
            tables.append(_next_game(match, past, seeds))
    return Round(number=state.round, tables=tuple(tables), byes=tuple(byes))


def placed(state: State, *, best_of: int, seed: int) -> list[tuple[int, int]]:
    """Players and how many matches each of them won or was spared, the best first, of equals the better
    seed."""
    won = dict.fromkeys(seeded(state.entrants, seed), 0)
    for match in (match for matches in bracket(state, best_of=best_of, seed=seed) for match in matches):
        if match.winner is not None:
            won[match.winner] += 1
    return sorted(won.items(), key=lambda item: -item[1])


class _Record:
    """What is stored of an event."""

    def __init__(self, state: State, best_of: int) -> None:
        self._best_of = best_of
        self._byes = set(state.byes)
        self._gone = {each.id for each in state.entrants if each.withdrawn}
        self._games: defaultdict[tuple[int, frozenset[int]], list[Played]] = defaultdict(list)
        self._latest: dict[int, int] = {}
        """The last round in which a player had a game, or advanced without."""
        for number, player in state.byes:
            self._latest[player] = max(number, self._latest.get(player, 0))
        for game in state.played:
            self._games[game.round, frozenset(game.seats)].append(game)
            for player in game.seats:
                self._latest[player] = max(game.round, self._latest.get(player, 0))

    def match(self, number: int, upper: tuple[int | None, bool], lower: tuple[int | None, bool]) -> Match:
        """Upper and lower: a player or nobody, and whether that is certain."""
        (one, one_known), (other, other_known) = upper, lower
        if not (one_known and other_known):
            return Match(number, one, other, None, over=False, games=())
        players = [player for player in (one, other) if player is not None]
        games = tuple(self._games[number, frozenset(players)])
        advanced = [player for player in players if self._went_on(player, number)]
        winner = advanced[0] if advanced else _decided(games, self._best_of)
        if winner is None:
            left = [player for player in players if player not in self._gone]
            if len(left) == 2:
                return Match(number, one, other, None, over=False, games=games)
            winner = left[0] if left else None
        return Match(number, one, other, winner, over=True, games=games)

    def _went_on(self, player: int, number: int) -> bool:
        """Whether it is on record that he won this match: he advanced without a game, or came further."""
        return (number, player) in self._byes or self._latest.get(player, 0) > number


def _decided(games: Sequence[Played], best_of: int) -> int | None:
    """Who is ahead beyond reach, or at all after so many games."""
    finished = [game for game in games if game.points is not None]
    points: dict[int, float] = {}
    for game in finished:
        for player, more in zip(game.seats, game.points or (), strict=True):
            points[player] = points.get(player, 0.0) + more
    if not points:
        return None
    best = max(points, key=lambda player: points[player])
    level = list(points.values()).count(points[best]) > 1
    enough = points[best] > best_of / 2 or len(finished) >= best_of
    return best if enough and not level else None


def _next_game(match: Match, past: Past, seeds: dict[int, int]) -> tuple[int, int]:
    """Who moved second last time; in the first game who moved first less often, of equals the lower seed."""
    if match.one is None or match.other is None:
        raise AssertionError(match)
    if match.games:
        first, second = match.games[-1].seats
        return second, first
    one, other = sorted((match.one, match.other), key=lambda each: (past.first_moves(each), -seeds[each]))
    return one, other
