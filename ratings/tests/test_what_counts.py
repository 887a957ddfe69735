"""Which games count, by a table."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from ratings.what_counts import End, People, Reason, Terms, met_too_often, why_not

TERMS = Terms(players=2, rated=True, public=True, by_lot=True)


def pairs(*found: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, found))


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
]
WHO: list[tuple[Reason | None, int, dict[str, Any]]] = [
    (Reason.EXCLUDED, 2, {"excluded": True}),
    (Reason.EXCLUDED, 3, {"players": (1,), "excluded": True}),
    (Reason.PAIR_TOO_OFTEN, 2, {"players": (1, 2), "left_out": pairs((1, 2))}),
    (None, 2, {"players": (1, 2)}),
    (None, 3, {"players": (1, 2), "left_out": pairs((1, 2))}),
    (None, 3, {"players": (1, 2, 3), "left_out": pairs((1, 2), (1, 3))}),
    (Reason.PAIR_TOO_OFTEN, 3, {"players": (1, 2, 3), "left_out": pairs((1, 2), (1, 3), (3, 2))}),
]


@pytest.mark.parametrize(("reason", "terms"), BEFORE)
def test_what_is_told_before_joining(reason: Reason | None, terms: dict[str, Any]) -> None:
    assert why_not(replace(TERMS, **terms)) is reason


@pytest.mark.parametrize(("reason", "players", "end"), AFTER)
def test_what_the_end_decides(reason: Reason | None, players: int, end: dict[str, Any]) -> None:
    assert why_not(replace(TERMS, players=players), end=End(**end)) is reason


@pytest.mark.parametrize(("reason", "players", "who"), WHO)
def test_what_is_known_of_who_plays_is_told_before_and_after(
    reason: Reason | None, players: int, who: dict[str, Any]
) -> None:
    for end in (None, End(turns=40)):
        assert why_not(replace(TERMS, players=players), People(**who), end) is reason


@pytest.mark.parametrize("terms", [terms for reason, terms in BEFORE if reason])
def test_what_was_told_before_joining_is_what_is_told_after_any_end(terms: dict[str, Any]) -> None:
    agreed = replace(TERMS, **terms)
    for _, _, end in AFTER:
        assert why_not(agreed, end=End(**end)) is why_not(agreed)


def test_every_reason_stands_in_the_tables() -> None:
    assert {reason for reason, *_ in [*BEFORE, *AFTER, *WHO]} == {None, *Reason}


@pytest.mark.parametrize(
    ("players", "counted", "expected"),
    [
        ([1, 2], [(100, [1, 2])] * 9, []),
        ([1, 2], [(100, [1, 2])] * 10, [(1, 2)]),
        ([1, 2], [(100, [1, 2])] * 9 + [(70, [1, 2]), (100.1, [1, 2])], []),
        ([1, 2], [(100, [1, 2])] * 9 + [(70.1, [1, 2])], [(1, 2)]),
        ([1, 2], [(90, [1, 3]), (91, [2, 3])] * 10, []),
        ([1, 2, 3], [(90, [4, 3, 2])] * 10 + [(90, [1, 2])] * 9, [(2, 3)]),
    ],
)
def test_who_met_too_often_within_thirty_days(
    players: list[int], counted: list[tuple[float, list[int]]], expected: list[tuple[int, int]]
) -> None:
    met = [(day, pairs(*combinations(others, 2))) for day, others in counted]
    assert met_too_often(players, 100, met) == pairs(*expected)
