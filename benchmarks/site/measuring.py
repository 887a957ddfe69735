"""What benchmarks of the site measure with: requests to this process, statements, times."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from homeworlds_site.wsgi import application


def client_of(player: Any) -> Client:
    """Raises LookupError: the site does not know the player in it."""
    client = Client()
    client.force_login(player, backend=settings.AUTHENTICATION_BACKENDS[0])
    got(client, reverse("pages:my_games"))
    return client


def got(client: Client, address: str, **more: Any) -> bytes:
    """The page. Raises LookupError: there is none."""
    answer = client.get(address, **more)
    if answer.status_code != 200:
        raise LookupError(f"{address} answers {answer.status_code}")
    return answer.content


class Browser:
    """Asks the application of this process as a server would; somebody who is logged in, or nobody."""

    def __init__(self, player: Any = None, **headers: str) -> None:
        self.cookies, self.token, self.headers = "", "", headers
        self.client = client_of(player) if player is not None else Client()
        if player is not None:
            page = got(self.client, reverse("account_preferences")).decode()
            found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            if found is None:
                raise LookupError("no form with a token")
            self.token = found[1]
            self.cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())

    def get(self, address: str, *, status: int = 200) -> None:
        self._ask(address, status, None)

    def post(self, address: str, fields: Mapping[str, str], *, status: int) -> None:
        self._ask(address, status, urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode())

    def _ask(self, address: str, status: int, body: bytes | None) -> None:
        """Raises LookupError: it answers otherwise."""

        def start(said: str, *more: object) -> Any:
            if int(said[:3]) != status:
                raise LookupError(f"{address} answers {said}")

        path, _, query = address.partition("?")
        request = {
            "REQUEST_METHOD": "GET" if body is None else "POST",
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body or b"")),
            "SERVER_NAME": "testserver",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "testserver",
            "HTTP_COOKIE": self.cookies,
            "HTTP_ACCEPT_LANGUAGE": "en",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body or b""),
            "wsgi.errors": io.StringIO(),
        }
        answer = application(request | self.headers, start)
        b"".join(answer)
        answer.close()


def statements_of(call: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        call()
    return [query["sql"] for query in asked]


def worked() -> float:
    """Seconds of the processor, of this process and of the database's that serves it; the clocks of processes
    are read to the nanosecond, by the number that Linux gives each."""
    return time.process_time() + time.clock_gettime(~_backend() << 3 | 2)


@cache
def _backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def by_turns(
    *calls: Callable[[], object], times: int, clock: Callable[[], float] = time.process_time
) -> list[list[float]]:
    """Milliseconds of each, one after the other, so that a busy machine slows all; a first one warms up."""
    spent: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(times):
        for kept, call in zip(spent, calls, strict=True):
            began = clock()
            call()
            kept.append(1000 * (clock() - began))
    return spent
