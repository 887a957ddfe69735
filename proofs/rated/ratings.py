"""All known results, and between them games that end in every other way, played through the services on a
PostgreSQL of its own: what stands in the end is what one recomputation finds.

Results are undone and players excluded meanwhile. Whatever has to occur is counted by the site's own rows.
That the arithmetic is the published one says `ratings/tests/test_golden_values.py`.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from homeworlds.tests.samples import SHARED
from proofs.kit.options import options
from proofs.kit.site import own_database
from proofs.rated.timeline import Event, read_all, woven

LEAST: Final = 3


def main() -> int:
    parser = options("ratings", __doc__)
    parser.add_argument("--file", type=Path, default=SHARED / "archive" / "results.jsonl")
    parser.add_argument("--games", type=int, help="the first so many of the file only")
    given = parser.parse_args()
    if not given.file.is_file():
        parser.error(f"there is no {given.file} (set HOMEWORLDS_SHARED)")
    events = woven(read_all(given.file)[: given.games])
    with own_database():
        return _prove(events)


def _prove(events: list[Event]) -> int:
    from proofs.rated import played_results

    began = time.monotonic()
    people = played_results.play(events)
    played = time.monotonic()
    wrong = played_results.recomputation()
    done = time.monotonic()
    stands, counted = played_results.standings(), played_results.counted()
    happened = played_results.happened()
    missing = [what for what in played_results.MUST_HAPPEN if happened[what] < LEAST]
    for line in [*wrong, *(f"{what}: not {LEAST} times" for what in missing)]:
        print(line)
    for what, number in sorted(happened.items()):
        print(f"{what:<44}{number:>7}")
    print(
        f"{len(events)} events played through the services in {played - began:.0f} s, {counted} games count, "
        f"{stands} standings of {people} players; one recomputation in {done - played:.1f} s"
    )
    proved = stands > 0 and not wrong and not missing
    print(f"ratings: live table and recomputation {'are the same: proved' if proved else 'NOT PROVED'}")
    return 0 if proved else 1
