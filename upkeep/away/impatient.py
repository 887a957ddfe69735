"""A connection to PostgreSQL that gives up: a server that hangs would keep a page and its thread for ever."""

from __future__ import annotations

import contextlib
from time import monotonic
from typing import Any, Final

import psycopg
from psycopg.abc import PQGen

from upkeep.watching.spent import committing

CANCEL_SECONDS: Final = 1.0
INTERVAL: Final = 0.1


class ImpatientConnection(psycopg.Connection[Any]):
    """Waits for no answer longer than `seconds`. What it gave up is cancelled if the server still hears."""

    seconds: float = 8.0

    def commit(self) -> None:
        with committing():
            super().commit()

    def wait(self, gen: PQGen[Any], interval: float = INTERVAL, timeout: float | None = None) -> Any:
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        began = monotonic()
        try:
            return super().wait(gen, interval, self.seconds)
        except psycopg.OperationalError as late:
            # What the server says has a code, and after a line that breaks nothing can be asked any more.
            if late.sqlstate or self.closed or monotonic() - began < self.seconds:
                raise
            with contextlib.suppress(psycopg.Error):
                self.cancel_safe(timeout=CANCEL_SECONDS)
            self.pgconn.finish()
            raise psycopg.errors.ConnectionTimeout(
                f"no answer from the database within {self.seconds:g} seconds"
            ) from late


def giving_up_after(seconds: float) -> type[ImpatientConnection]:
    return type("GivingUp", (ImpatientConnection,), {"seconds": seconds})
