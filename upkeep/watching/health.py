"""Whether what the site stands on answers. All are asked at once; none is waited for longer than a second."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import redis
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import connections

from upkeep.selectors import SWEEP, seconds_since

SECONDS: Final = 1.0


@dataclass(frozen=True)
class Finding:
    ok: bool
    seconds: float
    details: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        return {"ok": self.ok, "seconds": round(self.seconds, 3), **self.details}


class Check:
    """Asks in a thread of its own. One that hangs is not asked a second time before it has answered."""

    def __init__(self, ask: Callable[[], Mapping[str, Any]]) -> None:
        self.ask = ask
        self._lock = threading.Lock()
        self._asked: Future[Mapping[str, Any]] | None = None

    def start(self) -> Future[Mapping[str, Any]]:
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = Future()
                # A daemon: nobody waits for a hung check when the process ends.
                threading.Thread(target=self._answer, args=[self._asked], daemon=True).start()
            return self._asked

    def _answer(self, future: Future[Mapping[str, Any]]) -> None:
        try:
            future.set_result(self.ask())
        except Exception as error:  # noqa: BLE001  whatever it is, it is the finding
            future.set_exception(error)


def ask_database() -> Mapping[str, Any]:
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connections.close_all()  # this thread's only
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
    try:
        age = seconds_since(SWEEP)
    finally:
        connections.close_all()
    fresh = age is not None and age <= settings.SWEEP_LATE_SECONDS
    return {"ok": fresh, "age": None if age is None else round(age, 1)}


CHECKS: Final = {
    "database": Check(ask_database),
    "cache": Check(ask_cache),
    "broker": Check(ask_broker),
    "sweep": Check(ask_sweep),
}


def findings(checks: Mapping[str, Check] = CHECKS) -> dict[str, Finding]:
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
