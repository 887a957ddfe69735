"""Whoever asks during an upgrade counts what was not answered, and how long it took."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from proofs.kit import traffic as asking
from proofs.kit.traffic import addresses, traffic
from proofs.kit.visitor import Visitor

PAGES = {
    "/": '<a href="/a/">A</a> <a href="/accounts/logout/">no</a> <script src="/s.js"></script>'
    ' <a href="/gone/">x</a>',
    "/a/": '<a href="/">back</a> <a href="/b/?page=2">B</a> <a href="/b/">B</a>',
    "/b/": "the end",
    "/s.js": "script",
}


@pytest.fixture
def site() -> Iterator[dict[str, Any]]:
    state: dict[str, Any] = {"status": 200, "seconds": 0.0, "asked": []}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state["asked"].append(self.path)
            time.sleep(state["seconds"])
            body = PAGES.get(self.path, "").encode()
            self.send_response(state["status"] if body else 404)
            self.send_header("Content-Type", "text/javascript" if self.path.endswith("js") else "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state["visitor"] = Visitor(f"http://127.0.0.1:{server.server_address[1]}")
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield state
    server.shutdown()
    server.server_close()


def test_pages_lead_to_the_addresses(site: dict[str, Any]) -> None:
    found = addresses(site["visitor"], ["/"], 4)
    assert found == {"/": 200, "/a/": 200, "/s.js": 200, "/b/": 200}
    with pytest.raises(RuntimeError, match="4 addresses only"):
        addresses(site["visitor"], ["/"], 5)


def test_what_is_not_answered_as_before_has_failed(
    site: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "PAUSE", 0.02)
    with traffic(site["visitor"], {"/": 200, "/a/": 200}) as asked:
        time.sleep(0.3)
        site["status"], site["seconds"] = 503, 0.2
        time.sleep(0.3)
    assert asked.requests == len(site["asked"]) and asked.longest >= 0.2
    assert asked.failed.keys() == {"/: 503", "/a/: 503"} and sum(asked.failed.values()) < asked.requests
    assert asked.line("upgrade").startswith(
        f"upgrade: {asked.requests} requests, {sum(asked.failed.values())} failed"
    )


def test_who_cannot_connect_has_failed_too(site: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "PAUSE", 0.02)
    with traffic(Visitor("http://127.0.0.1:1"), {"/": 200}) as asked:
        time.sleep(0.1)
    assert set(asked.failed) == {"/: no answer"}
