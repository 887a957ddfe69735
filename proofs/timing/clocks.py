"""Clocks under stress, on a PostgreSQL of its own: turns that race the end of their time (T6), many sweepers
at once (T7), clocks that jump (T8), outages (T9), the breaker and the undoing of what clocks did (T10)."""

from __future__ import annotations

from proofs.kit.options import options
from proofs.kit.site import own_database


def main() -> int:
    given = options(
        "clocks", __doc__, races=1000, sweepers=8, games=(5000, "due at once, for the sweepers")
    ).parse_args()
    proved = []
    with own_database() as environment:
        from proofs.timing import trials

        for trial in (
            # First: it counts what has fallen within the hour.
            lambda: trials.breaker(500),
            lambda: trials.races(given.races),
            lambda: trials.sweepers(environment, given.sweepers, given.games),
            trials.jumps,
            trials.outages,
        ):
            found = trial()
            print(f"{found.name:<4} {found.figures}{'' if found.proved else ': NOT PROVED'}", flush=True)
            proved.append(found.proved)
    verdict = "proved" if all(proved) else "NOT PROVED"
    print(f"clocks: T6 races, T7 sweepers, T8 jumps, T9 outages, T10 breaker: {verdict}")
    return 0 if all(proved) else 1
