"""The season that `bin/prove season` plays, with a handful of games; and its own reckoning."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.services.clocks import sweeping
from proofs.kit.time import Calendar, TimeStandsStill
from proofs.timing.reckoning import Standings, Terms, counted

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")
LAST_LINE = re.compile(
    r"season: (\d+) games, (\d+) finished, (\d+) void, 0 stuck, (\d+) seats adrift, (\d+) substitutes, "
    r"0 early forfeits"
)


@pytest.mark.long
@pytest.mark.django_db
def test_a_short_season_ends_with_no_game_stuck_and_no_early_forfeit():
    from proofs.timing.season import Season

    season = Season(games=5, seed=4)
    season.play()
    assert season.wrong == []
    assert season.is_good
    found = LAST_LINE.fullmatch(season.summary())
    assert found, season.summary()
    games, finished, void, _adrift, _substitutes = map(int, found.groups())
    assert games == finished + void == 5
    assert season.counts["turn"]
    assert season.counts["vacation"] + season.counts["excused"] + season.counts["adrift"]
    assert season.counts["warned"]


@pytest.mark.long
@pytest.mark.django_db
def test_a_clock_that_falls_early_is_found(monkeypatch):
    from games.clocks import deadlines
    from proofs.timing.season import Season

    monkeypatch.setattr(deadlines.Ticking, "runs_out", deadlines.Ticking.warns)
    season = Season(games=1, seed=2)
    season.play()
    assert season.ends["early"]
    assert not season.is_good


@pytest.mark.long
@pytest.mark.django_db
def test_a_clock_that_never_falls_is_found(monkeypatch):
    from proofs.timing.season import Season

    monkeypatch.setattr(sweeping, "fall", lambda *_: None)
    season = Season(games=1, seed=2)
    season.play()
    assert season.ends["stuck"]
    assert not season.is_good


@dataclass
class Said:
    kind: str
    seat: int
    created_at: datetime
    number: int = 1
    data: dict[str, Any] = field(default_factory=dict)


def reckoning(**changes: Any) -> Standings:
    terms = Terms(2 * DAY, DAY, 3 * DAY)
    return Standings(terms, 3, **{"mover": 0, "since": MONDAY, "away": [], **changes})


def test_the_reckoning_counts_day_by_day():
    saturday, back = MONDAY + 5 * DAY, MONDAY + 9 * DAY
    assert counted(MONDAY, back, None, []) == 9 * DAY
    assert counted(MONDAY, back, PARIS, []) == 7 * DAY
    # The change of clocks lies on a Sunday.
    assert counted(MONDAY, MONDAY + 28 * DAY, PARIS, []) == 20 * DAY + HOUR
    assert counted(MONDAY, back, PARIS, [(saturday - DAY, saturday + HOUR)]) == 6 * DAY + HOUR
    assert counted(MONDAY, MONDAY, PARIS, []) == timedelta(0)


def test_the_reckoning_counts_once_what_was_away_twice():
    site, player = (MONDAY, MONDAY + 2 * DAY), (MONDAY + DAY, MONDAY + 3 * DAY)
    assert counted(MONDAY, MONDAY + 5 * DAY, None, [site, player]) == 2 * DAY
    assert counted(MONDAY, MONDAY + 5 * DAY, None, [player, site]) == 2 * DAY
    mine = reckoning(rests=lambda seat: [player] if seat == 0 else [])
    assert mine.runs_out() == MONDAY + 4 * DAY
    mine.follow([Said("clock", 0, MONDAY + 4 * DAY, data={"what": "vacation"})], 0)
    assert mine.left_at(MONDAY + 4 * DAY) == timedelta(0)


def test_the_reckoning_follows_turns_excuses_and_losses():
    mine = reckoning()
    mine.follow([Said("turn", 0, MONDAY + HOUR, data={"left": 47 * 3600_000})], 1)
    assert mine.left[0] == 3 * DAY - HOUR
    assert mine.runs_out() == MONDAY + HOUR + 2 * DAY
    mine.follow([Said("clock", 1, MONDAY + HOUR + 2 * DAY, data={"what": "excused"})], 1)
    assert mine.runs_out() == MONDAY + HOUR + 3 * DAY
    mine.follow([Said("clock", 1, MONDAY + HOUR + 3 * DAY, data={"what": "adrift"})], 1)
    mine.follow([Said("turn", 1, MONDAY + HOUR + 3 * DAY)], 2)
    assert not mine.early
    assert not mine.wrong
    mine.follow([Said("time", 2, MONDAY + 4 * DAY)], 0)
    assert mine.early == ["entry 1: 1 day, 1:00:00 left"]
    mine.follow([Said("time", 1, MONDAY + 4 * DAY)], 0)
    assert mine.wrong == ["entry 1: lost after 1 passes"]


def test_the_reckoning_finds_a_clock_that_was_charged_too_much():
    mine = reckoning()
    mine.follow([Said("turn", 0, MONDAY + HOUR, data={"left": 46 * 3600_000})], 1)
    assert len(mine.wrong) == 1
    mine.follow([Said("take-back", 0, MONDAY + 2 * HOUR)], 0)
    assert mine.left_at(MONDAY + 2 * HOUR) == 46 * HOUR


def test_an_event_that_plans_itself_for_the_same_moment_is_found() -> None:
    calendar = Calendar(datetime(2026, 2, 2, tzinfo=UTC))

    def again() -> None:
        calendar.at(calendar.now, again)

    def play() -> None:
        for _moment, event in calendar.until(calendar.now + timedelta(days=1)):
            event()

    again()
    with pytest.raises(TimeStandsStill, match="2026-02-02"):
        play()
