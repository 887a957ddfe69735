"""What `bin/prove ratings` does with all known results, with a hundred made ones."""

from __future__ import annotations

import random

import pytest

from proofs.rated import played_results
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
def test_games_that_end_in_all_ways_stand_as_one_recomputation_says():
    events = woven(results_of(lines(100)), every=2)
    played_results.play(events)
    assert played_results.recomputation() == []
    assert set(PlayerRating.objects.filter(games__gt=0).values_list("pool", flat=True)) == set(Pool)
    assert 20 < played_results.counted() < len(events)
    happened = played_results.happened()
    assert [what for what in played_results.MUST_HAPPEN if not happened[what]] == []


@pytest.mark.django_db
def test_a_rating_that_is_not_what_the_games_say_is_found():
    played_results.play(results_of(lines(6)))
    PlayerRating.objects.filter(player__name="p0").update(rating=1234.0)
    assert played_results.recomputation()


def test_a_result_that_nobodys_leaving_makes_is_refused():
    draw = {"id": 1, "p": [1, 2], "first": 0, "rank": [0, 0], "turns": 20, "day": 1}
    with pytest.raises(OneWinnerNeeded):
        results_of([draw])
