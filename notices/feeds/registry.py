"""What calendars and feeds hold: the apps whose it is say so, in `AppConfig.ready`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player

Reader: TypeAlias = Player | AnonymousUser
MOST: Final = 30
"""Entries of a feed."""


@dataclass(frozen=True, slots=True)
class Dated:
    """Something in a calendar."""

    uid: str
    """The same for as long as it is the same thing, however its hours change."""
    title: str
    begins: datetime
    link: str
    """With the host."""
    ends: datetime | None = None
    """None: it is a moment."""
    words: str = ""
    is_busy: bool = False
    """Whether its player is not to be had meanwhile."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something in a feed."""

    name: str
    """Tells it from all others of the site, for ever."""
    title: str
    link: str
    """With the host."""
    at: datetime
    words: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """A feed as one reader may have it."""

    title: str
    link: str
    """Of the page that it follows, with the host."""
    since: datetime
    """When that page came to be: what is said of a feed that is empty."""
    items: Sequence[Item]


CalendarSource: TypeAlias = Callable[[Player, datetime], Iterable[Dated]]
FeedSource: TypeAlias = Callable[[str, Reader], Content | None]
_dates: Final[list[CalendarSource]] = []
_feeds: Final[dict[str, FeedSource]] = {}


def add_to_calendars(source: CalendarSource) -> None:
    """What it gives for a player, now, stands in the calendar; asked in the player's language and zone."""
    if source not in _dates:
        _dates.append(source)


def register_feed(prefix: str, source: FeedSource) -> None:
    """Of keys such as “club-abc”: asked by what stands after the hyphen and for a reader; None: there is
    nothing, or nothing for this reader. Raises ValueError for a prefix that is taken."""
    if prefix in _feeds:
        raise ValueError(f"Feeds that begin with “{prefix}-” belong to another app; choose another.")
    _feeds[prefix] = source


def dates_of(player: Player, now: datetime) -> list[Dated]:
    return [each for source in _dates for each in source(player, now)]


def content_of(about: str, reader: Reader) -> Content | None:
    prefix, _, key = about.partition("-")
    source = _feeds.get(prefix)
    return source(key, reader) if source else None
