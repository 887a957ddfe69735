"""An open table asks whether anything is new, and nothing is: against an empty view, full middleware and all.

All are requests to the same WSGI application in this process, taken in turns. The empty view is asked by a
visitor without a session, so that the middleware finds nothing to fetch; the table by a player with one.
The limit is on the processor's time: the clock on the wall also counts what others do on a shared machine
while the cache's own process waits for its turn. Both are printed.
"""

from __future__ import annotations

import io
import re
import statistics
import time
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any, Final, NamedTuple, TextIO
from unittest.mock import patch

from benchmarks.site.scratch_site import scratch_site
from benchmarks.site.table import client_of

LEAST_RATIO: Final = 0.8
BATCHES: Final = 60
REQUESTS: Final = 40
"""Of each kind in a batch."""
EMPTY: Final = "an empty view, full middleware"
CACHED: Final = "nothing new, by the cache"
UNCACHED: Final = "nothing new, the cache away"
VIEWED: Final = "nothing new, by session and view"

Ask = Callable[[], None]


class Measured(NamedTuple):
    """Medians over the batches; a ratio says how many are answered while one empty view is."""

    milliseconds: float
    ratio: float
    wall_milliseconds: float
    wall_ratio: float


def run(report: TextIO) -> int:
    """Prints a line for each kind of request; the exit code says whether the poll keeps to its limit."""
    with scratch_site():
        from django.conf import settings

        measured = _measure(_kinds())
        report.write(f"cache: {settings.CACHES['default']['BACKEND'].rpartition('.')[2]}\n")
        for kind, found in measured.items():
            report.write(f"{kind}: {found.milliseconds:.3f} ms of the processor, {found.ratio:.2f} ")
            report.write(f"(by the clock {found.wall_milliseconds:.3f} ms, {found.wall_ratio:.2f})\n")
        enough = measured[CACHED].ratio >= LEAST_RATIO
        report.write("" if enough else f"less than {LEAST_RATIO} of an empty view\n")
    return 0 if enough else 1


def _kinds() -> dict[str, Ask]:
    from django.core.cache.backends.dummy import DummyCache
    from django.urls import reverse

    from games.models import SeatOrder
    from games.services import SeatWish, create_game
    from homeworlds.rules import RuleSet

    alice, bob = _people()
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
    client = client_of(bob)
    page = client.get(reverse("games:table", args=[game.public_id])).content.decode()
    found = re.search(r'hx-get="([^"]*/news/[^"]*)"', page)
    if found is None:
        raise LookupError("the table asks for no news")
    sealed = unescape(found[1])
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    without_cache = _asking(sealed, cookies, 204)

    def uncached() -> None:
        # As while the cache does not answer, which is then left alone.
        with patch("games.table.news.cache", DummyCache("", {})):
            without_cache()

    return {
        EMPTY: _asking(reverse("robots"), "", 200),
        CACHED: _asking(sealed, cookies, 204),
        UNCACHED: uncached,
        VIEWED: _asking(sealed.partition("&seal")[0], cookies, 204),
    }


def _people() -> list[Any]:
    from accounts.models import Player

    return [Player.objects.create_player(name=name, email=None, password=None) for name in ("Alice", "Bob")]


def _asking(address: str, cookies: str, status: int) -> Ask:
    from homeworlds_site.wsgi import application

    path, _, query = address.partition("?")

    def start(said: str, *more: object) -> Any:
        if int(said[:3]) != status:
            raise LookupError(f"{address} answers {said}")

    def ask() -> None:
        answer = application(
            {
                "REQUEST_METHOD": "GET",
                "SCRIPT_NAME": "",
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "SERVER_NAME": "testserver",
                "SERVER_PORT": "80",
                "SERVER_PROTOCOL": "HTTP/1.1",
                "REMOTE_ADDR": "127.0.0.1",
                "HTTP_HOST": "testserver",
                "HTTP_COOKIE": cookies,
                "HTTP_HX_REQUEST": "true",
                "HTTP_ACCEPT_LANGUAGE": "en",
                "wsgi.url_scheme": "http",
                "wsgi.input": io.BytesIO(),
                "wsgi.errors": io.StringIO(),
            },
            start,
        )
        b"".join(answer)
        answer.close()

    return ask


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
