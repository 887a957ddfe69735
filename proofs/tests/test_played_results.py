"""What `bin/prove ratings` does with all known results, with sixty made ones."""

from __future__ import annotations

import random

import pytest

from proofs.rated import played_results
from ratings.arithmetic.book import Pool


def lines(games: int, seed: int = 3) -> list[dict[str, object]]:
    """Mostly of two; some too short; one pair far too often."""
    dice = random.Random(seed)
    found: list[dict[str, object]] = []
    for number in range(games):
        seats = dice.choices((2, 3, 4), (8, 2, 1))[0]
        players = [0, 1] if seats == 2 and number % 2 else dice.sample(range(8), seats)
        said: dict[str, object] = {
            "id": number,
            "p": players,
            "first": dice.randrange(seats),
            "rank": [0, *[1] * (seats - 1)],
            "turns": dice.choice((3, 20, 40)),
            "day": number // 3,
        }
        if seats > 2 and number % 3 == 0:
            said["var"] = "sinister"
        found.append(said)
    return found


@pytest.mark.django_db
def test_sixty_results_played_live_stand_as_one_recomputation_and_the_arithmetic_say():
    results = played_results.results_of(lines(60))
    ids = played_results.play(results)
    stands, (awaited, counted) = played_results.standing(ids), played_results.expected(results)
    assert played_results.differences(stands, awaited) == []
    assert played_results.recomputation() == []
    assert {pool for pool, _number in stands} == {Pool.TWO, Pool.TABLES} and 20 < counted < 60


@pytest.mark.django_db
def test_a_rating_that_is_not_what_the_games_say_is_found():
    from ratings.models import PlayerRating

    results = played_results.results_of(lines(6))
    ids = played_results.play(results)
    PlayerRating.objects.filter(player=ids[0]).update(rating=1234.0)
    stands, (awaited, _counted) = played_results.standing(ids), played_results.expected(results)
    assert (Pool.TWO, 0) in played_results.differences(stands, awaited)
    assert played_results.recomputation()


def test_a_result_that_resignations_cannot_make_is_refused():
    draw = {"id": 1, "p": [1, 2], "first": 0, "rank": [0, 0], "turns": 20, "day": 1}
    with pytest.raises(played_results.OneWinnerNeeded):
        played_results.results_of([draw])
