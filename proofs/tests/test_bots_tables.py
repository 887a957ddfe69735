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
from proofs.bots.tables import KINDS, STRONG, VARIANTS, Report, play_table, table


def by_lot(level: int, asked: Asked) -> Turn:
    return random_bot.choose(asked.state, dice(asked), asked.alignment, Budget(1, 1.0, lambda: 0.0))


def reported(*lines: dict[str, object]) -> Report:
    report = Report()
    report.lines.extend(lines)
    return report


def test_one_strong_sits_among_weak_and_beginners_have_the_same_deals():
    made = [table(number, 1, 100, 5) for number in range(6 * len(KINDS))]
    strong = [each for each in made if each.strong is not None]
    assert {each.state.rules.variant for each in strong} == set(VARIANTS)
    assert {each.state.position.players for each in strong} == {3, 4, 5, 6}
    assert all(each.levels.count(STRONG) == 1 and each.levels[each.strong] == STRONG for each in strong)
    secret = [each for each in strong if each.sides]
    weak = [each for each in made if each.strong is None]
    assert [(each.state, each.sides) for each in secret] == [(each.state, each.sides) for each in weak]


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_a_table_is_played_to_its_end_or_to_the_limit(number):
    line = play_table(table(number, 1, 100, 6), by_lot, lambda: 0.0)
    assert not line["wrong"] and not line["late"]
    assert line["winners"] or line["turns"] == 6 * line["players"] or line["why"] == "all-eliminated"
    report = reported(line)
    assert not report.good
    assert str(report).startswith(f"bots-tables: 1 games, {line['turns']} turns, 0 illegal, 0 late")


def test_an_illegal_turn_and_a_late_one_are_found():
    made = table(0, 1, 100, 6)
    report = reported(play_table(made, lambda level, asked: (Pass(),), lambda: 0.0))
    assert report.wrong and not report.late and not report.good
    slowly = count(0, 100)
    late = reported(play_table(made, by_lot, lambda: float(next(slowly))))
    assert late.late and not late.wrong and not late.good


def line(variant: Variant, won: bool, *, strong: bool = True, side: str = "G") -> dict[str, object]:
    sides = [side, "E" if side == "G" else "G", "G"] if variant is Variant.GOOD_VS_EVIL else None
    return {
        "number": 1, "variant": str(variant), "players": 3, "strong": 0 if strong else None, "sides": sides,
        "winners": [0] if won else [1], "wrong": "", "late": [], "why": "", "turns": 9,
    }  # fmt: skip


@pytest.fixture
def strongly() -> Report:
    """Wins two of three by itself, and more than its side among beginners."""
    lines = [line(variant, number % 3 > 0) for number in range(30) for variant in VARIANTS[:2]]
    for side in "GE":
        lines += [line(Variant.GOOD_VS_EVIL, number % 4 > 0, side=side) for number in range(40)]
        lines += [
            line(Variant.GOOD_VS_EVIL, number % 4 == 0, strong=False, side=side) for number in range(40)
        ]
    return reported(*lines)


def test_the_share_of_the_strong_one_is_held_to_its_fair_one(strongly: Report):
    share, fair = strongly.strong_share(Variant.SINISTER)
    assert share == Share(20, 30) and fair == pytest.approx(1 / 3)
    assert strongly.good
    strongly.lines += [line(Variant.SINISTER, won=False)] * 30
    assert not strongly.good


def test_of_good_and_evil_it_is_held_to_its_own_side_among_beginners(strongly: Report):
    share, base = strongly.side_shares(Alignment.EVIL)
    assert (share, base) == (Share(30, 40), Share(40, 80))
    strongly.lines += [line(Variant.GOOD_VS_EVIL, won=False, side="E")] * 60
    assert not strongly.good
    strongly.lines = [each for each in strongly.lines if each["strong"] is not None]
    assert strongly.side_shares(Alignment.EVIL) is None and not strongly.good


def test_intervals_of_shares():
    assert Share(0, 20).low == 0 and Share(0, 20).high == pytest.approx(0.161, abs=0.001)
    assert Share(20, 20).low == pytest.approx(0.839, abs=0.001)
    # Newcombe 1998, example (a): 56 of 70 against 48 of 80.
    found = apart(Share(56, 70), Share(48, 80))
    assert (found.low, found.high) == (pytest.approx(0.0524, abs=0.0001), pytest.approx(0.3339, abs=0.0001))
