"""What the templates of a table need besides its screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from games.models import Game
from games.services import see_talk
from games.table.around import around
from games.table.news import sealed
from games.table.notes import note_for
from games.table.pictures import preview_of
from games.table.screen import Screen
from games.talk.view import TalkView, talk_for


def table_context(request: HttpRequest, screen: Screen, *, page: bool) -> dict[str, Any]:
    """For the whole page also talk and notes, which fragments of the table leave alone, and its preview."""
    view = screen.view
    context: dict[str, Any] = {"screen": screen, "around": around(view, request.user)}
    if screen.version:
        context["news"] = news_to_ask(request, screen.public_id, screen.version, screen.kept)
    if page:
        context["talk"] = talk_shown(request, view.game)
        context["note"] = note_for(view.game, request.user, back=_back_of_note(screen))
        context["preview"] = preview_of(view)
    return context


def _back_of_note(screen: Screen) -> str:
    """Saved without a script, a note leads back here."""
    if not screen.view.is_latest:
        return f"?number={screen.view.shown}"
    turn = screen.making.text if screen.making else ""
    return f"?{urlencode({'turn': turn})}" if turn else ""


class NewsToAsk(NamedTuple):
    """What `_news.html` asks."""

    address: str
    making: bool
    """A turn is being made on the page: news is announced there and does not take its place."""


def news_to_ask(
    request: HttpRequest, public_id: str, version: str, kept: Sequence[tuple[str, str]]
) -> NewsToAsk:
    query = urlencode([*sealed(request, public_id, version).items(), *kept])
    return NewsToAsk(f"{reverse('games:news', args=[public_id])}?{query}", ("making", "1") in kept)


def talk_shown(request: HttpRequest, game: Game) -> TalkView | None:
    """The talk, which its reader has seen from now on."""
    talk = talk_for(game, request.user)
    if talk is not None and talk.last_seen and request.method != "HEAD" and request.user.is_authenticated:
        see_talk(game=game, player=request.user, last_seen=talk.last_seen)
    return talk
