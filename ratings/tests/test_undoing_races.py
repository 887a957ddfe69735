"""Undoing what clocks did in two places at once, and while somebody plays or staff decide."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.log.falls import Way
from games.models import EntryKind, Game, Status
from games.services.clocks.undoing import undo_falls
from games.services.deciding import decide_game
from games.tests.clocks import now, set_up, time_runs_out, timed_table
from games.tests.play import play_turn
from games.tests.races import assert_log_is_whole
from ratings.tallies import count_results
from upkeep.clock import database_now

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
ROUNDS = 12


@pytest.fixture
def ended(alice: Player, bob: Player) -> list[Game]:
    """Long enough to be counted."""
    games = []
    for _ in range(ROUNDS):
        game = set_up(timed_table(alice, bob))
        for _ in range(2):
            play_turn(game, "pass")
        games.append(time_runs_out(game))
    return games


def undo(game: Game) -> Way:
    at = database_now()
    return undo_falls(game_id=game.pk, since=at - timedelta(hours=1), until=at).way


def test_of_two_who_undo_the_same_game_one_does(ended, at_once):
    for game in ended:
        ways = at_once(lambda game=game: undo(game), lambda game=game: undo(game))
        assert sorted(ways) == [Way.GOES_ON, Way.STANDS]
        assert_log_is_whole(now(game))
        assert game.log.filter(kind=EntryKind.REOPENED).count() == 1
    assert count_results(write=False) == []


def test_staff_decide_a_game_or_it_goes_on_and_the_tallies_agree(ended, at_once):
    stella = person("Stella")
    for game in ended:
        at_once(
            lambda game=game: undo(game),
            lambda game=game: decide_game(staff=stella, game=game, reason="It was so."),
        )
        assert now(game).status == Status.FINISHED
        assert_log_is_whole(now(game))
    assert count_results(write=False) == []
