"""Nothing that a player types in leads the site to itself, or to its neighbours."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from upkeep import outside
from upkeep.outside import Closed, NoAnswer, ask
from upkeep.tests.ways_in import ELSEWHERE, INSIDE, PUBLIC, SPELLED


@dataclass
class Machine:
    """The only server there is; every connection that is made ends at it, wherever it was to go."""

    port: int
    asked: list[str] = field(default_factory=list)
    connected: list[tuple[str, int]] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)
    leads_to: list[list[str]] = field(default_factory=list)
    """What the name leads to, look by look; the last for ever."""
    answer: Callable[[BaseHTTPRequestHandler], None] = lambda handler: _say(handler, 200)

    def look(self, host: str, *_: Any, **__: Any) -> list[Any]:
        self.resolved.append(host)
        found = self.leads_to.pop(0) if len(self.leads_to) > 1 else self.leads_to[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 0)) for each in found]


def _say(handler: BaseHTTPRequestHandler, status: int, body: bytes = b"ok", **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            found.asked.append(f"{self.headers['Host']}{self.path}")
            found.answer(self)

        do_GET = do_POST

        def log_message(self, *_: Any) -> None:
            return

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: Any) -> None:
            """That somebody has hung up is what some of these tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    found = Machine(server.server_address[1])

    def connected(place: tuple[str, int], timeout: float) -> socket.socket:
        """By nothing that looks a name up: that is replaced, too."""
        found.connected.append(place)
        line = socket.socket()
        line.settimeout(timeout)
        line.connect(("127.0.0.1", found.port))
        return line

    class Plain:
        """Instead of TLS; what name it was asked for is kept."""

        def wrap_socket(self, line: socket.socket, server_hostname: str) -> socket.socket:
            found.resolved.append(f"TLS of {server_hostname}")
            return line

    monkeypatch.setattr(outside.socket, "getaddrinfo", found.look)
    monkeypatch.setattr(outside.socket, "create_connection", connected)
    monkeypatch.setattr(outside, "_context", Plain)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()


def test_there_are_more_than_sixty_ways_in_and_none_reaches_anything(machine: Machine) -> None:
    refused = 0
    for place in INSIDE:
        machine.leads_to = [[place]]
        with pytest.raises(Closed):
            ask("POST", ELSEWHERE, body=b"{}")
        machine.leads_to = [[PUBLIC, place]]  # one good address beside it helps nothing
        with pytest.raises(Closed):
            ask("POST", ELSEWHERE, body=b"{}")
        refused += 1
    machine.leads_to = [["127.0.0.1"]]
    for address in SPELLED:
        with pytest.raises(Closed):
            ask("POST", address, body=b"{}")
        refused += 1
    assert refused >= 60
    assert (machine.connected, machine.asked) == ([], [])


def test_a_public_server_is_asked_at_the_address_that_was_looked_at(machine: Machine) -> None:
    """And so the test above would see it if anything were reached."""
    machine.leads_to = [[PUBLIC]]
    answer = ask("POST", f"{ELSEWHERE}?a=b", body=b"{}")
    assert (answer.status, answer.body) == (200, b"ok")
    assert machine.connected == [(PUBLIC, 443)]
    assert machine.asked == ["hooks.example.org/x?a=b"]
    assert machine.resolved == ["hooks.example.org", "TLS of hooks.example.org"]


def test_a_name_that_leads_elsewhere_a_moment_later_is_looked_at_once(machine: Machine) -> None:
    machine.leads_to = [[PUBLIC], ["127.0.0.1"]]
    ask("POST", ELSEWHERE, body=b"{}")
    assert machine.connected == [(PUBLIC, 443)]
    assert machine.resolved.count("hooks.example.org") == 1
    with pytest.raises(Closed):
        ask("POST", ELSEWHERE, body=b"{}")
    assert len(machine.connected) == 1


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_nobody_is_followed_elsewhere(machine: Machine, status: int) -> None:
    machine.leads_to = [[PUBLIC]]
    machine.answer = lambda handler: _say(handler, status, Location="https://127.0.0.1/inside")
    assert ask("POST", ELSEWHERE, body=b"{}").status == status
    assert machine.asked == ["hooks.example.org/x"]


def test_only_the_named_hosts_are_asked_where_some_are_named(machine: Machine) -> None:
    machine.leads_to = [[PUBLIC]]
    with pytest.raises(Closed, match="host"):
        ask("POST", ELSEWHERE, hosts=["discord.com"])
    assert machine.connected == []


def test_of_a_long_answer_eight_kilobytes_are_read(machine: Machine) -> None:
    machine.leads_to = [[PUBLIC]]
    machine.answer = lambda handler: _say(handler, 200, b"x" * 5_000_000)
    assert 7000 < len(ask("POST", ELSEWHERE, body=b"{}").body) <= outside.MOST_BYTES


def test_the_head_of_an_answer_counts_as_well(machine: Machine) -> None:
    machine.leads_to = [[PUBLIC]]
    machine.answer = lambda handler: _say(handler, 200, X_Long="x" * 20_000)
    answer = ask("POST", ELSEWHERE, body=b"{}")
    assert len(answer.headers["x-long"]) < outside.MOST_BYTES
    assert answer.body == b""


def test_a_server_that_drips_holds_nobody_up(machine: Machine) -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        for _ in range(100):
            try:
                handler.wfile.write(b"x")
                handler.wfile.flush()
            except OSError:
                return
            time.sleep(0.05)

    machine.leads_to, machine.answer = [[PUBLIC]], drip
    began = time.monotonic()
    with pytest.raises(NoAnswer):
        ask("POST", ELSEWHERE, body=b"{}", seconds=0.5)
    assert time.monotonic() - began < 3


def test_a_resolver_that_hangs_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside.socket, "getaddrinfo", lambda *_, **__: time.sleep(2))
    began = time.monotonic()
    with pytest.raises(NoAnswer):
        ask("POST", ELSEWHERE, seconds=0.2)
    assert time.monotonic() - began < 1.5


def test_a_server_that_the_operator_has_named_may_stand_here(machine: Machine, settings: Any) -> None:
    settings.OUTSIDE_LOCAL = ["hooks.example.org:8000"]
    machine.leads_to = [["127.0.0.1"]]
    assert ask("POST", "http://hooks.example.org:8000/x", body=b"{}").status == 200
    with pytest.raises(Closed):
        ask("POST", "http://hooks.example.org:8001/x", body=b"{}")
    assert machine.connected == [("127.0.0.1", 8000)]


def test_a_certificate_of_another_name_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    context = outside._context()
    assert context.check_hostname
    assert context.verify_mode.name == "CERT_REQUIRED"


@pytest.mark.parametrize(
    "said, seconds",
    [
        ("90", 90),
        ("0", 30),
        ("", 30),
        ("nonsense", 30),
        ("-5", 30),
        ("nan", 30),
        ("99999999", 21600),
        ("Thu, 26 Nov 2026 12:05:00 GMT", 300),
        ("Thu, 26 Nov 2026 11:00:00 GMT", 30),
    ],
)
def test_a_pause_is_read_and_kept_within_bounds(said: str, seconds: int) -> None:
    now = datetime(2026, 11, 26, 12, tzinfo=UTC)
    bounds = {"least": timedelta(seconds=30), "most": timedelta(hours=6)}
    assert outside.pause_asked_for(said, now, **bounds) == timedelta(seconds=seconds)
