"""A game from turn to turn: all that is public about it and that the rules need to go on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from homeworlds.actions import Turn
from homeworlds.outcome import Alignment, Alignments, Departure, Outcome
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.turn import HalfTurn


class GameState(NamedTuple):
    """Public: an alignment is here only once it is revealed."""

    rules: RuleSet
    position: Position
    departed: frozenset[int] = frozenset()
    """Seats that resigned or lost on time."""
    revealed: tuple[tuple[int, Alignment], ...] = ()
    """(seat, alignment as it stands now) by seat; a fallen Good player is Evil."""
    fallen: frozenset[int] = frozenset()
    """Good players turned Evil by the option `fallen_good`."""
    outcome: Outcome | None = None

    def evil_left(self) -> int:
        """How many living players are Evil: public, for everybody out is revealed (Good vs Evil)."""
        raise NotImplementedError


class Played(NamedTuple):
    """What one entry of the log did."""

    state: GameState
    turn: Turn
    """Canonical; empty for anything but a turn."""
    eliminated: tuple[int, ...]
    newly_revealed: tuple[tuple[int, Alignment], ...]


def start_game(
    rules: RuleSet,
    names: Sequence[str],
    *,
    first: int = 0,
    timewarp: Mapping[int, int] | None = None,
    one_star: Iterable[int] = (),
) -> GameState:
    """The empty table. Raises Refusal: a name that cannot be used, a number of players that cannot."""
    raise NotImplementedError


def begin(state: GameState) -> HalfTurn:
    """The empty turn of the seat to move. Raises Refusal: the game is over."""
    raise NotImplementedError


def play(state: GameState, half: HalfTurn, alignments: Alignments | None = None) -> Played:
    """Ends a half-made turn of this state and judges it.

    `alignments` are needed in Good vs Evil (ValueError without). Raises Refusal.
    """
    raise NotImplementedError


def depart(
    state: GameState, seat: int, cause: Departure, alignments: Alignments | None = None
) -> Played:
    """A resignation or a loss on time, in or out of turn. Raises Refusal: over, or not living."""
    raise NotImplementedError


def agree_draw(state: GameState) -> Played:
    """A draw that all the living agreed on."""
    raise NotImplementedError


def repeat(state: GameState, occurrences: int, *, claimed: bool) -> Played | None:
    """A draw by repetition, in games of two seats: on a claim from the third occurrence of the
    position (raises Refusal before), by itself from the fifth (None before)."""
    raise NotImplementedError
