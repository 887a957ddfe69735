"""How many taps recorded turns need on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from board.tests.positions import passed_before_setup, recorded_games
from board.tests.taps import most_taps, offered_names, taps_of
from homeworlds.actions import Pass, Turn
from homeworlds.records import read_record, replay_states
from homeworlds.state import GameState, start_game

GAMES = 6
OF_A_KIND = 2
STEPS = 4


def kind_of(turn: Turn) -> str:
    """What is done in it, in short: a turn of one action, or the sacrifice and how often it is used."""
    return "+".join([type(action).__name__ for action in turn])


def recorded_turns(shared: Path) -> Iterator[tuple[GameState, Turn]]:
    for recorded in recorded_games(shared, GAMES):
        record = read_record(recorded)
        before = start_game(record.rules, tuple(record.letters), one_star=record.one_star)
        for step, after in replay_states(record):
            position = before.position._replace(mover=step.seat)
            # Giving up what is left needs no button: it is ending the turn.
            turn = tuple([action for action in step.turn if not isinstance(action, Pass)])
            plays = before.outcome is None and not step.departs
            if turn and plays and not passed_before_setup(step, position):
                yield before._replace(position=position), turn
            before = after


@pytest.mark.archive
def test_recorded_turns_take_few_taps(shared: Path) -> None:
    """Build 3, move 4, trade 4, discover 4, attack 3, a sacrifice with two moves 7, and one more for each
    choice among several."""
    kinds = Counter[str]()
    for state, recorded in recorded_turns(shared):
        kind = kind_of(recorded)
        if kinds[kind] == OF_A_KIND or len(recorded) > STEPS:
            continue
        kinds[kind] += 1
        turn = offered_names(state, recorded)
        assert taps_of(state, turn) <= most_taps(state, turn), (state.position, turn)
    assert len(kinds) > 15
