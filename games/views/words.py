"""The table in words, for who opens them there or comes without a script."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from board.turn.in_words import in_words
from board.turn.making import Choosing
from board.turn.order import read_turn
from games.access import game_for_request
from games.models import Game
from games.table.looking_back import stage_address, table_at
from games.table.variations import variation_at
from games.table.view import RunningTable


@require_safe
def words(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A page of its own."""
    return _show(request, public_id, number, "games/in_words.html")


@require_safe
def words_fragment(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """For the table, once its panel is opened."""
    return _show(request, public_id, number, "games/_in_words_body.html")


def _show(request: HttpRequest, public_id: str, number: int, template: str) -> HttpResponse:
    game = game_for_request(request, public_id)
    table = _looked_at(request, game, number)
    position, choosing = table.at.position, Choosing.from_query(request.GET)
    if choosing.text and table.my_turn and table.at.is_latest:
        position = read_turn(table.state, choosing.text).half.position
    me = table.viewer_seat if table.plays_on else None
    back = stage_address(public_id, number, last=game.log_number)
    when = gettext("After turn {number}").format(number=number)
    context = {"words": in_words(position, table.rules, me), "back": back, "when": when}
    return render(request, template, context)


def _looked_at(request: HttpRequest, game: Game, number: int) -> RunningTable:
    """After entry `number`, after some of its actions, or after some of a turn that a mark there speaks of.
    Raises Http404."""
    step, kind = request.GET.get("step", ""), request.GET.get("kind", "")
    actions = int(step) if step.isascii() and step.isdigit() and len(step) < 4 else None
    if kind and actions is not None:
        return variation_at(game, request.user, number=number, kind=kind, step=actions)
    table = table_at(game, request.user, number=number, step=actions)
    if not isinstance(table, RunningTable):
        raise Http404
    return table
