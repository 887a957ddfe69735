"""What a result weighs, by the results of the year before."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from games.models import Seat
from games.services.deciding import decide_game
from ratings.models import RatedResult
from ratings.tests.rating import won
from ratings.weights import FEW_OPPONENTS, Earlier, Weighed, weigh

ALICE, BOB = 1, 2
WON, LOST = ((ALICE, 1.0), (BOB, 0.0)), ((ALICE, 0.0), (BOB, 1.0))


def met(player: int, others: int, same_pool: bool = True) -> list[Earlier]:
    """So many others, who were met once each and have drawn."""
    return [Earlier(((player, 0.5), (100 * player + n, 0.5)), same_pool) for n in range(others)]


KNOWN = [*met(ALICE, FEW_OPPONENTS), *met(BOB, FEW_OPPONENTS)]


def weights(*earlier: Earlier, scores: tuple[tuple[int, float], ...] = WON) -> list[float]:
    return [round(each.weight, 3) for each in weigh(scores, earlier)]


def test_the_same_result_against_the_same_opponent_weighs_less_and_less() -> None:
    for before, weight in ((0, 1.0), (1, 0.062), (2, 0.02)):
        assert weights(*KNOWN, *[Earlier(WON, True)] * before) == [weight, weight]


def test_what_is_given_back_counts_whole() -> None:
    assert weights(*KNOWN, *[Earlier(WON, True)] * 5, scores=LOST) == [1.0, 1.0]


def test_draws_are_results_of_their_own() -> None:
    drawn = ((ALICE, 0.5), (BOB, 0.5))
    assert weights(*KNOWN, Earlier(WON, True), Earlier(LOST, True), scores=drawn) == [1.0, 1.0]
    assert weights(*KNOWN, Earlier(drawn, True), scores=drawn) == [0.062, 0.062]


def test_another_pool_says_nothing() -> None:
    assert weights(*KNOWN, Earlier(WON, False)) == [1.0, 1.0]


@pytest.mark.parametrize(("others", "few"), [(FEW_OPPONENTS - 1, True), (FEW_OPPONENTS, False)])
def test_who_has_met_few_is_found(others: int, few: bool) -> None:
    """The player himself is none of the others, and every pool counts."""
    earlier = [*KNOWN[:FEW_OPPONENTS], *met(BOB, others, False), Earlier(LOST, False)]
    assert weigh(WON, earlier) == [Weighed(ALICE, BOB, 1.0, few), Weighed(BOB, ALICE, 1.0, False)]


def of_few(*wins: float) -> list[Earlier]:
    """What Alice, who knows many, has won and lost against newcomers."""
    results = [
        Earlier(((ALICE, won), (n, 1 - won)), True, {(ALICE, n)}) for n, won in enumerate(wins, start=10)
    ]
    return [*met(ALICE, FEW_OPPONENTS), *results]


def test_all_who_have_met_few_are_taken_for_one() -> None:
    assert weights(*of_few(1, 1, 1)) == [0.25, 1.0]
    assert weights(*met(BOB, FEW_OPPONENTS), *of_few(1, 1, 1)) == [1.0, 1.0]


def test_what_was_lost_to_them_is_set_off_and_a_loss_weighs_no_more_than_a_win() -> None:
    assert weights(*of_few(1, 0, 1, 0)) == [1.0, 1.0]
    assert weights(*of_few(1, 1, 1, 0.5), scores=LOST) == [0.25, 1.0]
    assert weights(*of_few(0, 0, 0)) == [0.25, 1.0]


def test_among_few_nothing_weighs_less() -> None:
    few = [Earlier(((ALICE, 1.0), (n, 0.0)), True, {(ALICE, n)}) for n in range(10, 10 + FEW_OPPONENTS - 1)]
    assert weights(*few) == [1.0, 1.0]
    another = Earlier(((ALICE, 1.0), (99, 0.0)), True, {(ALICE, 99)})
    assert weights(*few, another) == [round((1 + FEW_OPPONENTS / 3) ** -2, 3), 1.0]


def test_at_a_table_each_winner_is_weighed_with_each_loser() -> None:
    scores = ((1, 1.0), (2, 0.0), (3, 0.0))
    found = weigh(scores, [], {frozenset((1, 2))})
    assert {(each.player, each.opponent): each.weight for each in found} == {
        (1, 2): 0.0, (1, 3): 1.0, (2, 1): 0.0, (3, 1): 1.0,
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("days", "weight"), [(364, 0.0625), (366, 1.0)])
def test_a_year_is_looked_at(alice, bob, days, weight):
    game = won(alice, bob)
    for model in (Seat, RatedResult):
        model.objects.filter(game=game).update(ended_at=F("ended_at") - timedelta(days=days))
    again = RatedResult.objects.get(game=won(alice, bob))
    assert [round(each[2], 4) for each in again.weights] == [weight, weight]


@pytest.mark.django_db
def test_what_staff_decide_anew_is_of_the_year_of_the_decision(alice, bob, charlie):
    """The game itself ended before."""
    first = won(bob, alice)
    decide_game(staff=charlie, game=first, reason="It was so.", winners=[1])
    Seat.objects.filter(game=first).update(ended_at=F("ended_at") - timedelta(days=366))
    again = RatedResult.objects.get(game=won(alice, bob))
    assert {round(weight, 4) for _player, _other, weight, _few in again.weights} == {0.0625}
