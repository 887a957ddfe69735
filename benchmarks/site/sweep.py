"""The sweep of the clocks, among ten thousand running games and among a million: one that finds nothing, and
one that finds a hundred clocks that have run out. On a PostgreSQL of its own, with generated rows.

Of the games that are not due there are the rows alone. What is due are whole games of two, copied with seats
and log, each of which the sweep ends. The limits are on the processor's time, of the sweep and of the
database together: the clock on the wall also counts what others do on a shared machine. Both are printed.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final, NamedTuple

from django.db import connection

from benchmarks.site.measuring import statements_of, worked
from games.models import Heartbeat, Outage
from games.services.clocks.sweeping import sweep_clocks
from proofs.kit.copies import generate, make_due, make_template
from upkeep.clock import database_now

FEW: Final = 10_000
MANY: Final = 1_000_000
DUE: Final = 100
MOST_MILLISECONDS: Final = {"nothing": 5.0, f"{DUE} due": 3000.0}
ROUNDS: Final = {"nothing": 201, f"{DUE} due": 5}
INDEX: Final = "game_clock_due"
RELEASED: Final = timedelta(hours=48)


class Taken(NamedTuple):
    """Milliseconds, on the average of many rounds."""

    processor: float
    wall: float

    def __str__(self) -> str:
        return f"{self.processor:.1f} ms of the processor ({self.wall:.1f} by the clock)"


def run(few: int = FEW, many: int = MANY) -> int:
    """Prints a line for each sweep; the exit code says whether both keep to their limits and to the index."""
    template = make_template()
    found: dict[int, dict[str, Taken]] = {}
    indexed = True
    for games in (few, many):
        generate(template, games)
        found[games] = {
            "nothing": measure(ROUNDS["nothing"], sweep_clocks, lambda: None),
            f"{DUE} due": measure(ROUNDS[f"{DUE} due"], sweep_clocks, lambda: make_due(template, DUE)),
        }
        make_due(template, DUE)
        indexed = indexed and uses_index()
    for what, least in found[few].items():
        most, limit = found[many][what], MOST_MILLISECONDS[what]
        print(f"sweep, {what}: {most} among {many} games, {least} among {few}; ", end="")
        print(f"{most.processor / least.processor:.2f} to 1; at most {limit:.0f} ms")
    print(f"the partial index is {'used' if indexed else 'NOT used'}")
    fast = all(taken.processor <= MOST_MILLISECONDS[what] for what, taken in found[many].items())
    return 0 if fast and indexed else 1


def measure(rounds: int, measured: Callable[[], object], before: Callable[[], object]) -> Taken:
    processor = wall = 0.0
    for _ in range(rounds):
        before()
        _as_if_the_site_had_been_there()
        gc.collect()
        began, before_it = time.perf_counter(), worked()
        measured()
        processor += worked() - before_it
        wall += time.perf_counter() - began
    return Taken(1000 * processor / rounds, 1000 * wall / rounds)


def _as_if_the_site_had_been_there() -> None:
    """Or making the rows would count as an outage; and the breaker, which counts all the same, holds nothing:
    the rounds are as many games as it is there for."""
    now = database_now()
    Outage.objects.all().delete()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now, "released_until": now + RELEASED})


def uses_index() -> bool:
    """Whether every query of a sweep that looks for what is due goes by the partial index."""
    _as_if_the_site_had_been_there()
    asked = [sql for sql in statements_of(sweep_clocks) if '"sweep_at" <=' in sql]
    plans = []
    for sql in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {sql}")
            plans.append("\n".join(row[0] for row in cursor))
    return bool(plans) and all(INDEX in plan for plan in plans)
