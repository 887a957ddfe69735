"""Somebody's own server, which checks what it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

from notices.hooks.models import Hook


@dataclass
class Own:
    """What it was told, and what it answers, message by message; the last answer for ever."""

    port: int
    told: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=lambda: [(204, {})])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/told"

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.told]

    def read(self, hook: Hook, number: int = -1) -> dict[str, Any]:
        """What it was told, its signature checked by the standard's own library."""
        headers, body = self.told[number]
        Webhook(hook.secret).verify(body, headers)
        said: dict[str, Any] = json.loads(body)
        return said


@contextmanager
def own_server(settings: Any) -> Iterator[Own]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.told.append(({name.lower(): value for name, value in self.headers.items()}, body))
            status, headers = found.answers.pop(0) if len(found.answers) > 1 else found.answers[0]
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Own(server.server_address[1])
    settings.OUTSIDE_LOCAL = [f"127.0.0.1:{found.port}"]
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()
