"""All known results, played through the services that finish games on a PostgreSQL of its own: what stands in
the end is what one recomputation finds, and what the arithmetic says."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from homeworlds.tests.samples import SHARED
from proofs.processes import NotHere
from proofs.rated import played_results
from proofs.timing.generated import own_database


def main() -> int:
    options = argparse.ArgumentParser(prog="bin/prove ratings", description=__doc__)
    options.add_argument("--file", type=Path, default=SHARED / "archive" / "results.jsonl")
    options.add_argument("--games", type=int, help="the first so many only")
    given = options.parse_args()
    if not given.file.is_file():
        options.error(f"there is no {given.file} (set HOMEWORLDS_SHARED)")
    results = played_results.read_all(given.file)[: given.games]
    try:
        with own_database():
            return _prove(results)
    except NotHere as missing:
        print(missing)
        return 2


def _prove(results: list[played_results.Result]) -> int:
    began = time.monotonic()
    ids = played_results.play(results)
    played = time.monotonic()
    wrong = played_results.recomputation()
    done = time.monotonic()
    stands, (awaited, counted) = played_results.standing(ids), played_results.expected(results)
    other = played_results.differences(stands, awaited)
    for line in [
        *wrong,
        *(f"{pool}, player {number}: not what the arithmetic says" for pool, number in other),
    ]:
        print(line)
    print(
        f"{len(results)} results played through the services in {played - began:.0f} s, {counted} count, "
        f"{len(stands)} standings of {len(ids)} players; one recomputation in {done - played:.1f} s"
    )
    proved = bool(stands) and not wrong and not other
    print(f"ratings: live table and recomputation {'are the same: proved' if proved else 'NOT PROVED'}")
    return 0 if proved else 1


if __name__ == "__main__":
    sys.exit(main())
