"""The table in an answer, with what its templates need besides; and which requests count as having looked at
it."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from board.turn.making import Choosing, Making
from board.turn.screen import Said
from games.access import game_for_request, seat_of
from games.lists import next_game
from games.models import Game, Status
from games.services import TurnTaken, open_table, see_talk
from games.table.news import HIDDEN, UNSEEN, sealed
from games.table.pictures import preview_of
from games.table.replay import WHOLE_LIST
from games.table.screen import screen_of
from games.table.view import RunningTable, Table, table_for
from games.talk.view import TalkView, talk_for
from homeworlds.rules import Variant
from notices.bell.unseen import see_on_page
from notices.presence import note_open
from notices.push.asking import may_be_asked
from upkeep.kept.addresses import address_of

PANELS: Final = ("turn", "talk", "log")
"""What stands beside the map where there is no room for all of it: one at a time, `?panel=` says which."""
GO_ON: Final = "go_on"
"""In a session, and the tick beside an order: after a turn its player goes on to the next game."""
PAGE: Final = "games/table.html"
KEEP: Final = "X-Keep"
"""A header: the service worker may keep the page. It keeps no other."""
FRAGMENT: Final = "games/_table.html"


def show_table(
    request: HttpRequest,
    table: Table,
    template: str,
    *,
    choosing: Choosing | None = None,
    said: Said | None = None,
    status: int = HTTPStatus.OK,
    **more: Any,
) -> HttpResponse:
    """The table from the side and with the list that the address asks for; `more` is for its template.

    For the whole page also talk, which fragments of the table leave alone, and its preview.
    """
    screen = screen_of(
        table,
        request.user,
        choosing=choosing,
        said=said,
        from_seat=from_seat_of(request),
        whole_list=request.GET.get(WHOLE_LIST[0]) == WHOLE_LIST[1],
    )
    making = screen.turn.making if screen.turn else None
    panel = request.GET.get("panel", "")
    kept = [
        *(choosing or Choosing()).pairs(),
        *([("seat", request.GET["seat"])] if "seat" in request.GET else []),
    ]
    context: dict[str, Any] = {
        "table": screen,
        "panel": panel if panel in PANELS else PANELS[0],
        "go_on": request.session.get(GO_ON, False),
        "beside": urlencode([*kept, ("panel", "")]),
    }
    if screen.ways and request.user.is_authenticated:
        context["next_game"] = next_game(request.user, table.game.public_id)
    if screen.version:
        context["news"] = news_to_ask(
            request, screen.public_id, screen.version, screen.kept, unseen=HIDDEN in request.GET
        )
    if template == PAGE:
        if request.user.is_authenticated and not is_fetched_ahead(request):
            see_on_page(request, table.game.public_id)
        context["talk"] = talk_shown(request, table.game)
        context["way_back"] = _way_back(table, making)
        # Who waits for a game plays it on the same page.
        context["asks_later"] = bool(screen.ways or screen.lobby) and may_be_asked(request.user)
        if request.user.is_anonymous:  # as messengers are
            context["preview"] = preview_of(table)
    if making and making.error and status == HTTPStatus.OK:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    answer = render(request, template, context | more, status=status)
    if template == PAGE and status == HTTPStatus.OK and may_be_kept(table):
        answer[KEEP] = "yes"
    return answer


def may_be_kept(table: Table) -> bool:
    """By the viewer's browser, to be looked at without a network: never where the viewer has a side that is
    secret as yet."""
    sides = table.rules.variant == Variant.GOOD_VS_EVIL and table.viewer_seat is not None
    return not sides or (isinstance(table, RunningTable) and table.state.outcome is not None)


def from_seat_of(request: HttpRequest) -> int | None:
    """The side that a spectator has chosen to look from."""
    seat = request.GET.get("seat", "")
    return int(seat) if seat in ("0", "1", "2", "3", "4", "5") else None


def _way_back(table: Table, making: Making | None) -> str:
    """The end of an address: written without a script, a note leads back here."""
    if isinstance(table, RunningTable) and not table.at.is_latest:
        return f"?number={table.at.number}"
    return Choosing(text=making.text).query() if making else ""


class NewsToAsk(NamedTuple):
    """What `_news.html` asks."""

    address: str
    making: bool
    """A turn is being made on the page: news is announced there and does not take its place."""


def news_to_ask(
    request: HttpRequest, public_id: str, version: str, kept: Sequence[tuple[str, str]], *, unseen: bool
) -> NewsToAsk:
    """`unseen`: the answer goes to a tab that nobody sees."""
    came = [(UNSEEN, "1")] if unseen else []
    query = urlencode([*sealed(request, public_id, version).items(), *kept, *came])
    return NewsToAsk(f"{address_of('games:news', public_id)}?{query}", ("making", "1") in kept)


def talk_shown(request: HttpRequest, game: Game) -> TalkView | None:
    """The talk, which its reader has seen from now on."""
    talk = talk_for(game, request.user)
    if talk is not None and talk.last_seen and request.method != "HEAD" and request.user.is_authenticated:
        see_talk(game=game, player=request.user, last_seen=talk.last_seen)
    return talk


def opened_game(request: HttpRequest, public_id: str) -> Game:
    """The game of `game_for_request`, which its player has opened with this. Raises Http404.

    Writes only when there is something new to the player. What a browser fetches in advance shows nothing
    to anybody yet.
    """
    game = game_for_request(request, public_id)
    seat = seat_of(game, request.user)
    if seat is None or is_fetched_ahead(request):
        return game
    note_open(player=request.user.public_id, key=public_id)
    came = seat.has_come or game.status != Status.RUNNING
    if came and seat.seen_number >= game.log_number:
        return game
    number = open_table(game_id=game.pk, player=request.user)
    if number != game.log_number:
        return game_for_request(request, public_id)
    if seat.seen_number < number:
        seat.seen_before, seat.seen_number = seat.seen_number, number
    seat.has_come |= game.status == Status.RUNNING
    return game


def table_after_turn(request: HttpRequest, taken: TurnTaken) -> Table:
    """The table for the answer to a turn of who asks. As long as it goes on, and nobody has answered already,
    the game is not read or written again for it: the player's own turn is all that is new to him, and he has
    seen the rest."""
    game = taken.game
    if not taken.repeated and game.status == Status.RUNNING:
        table = table_for(game, request.user)
        if isinstance(table, RunningTable) and table.is_present:
            note_open(player=request.user.public_id, key=game.public_id)
            return table
    return table_for(opened_game(request, game.public_id), request.user)


def is_fetched_ahead(request: HttpRequest) -> bool:
    """Whether nobody looks at the answer yet."""
    purposes = (request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose", "X-Moz"))
    return request.method == "HEAD" or any("prefetch" in purpose for purpose in purposes)
