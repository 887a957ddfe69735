"""Find a game: one's standing wishes, and what others wait for."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.views import people_only
from board.words.refusals import SiteRefusal, sentence
from ladders.models import Wish
from ladders.wishes import looking
from ladders.wishes.forms import WishForm
from ladders.wishes.services import answer_wish, state_wish, withdraw_wish
from upkeep.clock import database_now


@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """The form for a wish, and what one wishes already."""
    if request.method != "POST":
        return _page(request)
    return _state(request)


@login_required
@people_only
def _state(request: HttpRequest) -> HttpResponse:
    form = WishForm(request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        state_wish(player=request.user, **form.cleaned_data)
    except SiteRefusal as refusal:
        return _refused(request, refusal)
    words = gettext("Your wish stands. A game begins as soon as others wish for the same.")
    return _done(request, words, reverse("ladders:find"))


@require_POST
@login_required
@people_only
def withdraw(request: HttpRequest, wish_id: int) -> HttpResponse:
    try:
        withdraw_wish(player=request.user, wish_id=wish_id)
    except Wish.DoesNotExist as missing:
        raise Http404 from missing
    return _done(request, gettext("Your wish is withdrawn. Its games go on."), reverse("ladders:find"))


@require_POST
@login_required
@people_only
def answer(request: HttpRequest, wish_id: int) -> HttpResponse:
    """A game with whoever wished for it begins; of a table one wishes for the same."""
    wish = Wish.objects.filter(pk=wish_id).first()
    try:
        if wish is not None and wish.players > 2 and wish.player_id != request.user.pk:
            mine = looking.answer_of(request.user, wish)
            state_wish(
                player=request.user,
                players=mine.players,
                variants=mine.variants,
                clocks=mine.clocks,
                rated=mine.rated,
            )
            words = gettext("You wish for the same now. The game begins when enough do.")
            return _done(request, words, reverse("ladders:find"))
        game = answer_wish(player=request.user, wish_id=wish_id)
    except SiteRefusal as refusal:
        return _refused(request, refusal)
    return _done(request, gettext("The game has begun."), reverse("games:table", args=[game.public_id]))


def _done(request: HttpRequest, words: str, address: str) -> HttpResponse:
    messages.success(request, words)
    return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)


def _refused(request: HttpRequest, refusal: SiteRefusal) -> HttpResponse:
    messages.error(request, sentence(refusal))
    return _page(request, status=HTTPStatus.CONFLICT)


def _page(request: HttpRequest, *, form: WishForm | None = None, status: int = HTTPStatus.OK) -> HttpResponse:
    own = looking.own_wishes(request.user)
    context = {
        "form": form or WishForm(),
        "own": own,
        "may_wish": len(own) < looking.MOST_WISHES,
        "most": looking.MOST_WISHES,
        "waiting": looking.how_many_wait(request.user),
        "wishes": looking.wishes_of_others(request.user, database_now()),
    }
    return render(request, "ladders/find.html", context, status=status)
