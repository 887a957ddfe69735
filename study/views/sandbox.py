"""The sandbox: trying turns from a position, for whichever seat is to move. Looking and trying write
nothing; what is tried stands in the address."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import replace_url

from board.turn.forms import OrderForm
from board.turn.making import LONGEST_ADDRESS, LONGEST_TEXT, Choosing, query_of
from board.turn.naming import NameRefusal, read_order
from board.turn.order import text_of, tidy
from board.turn.screen import Said
from board.words.refusals import sentence
from games.views.around import from_seat_of, opened_game
from homeworlds.refusals import Refusal
from study.lines import Kept, kept_at
from study.lines_screen import kept_screen
from study.screen import sandbox_screen, trail_address
from study.trail import (
    MOST_TURNS,
    Moment,
    Root,
    Trail,
    after,
    cut,
    game_root,
    may_try,
    trail_of,
    tried,
)
from upkeep.answers import Forbidden

PAGE: Final = "study/sandbox.html"


class Tries(NamedTuple):
    """What an address says is tried, as far as it can be made."""

    trail: Trail
    moments: Sequence[Moment]
    """From the root on; those of turns not made just now too."""
    kept: Kept


@require_safe
def sandbox(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """What is tried from a position of a game, with the turn in the making."""
    return show(request, root_for_request(request, public_id, number))


@require_POST
def sandbox_show(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A typed order, to look at: it gets the address that a clicked one has."""
    return show_order(request, root_for_request(request, public_id, number))


@require_POST
def sandbox_end(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Ends the turn that is tried."""
    return end_turn(request, root_for_request(request, public_id, number))


def root_for_request(request: HttpRequest, public_id: str, number: int) -> Root:
    """Raises Http404, and Forbidden where the terms of the game allow this viewer no sandbox."""
    game = opened_game(request, public_id)
    root = game_root(game, request.user, number, from_seat=from_seat_of(request))
    if not may_try(game, request.user):
        reason = gettext("The players have agreed that nobody at this table tries turns while the game runs.")
        raise Forbidden(reason, back=reverse("games:table", args=[public_id]))
    return root


def show(request: HttpRequest, root: Root) -> HttpResponse:
    return _answer(request, root, read(request, root), Choosing.from_query(request.GET))


def show_order(request: HttpRequest, root: Root) -> HttpResponse:
    tries = read(request, root)
    form = OrderForm(request.POST)
    if not form.is_valid():
        return _refuse(request, root, tries, Said(error=form.errors["turn"][0]))
    choosing = Choosing(text=form.cleaned_data["turn"])
    query = query_of([*root.carried, *tries.trail.pairs(), *choosing.pairs()])
    if len(query) > LONGEST_ADDRESS or not choosing.fits_address:
        return _refuse(request, root, tries, Said())
    return HttpResponseRedirect(root.address("page") + query, status=HTTPStatus.SEE_OTHER)


def end_turn(request: HttpRequest, root: Root) -> HttpResponse:
    tries = read(request, root)
    form = OrderForm(request.POST)
    if not form.is_valid():
        return _refuse(request, root, tries, Said(error=form.errors["turn"][0]))
    before = tries.moments[tries.trail.done]
    try:
        order = read_order(before.state, form.cleaned_data["turn"])
        moment = after(before, text_of(order))
    except (NameRefusal, Refusal) as refusal:
        return _refuse(request, root, tries, Said(notice=sentence(refusal)))
    further = tries.trail.after(text_of(moment.half)) if moment.half else tries.trail
    if why_not := _too_long(root, further):
        return _refuse(request, root, tries, Said(notice=why_not))
    return HttpResponseRedirect(trail_address(root, further), status=HTTPStatus.SEE_OTHER)


def _too_long(root: Root, trail: Trail) -> str:
    if len(trail.turns) > MOST_TURNS:
        return gettext("A line has {number} turns at most.").format(number=MOST_TURNS)
    if len(query_of([*root.carried, *trail.pairs()])) > LONGEST_ADDRESS:
        return gettext("So many turns do not fit into an address. Keep the line first, then go on from it.")
    return ""


def read(request: HttpRequest, root: Root) -> Tries:
    """What the address says. Raises Http404: it names a line that there is not for this viewer."""
    query = request.GET
    kept = kept_at(root, request.user, line=query.get("line", ""), shared=query.get("shared", ""))
    trail = trail_of(query, kept.line, shared=kept.shared)
    moments = tried(root, trail.turns)
    return Tries(cut(trail, moments), moments, kept)


def _refuse(request: HttpRequest, root: Root, tries: Tries, said: Said) -> HttpResponse:
    """The sandbox with the order as it was typed, and why it was not tried."""
    choosing = Choosing(text=tidy(request.POST.get("turn", ""))[:LONGEST_TEXT])
    response = _answer(request, root, tries, choosing, said)
    response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    return replace_url(response, False)


def _answer(
    request: HttpRequest, root: Root, tries: Tries, choosing: Choosing, said: Said | None = None
) -> HttpResponse:
    screen = sandbox_screen(root, tries.trail, tries.moments, choosing, said)
    context = {"screen": screen, "kept": kept_screen(root, tries.trail, tries.kept, choosing)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if screen.making and screen.making.error else HTTPStatus.OK
    return render(request, PAGE, context, status=status)
