"""A player's own view of the map."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from board.words.refusals import sentence
from games.access import game_for_request
from games.refusals import GameRefusal, GameRefusalCode
from games.services import tidy_map, undo_tidying
from games.views.answers import house_answer, table_address, table_with_draft
from upkeep.answers import Forbidden


@require_POST
def tidy(request: HttpRequest, public_id: str) -> HttpResponse:
    """Tidies the view, or undoes that; then the table as it stood, with the turn in the making."""
    game = game_for_request(request, public_id)
    back = table_address(public_id)
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    service = undo_tidying if "undo" in request.POST else tidy_map
    try:
        service(game_id=game.pk, player=request.user)
    except GameRefusal as refusal:
        if refusal.code is GameRefusalCode.NOT_A_PLAYER:
            raise Forbidden(sentence(refusal), back=back) from refusal
        raise house_answer(refusal, back=back) from refusal
    return HttpResponseRedirect(table_with_draft(request, public_id), status=HTTPStatus.SEE_OTHER)
