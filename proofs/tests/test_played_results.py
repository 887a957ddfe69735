"""What `bin/prove ratings` does with all known results, with a hundred made ones."""

from __future__ import annotations

import random

import pytest

from proofs.rated import played_results
from proofs.rated.reckoning import differences, expected
from proofs.rated.timeline import OneWinnerNeeded, results_of, woven
from ratings.arithmetic.rating_list import Pool
from ratings.models import PlayerRating


def lines(games: int, seed: int = 3) -> list[dict[str, object]]:
    """Mostly of two; some too short; one pair far too often, and one player who is away for days."""
    dice = random.Random(seed)
    found: list[dict[str, object]] = []
    for number in range(games):
        seats = dice.choices((2, 3, 4), (8, 2, 1))[0]
        players = [0, 1] if seats == 2 and number % 2 else dice.sample(range(8), seats)
        away = 40 <= number < 48
        if away:
            players = [number % 6, 7]
        seats = len(players)
        said: dict[str, object] = {
            "id": number,
            "p": players,
            "first": dice.randrange(seats),
            "rank": [0, *[1] * (seats - 1)],
            "end": "left" if away else dice.choice(("left", "board")),
            "turns": 20 if away else dice.choice((3, 20, 40)),
            "day": number // 3,
        }
        if seats > 2 and number % 3 == 0:
            said["var"] = "sinister"
        found.append(said)
    return found


@pytest.mark.django_db
def test_games_that_end_in_all_ways_stand_as_one_recomputation_and_the_arithmetic_say():
    events = woven(results_of(lines(100)), every=2)
    ids = played_results.play(events)
    stands, (awaited, counted) = played_results.standing(ids), expected(events)
    assert differences(stands, awaited) == []
    assert played_results.recomputation() == []
    assert {pool for pool, _number in stands} == set(Pool) and 20 < counted < len(events)
    happened = played_results.happened()
    assert [what for what in played_results.MUST_HAPPEN if not happened[what]] == []


@pytest.mark.django_db
def test_a_rating_that_is_not_what_the_games_say_is_found():
    results = results_of(lines(6))
    ids = played_results.play(results)
    PlayerRating.objects.filter(player=ids[0]).update(rating=1234.0)
    stands, (awaited, _counted) = played_results.standing(ids), expected(results)
    assert (Pool.TWO, 0) in differences(stands, awaited)
    assert played_results.recomputation()


def test_a_result_that_nobodys_leaving_makes_is_refused():
    draw = {"id": 1, "p": [1, 2], "first": 0, "rank": [0, 0], "turns": 20, "day": 1}
    with pytest.raises(OneWinnerNeeded):
        results_of([draw])
