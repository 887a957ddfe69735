"""Which games count, by a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ratings.what_counts import (
    End,
    Reason,
    Terms,
    earlier_of_a_pair,
    why_it_does_not_count,
    why_it_will_not_count,
)

TERMS = Terms(players=2, rated=True, public=True, by_lot=True)
END = End(turns=4)

BEFORE: list[tuple[Reason | None, dict[str, Any]]] = [
    (None, {}),
    (None, {"players": 6}),
    (Reason.FRIENDLY, {"rated": False}),
    (Reason.NOT_PUBLIC, {"public": False}),
    (Reason.HANDICAPPED, {"handicapped": True}),
    (Reason.WITH_BOTS, {"with_bots": True}),
    (Reason.IMPORTED, {"imported": True}),
    (Reason.NOT_BY_LOT, {"by_lot": False}),
    (None, {"by_lot": False, "before_ratings": True}),
    (Reason.FRIENDLY, {"rated": False, "before_ratings": True}),
    (Reason.NOT_PUBLIC, {"public": False, "before_ratings": True}),
    (Reason.IMPORTED, {"imported": True, "rated": False, "before_ratings": True}),
]
AFTER: list[tuple[Reason | None, int, dict[str, Any]]] = [
    (None, 2, {"turns": 4}),
    (Reason.TOO_SHORT, 2, {"turns": 3}),
    (Reason.TOO_SHORT, 2, {"turns": 0}),
    (None, 6, {"turns": 8}),
    (Reason.TOO_SHORT, 6, {"turns": 7}),
    (Reason.VOID, 2, {"turns": 40, "void": True}),
    (Reason.VOID, 2, {"turns": 1, "void": True}),
    (Reason.EXCLUDED, 2, {"turns": 40, "excluded": True}),
    (None, 2, {"turns": 40, "earlier_of_a_pair": 9}),
    (Reason.PAIR_TOO_OFTEN, 2, {"turns": 40, "earlier_of_a_pair": 10}),
    (Reason.PAIR_TOO_OFTEN, 4, {"turns": 40, "earlier_of_a_pair": 11}),
]


@pytest.mark.parametrize(("reason", "terms"), BEFORE)
def test_what_is_told_before_joining(reason: Reason | None, terms: dict[str, Any]) -> None:
    assert why_it_will_not_count(replace(TERMS, **terms)) is reason


@pytest.mark.parametrize(("reason", "players", "end"), AFTER)
def test_what_the_end_decides(reason: Reason | None, players: int, end: dict[str, Any]) -> None:
    assert why_it_does_not_count(replace(TERMS, players=players), End(**end)) is reason


@pytest.mark.parametrize("terms", [terms for reason, terms in BEFORE if reason])
def test_what_was_told_before_joining_is_what_is_told_after_any_end(terms: dict[str, Any]) -> None:
    agreed = replace(TERMS, **terms)
    for _, _, end in AFTER:
        assert why_it_does_not_count(agreed, End(**end)) is why_it_will_not_count(agreed)


def test_every_reason_stands_in_the_tables() -> None:
    assert {reason for reason, *_ in BEFORE} | {reason for reason, *_ in AFTER} == {None, *Reason}


@pytest.mark.parametrize(
    ("players", "counted", "expected"),
    [
        ([1, 2], [], 0),
        ([1, 2], [(100, [2, 1])], 1),
        ([1, 2], [(70.1, [1, 2]), (70, [1, 2]), (100.1, [1, 2])], 1),
        ([1, 2], [(90, [1, 3]), (91, [2, 3])], 0),
        ([1, 2], [(90, [1, 2]), (91, [3, 2, 1])], 2),
        ([1, 2, 3], [(90, [1, 2]), (91, [2, 3]), (92, [4, 3, 2])], 2),
    ],
)
def test_meetings_of_the_last_thirty_days(
    players: list[int], counted: list[tuple[float, list[int]]], expected: int
) -> None:
    assert earlier_of_a_pair(players, 100, counted) == expected
