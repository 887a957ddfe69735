"""A mail server for tests: takes everything, and remembers what it has taken."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from email import message_from_bytes, policy
from email.message import EmailMessage
from types import TracebackType
from typing import Self, cast

HELLO = b"220 tests ESMTP\r\n"
LARGEST = 4 * 2**20
"""Bytes of a mail; pictures are in it."""
ANSWERS = {
    b"EHLO": b"250 tests\r\n",
    b"HELO": b"250 tests\r\n",
    b"MAIL": b"250 ok\r\n",
    b"RCPT": b"250 ok\r\n",
    b"DATA": b"354 go on\r\n",
    b"NOOP": b"250 here\r\n",
    b"QUIT": b"221 bye\r\n",
}


class SmtpServer:
    """A context. `taken` holds the mails in their order: each is taken the moment its last line is read,
    whether or not the client lives to read the answer."""

    def __init__(self, *, slowness: float = 0.0, port: int = 0) -> None:
        self.slowness, self.port = slowness, port
        """Seconds before it lets a client begin a mail."""
        self.taken: list[EmailMessage] = []
        self.connections = 0
        self.talking = 0
        """Clients in the middle of something."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        serving = asyncio.start_server(self._serve, "127.0.0.1", self.port, limit=LARGEST)
        self._server = asyncio.run_coroutine_threadsafe(serving, self._loop).result(timeout=10)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(timeout=10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        self._loop.close()

    def times_taken(self) -> Counter[str]:
        """By Message-ID: how often each mail came."""
        return Counter(str(mail["Message-ID"]) for mail in self.taken)

    async def _stop(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.talking += 1
        self.connections += 1
        try:
            writer.write(HELLO)
            while line := await reader.readline():
                word = line[:4].upper()
                if word == b"MAIL":
                    await asyncio.sleep(self.slowness)
                writer.write(ANSWERS.get(word, b"500 what?\r\n"))
                await writer.drain()
                if word == b"DATA":
                    self._take(await reader.readuntil(b"\r\n.\r\n"))
                    writer.write(b"250 taken\r\n")
                if word == b"QUIT":
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client was killed
        finally:
            self.talking -= 1
            writer.close()

    def _take(self, raw: bytes) -> None:
        mail = message_from_bytes(raw.replace(b"\r\n..", b"\r\n."), policy=policy.default)
        self.taken.append(cast("EmailMessage", mail))
