"""What `bin/prove pairing` counts, and that it fails where a schedule is not good."""

from __future__ import annotations

import pytest

from proofs.events import pairing
from proofs.events.pairing import Figures, everybody_sits, figures_of
from tournaments.pairing.plain import Round


def test_figures_are_counted_from_the_tables():
    tables = [(1, (0, 1, 2)), (1, (3, 4, 5)), (2, (0, 1, 3)), (2, (2, 5, 4))]
    assert figures_of(tables) == Figures(meetings=12, repeats=2, hunted_again=1, spread=2)


def test_who_sits_twice_or_not_at_all_is_seen():
    assert everybody_sits([Round(number=1, tables=((0, 1, 2), (3, 4, 5)))], 6)
    assert not everybody_sits([Round(number=1, tables=((0, 1, 2), (3, 4, 4)))], 6)


@pytest.mark.parametrize(
    "limit, value, code",
    [
        ("AT_ONCE", ((9, 3, 4),), 0),
        ("AT_ONCE", ((9, 3, 5),), 1),
        ("MOST_SECONDS", 0.0, 1),
        ("BY_SCORE", ((32, 4, 2, 0.0),), 1),
    ],
)
def test_it_fails_where_a_schedule_is_not_good(monkeypatch, capsys, limit, value, code):
    monkeypatch.setattr(pairing, "AT_ONCE", ((9, 3, 4),))
    monkeypatch.setattr(pairing, "BY_SCORE", ((32, 4, 2, 0.1),))
    monkeypatch.setattr(pairing, limit, value)
    assert pairing.main([]) == code
    said = capsys.readouterr().out
    assert said.endswith(f"pairing: 2 schedules, {code} not as good as they can be\n")
    assert said.count("NOT GOOD") == code and said.count("by lot ") == 2
