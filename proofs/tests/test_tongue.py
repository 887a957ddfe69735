"""What `bin/prove tongue` finds: a reader that stumbles, one that reads otherwise, and ours."""

from __future__ import annotations

import pytest

from homeworlds.reading.turns import read_turn
from homeworlds.state import GameState, begin
from homeworlds.turn import HalfTurn
from proofs.words.tongue import run


def stumbling(text: str, state: GameState) -> HalfTurn:
    if "\ufeff" in text:
        raise IndexError(text)
    return read_turn(text, state)


def forgetful(text: str, state: GameState) -> HalfTurn:
    """Leaves the last step out."""
    half = read_turn(text, state)
    return half.previous or begin(state)


def test_whatever_is_typed_is_read_or_refused():
    counted, wrong = run(1_200, 5)
    assert (counted["texts"], wrong) == (1_200, [])


@pytest.mark.parametrize("read, said", [(stumbling, "IndexError"), (forgetful, "read as")])
def test_a_reader_that_fails_is_found(read, said):
    _counted, wrong = run(1_200, 5, read)
    assert any(said in line for line in wrong)
