"""Inviting, coming by a link, and the terms until the start."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import go_on_at, login_as_new_guest
from board.words.refusals import sentence
from bots.levels import FIRST, OFFERED
from games.access import game_for_request, invitation_for_viewer, seat_of
from games.forms.terms import ABOUT_THE_CLOCK, AnswerForm, InviteForm, TermsForm
from games.lobby.rating_range import OwnRating, ratings_of
from games.lobby.terms import GameTerms, Handicap, seat_label
from games.lobby.waiting import invitation_view
from games.lobby.words import given_up_sentence
from games.models import Answer, Game, Invitation, Status
from games.refusals import GameRefusal, GameRefusalCode, TermsChanged
from games.services import (
    accept_invitation,
    agree_to_terms,
    change_terms,
    decline_invitation,
    invite,
    let_bot_sit_in,
    remove_player,
    withdraw_invitation,
)
from games.services.starting import check_open, guests_may_come
from games.views.answers import (
    change,
    contribution,
    house_answer,
    shown_terms,
    table_address,
    table_again,
    to_table,
    to_table_if_seen,
)
from notices.bell.unseen import see_on_page
from upkeep.answers import Conflict, Forbidden, Gone
from upkeep.limits import Limit, check_limit, place_of

GUEST_SEATS: Final = Limit("guest-seats", most=10, seconds=3600)
INVITATIONS: Final = Limit("invitations", most=60, seconds=3600)
ABOUT_THE_INVITED: Final = {
    GameRefusalCode.ALREADY_SEATED,
    GameRefusalCode.CANNOT_BE_INVITED,
    GameRefusalCode.INVITED_ALREADY,
    GameRefusalCode.MEMBERS_ONLY,
    GameRefusalCode.NO_LINKS_IN_CLUBS,
}
WANTED_SEATS: Final = "wanted_seats"
"""Where a session remembers which seats its visitor wants once there is an account: token to terms."""


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The game behind a link, to anybody who has it; with POST the seat, after signing up if need be."""
    kept, game = invitation_for_viewer(token, request.user)
    if kept.player_id and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if seat_of(game, request.user) is not None:
        return to_table(game)
    _check_it_holds(kept, game)
    see_on_page(request, game.public_id)
    if request.method == "POST":
        if not request.user.is_authenticated or request.user.is_guest:
            if request.POST.get("as") != "guest" or kept.player_id or not guests_may_come(game):
                return _sign_up_first(request, token)
            check_limit(GUEST_SEATS, place_of(request))
            login_as_new_guest(request)
        return _sit_down(request, kept, game, shown_terms(request), _word(request))
    wanted = request.session.get(WANTED_SEATS, {}).get(token)
    if wanted is not None and request.user.is_authenticated and request.user.is_human:
        # Back from the sign-up that the button on this page led to: the seat was asked for there.
        del request.session[WANTED_SEATS]
        return _sit_down(request, kept, game, wanted)
    return _invitation_page(request, kept, game)


def _invitation_page(
    request: HttpRequest, kept: Invitation, game: Game, notice: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "invitation": invitation_view(kept, game, request.user),
        "game": game,
        "notice": notice,
        "answer": AnswerForm(),
        "decline": AnswerForm(auto_id="decline_%s"),
    }
    return render(request, "games/invitation.html", context, status=status)


def _check_it_holds(kept: Invitation, game: Game) -> None:
    match Answer(kept.answer):
        case Answer.ACCEPTED:
            raise Gone(gettext("This link has been used already: it works once."))
        case Answer.DECLINED:
            raise Gone(gettext("You have declined this invitation."))
    if game.status == Status.CANCELLED:
        raise Gone(given_up_sentence(game))
    if kept.answer == Answer.WITHDRAWN:
        raise Gone(gettext("This invitation was withdrawn."))


def _sign_up_first(request: HttpRequest, token: str) -> HttpResponse:
    """Remembers which seat is wanted on which terms, and the way back."""
    request.session[WANTED_SEATS] = {token: shown_terms(request)}
    go_on_at(request, request.path)
    if request.user.is_authenticated:
        return redirect("account_keep")
    return HttpResponseRedirect(f"{reverse('account_signup')}?next={request.path}")


def _sit_down(request: HttpRequest, kept: Invitation, game: Game, terms: int, word: str = "") -> HttpResponse:
    try:
        game = accept_invitation(
            invitation_id=kept.pk,
            player=request.user,
            terms=terms,
            word=word,
            contribution=contribution(request),
        )
    except TermsChanged as refusal:
        game.refresh_from_db()
        return _invitation_page(request, kept, game, sentence(refusal), HTTPStatus.CONFLICT)
    except GameRefusal as refusal:
        raise house_answer(refusal, back="/") from refusal
    return to_table(game)


def _word(request: HttpRequest) -> str:
    form = AnswerForm(request.POST)
    return form.cleaned_data["word"] if form.is_valid() else ""


@require_POST
@login_required
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """With a word, if one likes. A link without a name asks nobody, so there is nothing to decline."""
    kept, game = invitation_for_viewer(token, request.user)
    if kept.player_id is None:
        raise Http404
    try:
        decline_invitation(invitation_id=kept.pk, player=request.user, word=_word(request))
    except GameRefusal as refusal:
        raise house_answer(refusal, back="/") from refusal
    messages.success(request, gettext("You have declined the invitation."))
    return to_table_if_seen(request, game)


@require_POST
def invite_to_seat(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Keeps a seat: with a name for that player, without one for whoever has the link."""
    game = game_for_request(request, public_id)
    back = table_address(public_id)
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    _check_may_arrange(request, game)
    check_limit(INVITATIONS, request.user.pk)
    form = InviteForm(request.POST)
    try:
        if form.is_valid():
            invite(
                game_id=game.pk,
                player=request.user,
                seat_id=_seat_id(game, place),
                invited=form.invited,
                word=form.cleaned_data["word"],
            )
            return to_table(game, place=place)
    except GameRefusal as refusal:
        if refusal.code not in ABOUT_THE_INVITED:
            raise house_answer(refusal, back=back) from refusal
        form.add_error("name", sentence(refusal))
    return table_again(
        request, public_id, HTTPStatus.UNPROCESSABLE_ENTITY, refused_invitation={"place": place, "form": form}
    )


@require_POST
def withdraw(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    game = game_for_request(request, public_id)
    return change(request, public_id, partial(withdraw_invitation, seat_id=_seat_id(game, place)))


@require_POST
def seat_bot(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """The creator lets a bot sit in; of a level that is not offered, the first."""
    game = game_for_request(request, public_id)
    asked = request.POST.get("level", "")
    level = asked if asked in OFFERED else FIRST
    return change(request, public_id, partial(let_bot_sit_in, seat_id=_seat_id(game, place), level=level))


@require_POST
def remove(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """The creator takes a seat back from somebody before the start."""
    game = game_for_request(request, public_id)
    return change(request, public_id, partial(remove_player, seat_id=_seat_id(game, place)))


def _seat_id(game: Game, place: int) -> int:
    """Of the seat at this place of the list, from 1; 0 when there is none."""
    seats = list(game.seats.all())
    return seats[place - 1].pk if 0 < place <= len(seats) else 0


@require_POST
def agree(request: HttpRequest, public_id: str) -> HttpResponse:
    agree_so = partial(agree_to_terms, terms=shown_terms(request), contribution=contribution(request))
    return change(request, public_id, agree_so)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest, public_id: str) -> HttpResponse:
    """The creator changes the terms until the start."""
    game = game_for_request(request, public_id)
    _check_may_arrange(request, game)
    if request.method != "POST":
        return _terms_page(request, game, _terms_form(game))
    form = _terms_form(game, request)
    if not form.is_valid():
        return _terms_page(request, game, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        change_terms(
            game_id=game.pk,
            player=request.user,
            shown=shown_terms(request),
            terms=form.chosen(),
            handicaps=form.handicaps(),
        )
    except TermsChanged as refusal:
        game = game_for_request(request, public_id)
        return _terms_page(request, game, _terms_form(game), sentence(refusal), HTTPStatus.CONFLICT)
    except GameRefusal as refusal:
        if refusal.code not in ABOUT_THE_CLOCK:
            raise house_answer(refusal, back=table_address(public_id)) from refusal
        form.add_error("clock", sentence(refusal))
        return _terms_page(request, game, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return to_table(game)


def _check_may_arrange(request: HttpRequest, game: Game) -> None:
    """Raises Forbidden and Conflict: the creator may, until the start."""
    back = table_address(game.public_id)
    if game.creator_id != request.user.pk:
        raise Forbidden(sentence(GameRefusal(GameRefusalCode.NOT_THE_CREATOR)), back=back)
    try:
        check_open(game)
    except GameRefusal as refusal:
        raise Conflict(sentence(refusal), back=back) from refusal


def _terms_form(game: Game, request: HttpRequest | None = None) -> TermsForm:
    seats = list(game.seats.all())
    return TermsForm(
        request.POST if request else None,
        seats=[seat.shown_name or seat_label(number) for number, seat in enumerate(seats, 1)],
        terms=GameTerms.of(game),
        handicaps=[Handicap.of(seat) for seat in seats],
        club=game.club,
        own_rating=lambda: _rating_of_creator(game),
    )


def _rating_of_creator(game: Game) -> OwnRating | None:
    ratings = ratings_of(game.creator)
    return ratings((game.variant, game.players)) if ratings else None


def _terms_page(
    request: HttpRequest, game: Game, form: TermsForm, notice: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"game": game, "form": form, "notice": notice}
    return render(request, "games/terms.html", context, status=status)
