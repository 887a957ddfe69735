"""The analysis of a finished game: its page, and asking for it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from board.words.refusals import sentence
from games.access import game_for_request
from games.models import Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services import ask_for_analysis
from games.table.analysis.page import analysis_of
from games.table.head import title_of
from games.table.view import running_table
from games.views.answers import house_answer, table_address
from games.views.around import from_seat_of
from upkeep.answers import Forbidden
from upkeep.limits import Limit, check_limit

ASKED: Final = Limit("analyses-asked", most=10, seconds=24 * 3600)
"""Each takes a minute of a processor."""


@require_safe
def analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """How the balance of a finished game moved. Of no other game is anything said."""
    game = game_for_request(request, public_id)
    if game.status != Status.FINISHED or game.started_at is None:
        refusal = GameRefusal(GameRefusalCode.NOT_OVER)
        raise Forbidden(sentence(refusal), back=table_address(public_id))
    table = running_table(game, request.user, game.log_number)
    page = analysis_of(table, from_seat_of(request))
    context = {"analysis": page, "title": title_of(table), "public_id": public_id}
    return render(request, "games/analysis.html", context)


@require_POST
def ask(request: HttpRequest, public_id: str) -> HttpResponse:
    """Has a finished game analysed that is not looked through by itself."""
    game = game_for_request(request, public_id)
    address = reverse("games:analysis", args=[public_id])
    if not request.user.is_authenticated:
        # Back to the page after the login: the button is there.
        return redirect_to_login(address)
    check_limit(ASKED, request.user.public_id)
    try:
        ask_for_analysis(game_id=game.pk, player=request.user)
    except GameRefusal as refusal:
        raise house_answer(refusal, back=table_address(public_id)) from refusal
    return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)
