"""A connection to PostgreSQL that gives up: a server that hangs would keep a page and its thread for ever."""

from __future__ import annotations

import contextlib
from typing import Any, Final

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout

CANCEL_SECONDS: Final = 1.0
INTERVAL: Final = 0.1


class ImpatientConnection(psycopg.Connection[Any]):
    """Waits for no answer longer than `seconds`. What it gave up is cancelled if the server still hears."""

    seconds: float = 8.0

    def wait(self, gen: PQGen[Any], interval: float = INTERVAL, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.seconds if timeout is None else timeout)
        except _WaitTimeout as late:
            if timeout is not None:
                raise
            with contextlib.suppress(psycopg.Error):
                self.cancel_safe(timeout=CANCEL_SECONDS)
            self.pgconn.finish()
            raise psycopg.errors.ConnectionTimeout(
                f"no answer from the database within {self.seconds:g} seconds"
            ) from late


def giving_up_after(seconds: float) -> type[ImpatientConnection]:
    return type("GivingUp", (ImpatientConnection,), {"seconds": seconds})
