"""What each seat of a game of more than two wants and fears, as far as it is public; and what the seat to
move knows besides, by its own alignment, when it can act on it.

In Good vs Evil a bot that plans ahead wants what anybody would want whose alignment is not known: so a Good
and an Evil one play alike until one of them can eliminate somebody.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from bots.core.many_core import Dread
from homeworlds.outcome import Alignment
from homeworlds.rules import Variant
from homeworlds.state import GameState

TARGET: Final = 80
HUNTER: Final = 50
BYSTANDER: Final = 15
RIVALS: Final = 90
"""What all rivals count together, where all are alike; shared by them."""
SPARED: Final = 0.35
"""One who could have eliminated somebody and did not is so much less likely to be Evil."""
LAST_CAPTAIN_KILL: Final = 800
"""For everybody who is left: a game comes to its end by it."""
SIDE: Final = 3000
"""What it is worth to a Good player that Good wins for sure."""
BETRAYAL: Final = 0.15
"""A Good player who is eliminated by one of his own is a loss besides: the others know less what to do."""
STRONG: Final = 2
"""A bot that counts on itself gets to eliminate somebody so much sooner than the others."""


class Win(NamedTuple):
    """A seat wins by the fall of all of these, or of one of them."""

    victims: int
    everyone: bool
    chance: float = 1.0
    """How likely it wins by it: in Good vs Evil not everybody does."""


class Goals:
    def __init__(self, state: GameState, alignment: Alignment | None, spared: Mapping[int, int]) -> None:
        """`spared`: how often each seat has been seen not to eliminate anybody though it could."""
        self.state = state
        self.seat = state.position.mover
        self.variant = state.rules.variant
        self.players = state.position.players
        self.evil = alignment is Alignment.EVIL or self.seat in state.fallen
        self._spared = spared
        self._known: dict[int, float] = {s: float(a is Alignment.EVIL) for s, a in state.revealed}
        living = state.position.living
        self.public = self._beliefs(living) if self._secret else {}
        """How likely each living seat is Evil, for all that everybody knows."""
        self.private = self._private(living) if self._secret else {}
        self.share = cache(self._share)
        self.dreads = cache(self._dreads)

    @property
    def _secret(self) -> bool:
        return self.variant is Variant.GOOD_VS_EVIL

    def _beliefs(self, living: tuple[int, ...], own: Mapping[int, float] | None = None) -> dict[int, float]:
        known = {**self._known, **(own or {})}
        unknown = [seat for seat in living if seat not in known]
        left = self.state.evil_left() - sum([known[seat] for seat in living if seat in known])
        even = min(1.0, max(0.0, left / len(unknown))) if unknown else 0.0
        beliefs = {seat: known.get(seat, even) for seat in living}
        if 0.0 < even < 1.0:
            for seat in unknown:
                odds = even / (1 - even) * SPARED ** self._spared.get(seat, 0)
                beliefs[seat] = odds / (1 + odds)
        return beliefs

    def _private(self, living: tuple[int, ...]) -> dict[int, float]:
        return self._beliefs(living, {self.seat: float(self.evil)})

    # What everybody knows

    def hunters(self) -> list[tuple[int, int]]:
        """Who would win by whose fall, or would be nearer to it."""
        living = self.state.position.living
        if self.variant is Variant.SINISTER:
            return [(seat, _left_of(seat, living)) for seat in living]
        return [(seat, other) for seat in living for other in living if seat != other]

    def _share(self, living: int) -> list[list[int]]:
        """For each seat how much it counts for it, in hundredths, what each has."""
        alive = self._alive(living)
        rows = [[0] * self.players for _seat in range(self.players)]
        for seat in alive:
            others = [other for other in alive if other != seat]
            for other in others:
                rows[seat][other] = -self._rivalry(seat, other, alive)
            rows[seat][seat] = 100
        return rows

    def _rivalry(self, seat: int, other: int, alive: tuple[int, ...]) -> int:
        if len(alive) == 2:
            return 100
        if self.variant is Variant.SINISTER:
            if other == _left_of(seat, alive):
                return TARGET
            return HUNTER if seat == _left_of(other, alive) else BYSTANDER
        even = RIVALS / (len(alive) - 1)
        return round(even * (0.6 + 0.8 * self.public.get(other, 0.5)) if self._secret else even)

    def win(self, seat: int, living: int) -> Win:
        """How a seat could win at once."""
        alive = self._alive(living)
        others = living & ~(1 << seat)
        if self.variant is Variant.SINISTER:
            target = _left_of(seat, alive)
            return Win(1 << target if target != seat else 0, True)
        if not self._secret or len(alive) == 2:
            return Win(others, True)
        chance = self.public[seat]
        # The seat to move does not say, in what it plans, whether it is Evil: Good may gain by it, too.
        return Win(others, False, max(0.5, chance) if seat == self.seat else chance)

    def _dreads(self, seat: int, living: int) -> tuple[Dread, ...]:
        """What the seat dreads after its turn, the gravest first, of those who move sooner the first."""
        found: list[Dread] = []
        alive = self._alive(living)
        for step in range(1, self.players):
            killer = (seat + step) % self.players
            if killer in alive:
                found += self._dreads_of(seat, killer, alive, living)
        return tuple(sorted(found, key=lambda dread: -dread.gravity))

    def _dreads_of(self, seat: int, killer: int, alive: tuple[int, ...], living: int) -> list[Dread]:
        me = Dread(killer, 1 << seat, True, 100)
        if len(alive) == 2 or self.variant is Variant.LAST_CAPTAIN_STANDING:
            return [me]
        if self.variant is Variant.SINISTER:
            target = _left_of(killer, alive)
            if target == seat:
                return [me]
            return [Dread(killer, 1 << target, True, 80), me._replace(gravity=50)]
        belief = self.public[killer]
        anybody = living & ~(1 << seat | 1 << killer)
        return [
            me._replace(gravity=round(50 + 50 * belief)),
            Dread(killer, anybody, False, round(90 * belief)),
        ]

    def gain(self, seat: int, living: int) -> dict[int, int]:
        """What it is worth to a seat, for all that is public, to eliminate others without winning by it."""
        if self.variant is Variant.LAST_CAPTAIN_STANDING:
            return {other: LAST_CAPTAIN_KILL for other in self._alive(living) if other != seat}
        return {}

    def progress(self, living: int) -> int:
        """What the falls since the position asked about are worth to everybody who is left."""
        if self.variant is not Variant.LAST_CAPTAIN_STANDING:
            return 0
        fallen = [seat for seat in self.state.position.living if not living >> seat & 1]
        return LAST_CAPTAIN_KILL * len(fallen)

    def _alive(self, living: int) -> tuple[int, ...]:
        return tuple([seat for seat in range(self.players) if living >> seat & 1])

    # What the seat to move knows

    def own_win(self) -> Win:
        """By which falls the seat to move surely wins, for all that it knows."""
        living = sum([1 << seat for seat in self.state.position.living])
        if not self._secret:
            return self.win(self.seat, living)
        others = [seat for seat in self.state.position.living if seat != self.seat]
        if self.evil:
            return Win(sum([1 << seat for seat in others]), False)
        surely = [seat for seat in others if self.private[seat] == 1.0]
        if len(surely) != self.state.evil_left():
            return Win(0, True)
        return Win(sum([1 << seat for seat in surely]), True)

    def own_gain(self) -> dict[int, int]:
        """What it is worth to the seat to move to eliminate others without surely winning by it."""
        living = self.state.position.living
        if not self._secret or self.evil:
            return self.gain(self.seat, sum([1 << seat for seat in living]))
        return {seat: self._side_gain(seat, len(living)) for seat in living if seat != self.seat}

    def side_gain(self, living: int) -> int:
        """What the falls since the position asked about are worth to a Good player by what it believes."""
        if not self._secret:
            return 0
        fallen = [seat for seat in self.state.position.living if not living >> seat & 1]
        return sum([self.own_gain().get(seat, 0) for seat in fallen])

    def _side_gain(self, victim: int, count: int) -> int:
        """For a Good player: the victim may be Evil, or was Good."""
        evil = self.state.evil_left()
        good = count - evil
        belief = self.private[victim]
        if self.state.rules.fallen_good:
            betrayed = STRONG / (count - 2 + STRONG)
        else:
            betrayed = good_wins(good - 1, evil) - BETRAYAL if good > 1 else 0.0
        then = belief * (good_wins(good, evil - 1) if evil else 0.0) + (1 - belief) * betrayed
        return round(SIDE * (then - good_wins(good, evil)))


@cache
def good_wins(good: int, evil: int) -> float:
    """How likely Good wins when one after the other gets to eliminate somebody, by lot: an Evil player wins
    by it, a Good one does not know whom it hits. One of the Good is the bot."""
    if not evil:
        return 1.0
    if good < 1:
        return 0.0
    turns = (good - 1 + STRONG) / (good + evil - 1 + STRONG)
    hits = evil / (good + evil - 1)
    return turns * (hits * good_wins(good, evil - 1) + (1 - hits) * good_wins(good - 1, evil))


def _left_of(seat: int, living: tuple[int, ...]) -> int:
    """The next living seat, as homeworlds.position.sinister_target."""
    return next((other for other in living if other > seat), living[0])
