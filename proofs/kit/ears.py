"""Where an operator hears: a mail server that keeps what it takes, an address that keeps what it is told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from proofs.kit.mail import MailServer


class Heard(NamedTuple):
    at: float
    """Of the monotonic clock."""
    subject: str
    text: str


class Mailbox(MailServer):
    def __init__(self) -> None:
        self.heard: list[Heard] = []
        super().__init__()

    def take(self, letter: bytes) -> None:
        read = message_from_bytes(letter, policy=default)
        body = read.get_body(("plain",))
        text = body.get_content() if body else ""
        self.heard.append(Heard(time.monotonic(), str(read["subject"]), text))


class Asked(NamedTuple):
    method: str
    path: str
    body: str


@dataclass
class Doorbell:
    """An address elsewhere that answers everything, by GET and POST."""

    address: str
    status: int = 200
    asked: list[Asked] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    """What came as JSON of the site."""

    def take(self, asked: Asked) -> None:
        self.asked.append(asked)
        try:
            said: dict[str, Any] = json.loads(asked.body)
            self.heard.append(Heard(time.monotonic(), said["subject"], said["text"]))
        except (ValueError, KeyError, TypeError):
            return


@contextmanager
def doorbell() -> Iterator[Doorbell]:
    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            found.take(Asked(self.command, self.path, self.rfile.read(length).decode()))
            self.send_response(found.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST = _answer

        def log_message(self, *_arguments: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Doorbell(f"http://127.0.0.1:{server.server_address[1]}/told")
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
