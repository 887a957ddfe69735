"""How views that change a game before its start answer: with its table, or with the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse

from board.turn.making import Choosing
from board.turn.screen import Said
from board.words.refusals import sentence
from games.access import game_for_request
from games.models import Game
from games.refusals import GameRefusal, GameRefusalCode, TermsChanged
from games.table.view import table_for
from games.views.around import PAGE, show_table
from upkeep.answers import Conflict, Forbidden

NOT_YOURS: Final = {
    GameRefusalCode.NOT_THE_CREATOR,
    GameRefusalCode.GUESTS_PLAY_BOTS,
    GameRefusalCode.GUESTS_DO_NOT_ASK,
    GameRefusalCode.NOT_A_PLAYER,
    GameRefusalCode.NOT_WELCOME,
    GameRefusalCode.MEMBERS_ONLY,
    GameRefusalCode.SUSPENDED,
    GameRefusalCode.SILENCED,
}


def change(request: HttpRequest, public_id: str, service: Callable[..., Game]) -> HttpResponse:
    """Does it and goes to the table, which shows what has become of the game."""
    game = game_for_request(request, public_id)
    if not request.user.is_authenticated:
        # Back to the table after the login: the button is there.
        return redirect_to_login(table_address(public_id))
    try:
        game = service(game_id=game.pk, player=request.user)
    except TermsChanged as refusal:
        return table_again(request, public_id, HTTPStatus.CONFLICT, notice=sentence(refusal))
    except GameRefusal as refusal:
        raise house_answer(refusal, back=table_address(public_id)) from refusal
    return to_table_if_seen(request, game)


def house_answer(refusal: GameRefusal, *, back: str) -> Conflict | Forbidden:
    return (Forbidden if refusal.code in NOT_YOURS else Conflict)(sentence(refusal), back=back)


def table_again(
    request: HttpRequest, public_id: str, status: HTTPStatus, *, notice: str = "", **more: Any
) -> HttpResponse:
    """The table as it stands now, and why nothing was done: a notice, or `more` for its template."""
    view = table_for(game_for_request(request, public_id), request.user)
    return show_table(request, view, PAGE, said=Said(notice=notice), status=status, **more)


def shown_terms(request: HttpRequest) -> int:
    """The number of the terms that the form showed; 0, which no terms have, for junk."""
    number = request.POST.get("terms", "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0


def contribution(request: HttpRequest) -> str:
    """To the deal of Good vs Evil, as the player's browser sent it."""
    return request.POST.get("contribution", "")


def table_address(public_id: str) -> str:
    return reverse("games:table", args=[public_id])


def table_with_draft(request: HttpRequest, public_id: str) -> str:
    """The address of the table with the turn in the making that stood beside the button."""
    address, came = table_address(public_id), urlsplit(request.headers.get("Referer", ""))
    if came.path != address:
        return address
    return f"{address}{Choosing.from_query(QueryDict(came.query)).query()}"


def to_table(game: Game, *, place: int | None = None) -> HttpResponse:
    """`place`, before the start: to the card of this seat."""
    card = "" if place is None else f"#seat-{place}"
    return HttpResponseRedirect(table_address(game.public_id) + card, status=HTTPStatus.SEE_OTHER)


def to_table_if_seen(request: HttpRequest, game: Game) -> HttpResponse:
    """Home for somebody for whom the game is gone with the seat."""
    try:
        game_for_request(request, game.public_id)
    except Http404:
        return HttpResponseRedirect("/", status=HTTPStatus.SEE_OTHER)
    return to_table(game)
