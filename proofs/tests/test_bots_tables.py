"""What `bin/prove bots-tables` finds: illegal turns, late ones, and who takes more than a fair share."""

from __future__ import annotations

from itertools import count

import pytest

from bots import random_bot
from bots.budget import Budget
from bots.thinking import Asked, dice
from homeworlds.actions import Pass, Turn
from homeworlds.outcome import Alignment
from homeworlds.rules import Variant
from proofs.bots.shares import Share, apart
from proofs.bots.tables import (
    ALL_WEAK,
    KINDS,
    MIXED,
    ONE_STRONG,
    STRONG,
    VALUES,
    VARIANTS,
    Report,
    play_table,
    table,
)


def by_lot(level: int, asked: Asked) -> Turn:
    return random_bot.choose(asked.state, dice(asked), asked.alignment, Budget(1, 1.0, lambda: 0.0))


def test_every_value_of_every_option_occurs_in_every_variant():
    met = set()
    for number in range(len(KINDS) * 6):
        made = table(number, 3, 100, 5)
        assert 3 <= made.state.position.players <= 6
        if made.kind == MIXED:
            met |= {
                (made.state.rules.variant, name, getattr(made.state.rules, name)) for name, _value in VALUES
            }
    assert met >= {(variant, name, value) for variant in VARIANTS for name, value in VALUES}


def test_one_strong_sits_among_weak_and_beginners_have_the_same_deals():
    made = [table(number, 1, 100, 5) for number in range(2 * len(KINDS))]
    strong = [each for each in made if each.kind == ONE_STRONG]
    assert {each.state.rules.variant for each in strong} == set(VARIANTS)
    assert all(each.levels.count(STRONG) == 1 and each.levels[each.strong] == STRONG for each in strong)
    secret = [each for each in strong if each.sides]
    weak = [each for each in made if each.kind == ALL_WEAK]
    assert [(each.state, each.sides) for each in secret] == [(each.state, each.sides) for each in weak]


@pytest.mark.parametrize("number", [0, 3, 6, 9, 15, 18])
def test_a_table_is_played_to_its_end_or_to_the_limit(number):
    line = play_table(table(number, 1, 100, 6), by_lot, lambda: 0.0)
    assert not line["wrong"] and not line["late"]
    assert line["winners"] or line["turns"] == 6 * len(line["levels"]) or line["why"] == "all-eliminated"
    report = Report()
    report.take(line)
    assert not report.good and len(report.missing()) >= 2 * len(VALUES)
    assert str(report).startswith(f"bots-tables: 1 games, {line['turns']} turns, 0 illegal, 0 late")


def test_an_illegal_turn_and_a_late_one_are_found():
    made = table(0, 1, 100, 6)
    report = Report()
    report.take(play_table(made, lambda level, asked: (Pass(),), lambda: 0.0))
    assert report.wrong and not report.late and not report.good
    late = Report()
    slowly = count(0, 100)
    late.take(play_table(made, by_lot, lambda: float(next(slowly))))
    assert late.late and not late.wrong and not late.good


def line(kind: str, variant: Variant, *, won: bool, side: str | None = None) -> dict[str, object]:
    sides = None if side is None else [side, "E" if side == "G" else "G", "G"]
    return {
        "number": 1,
        "kind": kind,
        "variant": str(variant),
        "levels": [6, 2, 2],
        "strong": 0,
        "sides": sides,
        "winners": [0] if won else [1],
        "wrong": "",
        "late": [],
    }


def test_the_share_of_the_strong_one_is_held_to_its_fair_one():
    report = Report()
    for number in range(30):
        report.take(line(ONE_STRONG, Variant.SINISTER, won=number % 3 > 0))
    share, fair = report.strong_share(Variant.SINISTER)
    assert share == Share(20, 30) and fair == pytest.approx(1 / 3)
    assert report.takes_more
    even = Report()
    for number in range(30):
        even.take(line(ONE_STRONG, Variant.SINISTER, won=number % 3 == 0))
    assert not even.takes_more


def test_of_good_and_evil_it_is_held_to_its_own_side_among_beginners():
    report = Report()
    for number in range(40):
        report.take(line(ONE_STRONG, Variant.GOOD_VS_EVIL, won=number % 4 > 0, side="E"))
        report.take(line(ALL_WEAK, Variant.GOOD_VS_EVIL, won=number % 4 == 0, side="E"))
    assert report.side_shares(Alignment.EVIL) == (Share(30, 40), Share(10, 40))
    assert report.side_shares(Alignment.GOOD) is None
    assert report.takes_more


def test_intervals_of_shares():
    assert Share(0, 20).low == 0 and Share(0, 20).high == pytest.approx(0.161, abs=0.001)
    assert Share(20, 20).low == pytest.approx(0.839, abs=0.001)
    # Newcombe 1998, example (a): 56 of 70 against 48 of 80.
    found = apart(Share(56, 70), Share(48, 80))
    assert (found.low, found.high) == (pytest.approx(0.0524, abs=0.0001), pytest.approx(0.3339, abs=0.0001))
