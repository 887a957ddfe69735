"""From the wish for a game to its start: making, joining, leaving, cancelling it."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.services import ensure_bots
from accounts.sessions import login_as_new_guest
from bots.levels import FIRST, OFFERED
from games.clocks.paces import PACES, SLOW
from games.forms.new_game import NewGameForm, checked_key, new_key
from games.forms.rules import adapted
from games.lobby.terms import GameTerms
from games.models import Game, SeatOrder, Visibility
from games.refusals import GameRefusal, GameRefusalCode
from games.services import SeatWish, cancel_game, create_game, join_game, leave_game
from games.views.answers import change, contribution, house_answer, shown_terms, to_table
from homeworlds.names import LONGEST_NAME
from homeworlds.refusals import Refusal
from homeworlds.rules import DEFAULT_PRESET, Variant, preset_rules
from upkeep.limits import Limit, check_limit

NEW_GAMES: Final = Limit("new-games", most=settings.GAMES_PER_HOUR, seconds=3600)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form; with POST the game, or with the button `show` the form for what is chosen so far."""
    if request.method != "POST":
        invited, club = request.GET.get("invite", "")[:LONGEST_NAME], request.GET.get("club", "")
        return _new_page(request, NewGameForm(player=request.user, invited=invited, club=club))
    if "show" in request.POST:
        return _new_page(request, _chosen_so_far(request, request.POST))
    form = NewGameForm(request.POST, player=request.user)
    if form.is_valid() and (game := _create(form)):
        return to_table(game)
    return _new_page(request, form, status=422)


@login_required
@require_safe
def new_form(request: HttpRequest) -> HttpResponse:
    """The fragment with variant, players, rule set and what is folded in short, for what is chosen so far,
    and what is known of the result."""
    form = _chosen_so_far(request, request.GET)
    return render(request, "games/_new_parts.html", {"form": form})


@login_required
@require_safe
def new_terms(request: HttpRequest) -> HttpResponse:
    """The fragment with all terms chosen so far in one sentence, and what is known of its result."""
    form = NewGameForm(request.GET, player=request.user)
    return render(request, "games/_new_terms.html", {"form": form})


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
            terms=form.terms.chosen(),
            key=form.key,
            club=form.chosen_club,
        )
    except (Refusal, GameRefusal) as refusal:
        form.refuse(refusal)
        if refusal.code is GameRefusalCode.MADE_BEFORE:
            form.key = new_key()
        return None


@require_POST
def play_bot(request: HttpRequest) -> HttpResponse:
    """A game against a bot at once, of the `level` that was sent or the first; whoever has no account becomes
    a guest."""
    asked = request.POST.get("level", FIRST)
    level = asked if asked in OFFERED else FIRST
    player = login_as_new_guest(request)
    check_limit(NEW_GAMES, player.pk)
    ensure_bots()
    game = create_game(
        creator=player,
        rules=preset_rules(DEFAULT_PRESET, Variant.BINARY),
        seats=[SeatWish(player=player), SeatWish(bot_level=level)],
        preset=DEFAULT_PRESET,
        key=checked_key(f"{request.POST.get('key', '')}-{level}"),
    )
    return to_table(game)


@require_POST
def play_friend(request: HttpRequest) -> HttpResponse:
    """A game whose other seat belongs to whoever gets its link first; the maker needs no account either."""
    player = login_as_new_guest(request)
    check_limit(NEW_GAMES, player.pk)
    try:
        game = create_game(
            creator=player,
            rules=preset_rules(DEFAULT_PRESET, Variant.BINARY),
            seats=[SeatWish(player=player), SeatWish(by_link=True)],
            preset=DEFAULT_PRESET,
            terms=GameTerms(visibility=Visibility.PRIVATE, clock=PACES[SLOW]),
            key=checked_key(f"{request.POST.get('key', '')}-friend"),
        )
    except GameRefusal as refusal:
        raise house_answer(refusal, back="/") from refusal
    return to_table(game)


@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    join_so = partial(join_game, terms=shown_terms(request), contribution=contribution(request))
    return change(request, public_id, join_so)


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    return change(request, public_id, leave_game)


@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    return change(request, public_id, cancel_game)
