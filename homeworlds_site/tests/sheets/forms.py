"""What reaches people of a notice, in each of its forms: by the very functions that channels send by."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from email.message import Message as Part
from functools import partial
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMultiAlternatives
from django.utils import translation
from django.utils.translation import trans_real

from accounts.models import Player
from accounts.reading import as_read_by
from notices.bell.page import _line
from notices.bell.subjects import subjects_of
from notices.digest import letter as digests
from notices.feeds.own import notices_feed
from notices.feeds.registry import content_of, dates_of
from notices.hooks import sending as hooks
from notices.hooks.models import HookPost
from notices.hooks.places import post_kind
from notices.judging import Try
from notices.kinds import Letter, kind_named, registered
from notices.letters import compose
from notices.models import Digest, Notice, Preferences
from notices.push.words import message_of
from upkeep.clock import database_now

ADDRESS: Final = "{}@example.com"


class Said(NamedTuple):
    """One form of one thing, as its reader has it."""

    title: str
    words: str
    html: str = ""
    """Where it is not plain text; pictures stand in it."""
    whole: str = ""
    """All that goes out, headers as well."""


Form = Callable[[Notice], Said]


def mail_text(notice: Notice, *, drawn: bool = True) -> Said:
    mail = _mail(notice, drawn=drawn)
    return Said(str(mail.subject), str(mail.body), whole=mail.message().as_string())


def mail_html(notice: Notice, *, drawn: bool = True) -> Said:
    return _as_html(_mail(notice, drawn=drawn))


def _mail(notice: Notice, *, drawn: bool) -> EmailMultiAlternatives:
    return compose(notice, ADDRESS.format(notice.player.name.lower()), drawn=drawn)


def _as_html(mail: EmailMultiAlternatives) -> Said:
    (alternative,) = [each for each in mail.alternatives if each[1] == "text/html"]
    html = str(alternative[0])
    words = re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<head>.*?</head>", "", html))
    for part in mail.attachments:
        if isinstance(part, Part):
            name = str(part["Content-ID"]).strip("<>")
            data = base64.b64encode(part.get_payload(decode=True)).decode()  # type: ignore[arg-type]
            html = html.replace(f"cid:{name}", f"data:image/png;base64,{data}")
    return Said(str(mail.subject), " ".join(words.split()), html=html, whole=mail.message().as_string())


def push(notice: Notice) -> Said:
    return _push(notice, words_shown=True)


def push_without_words(notice: Notice) -> Said:
    return _push(notice, words_shown=False)


def _push(notice: Notice, *, words_shown: bool) -> Said:
    preferences, kind = Preferences(player=notice.player, words_shown=words_shown), kind_named(notice.kind)
    with as_read_by(notice.player):
        made = Try(database_now(), kind, preferences, partial(kind.letter, notice))
        said = message_of(notice, 1, made).as_json()
    buttons = " · ".join([each["title"] for each in said["actions"]])
    return Said(said["title"], f"{said['body']}\n{buttons}".strip(), whole=json.dumps(said))


def service(notice: Notice) -> Said:
    """As Discord and its like show it."""
    with as_read_by(notice.player):
        letter = kind_named(notice.kind).letter(notice)
        return _service(letter)


def _service(letter: Letter) -> Said:
    words = hooks._words(letter)
    return Said(letter.subject, words, whole=f"{letter.subject}\n{words}")


def own_server(notice: Notice) -> Said:
    with as_read_by(notice.player):
        letter = kind_named(notice.kind).letter(notice)
    return _own_server(letter, notice.kind, notice.key or "", notice.news)


def _own_server(letter: Letter, kind: str, about: str, news: int) -> Said:
    said = hooks.payload(letter, {"about": about, "news": news}, kind, database_now())
    words = json.dumps(said, ensure_ascii=False, indent=1)
    return Said(kind, words, whole=words)


def bell(notice: Notice) -> Said:
    with as_read_by(notice.player):
        subject = subjects_of(notice.player, [notice]).get(str(notice.key))
        if subject is None:
            return Said("", "")  # the bell would say that it is gone
        line = _line(notice, subject, of_old=False)
    head = f"{subject.title}\n{subject.state}".strip()
    return Said(head, line.words, whole=f"{head}\n{line.words}\n{subject.address}")


def feed(notice: Notice) -> Said:
    with as_read_by(notice.player):
        name = f"{notice.kind}.{notice.key}.{notice.news}.{notice.player.public_id}"
        content = notices_feed(notice.player)
        found = [item for item in content.items if item.name == name]
    words = "\n".join([*(found[0].words if found else ()), *(each.link for each in found)])
    return Said(found[0].title if found else "", words, whole=f"{content.title}\n{found}")


def daily_mail_text(notice: Notice) -> Said:
    mail = _daily_mail(notice)
    return Said(str(mail.subject), str(mail.body), whole=mail.message().as_string())


def daily_mail(notice: Notice) -> Said:
    return _as_html(_daily_mail(notice))


def _daily_mail(notice: Notice) -> EmailMultiAlternatives:
    """That has this to tell and nothing else that came before."""
    player = notice.player
    topics = {kind.topic for kind in registered().values()}
    player.told_by = {**player.told_by, digests.NAME: sorted(topics)}
    since = notice.created_at - timedelta(microseconds=1)
    digest = Digest(
        player=player, created_at=since, at=database_now().time().replace(second=0, microsecond=0)
    )
    with as_read_by(player):
        content = digests.content_of(digest, database_now())
    return digests.compose(digest, ADDRESS.format(player.name.lower()), content)


FORMS: Final[dict[str, tuple[str, Form]]] = {
    "mail-text": ("mail", mail_text),
    "mail": ("mail", mail_html),
    "push": ("push", push),
    "push-without-words": ("push", push_without_words),
    "service": ("hook", service),
    "own-server": ("hook", own_server),
    "bell": ("bell", bell),
    "daily-text": ("digest", daily_mail_text),
    "daily": ("digest", daily_mail),
    "feed": ("feed", feed),
}
"""By its name each form, and the channel that it belongs to."""
PICTURED: Final = (mail_text, mail_html)
"""Those that may be made without their picture, which costs more than all the rest."""


def forms_of(notice: Notice, language: str, *, drawn: bool = True) -> Iterator[tuple[str, Said]]:
    """As its player would have it in this language."""
    player = notice.player
    before, player.language = player.language, language
    told_by = player.told_by
    try:
        for name, (_channel, form) in FORMS.items():
            pictured = {"drawn": drawn} if form in PICTURED else {}
            yield name, form(notice, **pictured)
    finally:
        player.language, player.told_by = before, told_by


def forms_of_post(post: HookPost, language: str) -> Iterator[tuple[str, Said]]:
    """What several people share, told elsewhere."""
    kind = post_kind(post.kind)
    if kind is None or not kind.is_still_true(post):
        return
    with translation.override(language):
        letter = kind.letter(post)
        yield "service", _service(letter)
        yield "own-server", _own_server(letter, post.kind, post.about, post.news)


def calendar_of(player: Player, language: str) -> Iterator[tuple[str, Said]]:
    """Each entry by what its name begins with."""
    player.language = language
    with as_read_by(player):
        for each in dates_of(player, database_now()):
            kind = each.uid.partition("-")[0]
            yield (
                kind,
                Said(each.title, f"{each.words}\n{each.begins:%d %b %H:%M}\n{each.link}", whole=repr(each)),
            )


def public_feed(about: str, reader: Player | AnonymousUser, language: str) -> Said:
    with translation.override(language):
        content = content_of(about, reader)
    if content is None:
        return Said("", "")
    items = "\n".join([f"{item.title}\n{' '.join(item.words)}" for item in content.items])
    return Said(content.title, items or "–", whole=repr(content))


# --- What has no translation


@contextmanager
def untranslated(language: str) -> Iterator[set[str]]:
    """What is said meanwhile in this language though its catalogue has no word for it."""
    from django.utils.translation import _trans  # type: ignore[attr-defined]

    catalogue = trans_real.translation(language)._catalog  # type: ignore[attr-defined]
    missing: set[str] = set()

    def asked(name: str, has_context: bool) -> Any:
        says = getattr(_trans, name)

        def spy(*given: Any) -> Any:
            context = f"{given[0]}\x04" if has_context else ""
            words = str(given[int(has_context)])
            key: Any = f"{context}{words}"
            known = language == settings.LANGUAGE_CODE or key in catalogue or (key, 0) in catalogue
            if translation.get_language() == language and words.strip() and not known:
                missing.add(key)
            return says(*given)

        return spy

    with ExitStack() as spies:
        for name in ("gettext", "ngettext", "pgettext", "npgettext"):
            spies.enter_context(patch.object(_trans, name, asked(name, "p" in name)))
        yield missing


@dataclass(frozen=True, slots=True)
class Cell:
    """What one form says of one kind in one language."""

    kind: str
    form: str
    language: str
    said: Said
    missing: tuple[str, ...] = ()
    """Words without a translation."""

    @property
    def is_empty(self) -> bool:
        return not self.said.title.strip() or not self.said.words.strip()

    @property
    def is_cut(self) -> bool:
        return any(text.rstrip().endswith("…") for text in (self.said.title, self.said.words.split("\n")[0]))
