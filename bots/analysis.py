"""What a position of a game that is over was worth to each seat, and which turn was best there.

Of two seats the compiled search says it, where it can be used. Else it is an estimate: what lies on the
table, by the aims of each, and the best turn that the judging bot sees. A win in one turn is exact either
way, but where the library gives up. All alignments are handed in: nothing here is for games that go on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from bots import judge_bot
from bots.aims import Aims
from bots.budget import Budget
from bots.core.search import DECIDED
from bots.core.searcher import Found, Searcher
from bots.evaluation import position_value
from homeworlds.actions import Turn
from homeworlds.outcome import Alignment, Alignments, Outcome
from homeworlds.position import Position, position_key
from homeworlds.state import GameState, play
from homeworlds.turn import make_turn

LOGIT: Final = 200.0
"""Of the search's values in one logit."""
SHARE: Final = 400.0
"""The same of the estimate, in which every seat's good is the others' harm once more."""
SUREST: Final = 0.995
"""Beyond it goes only what is proven: a win in this turn, a game that is over."""
JUDGED: Final = 200
"""Nodes of a search take as long as one turn that is judged."""
NO_LIMIT: Final = 3600.0
"""Seconds: the nodes are the limit, so that the same game reads alike on every machine."""


class Reading(NamedTuple):
    """Of a position."""

    chances: tuple[float, ...]
    """Of each seat to win; together 1."""
    depth: int = 0
    """How many turns a search looked ahead; 0: they are estimates of the position as it lay."""
    best: Turn = ()
    """Empty when no turn was looked for: before all have set up, and after the end."""
    promised: float | None = None
    """The mover's chance after `best`, looked at as what was played is; None: it is what was played."""


def read(
    state: GameState,
    before: Sequence[Position] = (),
    *,
    nodes: int,
    alignments: Alignments | None = None,
    played: Position | None = None,
    searcher: Searcher | None = None,
) -> Reading:
    """`before` are the earlier positions of the game, `played` is the next one, if the seat to move went on
    to it. At most twice so many nodes are looked at."""
    players = state.position.players
    if state.outcome is not None:
        return Reading(_by_outcome(state.outcome, players))
    if not _has_begun(state.position):
        return Reading((1 / players,) * players)
    if players == 2 and searcher is not None:
        earlier = [each for each in before if _has_begun(each)]
        return _searched(state, earlier, nodes, alignments, played, searcher)
    return _estimated(state, nodes, alignments, played)


def _has_begun(position: Position) -> bool:
    return all(position.homeworld(seat) is not None for seat in position.living)


def _by_outcome(outcome: Outcome, players: int) -> tuple[float, ...]:
    if not outcome.winners:
        return (1 / players,) * players
    return tuple([(seat in outcome.winners) / len(outcome.winners) for seat in range(players)])


def _searched(
    state: GameState,
    before: list[Position],
    nodes: int,
    alignments: Alignments | None,
    played: Position | None,
    searcher: Searcher,
) -> Reading:
    mover = state.position.mover
    best, depth, chance = _search(state, before, nodes, searcher)
    after = play(state, make_turn(state.rules, state.position, best), alignments).state
    if after.outcome is not None:
        promised = _by_outcome(after.outcome, 2)[mover]
        return Reading(_pair(mover, promised), max(1, depth), best, promised)
    if chance is None or played is None or position_key(after.position) != position_key(played):
        _turn, _depth, answered = _search(after, [*before, state.position], nodes, searcher)
        promised = 0.5 if answered is None else 1 - answered
        return Reading(_pair(mover, promised if chance is None else chance), max(1, depth), best, promised)
    return Reading(_pair(mover, chance), depth, best)


def _search(
    state: GameState, before: list[Position], nodes: int, searcher: Searcher
) -> tuple[Turn, int, float | None]:
    """The turn, how far was looked, and the mover's chance; None: there was no time to compare turns."""
    told: list[Found] = []
    turn = searcher.choose(state, before, nodes=nodes, seconds=NO_LIMIT, report=told.append)
    if not told:
        return turn, 0, None
    return turn, told[-1].depth, _chance(told[-1].value)


def _chance(value: int) -> float:
    bounded = max(-DECIDED, min(DECIDED, value)) / LOGIT
    return max(1 - SUREST, min(SUREST, 1 / (1 + exp(-max(-50.0, min(50.0, bounded))))))


def _pair(mover: int, chance: float) -> tuple[float, ...]:
    return (chance, 1 - chance) if mover == 0 else (1 - chance, chance)


def _estimated(
    state: GameState, nodes: int, alignments: Alignments | None, played: Position | None
) -> Reading:
    mover = state.position.mover
    state = _opened(state, alignments)
    own = None if alignments is None else alignments[mover]
    budget = Budget(max(1, nodes // JUDGED), NO_LIMIT, lambda: 0.0)
    best = judge_bot.choose(state, random.Random(position_key(state.position)), own, budget)
    after = play(state, make_turn(state.rules, state.position, best), alignments).state
    chances = _shares(state, alignments)
    if after.outcome is not None:
        promised = float(mover in after.outcome.winners and not after.outcome.draw)
        return Reading(chances, 0, best, promised or _by_outcome(after.outcome, len(chances))[mover])
    if played is not None and position_key(after.position) == position_key(played):
        return Reading(chances, 0, best)
    return Reading(chances, 0, best, _shares(_opened(after, alignments), alignments)[mover])


def _opened(state: GameState, alignments: Alignments | None) -> GameState:
    """With all alignments on the table, as they are once the game is over."""
    if alignments is None:
        return state
    known = [
        (seat, Alignment.EVIL if seat in state.fallen else dealt) for seat, dealt in enumerate(alignments)
    ]
    return state._replace(revealed=tuple(known))


def _shares(state: GameState, alignments: Alignments | None) -> tuple[float, ...]:
    """Each seat's share of the win, by what it has less what its rivals have."""
    position = state.position
    worths = {}
    for seat in position.living:
        own = None if alignments is None else alignments[seat]
        aims = Aims(state._replace(position=position._replace(mover=seat)), own)
        worths[seat] = position_value(position, seat, aims.rivals) / SHARE
    highest = max(worths.values())
    weights = {seat: exp(worth - highest) for seat, worth in worths.items()}
    whole = sum(weights.values())
    return tuple([weights.get(seat, 0.0) / whole for seat in range(position.players)])
