"""The proof of Swiss beside the Dutch system counts what it says it counts."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from proofs.events import swiss as proof
from tournaments.pairing import swiss
from tournaments.pairing.plain import Played, Round


def found(events=4, pair=proof.pair_ours):
    pytest.importorskip("py4swiss")
    from proofs.events.dutch import pair as pair_dutch

    return proof.prove(events, 3, pair, pair_dutch)


def test_ours_beside_the_dutch_system(monkeypatch):
    monkeypatch.setattr(proof, "DRAWS", 2)
    ours, dutch = found()
    assert not (
        ours.rematches or ours.second_byes or ours.three_in_a_row or dutch.rematches or dutch.second_byes
    )
    assert 0.8 < ours.gaps / dutch.gaps < 1.2 and len(ours.correlations) == len(dutch.correlations) == 8
    line = proof.last_line(ours, dutch)
    assert (
        line.startswith("swiss: rematches 0, second byes 0, gaps ")
        and " times Dutch, three in a row 0, " in line
    )


def test_what_is_wrong_is_found(monkeypatch):
    """Without the cost of a third time running, and with everybody paired by his number."""
    monkeypatch.setattr(proof, "DRAWS", 1)
    monkeypatch.setattr(swiss, "THIRD", 0)
    monkeypatch.setattr(swiss, "OFF", 0)
    monkeypatch.setattr(swiss, "FAR_OFF", 0)
    monkeypatch.setattr(swiss, "SAME", 0)
    ours, dutch = found()
    assert ours.three_in_a_row and not proof.holds(ours, dutch)

    def by_number(state, _rounds):
        there = sorted(each.id for each in state.playing())
        couples = zip(there[::2], there[1::2], strict=False)
        return Round(
            number=state.round, tables=tuple(couples), byes=tuple(there[-1:]) if len(there) % 2 else ()
        )

    ours, dutch = found(pair=by_number)
    assert ours.rematches and ours.three_in_a_row and ours.second_byes and not proof.holds(ours, dutch)


def test_far_gaps_and_a_worse_ranking_do_not_hold():
    dutch = proof.Counts(gaps=100.0, correlations=[0.7])
    assert proof.holds(proof.Counts(gaps=105.0, correlations=[0.69001]), dutch)
    assert not proof.holds(proof.Counts(gaps=105.1, correlations=[0.7]), dutch)
    assert not proof.holds(proof.Counts(gaps=100.0, correlations=[0.6899]), dutch)


def test_a_seat_is_counted_over_rounds_without_a_game():
    played = [Played(round=each, seats=(0, each)) for each in (1, 2, 4, 5)]
    assert proof.three_in_a_row(played) == 2
    assert proof.three_in_a_row([*played[:2], replace(played[2], seats=(4, 0))]) == 0


def test_where_py4swiss_is_missing_nothing_is_proven(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "py4swiss", None)
    monkeypatch.delitem(sys.modules, "proofs.events.dutch", raising=False)
    monkeypatch.setitem(sys.modules, "py4swiss.engines", None)
    assert proof.main(["--events", "1"]) == 1
    assert "py4swiss is not installed" in capsys.readouterr().out
