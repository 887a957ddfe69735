"""The guided first game: a table without a game, whose place is kept with the visitor."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, push_url, replace_url

from accounts.sessions import guide_step, keep_guide_step
from board.turn.forms import OrderForm
from board.turn.making import LONGEST_TEXT, Choosing
from board.turn.order import read_turn, tidy
from board.turn.screen import Said
from board.words.refusals import sentence
from games.forms.new_game import new_key
from pages.guide import FINISHED, LAST_STEP, Step, Verdict, judge, place_to_go_on, step_number
from pages.guide_screen import final_map, gentle_word, guide_screen

PAGE: Final = "pages/learn.html"
FRAGMENT: Final = "pages/_learn_table.html"


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """On to the step where this visitor goes on."""
    return HttpResponseRedirect(_address(place_to_go_on(guide_step(request))))


@require_safe
def learn_step(request: HttpRequest, number: int) -> HttpResponse:
    return _show(request, _step(number), PAGE)


@require_safe
def learn_fragment(request: HttpRequest, number: int) -> HttpResponse:
    """The same without the page around it; the browser shows the address of the page."""
    query = Choosing.from_query(request.GET).query()
    return push_url(_show(request, _step(number), FRAGMENT), f"{_address(number)}{query}")


@require_POST
def learn_show(request: HttpRequest, number: int) -> HttpResponse:
    """A typed order, to look at: it gets the address that a clicked one has."""
    step, form = _step(number), OrderForm(request.POST)
    if not form.is_valid():
        return replace_url(_refuse(request, step, PAGE, Said(error=form.errors["turn"][0])), False)
    choosing = Choosing(text=form.cleaned_data["turn"])
    if not choosing.fits_address:
        # So long a turn there is not: reading it says what is wrong.
        return replace_url(_refuse(request, step, PAGE, Said()), False)
    return HttpResponseRedirect(f"{_address(number)}{choosing.query()}", status=HTTPStatus.SEE_OTHER)


@require_POST
def learn_turn(request: HttpRequest, number: int) -> HttpResponse:
    """Ends the turn: on to the next step if it is the one asked for."""
    step = _step(number)
    said = _end_turn(request, step)
    if said is not None:
        return _refuse(request, step, PAGE, said)
    return _to(guide_step(request))


@require_POST
def learn_turn_fragment(request: HttpRequest, number: int) -> HttpResponse:
    step = _step(number)
    said = _end_turn(request, step)
    if said is not None:
        return replace_url(_refuse(request, step, FRAGMENT, said), False)
    place = guide_step(request)
    if place == FINISHED:
        return HttpResponseClientRedirect(_address(place))
    return push_url(_answer(request, _step(place), FRAGMENT, Choosing()), _address(place))


@require_POST
def learn_skip(request: HttpRequest, number: int) -> HttpResponse:
    keep_guide_step(request, _step(number).number + 1)
    return _to(number + 1)


@require_safe
def learn_done(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/learn_done.html", {"picture": final_map(), "key": new_key()})


def _step(number: int) -> Step:
    step = step_number(number)
    if step is None:
        raise Http404
    return step


def _address(number: int) -> str:
    if number > LAST_STEP:
        return reverse("pages:learn_done")
    return reverse("pages:learn_step", args=[number])


def _to(number: int) -> HttpResponse:
    return HttpResponseRedirect(_address(number), status=HTTPStatus.SEE_OTHER)


def _end_turn(request: HttpRequest, step: Step) -> Said | None:
    """None when the turn leads on; the place is kept then. Otherwise what there is to say."""
    form = OrderForm(request.POST)
    if not form.is_valid():
        return Said(error=form.errors["turn"][0])
    read = read_turn(step.state, form.cleaned_data["turn"])
    if read.error:
        return Said()
    why_not = read.half.why_not_end()
    if why_not is not None:
        return Said(notice=sentence(why_not))
    verdict = judge(step, read.half)
    if verdict in (Verdict.OTHER, Verdict.LOSES):
        return Said(notice=gentle_word(step, verdict))
    keep_guide_step(request, FINISHED if verdict is Verdict.WINS else step.number + 1)
    return None


def _show(request: HttpRequest, step: Step, template: str) -> HttpResponse:
    choosing = Choosing.from_query(request.GET)
    return _answer(request, step, template, choosing)


def _refuse(request: HttpRequest, step: Step, template: str, said: Said) -> HttpResponse:
    """The step with the order as it was typed, and why it does not lead on."""
    choosing = Choosing(text=tidy(request.POST.get("turn", ""))[:LONGEST_TEXT])
    response = _answer(request, step, template, choosing, said)
    response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    return response


def _answer(
    request: HttpRequest, step: Step, template: str, choosing: Choosing, said: Said | None = None
) -> HttpResponse:
    screen = guide_screen(step, choosing, said)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if screen.making.error else HTTPStatus.OK
    return render(request, template, {"screen": screen}, status=status)
