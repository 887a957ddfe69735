"""The bot that judges turns: one turn deep, and never into an elimination it can see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from bots.aims import WIN, Aims
from bots.budget import Budget
from bots.evaluation import position_value
from bots.sampling import pick_setup, pick_some, quiet_turn
from bots.searching import eliminates, eliminating_turn
from homeworlds.actions import Action, Catastrophe, Discover, Pass, Sacrifice, Turn
from homeworlds.outcome import Alignment
from homeworlds.pieces import Colour
from homeworlds.position import OVERPOPULATION, position_key
from homeworlds.rules import Variant
from homeworlds.search import LimitReached, half_turns
from homeworlds.state import GameState, begin
from homeworlds.threats import winning_turn
from homeworlds.turn import HalfTurn, TurnEnd, make_turn

SINGLES: Final = 0.35
"""The share of the budget after which no more turns of one action are looked at."""
LINES: Final = 0.65
"""The share after which no more sacrifices are; the rest looks at the answers."""
HALF_TURNS: Final = 10_000
"""So many half-made turns are looked at for one elimination: less than a quarter of a second."""
STEPS_TRIED: Final = 10
"""Steps tried at each point of a sacrifice; one of the best is followed."""
UNKNOWN: Final = 0.45
"""The danger of a turn whose answers there was no budget left to look at."""
CAREFUL: Final = 200
"""Who may judge so many turns goes on, while there is time, until a turn without danger is found."""
RESCUES: Final = 2000
"""So many more turns are looked at for it at most."""


class Candidate(NamedTuple):
    value: float
    end: TurnEnd


def choose(state: GameState, rng: random.Random, alignment: Alignment | None, budget: Budget) -> Turn:
    """The best turn it sees, by these rules:

    1. A win in one that the search of bots.searching or the lines below find is taken.
    2. Judged are turns of one action, then sacrifices by sampled lines (at each point some steps
       are tried, one of the best is followed), each with the catastrophes that help. Turns that
       eliminate the bot itself are dropped.
    3. From the best downwards the same search asks whether an opponent, if it were to move next,
       could eliminate the bot or win otherwise. The first turn without such an answer is played,
       else the one with the least danger. With CAREFUL turns or more it goes on beyond the
       budget, through all the turns there are, as long as there is time.

    That search is exact unless a limit cuts it short, which counts as a danger; each question counts
    as one judged turn. At any time a quiet turn stands ready.
    """
    half = begin(state)
    if state.position.homeworld(half.mover) is None:
        return half.then(pick_setup(half, rng)).end().turn
    return _Judge(state, half, Aims(state, alignment), rng, budget).choose()


class _Judge:
    def __init__(
        self, state: GameState, half: HalfTurn, aims: Aims, rng: random.Random, budget: Budget
    ) -> None:
        self.state = state
        self.half = half
        self.aims = aims
        self.rng = rng
        self.budget = budget
        self.seen: dict[str, Candidate] = {}
        self.won: Candidate | None = None

    def choose(self) -> Turn:
        quiet = quiet_turn(self.state)
        self._judge(quiet)
        self._hunt()
        if self.won is None:
            self._explore()
        if not self.seen:  # whatever is done, its maker is out
            return quiet.end().turn
        return (self.won or self._safest()).end.turn

    def _hunt(self) -> None:
        win = self._win_of_all()
        if win is not None:
            self._note(make_turn(self.state.rules, self.state.position, win).end())
            return
        for victim in (*self.aims.prey, *self.aims.quarry()):
            turn = self._kill(victim)
            if turn is not None:
                self._note(make_turn(self.state.rules, self.state.position, turn).end())
            if self.won is not None:
                return

    def _win_of_all(self) -> Turn | None:
        """A turn by which all the others fall, where that and nothing less wins the game."""
        if self.state.rules.variant is not Variant.LAST_CAPTAIN_STANDING or self.aims.prey:
            return None
        self.budget.spend()
        try:
            return winning_turn(self.state, limit=HALF_TURNS)
        except LimitReached:
            return None

    def _explore(self) -> None:
        roots = [self.half]
        if self.budget.allows(SINGLES):
            roots += [self.half.then(catastrophe) for catastrophe in _catastrophes(self.half)]
        lines = [self.half] if self.half.actions_left > 1 else []
        for root in roots:
            if self._running(SINGLES):
                self._judge(root)
                lines += self._singles(root)
        spent = -1
        while self.budget.used > spent and self._running(LINES):
            spent = self.budget.used
            for half in lines:
                if self._running(LINES):
                    self._line(half)

    def _singles(self, root: HalfTurn) -> list[HalfTurn]:
        """Judges the turns of one action from here on; returns the sacrifices just begun."""
        actions = list(root.legal_actions())
        self.rng.shuffle(actions)
        # Discoveries are many and much alike.
        actions.sort(key=lambda action: isinstance(action, Discover))
        sacrifices: list[HalfTurn] = []
        for action in actions:
            if not self._running(SINGLES):
                break
            if isinstance(action, Sacrifice):
                sacrifices.append(root.then(action))
            elif not isinstance(action, (Pass, Catastrophe)):
                self._judge_with_catastrophes(root.then(action))
        return sacrifices

    def _running(self, share: float) -> bool:
        return self.won is None and self.budget.allows(share)

    def _line(self, half: HalfTurn) -> None:
        """Follows one of the best steps until no action is left."""
        self._judge(half)
        while half.actions_left and self._running(LINES):
            actions: list[Action] = [a for a in half.legal_actions() if not isinstance(a, Sacrifice)]
            ranked: list[tuple[float, int, HalfTurn]] = []
            for number, action in enumerate(pick_some(actions, STEPS_TRIED, self.rng)):
                child = half.then(action)
                ranked.append((self._judge_with_catastrophes(child), number, child))
                if not self._running(LINES):
                    return
            if not ranked:
                return
            ranked.sort(reverse=True)
            half = ranked[min(len(ranked) - 1, int(self.rng.random() ** 2 * 4))][2]

    def _judge_with_catastrophes(self, half: HalfTurn) -> float:
        """The value of ending here, or after the best of the catastrophes one after the other."""
        best = self._judge(half)
        while self._running(LINES):
            children = [half.then(catastrophe) for catastrophe in _catastrophes(half)]
            values = [self._judge(child) for child in children]
            if not values or max(values) <= best:
                return best
            best = max(values)
            half = children[values.index(best)]
        return best

    def _judge(self, half: HalfTurn) -> float:
        """What it is worth to end here; minus WIN when that is not allowed or eliminates the bot."""
        self.budget.spend()
        if half.why_not_end() is not None:
            return -WIN
        return self._note(half.end())

    def _note(self, end: TurnEnd) -> float:
        if self.half.mover in end.eliminated:
            return -WIN
        gain = self.aims.gain(end)
        value = gain + position_value(end.position, self.half.mover, self.aims.rivals)
        key = position_key(end.position)
        if key not in self.seen or value > self.seen[key].value:
            self.seen[key] = Candidate(value, end)
        if gain >= WIN:
            self.won = self.seen[key]
        return value

    def _safest(self) -> Candidate:
        """From the best downwards, the first without a known danger, else the least dangerous."""
        ranked = sorted(self.seen.values(), key=lambda candidate: -candidate.value)
        best, least = ranked[0], float("inf")
        for candidate in chain(ranked, self._unseen()):
            danger = self._danger(candidate.end)
            if danger < least:
                best, least = candidate, danger
            if danger == 0 or not (self.budget.allows() or self._rescuing()):
                break
        return best

    def _rescuing(self) -> bool:
        budget = self.budget
        return budget.turns >= CAREFUL and budget.used < budget.turns + RESCUES and budget.in_time()

    def _unseen(self) -> Iterator[Candidate]:
        """The turns that were not judged, the shortest first."""
        for half in half_turns(self.state):
            end = half.end()
            if self.half.mover not in end.eliminated and position_key(end.position) not in self.seen:
                yield Candidate(0.0, end)

    def _danger(self, end: TurnEnd) -> float:
        for danger in self.aims.dangers(end.position):
            if not (self.budget.allows() or self._rescuing()):
                return UNKNOWN
            self.budget.spend()
            try:
                if eliminates(self.state.rules, end.position, danger.killer, danger.victim, limit=HALF_TURNS):
                    return danger.gravity
            except LimitReached:
                return UNKNOWN
        return 0.0

    def _kill(self, victim: int) -> Turn | None:
        """A turn by which the bot would eliminate the victim and survive; None also when the limit leaves
        it open."""
        self.budget.spend()
        try:
            return eliminating_turn(
                self.state.rules, self.state.position, self.half.mover, victim, limit=HALF_TURNS
            )
        except LimitReached:
            return None


def _catastrophes(half: HalfTurn) -> Iterator[Catastrophe]:
    for system in half.position.systems:
        for colour in Colour:
            if system.count(colour) >= OVERPOPULATION:
                yield Catastrophe(system.name, colour)
