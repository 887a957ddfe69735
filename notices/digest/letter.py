"""The daily mail in its reader's language: plain text, and the same as HTML that loads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.reading import as_read_by
from notices.bell.subjects import subjects_of
from notices.digest.links import off_link
from notices.digest.parts import Waiting, Waits, waits_for
from notices.kinds import kind_named, registered
from notices.letters import Mail, host_of_site, inline, wrapped
from notices.models import Digest, Dropped, Notice, Thread
from upkeep.clock import local_now
from upkeep.dates import day

NAME: Final = "digest"
"""As a channel among those of `Player.told_by`."""
MOST_NEWS: Final = 12
PICTURES: Final = 6


@dataclass(frozen=True, slots=True)
class News:
    about: str
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class Content:
    waits: Waits
    news: tuple[News, ...]
    more: int
    """News besides these."""

    @property
    def is_empty(self) -> bool:
        return not (self.waits.number or self.news)


def content_of(digest: Digest, now: datetime) -> Content:
    """What waits, and what has happened since the last mail that its player wants to hear this way and has
    not seen, as far as it is still so. With the reader's language activated."""
    player = digest.player
    waits = waits_for(player)
    notices = _told(digest, now, {waiting.key for waiting in waits.first})
    subjects = subjects_of(player, notices)
    news = []
    for notice in notices:
        kind, about = kind_named(notice.kind), subjects.get(str(notice.key))
        if about is None:
            continue
        is_true = about.truths.get(notice.pk)
        if not (kind.is_still_true(notice) if is_true is None else is_true):
            continue
        words = about.lines.get(notice.pk) or (kind.line or _subject)(notice)
        news.append(News(about.title, words, settings.SITE_URL + about.address))
    return Content(waits, tuple(news[:MOST_NEWS]), max(len(news) - MOST_NEWS, 0))


def _subject(notice: Notice) -> str:
    return kind_named(notice.kind).letter(notice).subject


def _told(digest: Digest, now: datetime, waiting: set[str]) -> Sequence[Notice]:
    """Without the turns of games that wait anyway."""
    topics = digest.player.told_by.get(NAME, [])
    kinds = [name for name, kind in registered().items() if kind.topic in topics]
    muted = Thread.objects.filter(player=digest.player, muted=True).values("key")
    told = Notice.objects.filter(
        player=digest.player, kind__in=kinds, created_at__gt=digest.created_at, created_at__lte=now
    )
    told = told.filter(seen_at__isnull=True, key__isnull=False).exclude(dropped=Dropped.TAKEN_BACK)
    found = list(told.exclude(key__in=muted).order_by("-pk")[: 4 * MOST_NEWS])
    for notice in found:
        notice.player = digest.player
    return [each for each in found if not (kind_named(each.kind).topic == "turns" and each.key in waiting)]


def compose(digest: Digest, address: str, content: Content) -> EmailMultiAlternatives:
    """Composed again for another try it has the same Message-ID."""
    player, waits = digest.player, content.waits
    off = off_link(player)
    with as_read_by(player):
        first = waits.first[0] if waits.first else None
        subject = subject_of(waits, first, len(content.news) + content.more)
        drawn = [waiting.drawing() for waiting in waits.first[:PICTURES]]
        rows = [
            (waiting, f"game{n}", drawn[n] if n < len(drawn) else None)
            for n, waiting in enumerate(waits.first)
        ]
        context = {
            "subject": subject,
            "lead": lead_of(waits, first),
            "first": first,
            "rows": rows,
            "more_games": waits.number - len(waits.first),
            "content": content,
            "since_words": since_words(digest.created_at),
            "waits_more": waits.number > 1,
            "at": digest.at,
            "when_nothing": digest.when_nothing,
            "player": player,
            "off_link": off,
            "my_games_link": settings.SITE_URL + reverse("pages:my_games"),
        }
        text = wrapped(render_to_string("mail/digest.txt", context))
        html = render_to_string("mail/digest.html", context)
    number = int(digest.created_at.timestamp())
    mail = Mail(
        subject=subject,
        body=text,
        to=[address],
        headers={
            "Message-ID": f"<{NAME}.{number}.{player.public_id}@{host_of_site()}>",
            "References": f"<{NAME}.{player.public_id}@{host_of_site()}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    mail.attach_alternative(html, "text/html")
    for _waiting, name, drawing in rows:
        if drawing is not None:
            mail.attach(inline(drawing, name))
    return mail


def since_words(since: datetime) -> str:
    """The last one came the day before, mostly."""
    days = (timezone.localdate(local_now()) - timezone.localdate(since)).days
    if days == 0:
        return gettext("Today")
    return gettext("Since yesterday") if days == 1 else gettext("Since {moment}").format(moment=day(since))


def subject_of(waits: Waits, first: Waiting | None, happened: int) -> str:
    """With the number of games and the least time."""
    if first is None:
        if not happened:
            return gettext("No game waits for you")
        said = ngettext("One thing has happened", "{number} things have happened", happened)
        return said.format(number=happened)
    if first.left_in_short:
        said = ngettext(
            "A game waits for you, {others}: {time} left",
            "{number} games wait for you, {others}: {time} left",
            waits.number,
        )
    else:
        said = ngettext(
            "A game waits for you: {others}", "{number} games wait for you, first {others}", waits.number
        )
    return said.format(number=waits.number, others=first.others, time=first.left_in_short)


def lead_of(waits: Waits, first: Waiting | None) -> str:
    if first is None:
        return gettext("No game waits for you.")
    said = ngettext("A game waits for you.", "{number} games wait for you.", waits.number)
    said = said.format(number=waits.number)
    if not first.left:
        return said
    left = gettext("The first, against {others}, has {time} left.").format(
        others=first.others, time=first.left
    )
    return f"{said} {left}"
