"""Pairings made by hand."""

from __future__ import annotations

from tournaments.pairing.checking import faults, pities
from tournaments.pairing.plain import Entrant, Played, State, pairs

STATE = State(
    round=2,
    entrants=(*[Entrant(id=each) for each in range(8)], Entrant(id=8, withdrawn=True)),
    played=(Played(round=1, seats=(0, 1, 2, 3), points=(5, 0, 0, 0)),),
    byes=((1, 7),),
    forbidden=pairs([(0, 4)]),
    avoided=pairs([(1, 5)]),
)
GOOD = [(0, 5, 6, 7), (4, 1, 2, 3)]


def codes(found):
    return [each.code for each in found]


def test_a_round_without_fault_has_none():
    assert faults(STATE, GOOD, (3, 4)) == []


def test_each_fault_is_named_with_its_players():
    assert codes(faults(STATE, [(0, 5, 6, 7), (4, 1, 2)], (3, 4))) == ["nobody-left-out"]
    assert codes(faults(STATE, [(0, 5, 6, 7, 3), (4, 1, 2)], (3, 4))) == ["table-size"]
    assert codes(faults(STATE, [(0, 4, 6, 7), (5, 1, 2, 3)], (3, 4))) == ["forbidden"]
    assert codes(faults(STATE, [(0, 5, 6, 7), (4, 1, 2, 3, 6)], (4, 5))) == ["twice"]
    assert codes(faults(STATE, [(0, 5, 6, 7), (4, 1, 2, 3, 8)], (4, 5))) == ["not-playing"]
    assert codes(faults(STATE, [(0, 5, 6, 7), (4, 1, 2, 3, 9)], (4, 5))) == ["unknown-player"]
    assert codes(faults(STATE, [(0, 5, 6), (4, 1, 2, 3)], (3, 4), byes=[7])) == ["bye-before"]
    assert faults(STATE, [(0, 5, 7), (4, 1, 2, 3)], (3, 4), byes=[6]) == []
    (fault,) = faults(STATE, [(0, 4, 6, 7), (5, 1, 2, 3)], (3, 4))
    assert fault.params == {"one": 0, "other": 4} and str(fault) == "Players 0 and 4 must not meet."


def test_what_is_a_pity_is_said_too():
    found = pities(STATE, [(2, 3, 0, 6), (4, 1, 5, 7)], hunting=True)
    assert codes(found) == ["met-before"] * 3 + ["hunted-before"] * 2 + ["avoided"]
    assert str(found[3]) == "Player 2 has hunted player 3 before."
    assert "hunted-before" not in codes(pities(STATE, [(2, 3, 0, 6)]))
    assert pities(STATE, [(0, 5, 6, 7)]) == []


def test_more_byes_than_must_and_a_round_of_rematches_are_a_pity():
    assert codes(pities(STATE, [(2, 3, 0, 6)], [1])) == codes(pities(STATE, [(2, 3, 0, 6)]))
    assert codes(pities(STATE, [(2, 3, 0, 6)], [1, 4])).count("byes") == 1
    again = State(round=2, entrants=STATE.entrants, played=(Played(round=1, seats=(0, 1)),))
    assert codes(pities(again, [(1, 0)])) == ["all-again", "met-before"]
    assert codes(pities(again, [(1, 0), (2, 3)])) == ["met-before"]
