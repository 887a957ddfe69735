"""Holds the search and win in one to plain enumeration, on as many positions as you like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count

from homeworlds.tests.comparing import Mismatch, TooMany, compare
from homeworlds.tests.samples import Sample, sample

TOLD_EVERY = 100


class PassedOver(Exception):
    """A position that is not asked about."""


class Wrong(Exception):
    """What is not as it should be."""


def go_through(
    positions: int, first: int, judge: Callable[[int, Sample], dict[str, int]]
) -> tuple[int, Counter[str]]:
    """So many samples that are not passed over, from this number on; prints as it goes from where to go on.
    How many are wrong, and the sums of what `judge` counts of each."""
    wrong, counted = 0, Counter[str]()
    for number in count(first):
        if counted["positions"] == positions:
            return wrong, counted
        try:
            counted.update(judge(number, sample(number)))
        except PassedOver:
            counted["passed over"] += 1
            continue
        except Wrong as error:
            wrong += 1
            print(f"{number}: {error}")
        counted["positions"] += 1
        if counted["positions"] % TOLD_EVERY == 0:
            done = f"{counted['positions']} positions, mismatches: {wrong}"
            print(f"{done}; to go on: --from {number + 1}", flush=True)
    raise AssertionError("samples never end")


def told(wrong: int, counted: Counter[str], by: str, most: int) -> int:
    """The last line, and the exit code: 0 without a mismatch."""
    print(
        f"{counted['positions']} positions compared with {by} ({counted['ends']} ends, {counted['wins']} "
        f"wins and eliminations in one; {counted['passed over']} passed over with more than {most} ends), "
        f"mismatches: {wrong}"
    )
    return 1 if wrong else 0


def run(*, positions: int, first: int, most: int) -> int:
    def judge(_number: int, asked: Sample) -> dict[str, int]:
        try:
            compared = compare(*asked, most)
        except TooMany:
            raise PassedOver from None
        except Mismatch as error:
            raise Wrong(error) from error
        return {"ends": compared.ends, "wins": compared.wins}

    return told(*go_through(positions, first, judge), "plain enumeration", most)
