"""Traces: none, and at no cost, without TRACES_URL; with it views, tasks, statements, and of nobody."""

from __future__ import annotations

import ast
import gzip
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from homeworlds_site.tests.wrong_settings import RIGHT

ROOT = Path(__file__).resolve().parents[2]


class Collector(BaseHTTPRequestHandler):
    """Takes spans by OTLP."""

    bodies: ClassVar[list[bytes]] = []

    def do_POST(self) -> None:
        assert self.path == "/v1/traces"
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.bodies.append(gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Says nothing."""


@pytest.fixture
def collector() -> Iterator[str]:
    Collector.bodies.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def run(folder: Path, code: str, **given: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **RIGHT, "PROCESS_ROLE": "web", **given}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**env, "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings", "SSL_REDIRECT": "0"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


ASKS = """
import json, sys
from homeworlds_site.wsgi import application
from django.core.management import call_command
from django.test import Client
call_command("migrate", "--no-input", verbosity=0)
client = Client(raise_request_exception=False)
for address in ("/games/abcd2345/?key=s3same-s3same", "/players/Unmistakable/", "/no/such/s3same-s3same"):
    client.get(address, headers={"Host": "homeworlds.example", "User-Agent": "Unmistakable 1.0"})
"""
TRACES = (
    ASKS
    + """
from django.conf import settings
from celery import current_app
from upkeep.queue import enqueue
enqueue("games.tasks.settle_leaver", 17)
from opentelemetry import trace
from upkeep.watching import tracing
from opentelemetry.instrumentation.django.middleware import otel_middleware as seen
seen._DjangoMiddleware._tracer.span_processor.force_flush(30_000)
tasks = [name for name in current_app.tasks if name.startswith("games.")]
print(len(tasks), trace.get_current_span().is_recording())
"""
)
LOADED = ASKS + "print(sorted(name for name in sys.modules if name.startswith('opentelemetry')))"
OURS = ("opentelemetry.instrumentation", "opentelemetry.exporter", "opentelemetry.sdk.trace")
NOT_THERE = """
import sys
class Nobody:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("opentelemetry"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nobody())
"""
"""As a site has it that was made from requirements.txt alone."""


def loaded(folder: Path, code: str, **given: str) -> list[str]:
    done = run(folder, code, **given)
    assert done.returncode == 0, done.stderr
    found: list[str] = ast.literal_eval(done.stdout.splitlines()[-1])
    return found


def test_without_the_setting_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    """Not even where its packages are there, of which the client of Redis looks at some by itself."""
    assert loaded(tmp_path, NOT_THERE + LOADED) == []
    assert not [name for name in loaded(tmp_path, LOADED) if name.startswith(OURS)]
    # And it would be seen.
    with_it = loaded(tmp_path, LOADED, TRACES_URL="http://127.0.0.1:9")
    assert {part for part in OURS if part in with_it} == set(OURS)


def test_a_command_sends_none(tmp_path: Path) -> None:
    code = "import django, sys; django.setup(); print('opentelemetry.sdk.trace' in sys.modules)"
    done = run(tmp_path, code, TRACES_URL="http://127.0.0.1:9", PROCESS_ROLE="")
    assert done.stdout.split() == ["False"], done.stderr


def test_without_its_packages_the_setting_is_refused_in_a_sentence(tmp_path: Path) -> None:
    code = NOT_THERE + "from homeworlds_site.given import settings_or_end; settings_or_end()"
    done = run(tmp_path, code, TRACES_URL="http://127.0.0.1:4318")
    assert done.returncode == 78
    [said] = done.stderr.splitlines()
    assert (
        said.startswith("TRACES_URL needs packages that are not here") and "requirements-traces.txt" in said
    )
    assert run(tmp_path, code).returncode == 0


def test_what_it_needs_stands_in_its_own_list_and_nowhere_else() -> None:
    inside = {
        name: "opentelemetry" in (ROOT / name).read_text()
        for name in ("requirements.txt", "requirements-traces.txt")
    }
    assert inside == {"requirements.txt": False, "requirements-traces.txt": True}
    assert "requirements-traces.txt" in (ROOT / "deploy" / "homeworlds").read_text()  # upgrades keep it


def spans() -> list[tuple[str, dict[str, str]]]:
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    found = []
    for body in Collector.bodies:
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    known = {each.key: each.value for each in span.attributes}
                    texts = {key: said.string_value or str(said.int_value) for key, said in known.items()}
                    found.append((span.name, texts))
    return found


def test_views_and_tasks_are_traced_without_anything_of_anybody(tmp_path: Path, collector: str) -> None:
    done = run(tmp_path, TRACES, TRACES_URL=collector)
    assert done.returncode == 0, done.stderr
    tasks, still_inside = done.stdout.splitlines()[-1].split()
    assert int(tasks) > 3 and still_inside == "False"
    found = spans()
    names = [name for name, _known in found]
    assert {"GET games/<game:public_id>/", "GET players/<path:name>/"} <= set(names), names
    assert "GET" in names  # of what leads nowhere
    assert "apply_async/games.tasks.settle_leaver" in names
    assert {known["http.status_code"] for name, known in found if name.startswith("GET")} == {"404"}
    whole = b"".join(Collector.bodies)
    for secret in (b"s3same", b"Unmistakable", b"abcd2345", b"homeworlds.example"):
        assert secret not in whole, secret
    assert b"homeworlds-web" in whole


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_statements_are_traced_without_their_values(tmp_path: Path, collector: str) -> None:
    from django.db import connection

    params = connection.settings_dict
    user, host = params["USER"], params["HOST"] or "127.0.0.1"
    url = f"postgresql://{user}@{host}:{params['PORT'] or 5432}/{params['NAME']}"
    code = TRACES.replace('call_command("migrate", "--no-input", verbosity=0)', "")
    password = {"DATABASE_PASSWORD": params["PASSWORD"]} if params["PASSWORD"] else {}
    done = run(tmp_path, code, TRACES_URL=collector, DATABASE_URL=url, **password)
    assert done.returncode == 0, done.stderr
    asked = [(name, known) for name, known in spans() if "db.statement" in known]
    assert any(name == "SELECT" and "games_game" in known["db.statement"] for name, known in asked), asked
    assert b"abcd2345" not in b"".join(Collector.bodies)
