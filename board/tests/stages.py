"""What lay on the map after each turn of a recorded game, and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from board.map.places import Places, place_turn, settle
from board.tests.positions import passed_before_setup
from homeworlds.position import Position
from homeworlds.records import read_record, replay_states
from homeworlds.state import start_game
from homeworlds.turn import make_turn


class Stage(NamedTuple):
    position: Position
    places: Places
    is_over: bool
    """The turn that led to it has ended; else its steps are done, and it can still be undone."""


def stages(recorded: dict[str, object]) -> Iterator[Stage]:
    """What lies there after each turn."""
    return (stage for stage in all_stages(recorded) if stage.is_over)


def all_stages(recorded: dict[str, object]) -> Iterator[Stage]:
    """What lies there before each turn ends, and after it."""
    record = read_record(recorded)
    start = start_game(record.rules, tuple(record.letters), one_star=record.one_star)
    position, places = start.position, Places()
    for step, state in replay_states(record):
        if not step.departs and not passed_before_setup(step, position):
            half = make_turn(record.rules, position._replace(mover=step.seat), step.turn)
            places = place_turn(places, half)
            yield Stage(half.position, places, False)
        position = state.position
        places = settle(places, position)
        yield Stage(position, places, True)
