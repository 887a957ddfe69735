"""An open table asks whether anything is new, and nothing is: against an empty view, full middleware and all.

All are requests to the same WSGI application in this process, taken in turns. The empty view is asked by a
visitor without a session, so that the middleware finds nothing to fetch; the table by a player with one.
The limit is on the processor's time: the clock on the wall also counts what others do on a shared machine
while the cache's own process waits for its turn. Both are printed.
"""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Callable, Mapping
from html import unescape
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse

from benchmarks.site.measuring import Browser, got
from proofs.kit.cast import new_game, person

LEAST_RATIO: Final = 0.8
BATCHES: Final = 60
REQUESTS: Final = 40
"""Of each kind in a batch."""
EMPTY: Final = "an empty view, full middleware"
CACHED: Final = "nothing new, by the cache"

Ask = Callable[[], None]


class Measured(NamedTuple):
    """Medians over the batches; a ratio says how many are answered while one empty view is."""

    milliseconds: float
    ratio: float
    wall_milliseconds: float
    wall_ratio: float


def run() -> int:
    """Prints a line for each kind of request; the exit code says whether the poll keeps to its limit."""
    measured = _measure(_kinds())
    print(f"cache: {settings.CACHES['default']['BACKEND'].rpartition('.')[2]}")
    for kind, found in measured.items():
        print(f"{kind}: {found.milliseconds:.3f} ms of the processor, {found.ratio:.2f} ", end="")
        print(f"(by the clock {found.wall_milliseconds:.3f} ms, {found.wall_ratio:.2f})")
    if measured[CACHED].ratio >= LEAST_RATIO:
        return 0
    print(f"less than {LEAST_RATIO} of an empty view")
    return 1


def _kinds() -> dict[str, Ask]:
    alice, bob = person("Alice"), person("Bob")
    game = new_game(alice, bob)
    nobody, reader = (Browser(player, HTTP_HX_REQUEST="true") for player in (None, bob))
    page = got(reader.client, reverse("games:table", args=[game.public_id])).decode()
    found = re.search(r'hx-get="([^"]*/news/[^"]*)"', page)
    if found is None:
        raise LookupError("the table asks for no news")
    sealed = unescape(found[1])

    return {
        EMPTY: lambda: nobody.get(reverse("robots")),
        CACHED: lambda: reader.get(sealed, status=204),
    }


def _measure(kinds: Mapping[str, Ask]) -> dict[str, Measured]:
    """A batch of each in turn, so that a busy machine slows all; ratios within a round."""
    clocks = (time.process_time, time.perf_counter)
    spent: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
    for ask in kinds.values():
        ask()
    for _ in range(BATCHES):
        for kind, ask in kinds.items():
            cpu, wall = [clock() for clock in clocks]
            for _ in range(REQUESTS):
                ask()
            spent[kind].append((clocks[0]() - cpu, clocks[1]() - wall))
    return {kind: _medians(spent[EMPTY], times) for kind, times in spent.items()}


def _medians(empty: list[tuple[float, float]], own: list[tuple[float, float]]) -> Measured:
    found = []
    for one, other in zip(zip(*empty, strict=True), zip(*own, strict=True), strict=True):
        found.append(1000 * statistics.median(other) / REQUESTS)
        found.append(statistics.median([a / b for a, b in zip(one, other, strict=True)]))
    return Measured(*found)
