"""What a message says, in its reader's language, which is active: that of the notice, cut to what a lock
screen holds, or no more than a number for who wants no words there."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import get_language, gettext, ngettext

from notices.hours import preferences_of
from notices.kinds import Letter, kind_named, words_only
from notices.models import Notice
from notices.push.waiting import games_that_wait

LONGEST_TITLE: Final = 120
LONGEST_BODY: Final = 300
SHOWN_PARAGRAPHS: Final = 2
"""What has happened, and until when."""
OF_TURNS: Final = frozenset({"turns", "warnings"})
"""Topics of which a message without words may say how many games wait."""


@dataclass(frozen=True, slots=True)
class Act:
    """A button below a message."""

    action: str
    title: str
    address: str
    """`open` leads there; `mute` is sent there, without a page."""


@dataclass(frozen=True, slots=True)
class Message:
    id: int
    """The notice's: what comes twice is one."""
    title: str
    body: str
    url: str
    tag: str
    """A newer message takes the place of the one before about the same."""
    badge: int
    """How many games wait."""
    lang: str
    image: str = ""
    actions: tuple[Act, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def message_of(notice: Notice) -> Message:
    """Of a notice that is still true."""
    kind, waiting = kind_named(notice.kind), games_that_wait(notice.player)
    if not preferences_of(notice.player).words_shown:
        return _without_words(notice, kind.topic, waiting)
    with words_only():
        letter = kind.letter(notice)
    return Message(
        id=notice.pk,
        title=_cut(letter.subject, LONGEST_TITLE),
        body=_cut(" ".join(letter.paragraphs[:SHOWN_PARAGRAPHS]), LONGEST_BODY),
        url=letter.link.address,
        tag=notice.key or "",
        badge=waiting,
        lang=get_language() or settings.LANGUAGE_CODE,
        image=_public_picture(letter),
        actions=_acts(letter),
    )


def _without_words(notice: Notice, topic: str, waiting: int) -> Message:
    is_turn = topic in OF_TURNS and waiting > 0
    said = ngettext("It is your turn in {count} game", "It is your turn in {count} games", waiting)
    return Message(
        id=notice.pk,
        title=said.format(count=waiting) if is_turn else gettext("There is something new for you"),
        body="",
        url=settings.SITE_URL + reverse("pages:my_games"),
        tag="turns" if is_turn else "news",
        badge=waiting,
        lang=get_language() or settings.LANGUAGE_CODE,
    )


def topic_header(message: Message) -> str:
    """By which a service lets a newer message take the place of one that it still keeps: 32 letters of
    base64, which do not tell it the game."""
    digest = hashlib.sha256(f"{settings.SECRET_KEY}:{message.tag}".encode()).digest()
    return urlsafe_b64encode(digest)[:32].decode()


def _acts(letter: Letter) -> tuple[Act, ...]:
    acts = [Act("open", letter.link.words, letter.link.address)]
    if letter.mute:
        acts.append(Act("mute", gettext("Mute game"), letter.mute.address))
    return tuple(acts)


def _public_picture(letter: Letter) -> str:
    """By link, where everybody may see it; a browser fetches it as its reader, from this site alone."""
    if letter.picture is None:
        return ""
    address = letter.picture.address
    is_ours = address.startswith(f"{settings.SITE_URL}/")
    return address if is_ours and urlsplit(address).path != reverse("account_login") else ""


def _cut(text: str, most: int) -> str:
    return Truncator(" ".join(text.split())).chars(most)
