"""The bulkhead of the pages: a thread is always left for who asks whether the site is well.

While the database is away pages wait for it. Were all threads to wait, nobody could be told what is wrong.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.http import HttpRequest, HttpResponse

from upkeep.answers import cannot_now
from upkeep.away.errors import Away
from upkeep.watching.health import Check, TooLate, ask_database

PATIENCE: Final = 0.15
"""Seconds between two looks whether the database still answers, for who waits at a full bulkhead."""
ANSWER_SECONDS: Final = 0.25
FRESH_SECONDS: Final = 0.5
CLOSED_SECONDS: Final = 1.0
LEFT_FREE: Final = 2

GetResponse = Callable[[HttpRequest], HttpResponse]


class Bulkhead:
    """Lets `places` in at once; as many as come while that is None."""

    def __init__(self) -> None:
        self.places: int | None = None
        self._inside = 0
        self._changed = threading.Condition()
        self._closed_until = 0.0

    def for_threads(self, threads: int) -> None:
        self.places = threads - LEFT_FREE if threads > LEFT_FREE else None

    def _enter(self, patience: float) -> bool:
        with self._changed:
            if not self._changed.wait_for(
                lambda: self.places is None or self._inside < self.places, timeout=patience
            ):
                return False
            self._inside += 1
            return True

    def _enter_unless_the_database_is_away(self) -> bool:
        """Who comes when many are there waits in the queue; who comes when all hang is sent away."""
        while not self._enter(0 if time.monotonic() < self._closed_until else PATIENCE):
            if time.monotonic() < self._closed_until:
                return False
            if not database_answers():
                self._closed_until = time.monotonic() + CLOSED_SECONDS
                return False
        return True

    @contextmanager
    def passed(self) -> Iterator[bool]:
        """Whether one is inside."""
        entered = self._enter_unless_the_database_is_away()
        try:
            yield entered
        finally:
            if entered:
                with self._changed:
                    self._inside -= 1
                    self._changed.notify()


def database_answers() -> bool:
    try:
        return bool(_database.start().result(timeout=ANSWER_SECONDS).get("ok", True))
    except TooLate:
        return False


_database: Final = Check(ask_database, fresh=FRESH_SECONDS)
bulkhead: Final = Bulkhead()


def one_by_one(get_response: GetResponse) -> GetResponse:
    """Middleware: a page is answered with 503 at once when all others hang with the database."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with bulkhead.passed() as entered:
            return get_response(request) if entered else cannot_now(request, Away.NO_ANSWER)

    return middleware
