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
from django.utils.translation import get_language, gettext, ngettext, pgettext

from notices.judging import Try
from notices.kinds import Brief, Kind, Letter
from notices.models import Notice
from notices.push.acts import OPEN, Button, buttons, mark_of
from notices.push.waiting import OF_TURNS, games_that_wait, time_of_first

LONGEST_TITLE: Final = 120
LONGEST_BODY: Final = 400
TALK: Final = "talk"
"""The topic of what people write to each other."""
SHOWN_PARAGRAPHS: Final = 2
"""What has happened, and until when."""


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
    note: str = ""
    """By which its device asks later whether it may go from the screen."""
    picture: str = ""
    actions: tuple[Button, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def message_of(notice: Notice, device: int, made: Try) -> Message:
    """Of a notice that is still true, to a device of its player's."""
    waiting = games_that_wait(notice.player)
    if not made.preferences.words_shown:
        return _without_words(notice, made.kind, waiting, device)
    letter = made.write()
    brief = letter.brief or Brief(letter.subject, " ".join(letter.paragraphs[:SHOWN_PARAGRAPHS]))
    return Message(
        id=notice.pk,
        title=_cut(brief.title, LONGEST_TITLE),
        body=_cut(brief.body, LONGEST_BODY),
        url=letter.link.address,
        tag=notice.key or "",
        badge=waiting,
        lang=get_language() or settings.LANGUAGE_CODE,
        note=mark_of(notice, device),
        picture=_public_picture(letter),
        actions=buttons(notice, made.kind, letter, device),
    )


def _without_words(notice: Notice, kind: Kind, waiting: int, device: int) -> Message:
    is_turn = kind.topic in OF_TURNS and waiting > 0
    url = settings.SITE_URL + reverse("pages:my_games" if is_turn else "notices:bell")
    return Message(
        id=notice.pk,
        title=_number(waiting) if is_turn else _new_of(kind.topic),
        body=_first_of(notice) if is_turn else "",
        url=url,
        tag="turns" if is_turn else f"news-{kind.topic}",
        badge=waiting,
        lang=get_language() or settings.LANGUAGE_CODE,
        note=mark_of(notice, device),
        actions=(Button(OPEN, pgettext("a page", "Open"), url),),
    )


def _number(waiting: int) -> str:
    said = ngettext("It is your turn in {count} game", "It is your turn in {count} games", waiting)
    return said.format(count=waiting)


def _first_of(notice: Notice) -> str:
    """How long the first of the games that wait has; empty without a clock."""
    time = time_of_first(notice.player)
    return gettext("The first has {time} left.").format(time=time) if time else ""


def _new_of(topic: str) -> str:
    if topic == TALK:
        return gettext("Something new in a talk")
    return gettext("There is something new for you")


def topic_header(message: Message) -> str:
    """By which a service lets a newer message take the place of one that it still keeps: 32 letters of
    base64, which do not tell it the game."""
    digest = hashlib.sha256(f"{settings.SECRET_KEY}:{message.tag}".encode()).digest()
    return urlsafe_b64encode(digest)[:32].decode()


def _public_picture(letter: Letter) -> str:
    """By link, where everybody may see it; a browser fetches it as its reader, from this site alone."""
    if letter.picture is None:
        return ""
    address = letter.picture.address
    is_ours = address.startswith(f"{settings.SITE_URL}/")
    return address if is_ours and urlsplit(address).path != reverse("account_login") else ""


def _cut(text: str, most: int) -> str:
    return Truncator(" ".join(text.split())).chars(most)
