"""The sandbox from a pasted position, which stands in the address."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.views.around import from_seat_of
from study.forms import PasteForm
from study.lines import pasted_lines
from study.pasting import is_bound, pasted_root
from study.trail import Root
from study.views.sandbox import end_turn, show, show_order
from upkeep.answers import Forbidden


@require_safe
def paste(request: HttpRequest) -> HttpResponse:
    """Where a position is pasted."""
    return _form(request, PasteForm())


@require_safe
def pasted(request: HttpRequest) -> HttpResponse:
    """What is tried from the position, or the form again with what is wrong."""
    start = pasted_for_request(request)
    return show(request, start) if isinstance(start, Root) else start


@require_POST
def pasted_show(request: HttpRequest) -> HttpResponse:
    start = pasted_for_request(request)
    return show_order(request, start) if isinstance(start, Root) else start


@require_POST
def pasted_end(request: HttpRequest) -> HttpResponse:
    start = pasted_for_request(request)
    return end_turn(request, start) if isinstance(start, Root) else start


def _form(request: HttpRequest, form: PasteForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    context = {"form": form, "lines": pasted_lines(request.user)}
    return render(request, "study/paste.html", context, status=status)


def pasted_for_request(request: HttpRequest) -> Root | HttpResponse:
    """Where the sandbox begins, or the form with what is wrong. Raises Forbidden: it is the position of a
    game whose terms forbid it this viewer."""
    form = PasteForm(request.GET)
    if not form.is_valid():
        return _form(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    rules, position = form.start()
    if is_bound(position, request.user):
        reason = gettext("This position is from a game of yours whose players try no turns while it runs.")
        raise Forbidden(reason, back=reverse("study:paste"))
    return pasted_root(rules, position, from_seat=from_seat_of(request))
