"""The strong play for games of more than two: a win in one, then the best turns at first sight after which
nobody can do the worst, followed as far as nodes last, everybody answering as his own goal wants."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bots.core import RoomUsedUp
from bots.core.children import RESTRICTED, SACRIFICES, SINGLE, UNLIMITED, WHOLE
from bots.core.many_children import DREADED
from bots.core.many_core import PLIES, ManyCore, Seen
from bots.many_goals import Goals
from bots.sampling import quiet_turn
from homeworlds.actions import Turn
from homeworlds.outcome import Alignment
from homeworlds.position import Position, next_living
from homeworlds.rules import Variant
from homeworlds.state import GameState

__all__ = ["Thought", "choose", "load"]

WON: Final = 100_000
SOONER: Final = 500
"""What a win is worth more for each turn that it comes sooner."""
WORST_SHARE: Final = 0.1
"""How much of the worst answer of the best counts beside the one that the player who answers likes best."""
ALIKE: Final = DREADED // 30
FOR_ALL_TURNS: Final = 0.4
"""The share of the nodes that may go into listing the turns of the position asked about."""
MOST_KEPT: Final = 48
REMEMBERED: Final = 120
"""Earlier positions looked at for who spared whom."""


class Thought(NamedTuple):
    depth: int
    value: int
    nodes: int


class Stage(NamedTuple):
    """How the turns are compared: the best so many, what answers are looked at, how many of them are followed
    and for how many rounds of the table."""

    turns: int
    which: int
    most: int
    width: int
    rounds: int


STAGES: Final = (
    Stage(24, SINGLE, 400, 1, 1),
    Stage(10, RESTRICTED, 1000, 1, 1),
    Stage(8, RESTRICTED, 1000, 2, 1),
    Stage(6, RESTRICTED, 1000, 1, 2),
    Stage(24, RESTRICTED, 4000, 2, 1),
    Stage(12, RESTRICTED, 1000, 2, 2),
    Stage(48, RESTRICTED, 8000, 3, 1),
    Stage(16, RESTRICTED, 1000, 1, 3),
    Stage(16, RESTRICTED, 4000, 2, 2),
    Stage(8, RESTRICTED, 1000, 2, 3),
    Stage(8, RESTRICTED, 4000, 3, 2),
)


class _Spent(Exception):
    """Nodes or seconds are used up."""


class _Cores(threading.local):
    """One for each thread, made when it is first asked for."""

    core: ManyCore | None = None

    def get(self) -> ManyCore:
        if self.core is None:
            self.core = ManyCore()
        return self.core


_cores = _Cores()


def load() -> None:
    """Has what this thread searches with compiled, or loaded where that was done before."""
    _cores.get().load()


def choose(
    state: GameState,
    alignment: Alignment | None,
    before: Sequence[Position] = (),
    *,
    nodes: int,
    seconds: float,
    seed: int = 0,
    deepest: int = PLIES,
    report: Callable[[Thought], None] = lambda thought: None,
) -> Turn:
    """A turn of the seat to move, which has set up, in a running game. With `deepest` 1 no answers are looked
    at but the worst ones. As long as the seconds do not end it, the same question has the same answer."""
    search = _Search(_cores.get(), state, alignment, before, nodes, seed, report)
    return search.choose(seconds, STAGES if deepest > 1 else ())


class _Search:
    def __init__(
        self,
        core: ManyCore,
        state: GameState,
        alignment: Alignment | None,
        before: Sequence[Position],
        nodes: int,
        seed: int,
        report: Callable[[Thought], None],
    ) -> None:
        self.core = core
        self.state = state
        self.nodes = nodes
        self.report = report
        position = state.position
        self.seat, self.players = position.mover, position.players
        self.warp = dict(position.timewarp)
        core.start(state, seed=seed, nodes=nodes)
        self.goals = Goals(state, alignment, self._spared(before))
        self.earlier = self._keys(before)
        core.start(state, seed=seed, nodes=nodes)
        core.set_hunters(self.goals.hunters())
        self.set_up = sum([1 << seat for seat in position.living if position.homeworld(seat)])
        self.stage = STAGES[0]

    def _keys(self, before: Sequence[Position]) -> frozenset[int]:
        """Of the earlier positions that the turn could lead to."""
        following = next_living(self.state.position, self.seat)
        same = [position for position in before if position.mover == following]
        return frozenset([self.core.key_of(self.state.rules, position) for position in same])

    def _spared(self, before: Sequence[Position]) -> dict[int, int]:
        """How often each seat could have eliminated somebody and did not: an Evil player would have won."""
        counts: dict[int, int] = {}
        if self.state.rules.variant is not Variant.GOOD_VS_EVIL:
            return counts
        for position in before[-REMEMBERED:]:
            mover = position.mover
            if position.homeworld(mover) is None or mover == self.seat:
                continue
            self.core.key_of(self.state.rules, position)
            others = sum([1 << seat for seat in position.living if seat != mover])
            actions = 1 + dict(position.timewarp).get(mover, 0)
            if self.core.can_kill(0, mover, actions, others, False):
                counts[mover] = counts.get(mover, 0) + 1
        return counts

    def choose(self, seconds: float, stages: Sequence[Stage] = STAGES) -> Turn:
        win = self.goals.own_win()
        try:
            turn = self.core.killing_turn(self.state, win.victims, win.everyone)
        except RoomUsedUp:
            turn = None
        if turn is not None:
            self.report(Thought(1, WON, 1))
            return turn
        self.core.key_of(self.state.rules, self.state.position)
        with self.core.watched(seconds):
            found = self._deepen(self._turns(), stages)
        actions = 1 + self.warp.get(self.seat, 0)
        turn = self.core.turn_to(self.state, found.key, actions) if found else None
        return turn or quiet_turn(self.state).end().turn

    # The turns to compare

    def _turns(self) -> list[Seen]:
        """The best at first sight of those after which the least is to be dreaded."""
        room = max(12, min(MOST_KEPT, self.nodes // 200))
        turns = self._list(WHOLE, room, int(FOR_ALL_TURNS * self.nodes))
        if self.core.cut:
            turns = self._list(SINGLE, room, self.nodes)
            turns = self._list(SACRIFICES, room, int(FOR_ALL_TURNS * self.nodes), more=True)
        least = min([turn.dread for turn in turns], default=DREADED)
        if not turns:
            with self.core.patiently():
                turns = self._list(WHOLE, room, UNLIMITED)
        elif least and self.core.cut:
            # Whatever nodes it takes: as long as there is time, what can save one is looked for.
            turns = self._list(WHOLE, room, UNLIMITED, more=True)
            turns = list({turn.key: turn for turn in turns}.values())
        turns += self._kills(turns)
        if not turns:
            return []
        least = min([turn.dread for turn in turns])
        safe = [turn for turn in turns if turn.dread <= least + ALIKE]
        fresh = [turn for turn in safe if turn.key not in self.earlier]
        return sorted(fresh or safe, key=lambda turn: -turn.worth)

    def _list(self, which: int, room: int, most: int, *, more: bool = False) -> list[Seen]:
        living = sum([1 << seat for seat in self.state.position.living])
        self._look_as(self.seat, living, 0, self.goals.own_gain())
        actions = 1 + self.warp.get(self.seat, 0)
        return self.core.best(0, self.seat, actions, ply=0, room=room, which=which, most=most, more=more)

    def _kills(self, turns: Sequence[Seen]) -> list[Seen]:
        """Turns that eliminate somebody to the seat's gain, which may have been too many to list."""
        known = {turn.key for turn in turns}
        actions = 1 + self.warp.get(self.seat, 0)
        found = [
            self.core.killed(0, self.seat, actions, victim, 0)
            for victim, gain in self.goals.own_gain().items()
            if gain > 0
        ]
        return [kill for kill in found if kill is not None and kill.key not in known]

    def _look_as(self, seat: int, living: int, moved: int, gain: dict[int, int]) -> None:
        actions = [self._actions(other, moved) for other in range(self.players)]
        dreads = self.goals.dreads(seat, living)
        self.core.look_as(seat, self.goals.share(living), gain, dreads, actions)

    def _actions(self, seat: int, moved: int) -> int:
        return 1 if moved >> seat & 1 else 1 + self.warp.get(seat, 0)

    # Looking further

    def _deepen(self, turns: list[Seen], stages: Sequence[Stage]) -> Seen | None:
        if not turns:
            return None
        self.report(Thought(1, turns[0].worth, self.core.used))
        if len(turns) == 1:
            return turns[0]
        before: dict[int, float] = {}
        for number, stage in enumerate(stages):
            self.stage = stage
            values: list[tuple[float, int, Seen]] = []
            try:
                for place, turn in enumerate(turns[: stage.turns]):
                    value = self._value(turn)
                    # One line of answers is a guess; what others said counts as well.
                    before[turn.key] = (value + before.get(turn.key, value)) / 2
                    values.append((before[turn.key], -place, turn))
            except _Spent:
                pass
            values.sort(reverse=True)
            turns = [turn for _value, _place, turn in values] + turns[len(values) :]
            if values:
                self.report(Thought(number + 2, round(values[0][0]), self.core.used))
            if self.core.spent:
                break
        return turns[0]

    def _value(self, turn: Seen) -> float:
        alive = (turn.living & self.set_up).bit_count()
        last = min(alive * self.stage.rounds, PLIES - 1)
        value = self._look(turn, self.seat, 1 << self.seat, 1, last)[self.seat]
        return value + self.goals.side_gain(turn.living)

    def _look(self, at: Seen, mover: int, moved: int, ply: int, last: int) -> list[float]:
        """What the position is worth for each seat, after the turn of the mover."""
        if self.core.spent:
            raise _Spent
        seat = self._next(mover, at.living)
        if seat == mover:
            return self._won(mover, ply)
        win = self.goals.win(seat, at.living)
        actions = self._actions(seat, moved)
        won = self.core.can_kill(at.slot, seat, actions, win.victims, win.everyone)
        if won and win.chance >= 1.0:
            return self._won(seat, ply)
        self._look_as(seat, at.living, moved, self.goals.gain(seat, at.living))
        room = 1 if ply == last else self.stage.width
        answers = self.core.best(
            at.slot, seat, actions, ply=ply, room=room, which=self.stage.which, most=self.stage.most
        )
        answers += self._eliminations(at, seat, actions, ply)
        if not answers:
            values = self._stand(at)
            values[seat] = -WON
        elif ply == last:
            best = max(answers, key=lambda answer: answer.worth)
            values = self._stand(best)
            values[seat] = best.worth + self.goals.progress(at.living)
        else:
            values = self._best_for(seat, answers, moved | 1 << seat, ply, last)
        if won:
            for other, value in enumerate(self._won(seat, ply)):
                values[other] = win.chance * value + (1 - win.chance) * values[other]
        return values

    def _eliminations(self, at: Seen, seat: int, actions: int, ply: int) -> list[Seen]:
        victims = self.goals.gain(seat, at.living)
        found = [self.core.killed(at.slot, seat, actions, victim, ply) for victim in victims]
        return [kill for kill in found if kill is not None]

    def _best_for(self, seat: int, answers: Sequence[Seen], moved: int, ply: int, last: int) -> list[float]:
        looked = [self._look(answer, seat, moved, ply + 1, last) for answer in answers]
        own = [values[seat] - answer.dread / 4 for values, answer in zip(looked, answers, strict=True)]
        values = looked[own.index(max(own))]
        if len(looked) > 1 and seat != self.seat:
            worst = min([other[self.seat] for other in looked])
            gap = max(worst - values[self.seat], -DREADED)
            values[self.seat] += WORST_SHARE * min(gap, 0.0)
        return values

    def _next(self, mover: int, living: int) -> int:
        """The next who lives and has set up."""
        for step in range(1, self.players):
            seat = (mover + step) % self.players
            if living & self.set_up & 1 << seat:
                return seat
        return mover

    def _won(self, seat: int, ply: int) -> list[float]:
        worth = float(WON - SOONER * ply)
        return [worth if other == seat else -worth for other in range(self.players)]

    def _stand(self, at: Seen) -> list[float]:
        shares, progress = self.goals.share(at.living), self.goals.progress(at.living)
        return [
            progress + sum([part * has for part, has in zip(shares[seat], at.standings, strict=False)]) / 100
            if at.living >> seat & 1
            else -float(WON)
            for seat in range(self.players)
        ]
