"""Two at the same moment on one ladder, on two connections of PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from accounts.models import Player
from games.models import Game, Status
from ladders.arithmetic.reach import OFTEN_WITHIN_DAYS, received_at_most
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.services import challenge, join_ladder, leave_ladder, site_ladder
from ladders.models import Challenge
from ladders.tests.climbing import (
    challenged,
    days_pass,
    gives_up_at_once,
    ladder_of,
    log_agrees,
    names,
    people,
    place,
    really_played,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
ROUNDS = int(os.environ.get("LADDER_ROUNDS", "5"))
"""With 50 it takes two minutes."""


def answer(service: Callable[..., Any], **wish: Any) -> str:
    try:
        service(**wish)
    except LadderRefusal as refusal:
        return str(refusal.code)
    return "done"


def ask(player: Player, other: Player) -> Callable[[], str]:
    return partial(answer, challenge, ladder_id=site_ladder().pk, player=player, other=other)


def give_all_up(loser_of: Callable[[Challenge], Player]) -> None:
    for each in Challenge.objects.filter(settled_at=None).select_related("game", "challenger", "challenged"):
        gives_up_at_once(each.game, loser_of(each))
    days_pass(8)


def test_two_challenges_at_once_for_one_free_slot_give_one_game(at_once):
    players = people(15)
    ladder_of(*players)
    eleventh = players[10]
    for _ in range(ROUNDS):
        for challenger in players[11 : 11 + received_at_most(11) - 1]:
            challenged(challenger, eleventh)
        answers = at_once(ask(players[13], eleventh), ask(players[14], eleventh))
        assert sorted(answers) == ["done", "they-are-full"]
        running = Challenge.objects.filter(settled_at=None)
        assert running.filter(challenged=eleventh).count() == received_at_most(11)
        assert Game.objects.filter(status=Status.RUNNING).count() == running.count()
        give_all_up(lambda each: each.challenger)
        days_pass(OFTEN_WITHIN_DAYS)  # or they were friends soon, for whom fewer slots are free
    assert log_agrees()


def test_a_double_click_starts_one_game(at_once):
    one, two = people(2)
    ladder_of(one, two)
    for _ in range(ROUNDS):
        assert sorted(at_once(ask(two, one), ask(two, one))) == ["done", "playing-already"]
        assert Game.objects.filter(status=Status.RUNNING).count() == 1
        give_all_up(lambda each: each.challenger)


def test_two_games_that_end_at_once_move_one_after_the_other(at_once):
    players = people(6)
    ladder = ladder_of(*players)
    orders = set()
    for _ in range(ROUNDS):
        first, second, third, fourth = _standing(ladder)[:4]
        games = [
            (really_played(challenged(third, first)), first),
            (really_played(challenged(fourth, second)), second),
        ]
        at_once(*[partial(gives_up_at_once, game, loser) for game, loser in games])
        names(ladder)
        orders.add((place(third), place(fourth)))
        days_pass(8)
    assert log_agrees() and orders <= {(1, 3), (2, 3), (1, 2), (2, 1)}


def _standing(ladder) -> Sequence[Player]:
    return [rung.player for rung in ladder.rungs.order_by("place").select_related("player")]


def test_a_challenge_while_the_same_player_leaves(at_once):
    one, two = people(2)
    ladder = ladder_of(one, two)
    for _ in range(ROUNDS):
        upper, lower = _standing(ladder)
        answers = at_once(ask(lower, upper), partial(answer, leave_ladder, ladder_id=ladder.pk, player=upper))
        assert answers[1] == "done" and answers[0] in ("done", "they-are-not-there")
        give_all_up(lambda each: each.challenger)
        assert names(ladder) == [lower.name] and log_agrees()
        join_ladder(ladder_id=ladder.pk, player=upper)


def test_a_challenge_while_a_game_of_both_ends(at_once):
    """The game's row is locked before the ladder's; a challenge makes its game after locking the ladder."""
    players = people(4)
    ladder = ladder_of(*players)
    for _ in range(ROUNDS):
        first, second, third, _ = _standing(ladder)
        game = really_played(challenged(third, second))
        answers = at_once(partial(gives_up_at_once, game, second), ask(third, first))
        assert answers[1] == "done"
        give_all_up(lambda each: each.challenger)
        names(ladder)
    assert log_agrees()
