"""What a seat wants and fears in each variant, from what is public and its own alignment."""

from __future__ import annotations

from typing import Final, NamedTuple

from homeworlds.outcome import Alignment, judge_turn
from homeworlds.pieces import Colour
from homeworlds.position import Position, sinister_target
from homeworlds.rules import Variant
from homeworlds.state import GameState
from homeworlds.turn import TurnEnd

WIN: Final = 1_000_000.0
VICTIM: Final = 700.0
"""What it is worth to eliminate somebody without winning by it, where that helps."""
ATTACKER_IS_EVIL: Final = 0.85
"""What a Good bot believes of one who stands armed in its homeworld."""

SURE_ENOUGH: Final = 0.75
"""A Good bot spares whom it believes Evil no more than this."""


class Danger(NamedTuple):
    """`killer` eliminating `victim` in his next turn would be this bad (1: lost)."""

    killer: int
    victim: int
    gravity: float


class Aims:
    """The aims of the seat to move.

    In Good vs Evil nothing is known of the others but what is revealed and how many Evil players
    are left: every unrevealed player is as likely to be Evil as any other, one who stands armed
    in the bot's homeworld more.
    """

    def __init__(self, state: GameState, alignment: Alignment | None) -> None:
        self.state = state
        self.seat = state.position.mover
        self.evil = alignment is Alignment.EVIL or self.seat in state.fallen
        self.others = [seat for seat in state.position.living if seat != self.seat]
        self.beliefs = self._beliefs() if self._secret else {}
        self.rivals = self._rivals()
        self.prey = self._prey()

    @property
    def _secret(self) -> bool:
        return self.state.rules.variant is Variant.GOOD_VS_EVIL

    def _beliefs(self) -> dict[int, float]:
        """How likely each living opponent is Evil."""
        revealed = dict(self.state.revealed)
        known = {seat: float(revealed[seat] is Alignment.EVIL) for seat in self.others if seat in revealed}
        left = max(0.0, self.state.evil_left() - sum(known.values()) - self.evil)
        unknown = [seat for seat in self.others if seat not in known]
        even = min(1.0, left / len(unknown)) if unknown else 0.0
        for seat in unknown:
            armed = 0.0 < even < 1.0 and _armed_at_home(self.state.position, seat, self.seat)
            known[seat] = max(even, ATTACKER_IS_EVIL) if armed else even
        return known

    def _rivals(self) -> dict[int, float]:
        """How much each opponent's good is the seat's harm."""
        if len(self.others) == 1:
            return {self.others[0]: 1.0}
        match self.state.rules.variant:
            case Variant.SINISTER:
                weights = dict.fromkeys(self.others, 0.15)
                for seat in self.others:
                    if sinister_target(self.state.position, seat) == self.seat:
                        weights[seat] = 0.5
                target = sinister_target(self.state.position, self.seat)
                if target is not None:
                    weights[target] = 0.8
                return weights
            case Variant.GOOD_VS_EVIL if not self.evil:
                return {
                    seat: (0.5 if belief > SURE_ENOUGH else 0.1) * belief
                    for seat, belief in self.beliefs.items()
                }
            case _:
                return dict.fromkeys(self.others, 0.4)

    def _prey(self) -> tuple[int, ...]:
        """Whose elimination by the seat wins the game at once, for all that it knows."""
        match self.state.rules.variant:
            case Variant.SINISTER:
                target = sinister_target(self.state.position, self.seat)
                return () if target is None else (target,)
            case Variant.GOOD_VS_EVIL if self.evil:
                return tuple(self.others)
            case Variant.GOOD_VS_EVIL:
                sure = [seat for seat in self.others if self.beliefs[seat] == 1.0]
                return tuple(sure) if self.state.evil_left() == 1 else ()
            case _:
                return tuple(self.others) if len(self.others) == 1 else ()

    def quarry(self) -> tuple[int, ...]:
        """Others worth eliminating though it does not win at once."""
        if self.state.rules.variant is Variant.SINISTER:
            return ()
        return tuple([s for s in self.others if s not in self.prey and self._bonus(s) > 0])

    def _bonus(self, victim: int) -> float:
        match self.state.rules.variant:
            case Variant.GOOD_VS_EVIL:
                belief = 1.0 if self.evil else self.beliefs[victim]
                return VICTIM if belief > SURE_ENOUGH else -2 * VICTIM * (1 - belief)
            case Variant.SINISTER:
                return 0.0
            case _:
                return VICTIM

    def gain(self, end: TurnEnd) -> float:
        """WIN when the turn wins, else what its eliminations are worth; the seat survives it."""
        if not end.eliminated:
            return 0.0
        if set(self.prey) & set(end.eliminated):
            return WIN
        if not self._secret:
            outcome = judge_turn(self.state.rules, self.state.position, end.position, end.eliminated).outcome
            if outcome is not None and self.seat in outcome.winners:
                return WIN
        elif end.position.living == (self.seat,):
            return WIN
        return sum([self._bonus(victim) for victim in end.eliminated])

    def dangers(self, after: Position) -> list[Danger]:
        """What the others could do next that would lose or harm, the gravest first.

        Each is asked as if it were that player's turn now: what those in between may change is
        not looked at.
        """
        found: list[Danger] = []
        for killer in after.living:
            if killer == self.seat or after.homeworld(killer) is None:
                continue
            found.append(Danger(killer, self.seat, self._gravity(after, killer)))
            found += [
                Danger(killer, victim, gravity)
                for victim in after.living
                if victim not in (killer, self.seat) and (gravity := self._loss_by(after, killer, victim)) > 0
            ]
        return sorted(found, key=lambda danger: -danger.gravity)

    def _gravity(self, after: Position, killer: int) -> float:
        """How bad it is that this player could eliminate the seat."""
        if self.state.rules.variant is Variant.SINISTER and sinister_target(after, killer) != self.seat:
            return 0.5
        if self._secret:
            return 0.5 + 0.5 * self.beliefs[killer]
        return 1.0

    def _loss_by(self, after: Position, killer: int, victim: int) -> float:
        """How bad it is that this player could eliminate another one."""
        if self.state.rules.variant is Variant.SINISTER:
            return 0.8 if sinister_target(after, killer) == victim else 0.0
        return 0.6 * self.beliefs[killer] if self._secret else 0.0


def _armed_at_home(position: Position, other: int, seat: int) -> bool:
    """Whether the other has a ship in the seat's homeworld that could attack the largest one there."""
    home = position.homeworld(seat)
    if home is None or not home.fleets[other] or not home.fleets[seat]:
        return False
    largest = max([ship.size for ship in home.fleets[seat]])
    return Colour.RED in home.powers(other) and max([s.size for s in home.fleets[other]]) >= largest
