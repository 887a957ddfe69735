"""The language and the clock of one reader, in answers and where there is no request: in mails."""

import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.logged_in import see_session
from accounts.models import Player


def language_to_keep() -> str:
    """The language of the page for the mails of somebody who signs up there; empty for the site's own."""
    language = translation.get_language() or ""
    return "" if language == settings.LANGUAGE_CODE else language


def zone_named(name: str) -> zoneinfo.ZoneInfo | None:
    """None for no name, and for a zone that a newer release of the zones dropped."""
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return None


@contextmanager
def as_read_by(player: Player) -> Iterator[None]:
    """Texts and times as this player reads them; the site's language and UTC where nothing was chosen."""
    zone = zone_named(player.time_zone)
    with translation.override(player.language or settings.LANGUAGE_CODE), timezone.override(zone):
        yield


READER: Final = "X-Reader"
"""Whose answer it is, by a name that says nothing else: what a browser keeps goes when another reads."""


def reader_of(player: Player) -> str:
    return salted_hmac(READER, player.public_id).hexdigest()[:16]


GetResponse = Callable[[HttpRequest], HttpResponse]


def player_preferences(get_response: GetResponse) -> GetResponse:
    """Shows times in the reader's zone and, if the reader chose a language, texts in that language; writes
    down now and then that the reader is there."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return get_response(request)
        see_session(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(zone_named(user.time_zone)):
            answer = get_response(request)
        answer[READER] = reader_of(user)
        return answer

    return middleware
