"""No system moves when a turn is taken: where each is drawn, for every seat, over whole recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from django.utils import translation

from board.map.places import Arrangement, tidy
from board.tests.map_reading import mapped
from board.tests.positions import recorded_games
from board.tests.spots import Spot, drawn
from board.tests.stages import Stage, stages
from homeworlds.position import Position

GAMES = 200
TIDIED_AFTER = 20
"""Turns; by then there are gaps."""


class Looker:
    """A viewer who remembers where everything was when he looked last."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.seen: dict[int, Spot] = {}
        self.homes: list[Spot] = []
        self.arrangement: Arrangement | None = None
        self.compared = 0

    def look(self, stage: Stage, born: dict[str, int]) -> None:
        html = mapped(stage.position, stage.places, viewer=self.seat, arrangement=self.arrangement)
        spots, homes = drawn(html)
        assert set(spots) == set(stage.places.systems)
        assert len(set(spots.values())) == len(spots)
        for name, spot in spots.items():
            assert spot.column == stage.places.systems[name].column
        now = {born[name]: spot for name, spot in spots.items()}
        kept = set(now) & set(self.seen)
        assert {each: now[each] for each in kept} == {each: self.seen[each] for each in kept}
        assert len(homes) == stage.position.players
        assert homes == (self.homes or homes)
        self.compared += len(kept)
        self.seen, self.homes = now, homes


def identities(before: dict[str, tuple[int, int]], position: Position, births: Iterator[int]):
    """Which system is which: the same name with a star of the same size is the same system still."""
    now = {}
    for system in position.systems:
        size = system.stars[0].size
        old = before.get(system.name)
        now[system.name] = old if old and old[1] == size else (next(births), size)
    return now


@pytest.mark.archive
def test_nothing_moves_that_a_viewer_sees_in_recorded_games(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From turn to turn the seats look one after the other, each at what it saw when it looked last, and so
    do those who had their view tidied on the way."""
    compared = tidied = 0
    # Words stand nowhere on the page: to look them up and to describe systems would take most of the time.
    translation.deactivate_all()
    monkeypatch.setattr("board.map.cards.describe_system", lambda *_of, **_more: "")
    for recorded in recorded_games(shared, GAMES):
        births, known = count(), {}
        plain: list[Looker] = []
        own: list[Looker] = []
        for number, stage in enumerate(stages(recorded)):
            seats = range(stage.position.players)
            known = identities(known, stage.position, births)
            born = {name: birth for name, (birth, _size) in known.items()}
            plain = plain or [Looker(seat) for seat in seats]
            if number == TIDIED_AFTER:
                own = [Looker(seat) for seat in seats]
                for looker in own:
                    looker.arrangement = tidy(stage.places, stage.position)
                    looker.look(stage, born)
                tidied += 1
            for lookers in filter(None, (plain, own)):
                lookers[number % len(seats)].look(stage, born)
        compared += sum(looker.compared for looker in plain + own)
    translation.deactivate()
    assert tidied > GAMES / 4
    assert compared > 50 * GAMES
