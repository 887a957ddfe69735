"""Games of the same players that end at the same moment, on two connections: both are counted."""

from __future__ import annotations

import pytest

from accounts.tests.cast import person
from games.services import agree_to_draw, resign
from games.tests.play import long_enough, table_of
from homeworlds.rules import RuleSet, Variant
from ratings.models import PairTally, PlayerTally
from ratings.tallies import count_results
from ratings.tests.tallying import pair, tally

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
ROUNDS = 15
TWO = RuleSet()
THREE = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)


def give_up(game, player):
    resign(game_id=game.pk, player=player, key=f"r{player.pk}", confirmed=True)


def test_two_games_that_end_at_once_are_both_counted(alice, bob, at_once):
    """From the first on, when neither finds a row to add to; won by the other of the two each time."""
    for number in range(1, ROUNDS + 1):
        one, other = (
            long_enough(table_of(alice, bob, rules=TWO)),
            long_enough(table_of(bob, alice, rules=TWO)),
        )
        at_once(lambda: give_up(one, bob), lambda: give_up(other, alice))
        assert tally(alice) == tally(bob) == {"binary": (2 * number, number, 0, 0, number)}
        assert pair(alice, bob) == (number, number, 0, 0, 0)
    assert PairTally.objects.count() == 1 and count_results(write=False) == []


def test_two_games_of_different_variants_share_only_the_row_of_the_pair(alice, bob, charlie, at_once):
    """Nothing but the lock of that row lets one wait for the other."""
    for number in range(1, ROUNDS + 1):
        one, other = (
            long_enough(table_of(alice, bob, rules=TWO)),
            long_enough(table_of(alice, bob, charlie, rules=THREE)),
        )
        give_up(other, charlie)
        at_once(lambda: give_up(one, bob), lambda: give_up(other, alice))
        assert pair(alice, bob) == (number, number, 0, 0, 0)
    assert count_results(write=False) == []


def test_games_that_share_some_players_wait_for_each_other_and_never_for_ever(alice, bob, charlie, at_once):
    """The tallies are taken in one order: no two transactions hold what the other needs."""
    dora = person("Dora")
    for _ in range(ROUNDS):
        one = long_enough(table_of(alice, bob, charlie, rules=THREE))
        other = long_enough(table_of(dora, charlie, bob, rules=THREE))
        give_up(one, alice), give_up(other, dora)
        at_once(lambda: give_up(one, charlie), lambda: give_up(other, bob))
    assert tally(bob) == {"last-captain-standing": (2 * ROUNDS, ROUNDS, 0, 0, ROUNDS)}
    assert pair(bob, charlie) == (ROUNDS, ROUNDS, 0, 0, 0)
    assert PlayerTally.objects.count() == 4 and count_results(write=False) == []


def test_counting_anew_while_a_game_ends_counts_it_once(alice, bob, at_once):
    for number in range(1, ROUNDS + 1):
        game = long_enough(table_of(alice, bob, rules=TWO))
        agree_to_draw(game_id=game.pk, player=bob, answers=0, key="d")
        PlayerTally.objects.filter(player=bob).update(lost=7)
        at_once(
            lambda: count_results(write=True),
            lambda: agree_to_draw(game_id=game.pk, player=alice, answers=0, key="d"),
        )
        assert tally(alice) == tally(bob) == {"binary": (number, 0, 0, number, 0)}, f"round {number}"
