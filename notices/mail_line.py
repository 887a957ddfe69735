"""The connection to the mail server, which a worker keeps for a while after each mail."""

from __future__ import annotations

import threading
import time
from typing import Final

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from notices.smtp import EmailBackend, of_same_server

IDLE_SECONDS: Final = 30.0
LONGEST_SECONDS: Final = 300.0
"""Many servers end what lasts longer."""


class MailLine:
    """Take a connection for one mail and give it back. Only those of SMTP are kept."""

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        self.idle = idle
        self._lock = threading.Lock()
        self._kept: tuple[EmailBackend, float] | None = None
        """The connection, and since when it is open."""
        self._watch: threading.Timer | None = None

    def take(self) -> tuple[BaseEmailBackend, float]:
        """An open connection, and since when it is open. Raises what opening it raises."""
        kept, new = self._let_go(), get_connection()
        if kept is not None:
            backend, since = kept
            is_young = time.monotonic() < since + LONGEST_SECONDS
            if is_young and of_same_server(backend, new) and backend.answers():
                return kept
            backend.close()
        new.open()
        return new, time.monotonic()

    def give_back(self, connection: BaseEmailBackend, since: float, *, well: bool) -> None:
        """`well`: it can take another mail."""
        if not (well and isinstance(connection, EmailBackend)):
            connection.close()
            return
        with self._lock:
            before, self._kept = self._kept, (connection, since)
            self._watch = threading.Timer(self.idle, self.hang_up)
            self._watch.daemon = True
            self._watch.start()
        if before is not None:
            before[0].close()

    def hang_up(self) -> None:
        kept = self._let_go()
        if kept is not None:
            kept[0].close()

    def _let_go(self) -> tuple[EmailBackend, float] | None:
        with self._lock:
            kept, self._kept = self._kept, None
            if self._watch is not None:
                self._watch.cancel()
            self._watch = None
            return kept
