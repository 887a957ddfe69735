"""Mail by SMTP that takes no longer than it may: the timeout of a socket counts for each answer anew."""

from __future__ import annotations

import smtplib
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

GOODBYE_SECONDS: Final = 3.0


class EmailBackend(smtp.EmailBackend):
    """From connecting to the last answer a mail has `EMAIL_SECONDS`; the next one by the same connection has
    as long again. Raises TimeoutError."""

    _until: float | None = None
    """Of the mail that is on its way."""
    _handle: socket.socket | None = None
    """Leads to the connection whatever becomes of the socket of smtplib, as encryption begins, say."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        backend = self

        class Reachable(smtplib.SMTP):
            def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
                line: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
                backend._let_go()
                backend._handle = line.dup()
                return line

        return type("ReachableBySSL", (smtplib.SMTP_SSL, Reachable), {}) if self.use_ssl else Reachable

    def open(self) -> bool | None:
        if self.connection:
            return False
        self._until = time.monotonic() + settings.EMAIL_SECONDS
        try:
            with self._watched(self._until):
                return super().open()
        except OSError:
            self._let_go()
            raise

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        until = self._until or time.monotonic() + settings.EMAIL_SECONDS
        try:
            with self._watched(until):
                return super().send_messages(email_messages)
        finally:
            self._until = None

    def answers(self) -> bool:
        """Whether a connection kept since an earlier mail can take another."""
        if self.connection is None:
            return False
        try:
            with self._watched(time.monotonic() + GOODBYE_SECONDS):
                return bool(self.connection.noop()[0] == 250)
        except OSError:
            return False

    def close(self) -> None:
        """In a few seconds at most; what goes wrong with it concerns no mail."""
        with suppress(OSError), self._watched(time.monotonic() + GOODBYE_SECONDS):
            super().close()
        self._let_go()

    def _let_go(self) -> None:
        if self._handle is not None:
            self._handle.close()
        self._handle = None

    @contextmanager
    def _watched(self, until: float) -> Iterator[None]:
        late = threading.Event()

        def hang_up() -> None:
            late.set()
            if self._handle is not None:
                with suppress(OSError):
                    self._handle.shutdown(socket.SHUT_RDWR)

        watch = threading.Timer(max(until - time.monotonic(), 0.0), hang_up)
        watch.daemon = True
        watch.start()
        try:
            yield
        except OSError as error:  # smtplib's errors are such too
            if late.is_set():
                raise TimeoutError(f"the mail server took longer than {settings.EMAIL_SECONDS} s") from error
            raise
        finally:
            watch.cancel()


def of_same_server(one: Any, other: Any) -> bool:
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("host", "port", "username", "password", "use_tls", "use_ssl")
    )
