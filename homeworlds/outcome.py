"""Who won and by which rule (signatures; bodies follow)."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias


class Alignment(enum.StrEnum):
    GOOD = "G"
    EVIL = "E"


Alignments: TypeAlias = Sequence[Alignment]
"""One for each seat, as dealt: secret. A seat that has fallen counts as Evil by GameState.fallen."""


class Departure(enum.StrEnum):
    RESIGNATION = "resignation"
    TIME = "time"


class Termination(enum.StrEnum):
    """The rule that ended a game."""

    LAST_PLAYER = "last-player"
    TARGET_ELIMINATED = "target-eliminated"
    EVIL_ELIMINATED = "evil-eliminated"
    """An Evil player eliminated somebody."""
    NO_EVIL_LEFT = "no-evil-left"
    ALL_ELIMINATED = "all-eliminated"
    """Everybody left fell in one turn: a draw."""
    RESIGNATION = "resignation"
    """The last opponent resigned."""
    TIME = "time"
    """The last opponent lost on time."""
    AGREEMENT = "agreement"
    THIRD_OCCURRENCE = "third-occurrence"
    FIFTH_OCCURRENCE = "fifth-occurrence"


class Outcome(NamedTuple):
    """A draw lists the drawers in `winners`."""

    winners: tuple[int, ...]
    draw: bool
    termination: Termination
