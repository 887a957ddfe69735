"""Twenty recorded turns of each kind, made in a browser by the fewest taps at five sizes, and what was seen;
then the pages around the table, pieces at a desk, the first hour and what is said aloud, each with its aim.

A run that was interrupted goes on where it was; one that has found something is followed by one that tries
that again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from statistics import mean
from typing import Any

from proofs.kit.neighbours import stretch
from proofs.kit.options import options
from proofs.kit.processes import ROOT, run

PROOFS = ("homeworlds_site/tests/browser/hand/proof.py", "homeworlds_site/tests/browser/hand/around.py")
PATIENCE = 10.0
"""Seconds that something may take to be seen in the browser; more by the pace of the machine."""
TITLES = ("size", "kind", "turns", "lit in view", "resting", "folded", "taps", "at most", "changed", "faults")

Row = dict[str, Any]


def main() -> int:
    given = options("hand", __doc__, turns=(20, "of each kind")).parse_args()
    seen = ROOT / "var" / "hand" / f"{given.turns}.jsonl"
    around = seen.with_name("around.jsonl")
    seen.parent.mkdir(parents=True, exist_ok=True)
    own = {"HAND_SEEN": str(seen), "HAND_AROUND": str(around), "HAND_TURNS": str(given.turns)}
    own |= {"REQUIRE_ALL": "1", "HAND_PATIENCE": f"{PATIENCE * stretch():.0f}"}
    own["HOMEWORLDS_SHARED"] = os.environ.get("HOMEWORLDS_SHARED", str(ROOT.parent / "shared"))
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--show-capture=no", *PROOFS]
    ended = run(command, cwd=ROOT, env={**os.environ, **own}, check=False)
    turns, lines = [
        [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        for path in (seen, around)
    ]
    print("\n".join([*table(turns), *faults(turns), "", *aims(lines)]))
    if ended.returncode:
        print("The browser did not come to the end; the same command goes on from here.")
        return ended.returncode
    good = [[row for row in rows if not row["faults"]] for rows in (turns, lines)]
    # What was all good is measured anew by the next run.
    for path, kept, rows in zip((seen, around), good, (turns, lines), strict=True):
        path.write_text("".join([json.dumps(row) + "\n" for row in kept]) if len(kept) < len(rows) else "")
    print(last_line(turns, lines))
    return 0 if good == [turns, lines] else 1


def aims(rows: Iterable[Row]) -> list[str]:
    """A line for each thing and window: what was seen, its aim, and below it what falls short."""
    said = []
    for row in sorted(rows, key=lambda row: str(row["about"])):
        verdict = "missed" if row["faults"] else "met"
        said.append(f"{row['about']}: {row['seen']} (aim {row['aim']}, {verdict})")
        said += [f"    {fault}" for fault in row["faults"]]
    return said


def last_line(turns: Iterable[Row], rows: Iterable[Row]) -> str:
    made, lines = list(turns), list(rows)
    wrong, missed = ([row for row in each if row["faults"]] for each in (made, lines))
    return (
        f"hand: {len(made)} turns, {len(wrong)} with a fault; {len(lines)} aims, {len(missed)} missed: "
        f"{'not good' if wrong or missed else 'all good'}."
    )


def table(rows: Iterable[Row]) -> list[str]:
    """A line for each size and kind: shares of cards in view, highest sheets, taps on average and at most."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["size"], row["kind"]), []).append(row)
    lines = [TITLES, *[_line(size, kind, group) for (size, kind), group in groups.items()]]
    widths = [max(len(line[column]) for line in lines) for column in range(len(TITLES))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]


def _line(size: str, kind: str, rows: list[Row]) -> tuple[str, ...]:
    folded = [height for row in rows for height in row["folded"]]
    return (
        size,
        kind,
        str(len(rows)),
        share([each for row in rows for each in row["lit"]]),
        f"{max(row['resting'] for row in rows)} px",
        f"{max(folded, default=0)} px",
        f"{mean(row['taps'] for row in rows):.1f}",
        str(max(row["taps"] for row in rows)),
        share([row["changed"] for row in rows]),
        str(sum(bool(row["faults"]) for row in rows)),
    )


def share(counts: list[list[int]]) -> str:
    """Of how many cards in view, of how many."""
    there = sum(number for _seen, number in counts)
    return f"{sum(seen for seen, _number in counts) / there:.0%}" if there else "-"


def faults(rows: Iterable[Row]) -> list[str]:
    return [
        f"{row['size']} {row['turn']} (game {row['game']}): {fault}"
        for row in rows
        for fault in row["faults"]
    ]
