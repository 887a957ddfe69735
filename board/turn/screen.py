"""What every screen has on which a turn is made: the table, the sandbox and the guided first game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from board.map.legend import Explained, powers_in_words
from board.map.symbols import render_symbols
from board.turn.cautions import Cautions
from board.turn.choices import Choices
from board.turn.facts import SystemFacts
from board.turn.making import Links, Making
from board.turn.slots import Slot, slots_of

NO_CAUTIONS = Cautions(None, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the answer to a form adds to the screen."""

    notice: str = ""
    """Why the turn did not count."""
    error: str = ""
    """What is wrong with the form itself."""
    confirm: bool = False
    """Ask whether the turn shall end although it eliminates its maker."""
    key: str = ""
    """The key of the form that asked; empty for a new one."""
    found: bool = False
    """The turn in the making was begun on an earlier visit."""
    kept: bool = False
    """The order comes from a table that has become old; it may have counted by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnScreen:
    """What `games/_turn.html`, `games/_order.html` and `games/_bank.html` ask of a screen."""

    links: Links
    map: SafeString
    bank: SafeString
    facts: SystemFacts | None = None
    """Of the system that is chosen."""
    making: Making | None
    """None: the viewer has no turn to make."""
    choices: Choices | None
    explained: tuple[Explained, ...]
    """What can be done now, and what the turn in the making does."""
    cautions: Cautions = NO_CAUTIONS
    """What to think of before the turn in the making ends."""
    said: Said

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The sacrifice in the making, step by step; empty without one."""
        return slots_of(self.making.half, self.links) if self.making and self.making.steps else ()

    @property
    def symbols(self) -> SafeString:
        """The shapes that the drawings refer to, once for the whole page."""
        rows = self.choices.rows if self.choices else ()
        pieces = [choice.piece for row in rows for choice in row.choices]
        if self.choices and self.choices.going:
            pieces.append(self.choices.going.piece)
        return render_symbols(
            self.map,
            self.bank,
            *pieces,
            *[slot.drawn for slot in self.slots],
            *(self.facts.marks if self.facts else ()),
        )

    @property
    def powers(self) -> list[tuple[SafeString, str]]:
        return powers_in_words()
