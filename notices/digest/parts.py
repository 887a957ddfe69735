"""What the apps above put into daily mails: the games that wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from accounts.models import Player
from notices.kinds import Drawing


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits for the player. It says nothing that a mail may not say: no side, no talk."""

    others: str
    key: str
    """Of notices about it."""
    address: str
    """With the host."""
    last: str
    """What happened last; empty: nothing yet."""
    left: str
    """Of the time, in words; empty without a clock."""
    left_in_short: str
    is_urgent: bool
    drawing: Callable[[], Drawing]
    """Small; asked for only where it is shown."""


@dataclass(frozen=True, slots=True)
class Waits:
    number: int
    first: tuple[Waiting, ...] = ()
    """Those with the least time left."""


MOST: Final = 10
_source: list[Callable[[Player, int], Waits]] = []


def set_waiting(found: Callable[[Player, int], Waits]) -> None:
    """The app that knows games does so in `AppConfig.ready`; it is given how many to describe at most."""
    _source[:] = [found]


def waits_for(player: Player) -> Waits:
    return _source[0](player, MOST) if _source else Waits(0)
