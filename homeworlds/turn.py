"""The half-made turn: the one place where the rules of a turn stand (signatures; bodies follow)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from homeworlds.actions import Action, Turn
from homeworlds.pieces import Colour, Piece
from homeworlds.position import Position
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet


class Loss(NamedTuple):
    """A ship that went to the bank or to another player; `owner` had it."""

    owner: int
    ship: Piece
    system: str


class Effects(NamedTuple):
    """What a half-made turn has done so far, from its start, and would do if it ended now."""

    ships_lost: tuple[Loss, ...]
    """Ships that went to the bank (sacrificed ones too), in order."""
    ships_captured: tuple[Loss, ...]
    stars_returned: tuple[tuple[Piece, str], ...]
    systems_gone: tuple[str, ...]
    would_fall: tuple[int, ...]
    """Seats that would be eliminated if the turn ended now; never who would win by it."""
    actions_left: int
    power: Colour | None
    """The only power of the actions left, after a sacrifice."""


class TurnEnd(NamedTuple):
    """A completed turn."""

    turn: Turn
    """The steps in canonical form: real system names, owners and offered names filled in."""
    position: Position
    """After elimination; the mover is the next living seat."""
    eliminated: tuple[int, ...]


class HalfTurn:
    """A turn in the making. Immutable: `then` gives a new one."""

    rules: RuleSet
    start: Position
    position: Position
    """With the steps so far applied."""
    previous: HalfTurn | None
    """One step back; None at the start."""
    turn: Turn
    """The steps so far in canonical form."""
    actions_left: int
    power: Colour | None

    def then(self, action: Action) -> HalfTurn:
        """The half-made turn with one more step. Raises Refusal (with input and position quoted)."""
        raise NotImplementedError

    def legal_actions(self) -> Iterator[Action]:
        """Every step that may come next, in canonical form, each once (a discovery with an offered name)."""
        raise NotImplementedError

    def why_not_end(self) -> Refusal | None:
        """None when the turn may end here."""
        raise NotImplementedError

    def must_end(self) -> bool:
        """No further step is possible."""
        raise NotImplementedError

    def effects(self) -> Effects:
        raise NotImplementedError

    def end(self) -> TurnEnd:
        """Ends the turn. Raises Refusal. Judges nothing: see homeworlds.outcome."""
        raise NotImplementedError


def begin_turn(rules: RuleSet, position: Position) -> HalfTurn:
    """The empty turn of the seat to move."""
    raise NotImplementedError


def make_turn(rules: RuleSet, position: Position, turn: Iterable[Action]) -> HalfTurn:
    """Several steps at once. Raises Refusal with `step` set."""
    raise NotImplementedError
