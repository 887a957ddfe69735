"""Every whole turn: counts that plain enumeration gave, and a comparison with it on many positions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from homeworlds.enumeration import all_ends
from homeworlds.notation import format_turn, parse_position
from homeworlds.position import Position, position_key
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from homeworlds.search import all_turns, count_ends
from homeworlds.state import GameState, start_game
from homeworlds.tests.comparing import Mismatch, TooMany, compare
from homeworlds.tests.rules_table.cases import TurnCase
from homeworlds.tests.samples import sample

TABLE = Path(__file__).with_name("counted_positions.txt")
PLAINLY_COUNTED = 300
"""Larger ones were compared when the table was made."""
SAMPLES, PARTS, MOST_ENDS = 480, 8, 200
MODERN = preset_rules(Preset.MODERN, Variant.BINARY)
OPENING = "<0> A (0, y1b2) g3-; B (1, r1b3) -g3"


class Counted(NamedTuple):
    name: str
    rules: RuleSet
    position: Position
    ends: int


def _counted() -> list[Counted]:
    rows = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        name, variant, rules, ends, position = [part.strip() for part in line.split("|")]
        case = TurnCase(position=position, script="", rules=rules, variant=variant)
        rows.append(Counted(name, case.rule_set(), case.read(position), int(ends)))
    return rows


COUNTED = _counted()


@pytest.mark.long
@pytest.mark.parametrize("row", COUNTED, ids=lambda row: row.name)
def test_a_position_has_as_many_ends_as_the_table_says(row: Counted) -> None:
    assert count_ends(GameState(row.rules, row.position)) == row.ends


@pytest.mark.parametrize(
    "row", [row for row in COUNTED if row.ends <= PLAINLY_COUNTED], ids=lambda row: row.name
)
def test_the_table_agrees_with_plain_enumeration(row: Counted) -> None:
    assert sum(1 for _ in all_ends(row.rules, row.position)) == row.ends


def test_the_table_holds_every_variant_preset_and_number_of_players() -> None:
    assert len(COUNTED) >= 30
    assert {row.rules.variant for row in COUNTED} == set(Variant)
    assert {row.position.players for row in COUNTED} == {2, 3, 4, 5, 6}
    for preset in Preset:
        assert any(row.rules == preset_rules(preset, row.rules.variant) for row in COUNTED)


def test_each_end_comes_once_with_a_turn_as_short_as_can_be() -> None:
    state = GameState(MODERN, parse_position(OPENING, MODERN, "AB"))
    turns = list(all_turns(state))
    assert [format_turn(turn, 2) for turn in turns[:2]] == ["pass", "sacrifice G3 A"]
    assert [len(turn) for turn in turns] == sorted(len(turn) for turn in turns)
    ends = {position_key(state.play(turn).position) for turn in turns}
    assert len(ends) == len(turns) == 10


def test_setting_up_is_a_turn_too() -> None:
    state = start_game(MODERN, ("A", "B"))
    assert len(list(all_turns(state))) == count_ends(state) == 936


def test_turns_come_one_by_one() -> None:
    """A position with a million ends answers at once when only a few are asked for."""
    text = "<0> A (0, y1b2) r1g1b1y3-; B (1, r1b3) -g3; V (y3) y3g2-; W (g2) y2-; X (b1) b2r2r3-"
    state = GameState(MODERN, parse_position(text, MODERN, "AB"))
    assert len(list(islice(all_turns(state), 5))) == 5


@pytest.mark.parametrize("limit, capped", [(0, True), (3, True), (9, True), (10, False), (11, False)])
def test_a_cap_says_that_it_was_hit(limit: int, capped: bool) -> None:
    turns = all_turns(GameState(MODERN, parse_position(OPENING, MODERN, "AB")), limit=limit)
    assert len(list(turns)) == min(limit, 10)
    assert turns.capped is capped
    assert list(turns) == []


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_search_and_win_in_one_agree_with_plain_enumeration_on_random_positions(part: int) -> None:
    assert _wins_compared([number for number in range(SAMPLES) if number % 3][part::PARTS])


@pytest.mark.long
@pytest.mark.archive
@pytest.mark.parametrize("part", range(PARTS // 2))
def test_search_and_win_in_one_agree_with_plain_enumeration_on_recorded_positions(part: int) -> None:
    _wins_compared(range(3 * part, SAMPLES, 3 * PARTS // 2))


def _wins_compared(numbers: Sequence[int]) -> int:
    compared = wins = 0
    mismatches = []
    for number in numbers:
        try:
            done = compare(*sample(number), MOST_ENDS)
        except TooMany:
            continue
        except Mismatch as mismatch:
            mismatches.append((number, str(mismatch)))
            continue
        compared += 1
        wins += done.wins
    assert not mismatches
    assert compared > len(numbers) / 5
    return wins
