"""The buttons of a turn in the making, and what stands on them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop

from board.turn.making import Verb
from homeworlds.pieces import Colour

VERB_LABELS = {
    Verb.BUILD: gettext_noop("Build"),
    Verb.TRADE: gettext_noop("Trade"),
    Verb.MOVE: gettext_noop("Move"),
    Verb.DISCOVER: gettext_noop("Discover"),
    Verb.ATTACK: gettext_noop("Attack"),
    Verb.SACRIFICE: gettext_noop("Sacrifice"),
}
QUESTIONS = {
    Verb.BUILD: gettext_noop("Build which ship at {system}?"),
    Verb.TRADE: gettext_noop("Trade {ship} for which piece?"),
    Verb.MOVE: gettext_noop("Move {ship} to which system?"),
    Verb.DISCOVER: gettext_noop("Move {ship} to which new star?"),
    Verb.ATTACK: gettext_noop("Attack which ship at {system}?"),
}
WHICH_SHIP = {
    Verb.TRADE: gettext_noop("Trade which ship?"),
    Verb.MOVE: gettext_noop("Move which ship?"),
    Verb.DISCOVER: gettext_noop("Discover with which ship?"),
    Verb.SACRIFICE: gettext_noop("Sacrifice which ship?"),
}
CATASTROPHES = {
    Colour.RED: gettext_noop("Red catastrophe at {system}"),
    Colour.YELLOW: gettext_noop("Yellow catastrophe at {system}"),
    Colour.GREEN: gettext_noop("Green catastrophe at {system}"),
    Colour.BLUE: gettext_noop("Blue catastrophe at {system}"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A button."""

    id: str
    """The same after every swap, so that the focus stays."""
    link: SafeString
    label: str = ""
    spoken: str = ""
    """For screen readers, where the label alone does not say it."""
    piece: str = ""
    number: int = 1
    chosen: bool = False
    kind: str = ""
    badge: str = ""
    """Of the owner of what is drawn."""
    ship: str = ""
    """The ship that it chooses, in notation."""


@dataclass(frozen=True, slots=True)
class Row:
    """Buttons under a question (or none)."""

    question: str
    choices: tuple[Choice, ...]
