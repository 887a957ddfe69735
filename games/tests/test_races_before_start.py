"""Two people after one seat at the same moment, on two connections of PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.lobby.terms import GameTerms, Handicap
from games.models import Answer, Game, Invitation, SeatKind, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services import (
    SeatWish,
    accept_invitation,
    change_terms,
    give_up_expired_games,
    invite,
    join_game,
    withdraw_invitation,
)
from games.tests.seating import new_game
from homeworlds.rules import Preset, Variant, preset_rules

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
SINISTER = preset_rules(Preset.BOOKLET, Variant.SINISTER)
LINK = SeatWish(by_link=True)
ROUNDS = 15


def answer(service: Callable[..., Any], **wish: Any) -> GameRefusalCode | str:
    try:
        service(**wish)
    except GameRefusal as refusal:
        return refusal.code
    return "done"


def test_two_friends_with_one_link_get_one_seat(alice, bob, charlie, at_once):
    for _ in range(ROUNDS):
        game = new_game(alice, LINK, LINK, rules=SINISTER, arranged=True)
        link = Invitation.objects.filter(seat__game=game).first()
        wish = {"invitation_id": link.pk, "terms": 1}
        answers = at_once(
            lambda: answer(accept_invitation, player=bob, **wish),
            lambda: answer(accept_invitation, player=charlie, **wish),
        )
        assert sorted(answers) == ["done", GameRefusalCode.INVITATION_GONE]
        assert game.seats.filter(kind=SeatKind.OPEN).count() == 1


def test_the_link_and_the_lobby_each_fill_their_seat_and_the_game_starts_once(alice, bob, charlie, at_once):
    for _ in range(ROUNDS):
        game = new_game(alice, LINK, SeatWish(), rules=SINISTER, arranged=True)
        link = Invitation.objects.get(seat__game=game)
        answers = at_once(
            lambda: answer(accept_invitation, invitation_id=link.pk, player=bob, terms=1),
            lambda: answer(join_game, game_id=game.pk, player=charlie, terms=1),
        )
        assert answers == ["done", "done"]
        game.refresh_from_db()
        assert game.status == Status.RUNNING
        assert sorted(game.seats.values_list("number", flat=True)) == [0, 1, 2]
        assert game.seats.get(pk=link.seat_id).player == bob


def test_the_last_seat_is_joined_or_kept_and_not_both(alice, bob, at_once):
    for _ in range(ROUNDS):
        game = new_game(alice)
        seat = game.seats.get(kind=SeatKind.OPEN).pk
        answers = at_once(
            lambda: answer(join_game, game_id=game.pk, player=bob, terms=1),
            lambda: answer(invite, game_id=game.pk, player=alice, seat_id=seat),
        )
        game.refresh_from_db()
        kept = Invitation.objects.filter(seat=seat, answer=Answer.WAITING).exists()
        assert answers.count("done") == 1
        assert (game.status == Status.RUNNING) == (not kept) == (answers[0] == "done")


def test_a_link_is_used_or_withdrawn(alice, bob, at_once):
    for _ in range(ROUNDS):
        game = new_game(alice, LINK)
        link = Invitation.objects.get(seat__game=game)
        answers = at_once(
            lambda: answer(accept_invitation, invitation_id=link.pk, player=bob, terms=1),
            lambda: answer(withdraw_invitation, game_id=game.pk, player=alice, seat_id=link.seat_id),
        )
        assert answers.count("done") == 1
        link.refresh_from_db()
        used = link.answer == Answer.ACCEPTED
        assert used == (answers[0] == "done") == Game.objects.filter(pk=game.pk, status="running").exists()


def test_nobody_starts_under_terms_that_he_was_not_shown(alice, bob, at_once):
    for _ in range(ROUNDS):
        game = new_game(alice)
        terms = {"shown": 1, "terms": GameTerms(talk_allowed=False), "handicaps": [Handicap()] * 2}
        answers = at_once(
            lambda: answer(join_game, game_id=game.pk, player=bob, terms=1),
            lambda: answer(change_terms, game_id=game.pk, player=alice, **terms),
        )
        game.refresh_from_db()
        assert answers.count("done") == 1
        assert game.talk_allowed == (game.status == Status.RUNNING) == (answers[0] == "done")


def test_a_game_is_given_up_or_starts(alice, bob, at_once):
    for _ in range(ROUNDS):
        game = new_game(alice)
        Game.objects.filter(pk=game.pk).update(expires_at=game.created_at)
        joined, given_up = at_once(
            lambda: answer(join_game, game_id=game.pk, player=bob, terms=1), give_up_expired_games
        )
        game.refresh_from_db()
        assert (joined == "done") == (game.status == Status.RUNNING) == (given_up == 0)
