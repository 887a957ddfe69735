"""The kinds of notice: what each says, and whether it is still so, is known to the app that registers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from django.utils.functional import Promise

from accounts.mail import SWITCHES
from notices.models import Notice


class Link(NamedTuple):
    words: str
    address: str
    """With the host."""


@dataclass(frozen=True, slots=True)
class Told:
    """One of the things that have happened, under a heading that says who did it, or when."""

    heading: str
    sentences: tuple[str, ...]


class Drawing(NamedTuple):
    """A picture that goes along in the mail, so that nothing is fetched when it is read."""

    png: bytes
    words: str
    """What it shows, for who does not see it."""
    width: int
    height: int
    """At which it is shown; the file may have more pixels."""


@dataclass(frozen=True, slots=True)
class Brief:
    """The same as a lock screen holds it."""

    title: str
    body: str
    opens: str = ""
    """What the button says that leads there; empty: the words of the letter's link."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a notice says, in words that every channel can use."""

    subject: str
    paragraphs: tuple[str, ...]
    link: Link
    """Where it leads."""
    told: tuple[Told, ...] = ()
    told_title: str = ""
    """What they have in common."""
    picture: Link | None = None
    drawing: Callable[[], Drawing] | None = None
    """Called by a mail alone, for it costs more than all the rest."""
    aside: str = ""
    """Beside the link: until when, or where in the game."""
    mute: Link | None = None
    """Where one says that one wants no more mails about the same."""
    brief: Brief | None = None
    """None: the subject, and how the paragraphs begin."""


Write: TypeAlias = Callable[[], Letter]
"""To be called with the reader's language and time zone activated."""


@dataclass(frozen=True, slots=True)
class Act:
    """What its player may do about a notice where it is shown, without coming to the site."""

    name: str
    words: Promise
    do: Callable[[Notice, datetime], None]
    """In a transaction, about what was there to be told at that moment. Done again it changes nothing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Registered in `AppConfig.ready` by the app whose news it is:

        register(Kind("seated", switch="mail_starts", is_still_true=is_seated, letter=seat_letter))

    `is_still_true` is asked right before each try; what is not true any more is not sent. `letter` is
    asked for a notice that is still true, with the reader's language and time zone activated.
    """

    name: str
    """Of the kind among those of all apps; it is stored, and stands in the Message-ID."""
    switch: str
    """The field of the player that stops it."""
    is_still_true: Callable[..., bool]
    """Of the notice, and of what it is `about` if that is known."""
    letter: Callable[..., Letter]
    """Likewise."""
    about: Callable[[Notice], Any] | None = None
    """Reads what both of them look at, once for the two; None: each reads for itself."""
    is_urgent: bool = False
    """A warning: it goes also to who has the page open, and does not wait for the hour after another mail."""
    wakes: Callable[[Notice], bool] | None = None
    """Whether it goes in quiet hours as well, to who lets it; None: never."""
    line: Callable[[Notice], str] | None = None
    """Says it in the bell, without drawing anything; None: as the letter's subject does. It is asked for a
    notice that may be true no more."""

    again_until: Callable[[Notice], datetime | None] | None = None
    """Until when it can be answered, None for ever: so its player may be told again later. No such function:
    once is enough."""
    acts: tuple[Act, ...] = ()

    @property
    def topic(self) -> str:
        """What players choose channels for."""
        return topic_of(self.switch)

    def letter_if_true(self, notice: Notice) -> Write | None:
        """What writes the letter, about the moment that is judged here; None: it is not true any more."""
        known = () if self.about is None else (self.about(notice),)
        return partial(self.letter, notice, *known) if self.is_still_true(notice, *known) else None


def said(words: str | Promise) -> Callable[[Notice], str]:
    """For `Kind.line`: these words, under the name of what it is about; `{number}` is the number of the
    news."""
    return lambda notice: str(words).format(number=notice.news)


def topic_of(switch: str) -> str:
    """The topic of which this field of the player says whether it comes by mail."""
    return switch.removeprefix("mail_")


class UnknownKind(LookupError):
    """No app has registered a kind of this name."""


_kinds: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """Raises ValueError for a name that is taken, and for a switch that nobody has registered."""
    for kind in kinds:
        if kind.name in _kinds:
            raise ValueError(f"A kind of notice named “{kind.name}” is registered already; choose another.")
        if kind.switch not in SWITCHES:
            raise ValueError(
                f"There is no switch “{kind.switch}” to stop “{kind.name}”; register it first, with "
                "accounts.mail.register_switch."
            )
        _kinds[kind.name] = kind


def registered() -> dict[str, Kind]:
    """All kinds, by their names."""
    return dict(_kinds)


def urgent_kinds() -> list[str]:
    """Their names."""
    return [kind.name for kind in _kinds.values() if kind.is_urgent]


def kind_named(name: str) -> Kind:
    """Raises UnknownKind."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(
            f"No app has registered a kind of notice named “{name}”; do so in its AppConfig.ready, "
            "with notices.kinds.register."
        ) from None
