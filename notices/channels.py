"""The channels by which notices reach people besides mail: each is a module, which registers what it is."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils.functional import Promise

from accounts.models import Player
from notices.judging import Try
from notices.models import Delivery
from upkeep.breaker import Breaker

MAIL: Final = "mail"
"""Of which a notice is the delivery itself."""
WRITTEN_EVERY: Final = timedelta(minutes=1)
"""That a target was reached is written so often at most: its page says when by the minute."""
WARNINGS: Final = "warnings"
"""The topic that is left out by no push that is on: a game is not lost unheard."""


class Later(Exception):
    """It was no try: what is at the other end is away, or has asked for so much time."""

    def __init__(self, after: timedelta) -> None:
        super().__init__(after)
        self.after = after


class Failed(Exception):
    """The try failed, with these words of the other end; another one may not."""


class Gone(Exception):
    """The same for good: nothing will ever reach this target. The channel has taken it off."""


@dataclass(frozen=True, slots=True)
class Channel:
    """Registered in `NoticesConfig.ready` by the module that knows how to send:

    register(Channel("push", _("Push"), task="notices.tasks.push", targets=devices_of, send=send))
    """

    name: str
    """It is stored, with players and deliveries."""
    title: Promise
    task: str
    """What a worker is asked for when there is something to send; its queue is the channel's alone, so that
    no other channel waits for this one."""
    targets: Callable[[Player], Collection[int]]
    """The rows of the channel's own by which the player is reached now: devices, say."""
    send: Callable[[Delivery, Try], None]
    """Makes one try to one target, whose claim is the caller's, in its reader's language; not atomic. Returns
    when the other end has taken it, and raises Later, Failed or Gone. Sent twice it bears the same id."""
    skips_seen: bool = False
    """What its player has seen elsewhere since it was written for this channel is not worth a call."""
    late: float = 600.0
    """After so many seconds an alarm rings."""
    server: Breaker | None = None
    """While it rests nothing is claimed."""


_channels: Final[dict[str, Channel]] = {}


def register(channel: Channel) -> None:
    """Raises ValueError for a name that is taken."""
    if channel.name in _channels or channel.name == MAIL:
        raise ValueError(f"A channel named “{channel.name}” is registered already; choose another name.")
    _channels[channel.name] = channel


def registered() -> dict[str, Channel]:
    """All but mail, by their names."""
    return dict(_channels)


def wanted_by(player: Player, topic: str) -> list[str]:
    """The channels besides mail by which the player wants what belongs to this topic."""
    told_by: dict[str, list[str]] = player.told_by
    return [name for name, topics in told_by.items() if name in _channels and topic in topics]
