"""From the wish for a game to its start: making, joining, leaving, cancelling it."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import Limit, check_limit
from accounts.responses import Conflict, Forbidden
from accounts.services import ensure_bots
from accounts.sessions import login_as_new_guest
from games.access import game_for_request
from games.forms import NewGameForm, adapted, checked_key
from games.models import Game, SeatOrder
from games.refusals import GameRefusal, GameRefusalCode
from games.sentences import sentence
from games.services import SeatWish, cancel_game, create_game, join_game, leave_game
from homeworlds.refusals import Refusal
from homeworlds.rules import DEFAULT_PRESET, Variant, preset_rules

NEW_GAMES: Final = Limit("new-games", most=settings.GAMES_PER_HOUR, seconds=3600)
FIRST_BOT: Final = "judge"
NOT_YOURS: Final = {GameRefusalCode.NOT_THE_CREATOR, GameRefusalCode.GUESTS_PLAY_BOTS}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form; with POST the game, or with the button `show` the form for what is chosen so far."""
    if request.method != "POST":
        return _new_page(request, NewGameForm(player=request.user))
    if "show" in request.POST:
        return _new_page(request, _chosen_so_far(request, request.POST))
    form = NewGameForm(request.POST, player=request.user)
    if form.is_valid() and (game := _create(form)):
        return _to_table(game)
    return _new_page(request, form, status=422)


@login_required
@require_safe
def new_form(request: HttpRequest) -> HttpResponse:
    """The fragment with variant, players and rule set, for what is chosen so far."""
    form = _chosen_so_far(request, request.GET)
    return render(request, "games/_new_choice.html", {"form": form})


def _new_page(request: HttpRequest, form: NewGameForm, status: int = 200) -> HttpResponse:
    return render(request, "games/new.html", {"form": form}, status=status)


def _chosen_so_far(request: HttpRequest, data: QueryDict) -> NewGameForm:
    """The form half-way: only what cannot go together is said."""
    form = NewGameForm(adapted(data), player=request.user)
    for name in form.errors.keys() - {"players", "rule_set"}:
        del form.errors[name]
    return form


def _create(form: NewGameForm) -> Game | None:
    """None when it is refused; the form then says why."""
    check_limit(NEW_GAMES, form.player.pk)
    ensure_bots()
    wish = form.cleaned_data
    try:
        return create_game(
            creator=form.player,
            rules=wish["rules"],
            seats=wish["seats"],
            seat_order=SeatOrder(wish["seat_order"]),
            preset=wish["preset"],
            key=form.key,
        )
    except (Refusal, GameRefusal) as refusal:
        form.refuse(refusal)
        return None


@require_POST
def play_bot(request: HttpRequest) -> HttpResponse:
    """A game against a bot at once; whoever has no account becomes a guest."""
    player = login_as_new_guest(request)
    check_limit(NEW_GAMES, player.pk)
    ensure_bots()
    game = create_game(
        creator=player,
        rules=preset_rules(DEFAULT_PRESET, Variant.BINARY),
        seats=[SeatWish(player=player), SeatWish(bot_level=FIRST_BOT)],
        preset=DEFAULT_PRESET,
        key=checked_key(request.POST.get("key", "")),
    )
    return _to_table(game)


@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, join_game)


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, leave_game)


@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, cancel_game)


def _change(request: HttpRequest, public_id: str, service: Callable[..., Game]) -> HttpResponse:
    """Does it and goes to the table, which shows what has become of the game."""
    game = game_for_request(request, public_id)
    table = reverse("games:table", args=[public_id])
    if not request.user.is_authenticated:
        # Back to the table after the login: the button is there.
        return redirect_to_login(table)
    try:
        service(game_id=game.pk, player=request.user)
    except GameRefusal as refusal:
        answer = Forbidden if refusal.code in NOT_YOURS else Conflict
        raise answer(sentence(refusal), back=table) from refusal
    return _to_table(game)


def _to_table(game: Game) -> HttpResponse:
    return HttpResponseRedirect(reverse("games:table", args=[game.public_id]), status=HTTPStatus.SEE_OTHER)
