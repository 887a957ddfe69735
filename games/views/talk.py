"""Talk at a table: reading, saying something, asking staff to look at it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from board.words.refusals import sentence
from games.access import game_for_request
from games.forms.turn import KeyForm
from games.models import Game, Room, TalkMessage
from games.refusals import GameRefusal, GameRefusalCode
from games.services import report_message, say
from games.services.talk import LONGEST_REASON, check_may_report
from games.talk.text import markup
from games.talk.view import heard, rooms_read, talk_for, version_of_talk
from games.views.around import talk_shown
from upkeep.answers import Forbidden
from upkeep.limits import Limit, check_limit

WORDS: Final = Limit("talk", most=20, seconds=60)
REPORTS: Final = Limit("reports", most=20, seconds=3600)
PER_PAGE: Final = 100


@require_safe
def talk(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page with all that was said, the oldest first."""
    game = game_for_request(request, public_id)
    return _page(request, game)


@require_safe
def said(request: HttpRequest, public_id: str) -> HttpResponse:
    """What was said, once there is something new; 204 until then."""
    game = game_for_request(request, public_id)
    if request.GET.get("after") == version_of_talk(game, request.user):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    shown = talk_shown(request, game)
    if shown is None:
        raise Http404
    return render(request, "games/_talk_said.html", {"talk": shown})


@require_POST
def say_something(request: HttpRequest, public_id: str) -> HttpResponse:
    """Back to the table, or to the words with the reason why they were not said."""
    game = game_for_request(request, public_id)
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:table", args=[public_id]))
    if error := _say(request, game):
        return _page(request, game, error=error, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return HttpResponseRedirect(
        f"{reverse('games:table', args=[public_id])}?panel=talk#talk", status=HTTPStatus.SEE_OTHER
    )


@require_POST
def say_fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same for HTMX: the talk with an empty form, or with the words and the reason."""
    game = game_for_request(request, public_id)
    if not request.user.is_authenticated:
        return HttpResponseClientRedirect(redirect_to_login(reverse("games:table", args=[public_id])).url)
    error = _say(request, game)
    context = _context(request, game, error)
    if context["talk"] is None:
        raise Http404
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
    return render(request, "games/_talk_body.html", context, status=status)


def _say(request: HttpRequest, game: Game) -> str:
    """Why it was not said; empty when it was. Raises Forbidden for whoever has no talk here."""
    check_limit(WORDS, request.user.pk)
    form = KeyForm(request.POST)
    room = request.POST.get("room", "")
    if not form.is_valid() or room not in Room.values:
        return gettext("This form was incomplete. Please send it again.")
    try:
        say(
            game_id=game.pk,
            player=request.user,
            room=Room(room),
            text=request.POST.get("text", ""),
            key=form.cleaned_data["key"],
        )
    except GameRefusal as refusal:
        if refusal.code is GameRefusalCode.NO_TALK:
            raise Forbidden(
                sentence(refusal), back=reverse("games:table", args=[game.public_id])
            ) from refusal
        return sentence(refusal)
    return ""


def _context(request: HttpRequest, game: Game, error: str = "") -> dict[str, Any]:
    words = request.POST.get("text", "") if error else ""
    return {"talk": talk_shown(request, game), "game": game, "error": error, "words": words}


def _page(request: HttpRequest, game: Game, *, error: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    context = _context(request, game, error)
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 19:
        context["talk"] = talk_for(game, request.user, before=int(before), most=PER_PAGE)
        context["earlier"] = True
    if context["talk"] is None:
        raise Http404
    return render(request, "games/talk.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Asks why, then tells staff."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    game = game_for_request(request, public_id)
    table = reverse("games:table", args=[public_id])
    readable = heard(game, rooms_read(game, request.user), request.user)
    message = get_object_or_404(readable.select_related("author"), pk=number, hidden_at=None)
    try:
        check_may_report(message, request.user)
    except GameRefusal as refusal:
        raise Forbidden(sentence(refusal), back=table) from refusal
    if request.method == "POST":
        check_limit(REPORTS, request.user.pk)
        _report(request, game, message, table)
        messages.success(request, gettext("Thank you. Staff will look at it."))
        return HttpResponseRedirect(f"{table}?panel=talk#talk", status=HTTPStatus.SEE_OTHER)
    context = {
        "game": game,
        "author": message.author.name,
        "author_id": message.author.public_id,
        "said": markup(message.text, game),
        "longest": LONGEST_REASON,
    }
    return render(request, "games/report.html", context)


def _report(request: HttpRequest, game: Game, message: TalkMessage, back: str) -> None:
    try:
        reason = request.POST.get("reason", "").replace("\x00", "")
        report_message(game=game, message_id=message.pk, player=request.user, reason=reason)
    except GameRefusal as refusal:
        raise Forbidden(sentence(refusal), back=back) from refusal
