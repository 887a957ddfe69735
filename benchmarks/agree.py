"""Holds the search and win in one to plain enumeration, on as many positions as you like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from homeworlds.tests.comparing import Compared, Mismatch, TooMany, compare
from homeworlds.tests.samples import Sample, sample


def samples(first: int) -> Iterator[tuple[int, Sample]]:
    """Without end, from this number on."""
    number = first
    while True:
        yield number, sample(number)
        number += 1


def run(report: TextIO, positions: int, first: int, most: int) -> int:
    """Prints as it goes from where to go on. The exit code: 0 without a mismatch."""
    done = passed_over = mismatches = ends = wins = 0
    for number, (state, alignments) in samples(first):
        if done == positions:
            break
        try:
            compared = compare(state, alignments, most)
        except TooMany:
            passed_over += 1
            continue
        except Mismatch as error:
            mismatches += 1
            report.write(f"{number}: {error}\n")
            compared = Compared(0, 0)
        done += 1
        ends += compared.ends
        wins += compared.wins
        if done % 100 == 0:
            report.write(f"{done} positions, mismatches: {mismatches}; to go on: --from {number + 1}\n")
            report.flush()
    report.write(
        f"{done} positions compared with plain enumeration ({ends} ends, {wins} wins and eliminations in "
        f"one; {passed_over} passed over with more than {most} ends), mismatches: {mismatches}\n"
    )
    return 1 if mismatches else 0
