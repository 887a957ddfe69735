"""The season that `bin/prove ladders` plays, with a handful of people; and what it finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from ladders.arithmetic.order import Result
from ladders.arithmetic.order import place_after as as_it_should
from ladders.ladder.services import settling
from ladders.stairs.services import seating
from proofs.climbing import climbers, season, tables

pytestmark = pytest.mark.django_db
LADDER = r"ladder: 8 players, \d+ games, 0 blocked, 0 free climbs over 1 place, rank correlation -?\d\.\d\d"
STAIRS = (
    r"stairs: 8 players, \d+ tables, longest wait \d days, 0 blocked, repeats \d+ %, "
    r"rank correlation -?\d\.\d\d"
)


@pytest.fixture(autouse=True)
def more_trouble(monkeypatch):
    """In a short season too people stay away, give up at once, and do not want to meet each other."""
    monkeypatch.setattr(climbers, "VANISHES", {True: (0.0, 0.1), False: (0.5, 0.9)})
    monkeypatch.setattr(tables, "GIVES_UP", 0.3)
    monkeypatch.setattr(season, "COMING", 4)
    monkeypatch.setattr(season, "BLOCKS", 1)


def played(seed: int, say: Callable[[str], object] = str) -> season.Season:
    found = season.Season(8, 24, seed, say)
    found.play()
    return found


@pytest.mark.long
def test_a_short_season_is_as_the_proof_reckons():
    said: list[str] = []
    short = played(9, said.append)
    assert short.wrong == []
    assert len(said) == 10 and re.fullmatch(r"day 24 of 24: \d+ games .*, \d+ tables .*", said[-1])
    assert short.is_good
    assert re.fullmatch(LADDER, short.ladder.summary())
    assert re.fullmatch(STAIRS, short.stairs.summary())
    counted = short.ladder.counts + short.stairs.counts
    assert counted["climbs"] and counted["early"] and counted["tables of 4"]
    assert counted["free climbs: time"] and counted["free climbs: resignation"]


@pytest.mark.long
def test_a_free_climb_is_found(monkeypatch):
    def generous(challenger: int, challenged: int, result: Result) -> int:
        return as_it_should(challenger, challenged, Result.WON if result is Result.EARLY else result)

    monkeypatch.setattr(settling, "place_after", generous)
    generously = played(seed=9)
    assert generously.ladder.free_climbs


@pytest.mark.long
def test_a_seating_that_heeds_no_blocks_is_found(monkeypatch):
    waiting = seating._waiting
    monkeypatch.setattr(
        seating, "_waiting", lambda rows: [replace(each, refuses=frozenset()) for each in waiting(rows)]
    )
    assert played(seed=9).stairs.blocked
