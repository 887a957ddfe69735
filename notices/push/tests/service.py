"""A push service beside the site, which answers as the test wants, and browsers that read what it took."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Subscription:
    """What a browser keeps to itself of its subscription, and what it gives away."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def given(self) -> dict[str, str]:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(self.secret)}

    def read(self, body: bytes) -> Any:
        plain = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        return json.loads(plain)


@dataclass
class Taken:
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """`answers` are given one after another, the last for ever."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.taken: list[Taken] = []
        self.answers: list[tuple[int, dict[str, str]]] = [(201, {})]
        self.hangs = threading.Event()
        self.slow = 0.0

    def subscription(self, name: str = "alice") -> Subscription:
        return Subscription(f"{self.origin}/send/{name}")

    def says(self, *answers: int | tuple[int, dict[str, str]]) -> None:
        self.answers = [(each, {}) if isinstance(each, int) else each for each in answers]


@contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if service.slow:
                service.hangs.wait(service.slow)
            service.taken.append(Taken(self.path, dict(self.headers), body))
            status, headers = service.answers.pop(0) if len(service.answers) > 1 else service.answers[0]
            self.send_response(status)
            for name, value in {**headers, "Content-Length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()

        do_GET = do_POST

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.hangs.set()
        server.shutdown()
        server.server_close()
        thread.join()
