"""What notices are about, as the apps above say it: a game, an event, a club; and which games wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from accounts.models import Player
from notices.models import Notice


@dataclass(frozen=True, slots=True)
class Subject:
    """The head of a group in the bell."""

    title: str
    address: str
    """Of its page, without the host."""
    state: str = ""
    """How it stands, in a few words."""
    picture: str = ""
    """The address of a small one."""
    waits: bool = False
    """For the player."""
    lines: Mapping[int, str] = field(default_factory=dict)
    """By the ids of notices what they say, where the app has found it together for all of them."""
    truths: Mapping[int, bool] = field(default_factory=dict)
    """Likewise, whether they are still true."""


Source: TypeAlias = Callable[[Player, Sequence[Notice]], Mapping[str, Subject]]
"""By their keys the subjects that it knows among those of these notices, as the player may see them; in a few
queries however many there are."""

_sources: Final[list[Source]] = []


def add_subjects(source: Source) -> None:
    """Apps do so in `AppConfig.ready`."""
    if source not in _sources:
        _sources.append(source)


def subjects_of(player: Player, notices: Sequence[Notice]) -> dict[str, Subject]:
    """Each source is asked for what those before it do not know."""
    found: dict[str, Subject] = {}
    for source in _sources:
        left = [notice for notice in notices if notice.key not in found]
        if left:
            found.update(source(player, left))
    return found


@dataclass(frozen=True, slots=True)
class NextGame:
    """The first that waits, in the order of My games."""

    address: str
    others: str
    left: str
    """For short; empty without a clock."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player's running games stand."""

    waiting: int = 0
    """So many wait for the player."""
    next: NextGame | None = None
    for_others: int = 0
    """And so many for somebody else,"""
    mover: str = ""
    """whose time runs out first,"""
    within: str = ""
    """so long from now."""


_standing: list[Callable[[Player], Standing]] = []


def set_standing(found: Callable[[Player], Standing]) -> None:
    """The app that knows games does so in `AppConfig.ready`."""
    _standing[:] = [found]


def standing_of(player: Player) -> Standing:
    return _standing[0](player) if _standing else Standing()
