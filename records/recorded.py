"""A finished game that was read, from wherever."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.models import EntryKind
from homeworlds import records
from homeworlds.outcome import Alignment, Outcome
from homeworlds.rules import Preset, RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSeat:
    name: str
    novice: bool = False
    one_star: bool = False
    timewarp: int = 0
    alignment: Alignment | None = None
    """As dealt; Good vs Evil only."""


class RecordedEntry(NamedTuple):
    kind: EntryKind
    seat: int | None
    text: str = ""
    data: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedGame:
    """A finished game, read."""

    link: str
    """Names the game: no two records with one link are imported."""
    title: str
    rules: RuleSet
    preset: Preset | None
    seats: tuple[RecordedSeat, ...]
    log: tuple[RecordedEntry, ...]
    outcome: Outcome | None = None
    """None for the old records, which know the winner only."""
    archived: records.Record | None = field(default=None, repr=False)
    """Where an old record comes from."""

    @property
    def key(self) -> str:
        """The key of its creation: short, and one for each link."""
        return f"record:{hashlib.blake2b(self.link.encode(), digest_size=16).hexdigest()}"
