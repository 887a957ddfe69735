"""What players agree on: draws, rematches, and what becomes of the clocks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from board.words.refusals import sentence
from games.access import game_for_request
from games.forms.new_game import new_key
from games.forms.turn import AtEntryForm, KeyForm
from games.models import Game, Matter
from games.refusals import GameRefusal, GameRefusalCode
from games.services import (
    agree_to_draw,
    ask_rematch,
    claim_repetition,
    consent,
    dissent,
    give_time,
    play_on,
    withdraw_draw,
)
from games.table.around import draw_for
from games.table.view import RunningTable, table_for
from games.views.answers import (
    contribution,
    house_answer,
    table_address,
    table_again,
    table_with_draft,
    to_table,
)
from homeworlds.refusals import Refusal
from upkeep.answers import Forbidden


@require_safe
def draw(request: HttpRequest, public_id: str) -> HttpResponse:
    """The fragment once something about the draw is new, 204 until then, and when the table itself is old."""
    view = table_for(game_for_request(request, public_id), request.user)
    after = request.GET.get("after", "")
    number = after.split("-")[0]
    if isinstance(view, RunningTable) and number.isdecimal() and int(number) >= view.stands_since:
        shown = draw_for(view, request.user)
        if shown is not None and shown.version != after:
            return render(request, "games/_draw.html", {"draw": shown})
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_POST
def agree(request: HttpRequest, public_id: str) -> HttpResponse:
    accepting = request.POST.get("accepting") == "1"
    return _answered(request, public_id, partial(agree_to_draw, accepting=accepting))


@require_POST
def claim(request: HttpRequest, public_id: str) -> HttpResponse:
    return _answered(request, public_id, claim_repetition)


@require_POST
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    return _done(request, public_id, withdraw_draw)


def _answered(request: HttpRequest, public_id: str, service: Callable[..., Game]) -> HttpResponse:
    """For what counts only at the position shown, and once."""
    form = AtEntryForm(request.POST)
    if not form.is_valid():
        form_answers, key = -1, ""
    else:
        form_answers, key = form.cleaned_data["answers"], form.cleaned_data["key"]
    return _done(request, public_id, partial(service, answers=form_answers, key=key))


def _done(request: HttpRequest, public_id: str, service: Callable[..., Game]) -> HttpResponse:
    game = game_for_request(request, public_id)
    if not request.user.is_authenticated:
        return redirect_to_login(table_address(public_id))
    try:
        service(game_id=game.pk, player=request.user)
    except (GameRefusal, Refusal) as refusal:
        if refusal.code is GameRefusalCode.NOT_A_PLAYER:
            raise Forbidden(sentence(refusal), back=table_address(public_id)) from refusal
        return table_again(request, public_id, HTTPStatus.CONFLICT, notice=sentence(refusal))
    return HttpResponseRedirect(table_with_draft(request, public_id), status=HTTPStatus.SEE_OTHER)


@require_POST
def clocks_agree(request: HttpRequest, public_id: str) -> HttpResponse:
    """Proposes something about the clocks, or agrees to it."""
    pace = request.POST.get("pace", "")
    return _done(request, public_id, partial(consent, matter=_matter(request), pace=pace))


@require_POST
def clocks_against(request: HttpRequest, public_id: str) -> HttpResponse:
    return _done(request, public_id, partial(dissent, matter=_matter(request)))


@require_POST
def more_time(request: HttpRequest, public_id: str) -> HttpResponse:
    """For all others."""
    form = KeyForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else new_key()
    return _done(request, public_id, partial(give_time, key=key))


def _matter(request: HttpRequest) -> Matter:
    """Junk is a clock that is not offered."""
    matter = request.POST.get("matter", "")
    return Matter(matter) if matter in Matter.values else Matter.CLOCK


@require_POST
def go_on(request: HttpRequest, public_id: str) -> HttpResponse:
    """After a loss on time: the winner offers it, the loser accepts."""
    return _done(request, public_id, play_on)


@require_POST
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """To the table of the rematch, made now or before."""
    game = game_for_request(request, public_id)
    back = table_address(public_id)
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    try:
        return to_table(ask_rematch(game_id=game.pk, player=request.user, contribution=contribution(request)))
    except GameRefusal as refusal:
        if refusal.code is GameRefusalCode.NOT_A_PLAYER:
            raise Forbidden(sentence(refusal), back=back) from refusal
        raise house_answer(refusal, back=back) from refusal
