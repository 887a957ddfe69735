"""What several people share and have told elsewhere, such as a club: the apps it belongs to say who leads it,
and what its news say."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from accounts.models import Player
from notices.hooks.models import HookPost
from notices.kinds import Letter


@dataclass(frozen=True, slots=True)
class Place:
    """Registered in `AppConfig.ready`:

    register_place(Place("club", title=title_of, leaders=who_leads, path=path_of, mark=mark))
    """

    prefix: str
    """Of its keys, before the hyphen."""
    title: Callable[[str], str]
    """By its key; empty where there is none any more."""
    leaders: Callable[[str], Collection[Player]]
    """Who may have it told elsewhere."""
    path: Callable[[str], str]
    """Of its own page."""
    mark: Callable[[str, bool], object]
    """Keeps with it whether it has any such address, so that its news ask nothing where it has none."""


@dataclass(frozen=True, slots=True)
class PostKind:
    """A kind of news; registered like a kind of notice, and asked in the language of the site."""

    name: str
    is_still_true: Callable[[HookPost], bool]
    letter: Callable[[HookPost], Letter]


_places: Final[dict[str, Place]] = {}
_kinds: Final[dict[str, PostKind]] = {}


def register_place(place: Place) -> None:
    """Raises ValueError for a prefix that is taken."""
    if place.prefix in _places:
        raise ValueError(f"Keys that begin with “{place.prefix}-” belong to another place; choose another.")
    _places[place.prefix] = place


def register_posts(*kinds: PostKind) -> None:
    """Raises ValueError for a name that is taken."""
    for kind in kinds:
        if kind.name in _kinds or kind.name == HookPost.TEST:
            raise ValueError(f"A kind of post named “{kind.name}” is registered already; choose another.")
        _kinds[kind.name] = kind


def place_of(about: str) -> Place | None:
    return _places.get(about.partition("-")[0])


def post_kind(name: str) -> PostKind | None:
    return _kinds.get(name)


def leads(player: Player, about: str) -> bool:
    """Whether the player may have it told elsewhere."""
    place = place_of(about)
    return place is not None and player in place.leaders(about)
