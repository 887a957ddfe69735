"""Whether what the site stands on answers. All are asked at once; none is waited for a second."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlsplit

import redis
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from upkeep.away.errors import what_is_away
from upkeep.due import late_works
from upkeep.selectors import SWEEP, seconds_since

SECONDS: Final = 0.6
"""For each check, so that there is an answer within a second."""
CONNECT_SECONDS: Final = 2
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Finding:
    ok: bool
    seconds: float
    details: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        return {"ok": self.ok, "seconds": round(self.seconds, 3), **self.details}


class Check(Generic[Answer]):
    """Asks in a thread of its own. One that hangs is not asked a second time before it has answered.

    What it answered stays the answer while it is `fresh`, in seconds.
    """

    def __init__(self, ask: Callable[[], Answer], *, fresh: float = 0.0) -> None:
        self.ask, self.fresh = ask, fresh
        self._lock = threading.Lock()
        self._asked: Future[Answer] | None = None
        self._answered = 0.0

    def start(self) -> Future[Answer]:
        with self._lock:
            over = self._asked is not None and self._asked.done()
            if self._asked is None or (over and time.monotonic() >= self._answered + self.fresh):
                self._asked = Future()
                # A daemon: nobody waits for a hung check when the process ends.
                threading.Thread(target=self._answer, args=[self._asked], daemon=True).start()
            return self._asked

    def _answer(self, future: Future[Answer]) -> None:
        try:
            answer = self.ask()
        except Exception as error:  # noqa: BLE001  whatever it is, it is the finding
            self._answered = time.monotonic()
            future.set_exception(error)
        else:
            self._answered = time.monotonic()
            future.set_result(answer)


@contextmanager
def own_connection() -> Iterator[BaseDatabaseWrapper]:
    """To the site's database, past the pool: what a pool says of a server that refuses is that it waited."""
    connection = connections["default"].copy()
    if connection.vendor == "postgresql":
        connection.settings_dict["OPTIONS"].pop("pool", None)
        connection.settings_dict["OPTIONS"]["connect_timeout"] = CONNECT_SECONDS
    try:
        yield connection
    finally:
        connection.close()


def ask_database() -> Mapping[str, Any]:
    try:
        with own_connection() as connection, connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError) as error:
        # The words may hold a name or a host; what is wrong is said in ours.
        if away := what_is_away(error):
            return {"ok": False, "error": str(away)}
        raise
    return {}


def ask_cache() -> Mapping[str, Any]:
    if ping := getattr(cache, "ping", None):
        ping()
        return {}
    cache.set("healthz", 1, timeout=10)
    return {} if cache.get("healthz") == 1 else {"ok": False}


def ask_broker() -> Mapping[str, Any]:
    url = settings.CELERY_BROKER_URL
    if url.startswith("filesystem:"):
        folder = str(settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_out", ""))
        return {} if not folder or os.access(folder, os.R_OK | os.W_OK) else {"ok": False}
    if urlsplit(url).scheme in ("redis", "rediss"):
        with redis.Redis.from_url(url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS) as client:
            client.ping()
        return {}
    with current_app.connection_for_write(connect_timeout=SECONDS) as connection:
        connection.ensure_connection(max_retries=1)
    return {}


def ask_sweep() -> Mapping[str, Any]:
    # Of a pool one would learn late that the database is away.
    if error := ask_database().get("error"):
        return {"ok": False, "age": None, "error": error}
    try:
        age = seconds_since(SWEEP)
    finally:
        connections.close_all()
    fresh = age is not None and age <= settings.SWEEP_LATE_SECONDS
    return {"ok": fresh, "age": None if age is None else round(age, 1)}


def ask_queue() -> Mapping[str, Any]:
    """What has waited for too long, and for how many seconds."""
    if error := ask_database().get("error"):
        return {"ok": False, "error": error}
    try:
        late = late_works()
    finally:
        connections.close_all()
    return {"ok": not late, "late": {name: round(seconds) for name, seconds in late.items()}}


CHECKS: Final[Mapping[str, Check[Mapping[str, Any]]]] = {
    "database": Check(ask_database),
    "cache": Check(ask_cache),
    "broker": Check(ask_broker),
    "sweep": Check(ask_sweep),
    "queue": Check(ask_queue),
}


def findings(checks: Mapping[str, Check[Mapping[str, Any]]] = CHECKS) -> dict[str, Finding]:
    """What each check found; one that failed or has not answered in time is not ok, with its error's name."""
    began = time.monotonic()
    running = {name: check.start() for name, check in checks.items()}
    return {name: _finding(future, began) for name, future in running.items()}


def _finding(future: Future[Mapping[str, Any]], began: float) -> Finding:
    try:
        details = dict(future.result(timeout=max(began + SECONDS - time.monotonic(), 0)))
    except TooLate:
        details = {"ok": False, "error": "no answer"}
    except Exception as error:  # noqa: BLE001  as above; its text may hold a URL with a password
        details = {"ok": False, "error": type(error).__name__}
    return Finding(details.pop("ok", True), time.monotonic() - began, details)
