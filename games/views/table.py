"""The table: looking at it, making a turn, resigning."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, push_url, replace_url, retarget

from accounts.models import Player
from board.turn.forms import OrderForm
from board.turn.making import LONGEST_TEXT, Choosing
from board.turn.naming import NameRefusal
from board.turn.order import tidy
from board.turn.screen import Said
from board.words.refusals import sentence
from board.words.rules import resignation_sentence
from games.access import game_for_request, seat_of, version_for_request
from games.clocks.words import who_has_how_long
from games.forms.turn import AtEntryForm, KeyForm, TurnForm
from games.lists import next_game
from games.log.taking_back import turn_taken_back
from games.models import Game, LogEntry
from games.refusals import GameRefusal, GameRefusalCode, NeedsConfirmation, ReadAs, Stale
from games.services import TurnTaken, keep_half_made, resign, take_back, take_turn
from games.table.around import resigning_draws
from games.table.head import title_of
from games.table.looking_back import traced
from games.table.news import HIDDEN, UNSEEN, is_first_look, is_sealed
from games.table.view import RunningTable, table_for
from games.views.around import (
    FRAGMENT,
    GO_ON,
    PAGE,
    is_fetched_ahead,
    news_to_ask,
    opened_game,
    show_table,
    table_after_turn,
)
from homeworlds.refusals import Refusal
from notices.push.asking import asking
from upkeep.answers import Conflict, Forbidden
from upkeep.kept.addresses import address_of

KEEPS = "kept"
"""In an address: the order comes from a table that has become old, and is kept though it cannot be made."""


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table with the turn in the making that the address holds."""
    return _show(request, opened_game(request, public_id), PAGE)


@require_safe
def table_fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same without the page around it; the browser shows the address of the page."""
    choosing = Choosing.from_query(request.GET)
    answer = _show(request, opened_game(request, public_id), FRAGMENT)
    return push_url(answer, f"{_address(public_id)}{replace(choosing, anew=False).query()}")


@require_safe
def news(request: HttpRequest, public_id: str) -> HttpResponse:
    """The fragment of the table once something has happened, 204 until then.

    What a table that is looked at shows by itself has been seen; in a tab that nobody sees, it is once that
    tab asks again and is looked at. Beside a turn in the making there comes only a notice; what was noted
    aside is said there, and the turn stands. An address whose
    seal is worn out gets a new one.
    """
    version = version_for_request(request, public_id)
    hidden = HIDDEN in request.GET
    if request.GET.get("after") == version:
        if is_first_look(request):
            opened_game(request, public_id)
        elif "seal" not in request.GET or is_sealed(request, public_id):
            return HttpResponse(status=204)
        unseen = hidden and UNSEEN in request.GET
        asked = news_to_ask(request, public_id, version, _kept(request), unseen=unseen)
        return retarget(render(request, "games/_news.html", {"news": asked}), "#news")
    if request.GET.get("making"):
        if noted := _noted_since(request, public_id, version):
            asked = news_to_ask(request, public_id, version, _kept(request), unseen=hidden)
            return render(request, "games/_news.html", {"news": asked, "noted": noted})
        chosen = Choosing.from_query(request.GET).pairs()
        fragment = f"{address_of('games:table_fragment', public_id)}?{urlencode([*chosen, (KEEPS, '1')])}"
        came = {"page": _address(public_id), "fragment": fragment}
        return render(request, "games/_news_came.html", came)
    game = game_for_request(request, public_id) if hidden else opened_game(request, public_id)
    return _show(request, game, FRAGMENT)


@require_POST
def show(request: HttpRequest, public_id: str) -> HttpResponse:
    """A typed order, to look at: it gets the address that a clicked one has."""
    form = OrderForm(request.POST)
    if not form.is_valid():
        refused = _refuse(request, public_id, PAGE, 422, error=form.errors["turn"][0])
        return replace_url(refused, False)
    game_for_request(request, public_id)
    _remember_to_go_on(request)
    choosing = Choosing(text=form.cleaned_data["turn"])
    if not choosing.fits_address:
        # So long a turn there is not: reading it says what is wrong.
        return replace_url(_refuse(request, public_id, PAGE, 422), False)
    return HttpResponseRedirect(f"{_address(public_id)}{choosing.query()}", status=303)


@require_POST
def turn(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ends the turn."""
    if not request.user.is_authenticated:
        return redirect_to_login(_address_with_order(request, public_id))
    following = _game_to_go_on_to(request, public_id)
    taken = _end_turn(request, request.user, public_id, PAGE)
    if isinstance(taken, HttpResponse):
        return taken
    return HttpResponseRedirect(_address(following), status=303)


@require_POST
def turn_fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    if not request.user.is_authenticated:
        login = redirect_to_login(_address_with_order(request, public_id))
        return HttpResponseClientRedirect(login.url)
    following = _game_to_go_on_to(request, public_id)
    taken = _end_turn(request, request.user, public_id, FRAGMENT)
    if isinstance(taken, HttpResponse):
        return replace_url(taken, False)
    if following != public_id:
        return HttpResponseClientRedirect(_address(following))
    table = traced(table_after_turn(request, taken))
    asks = asking(request.user, lambda: who_has_how_long(table.game, list(table.game.seats.all())))
    shown = show_table(request, table, FRAGMENT, choosing=Choosing(), **asks)
    return push_url(shown, _address(public_id))


@require_POST
def take_turn_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Takes the last turn back; it is in the making again then."""
    if not request.user.is_authenticated:
        return redirect_to_login(_address(public_id))
    done = _take_back(request, request.user, public_id, PAGE)
    if isinstance(done, HttpResponse):
        return done
    return HttpResponseRedirect(f"{_address(public_id)}{done.query()}", status=303)


@require_POST
def take_turn_back_fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return HttpResponseClientRedirect(redirect_to_login(_address(public_id)).url)
    done = _take_back(request, request.user, public_id, FRAGMENT)
    if isinstance(done, HttpResponse):
        return replace_url(done, False)
    answer = _show(request, opened_game(request, public_id), FRAGMENT, choosing=done)
    return push_url(answer, f"{_address(public_id)}{done.query()}")


@require_http_methods(["GET", "HEAD", "POST"])
def resign_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Asks, then resigns."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    game = game_for_request(request, public_id)
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            resign(game_id=game.pk, player=request.user, key=form.cleaned_data["key"], confirmed=True)
        except (GameRefusal, Refusal) as refusal:
            _forbid_strangers(refusal)
            raise Conflict(sentence(refusal), back=_address(public_id)) from refusal
        return HttpResponseRedirect(_address(public_id), status=303)
    view = table_for(game, request.user)
    if view.viewer_seat is None:
        raise Forbidden(gettext("You do not play in this game."), back=_address(public_id))
    if not isinstance(view, RunningTable) or not view.may_resign:
        raise Conflict(gettext("There is nothing left to resign in this game."), back=_address(public_id))
    asked = {
        "title": title_of(view),
        "public_id": public_id,
        "key": secrets.token_urlsafe(16),
        "meaning": resignation_sentence(view.rules.variant),
        "draws": resigning_draws(view),
    }
    return render(request, "games/resign.html", asked, status=422 if form.is_bound else 200)


def _kept(request: HttpRequest) -> list[tuple[str, str]]:
    """What a question for news brings along, besides what it asks."""
    return [
        (name, value)
        for name, values in request.GET.lists()
        if name not in ("after", "seal", "by", HIDDEN, UNSEEN)
        for value in values
    ]


def _show(
    request: HttpRequest, game: Game, template: str, *, choosing: Choosing | None = None
) -> HttpResponse:
    view = traced(table_for(game, request.user))
    said = None
    if KEEPS in request.GET:
        said = Said(notice=sentence(Stale(answers=0, number=game.log_number)), kept=True)
    if choosing is None:
        choosing = Choosing.from_query(request.GET)
        if begun := _taken_up(request, game, choosing):
            choosing, said = begun, said or Said(found=True)
    return show_table(request, view, template, choosing=choosing, said=said)


def _taken_up(request: HttpRequest, game: Game, asked: Choosing) -> Choosing | None:
    """The turn that the viewer began on an earlier visit, when this one asks for nothing, so that nothing is
    lost on the way to other games. What this one asks for is kept for the next."""
    own = seat_of(game, request.user)
    if own is None or game.next_seat is None or own.number != game.next_seat or own.adrift_since:
        return None
    if asked == Choosing():
        begun = game.half_made_by(own)
        return Choosing.from_query(QueryDict(begun.removeprefix("?"))) if begun else None
    if not is_fetched_ahead(request):
        keep_half_made(game=game, seat=own, query=asked.half_made())
    return None


def _end_turn(
    request: HttpRequest, player: Player, public_id: str, template: str
) -> TurnTaken | HttpResponse:
    """The turn that counts, now or since an earlier sending; otherwise the table with the reason.

    A player of the game may see it; for others it is asked whether they may, before they hear anything.
    """
    if "watch" in request.GET:
        game_for_request(request, public_id)  # which remembers the link
    form = TurnForm(request.POST)
    if not form.is_valid():
        return _refuse(request, public_id, template, 422, error=form.sentence())
    order = form.cleaned_data
    try:
        return take_turn(
            game_id=public_id,
            player=player,
            answers=order["answers"],
            key=order["key"],
            text=order["turn"],
            typed=True,
            confirmed=order["confirmed"],
        )
    except Game.DoesNotExist as missing:
        raise Http404 from missing
    except NeedsConfirmation:
        return _refuse(request, public_id, template, 422, confirm=True, key=order["key"])
    except ReadAs as understood:
        return _refuse(request, public_id, template, 422, notice=sentence(understood), key=order["key"])
    except GameRefusal as refusal:
        game_for_request(request, public_id)
        _forbid_strangers(refusal)
        return _refuse(request, public_id, template, 409, notice=sentence(refusal))
    except (NameRefusal, Refusal) as refusal:
        return _refuse(request, public_id, template, 422, error=sentence(refusal))


def _remember_to_go_on(request: HttpRequest) -> None:
    """The tick beside the order; the question whether a turn shall really end has none."""
    goes_on = GO_ON in request.POST
    if "confirmed" not in request.POST and goes_on != request.session.get(GO_ON, False):
        request.session[GO_ON] = goes_on


def _game_to_go_on_to(request: HttpRequest, public_id: str) -> str:
    """After a turn: for whoever wishes so the game that follows this one before it; else the same."""
    _remember_to_go_on(request)
    found = next_game(request.user, public_id) if request.session.get(GO_ON, False) else None
    return found.public_id if found else public_id


def _take_back(
    request: HttpRequest, player: Player, public_id: str, template: str
) -> Choosing | HttpResponse:
    """The turn that is in the making again; nothing, when that was done before. Or why it stands."""
    game = game_for_request(request, public_id)
    form = AtEntryForm(request.POST)
    answers, key = (form.cleaned_data[name] for name in ("answers", "key")) if form.is_valid() else (-1, "")
    try:
        taken = take_back(game_id=game.pk, player=player, answers=answers, key=key)
    except GameRefusal as refusal:
        _forbid_strangers(refusal)
        return _refuse(request, public_id, template, 409, notice=sentence(refusal))
    return Choosing() if taken.repeated else Choosing(text=_text_taken_back(game, taken.entry))


def _noted_since(request: HttpRequest, public_id: str, version: str) -> list[str]:
    """What was noted aside since the version that the page shows; nothing where more has happened."""
    (shown, _, called), (_, _, called_now) = (
        request.GET.get("after", "").partition("."),
        version.partition("."),
    )
    view = table_for(game_for_request(request, public_id), request.user)
    if (
        not isinstance(view, RunningTable)
        or not view.my_turn
        or called != called_now
        or not shown.isdecimal()
    ):
        return []
    return [entry.words for entry in view.entries[int(shown) :]] if int(shown) >= view.stands_since else []


def _text_taken_back(game: Game, entry: LogEntry) -> str:
    return game.log.get(number=turn_taken_back(entry.number, entry.data)).text


def _refuse(request: HttpRequest, public_id: str, template: str, status: int, **said: Any) -> HttpResponse:
    """The table as it stands now, with the order as it was typed and the reason why it does not count."""
    view = table_for(opened_game(request, public_id), request.user)
    choosing = Choosing(text=tidy(request.POST.get("turn", ""))[:LONGEST_TEXT])
    return show_table(request, view, template, choosing=choosing, said=Said(**said), status=status)


def _forbid_strangers(refusal: GameRefusal | Refusal) -> None:
    if refusal.code is GameRefusalCode.NOT_A_PLAYER:
        raise Forbidden(sentence(refusal)) from refusal


def _address(public_id: str) -> str:
    return address_of("games:table", public_id)


def _address_with_order(request: HttpRequest, public_id: str) -> str:
    """So that the order is there again after logging in."""
    order = tidy(request.POST.get("turn", ""))[:LONGEST_TEXT]
    return f"{_address(public_id)}{Choosing(text=order).query()}"
