"""One’s notes on a game, read when they are opened. Whatever is wrong, what was written comes back."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from board.turn.making import Choosing
from board.words.refusals import sentence
from games.access import Viewer, game_for_request
from games.models import Game, GameNote
from games.refusals import GameRefusal, GameRefusalCode
from games.services import write_note


@dataclass(frozen=True, slots=True)
class _Saved:
    """What became of a note."""

    error: str = ""
    other: str = ""
    """What is saved instead."""
    status: HTTPStatus = HTTPStatus.OK


@require_http_methods(["GET", "HEAD", "POST"])
def note(request: HttpRequest, public_id: str) -> HttpResponse:
    """The notes as a page; saved, back to the table as it was, or to the page with the reason why not."""
    game = game_for_request(request, public_id)
    if request.method != "POST":
        return _written(request, game, "games/note.html")
    saved = _save(request, game)
    if saved.error:
        return render(request, "games/note.html", _context(request, game, saved), status=saved.status)
    messages.success(request, gettext("Your notes are saved."))
    return HttpResponseRedirect(_back(request, game), status=HTTPStatus.SEE_OTHER)


@require_http_methods(["GET", "HEAD", "POST"])
def note_fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """The notes for the table; saved, what became of it: the words stay in the page, where they may have
    grown meanwhile."""
    game = game_for_request(request, public_id)
    if request.method != "POST":
        return _written(request, game, "games/_note_form.html")
    saved = _save(request, game)
    return render(request, "games/_note_said.html", _context(request, game, saved), status=saved.status)


def _written(request: HttpRequest, game: Game, template: str) -> HttpResponse:
    """What is kept so far."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    note = note_for(game, request.user)
    context = {
        "note": note,
        "words": note.text if note else "",
        "back": _back(request, game),
        "way_back": _way_back(request),
    }
    return render(request, template, context)


def _save(request: HttpRequest, game: Game) -> _Saved:
    if not request.user.is_authenticated:
        error = gettext("You are logged out, so nothing was saved. Copy your notes and log in.")
        return _Saved(error, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    answers = request.POST.get("answers", "")
    number = int(answers) if answers.isascii() and answers.isdigit() and len(answers) < 10 else 0
    try:
        write_note(game=game, player=request.user, text=_text(request), answers=number)
    except GameRefusal as refusal:
        if refusal.code is GameRefusalCode.NOTE_CHANGED:
            kept = note_for(game, request.user)
            return _Saved(sentence(refusal), kept.text if kept else "", HTTPStatus.CONFLICT)
        return _Saved(sentence(refusal), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _Saved()


def _text(request: HttpRequest) -> str:
    return request.POST.get("note", "").replace("\x00", "")


def _context(request: HttpRequest, game: Game, saved: _Saved) -> dict[str, object]:
    return {
        "note": note_for(game, request.user),
        "saved": saved,
        "words": _text(request),
        "back": _back(request, game),
        "way_back": _way_back(request),
    }


def _way_back(request: HttpRequest) -> str:
    return f"?{request.GET.urlencode()}" if request.GET else ""


def _back(request: HttpRequest, game: Game) -> str:
    """Where the notes were written, with the turn in the making."""
    number = request.GET.get("number", "")
    if number.isascii() and number.isdigit() and len(number) < 6 and int(number) < game.log_number:
        return reverse("games:position", args=[game.public_id, int(number)])
    query = Choosing.from_query(request.GET).query()
    return reverse("games:table", args=[game.public_id]) + query


@dataclass(frozen=True, slots=True)
class NoteView:
    public_id: str
    text: str
    number: int
    """Of the note that is changed; 0 before the first."""


def note_for(game: Game, viewer: Viewer) -> NoteView | None:
    """None for visitors without an account. One query."""
    if viewer.is_anonymous:
        return None
    note = GameNote.objects.filter(game=game, player=viewer).first()
    if note is None:
        return NoteView(game.public_id, "", 0)
    return NoteView(game.public_id, note.text, note.number)
