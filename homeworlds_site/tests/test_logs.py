"""Lines say to what they belong, and nothing that is secret."""

import gzip
import io
import json
import logging
import os
import subprocess
import sys
import threading
import time
import timeit
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

import brotli
import pytest
from celery.app.trace import LOG_FAILURE, LOG_RECEIVED, LOG_SUCCESS
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils.functional import SimpleLazyObject

from accounts.tests.cast import person
from homeworlds.outcome import Alignment
from upkeep.middleware import request_lines
from upkeep.watching import logs
from upkeep.watching.error_reports import clean
from upkeep.watching.logs import (
    HIDDEN,
    JsonLine,
    Line,
    RequestFilter,
    RoutineFilter,
    bind,
    bound,
    hide,
    scrubbed,
)

ROOT = Path(__file__).resolve().parents[2]
SECRETS = [
    ("Mail to %s failed", "alice@example.org"),
    ("Dealt: %s", (Alignment.GOOD, Alignment.EVIL)),
    ("Dealt: %s", [{"seat": 1, "alignment": Alignment.EVIL}]),
    ("Dealt: %(one)s", {"one": Alignment.EVIL}),
    ("No answer from %s", "postgresql://homeworlds:s3same@postgres/homeworlds"),
    ("password=%s", "s3same"),
    ("Authorization: Bearer %s", "s3same"),
    ("DETAIL:  Failing row contains %s.", "(7, G, 12)"),
    ("We sign with %s", "the-key-of-the-site"),
]
SHOWN = ["alice@example.org", "s3same", "'G'", "'E'", ": E", "(7, G", "Alignment", "the-key"]


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setattr(logs, "_secrets", set())
    hide("the-key-of-the-site", "")


def record(message, *args, level=logging.INFO, **extra):
    made = logging.getLogger("test").makeRecord("test", level, __file__, 1, message, args, None)
    made.__dict__.update(extra)
    return made


@pytest.mark.parametrize("formatter", [Line(), JsonLine()], ids=["line", "json"])
@pytest.mark.parametrize("message, argument", SECRETS)
def test_no_line_shows_a_secret_an_address_or_an_alignment(formatter, message, argument):
    line = formatter.format(record(message, argument))
    assert HIDDEN in line
    assert not [secret for secret in SHOWN if secret in line]


@pytest.mark.parametrize("formatter", [Line(), JsonLine()], ids=["line", "json"])
def test_no_traceback_shows_one(formatter):
    made = record("It failed")
    try:
        raise ValueError(f"{Alignment.EVIL!r} of alice@example.org")
    except ValueError as error:
        made.exc_info = (type(error), error, error.__traceback__)
    line = formatter.format(made)
    assert f"ValueError: {HIDDEN} of {HIDDEN}" in line


TOKEN = "Zk3vV9aB-0_yQwErTyUiOp"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "method, address",
    [
        ("get", f"/games/join/{TOKEN}/decline/"),
        ("post", f"/games/join/{TOKEN}/decline/"),
        ("get", f"/games/join/{TOKEN}/declin/"),
        ("get", f"/games/join/{TOKEN}"),
        ("post", f"/accounts/mail-off/{TOKEN}:{TOKEN}/?watch={TOKEN}"),
    ],
)
def test_no_line_about_a_request_holds_the_key_in_its_address(method, address):
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    handler.setFormatter(JsonLine())
    handler.addFilter(RequestFilter())
    logging.getLogger().addHandler(handler)
    try:
        getattr(Client(enforce_csrf_checks=True), method)(address)
    finally:
        logging.getLogger().removeHandler(handler)
    assert TOKEN not in said.getvalue()
    assert "answered" in said.getvalue()


@pytest.mark.parametrize(
    "words", ["GET /games/join/{}/decline/ failed", "at /accounts/mail-off/{}:1a:b", "?watch={}"]
)
def test_a_key_of_an_address_is_found_in_any_line(words):
    assert TOKEN not in scrubbed(words.format(TOKEN))
    assert "/site-packages/django/core/handlers/exception.py" in scrubbed(
        'File "/srv/site/.venv/lib/python3.11/site-packages/django/core/handlers/exception.py"'
    )


HOSTILE = [
    "a",
    "a.",
    "a@",
    "a@b",
    "://a",
    "/a",
    "Failing row contains (",
    "password=",
    "Alignment.",
    "/A0-",
    "a-",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_scrubbing_takes_time_that_grows_with_the_text_and_no_faster(piece):
    """Four times the text, four times the time; a pattern that begins anew everywhere would take sixteen."""

    def seconds(length):
        text = (piece * length)[:length]
        return min(timeit.repeat(lambda: scrubbed(text), number=1, repeat=5, timer=time.process_time))

    assert seconds(8_000) < max(12 * seconds(2_000), 0.05)


@pytest.mark.django_db
def test_a_bad_request_costs_no_more_than_a_good_one(client):
    def seconds(host):
        ask = lambda: client.get("/", headers={"Host": host})  # noqa: E731
        return min(timeit.repeat(ask, number=1, repeat=5, timer=time.process_time))

    client.get("/")
    assert client.get("/", headers={"Host": "a" * 8000}).status_code == 400
    assert seconds("a" * 8000) <= seconds("localhost") + 0.005


def test_what_is_no_secret_stays():
    line = Line().format(record("%d turns of %s by bots@host, 12 good ones", 3, "abcd2345"))
    assert line.endswith("3 turns of abcd2345 by bots@host, 12 good ones")


def test_a_report_of_an_error_shows_none_either():
    event = {
        "message": "alice@example.org",
        "request": {"cookies": {"sessionid": "s3same"}},
        "user": {"email": "alice@example.org"},
        "server_name": "web1",
        "extra": {"sys.argv": ["manage.py", "changepassword", "--password", "s3same"]},
        "exception": {"values": [{"value": f"{Alignment.GOOD!r}"}]},
    }
    assert clean({"logger": "django.security.DisallowedHost"}, {}) is None
    with bound(task="t1"):
        cleaned = clean(event, {})
    assert cleaned == {
        "message": HIDDEN, "exception": {"values": [{"value": HIDDEN}]}, "tags": {"task": "t1"},
    }  # fmt: skip


def test_a_json_line_has_the_ids_of_what_it_belongs_to():
    with bound(task="t1"):
        bind(game="abcd2345")
        line = JsonLine().format(record("Played", ms=12, colour="red"))
    found = json.loads(line)
    assert found.pop("time").endswith("+00:00")
    assert found == {
        "level": "INFO", "logger": "test", "message": "Played", "task": "t1", "game": "abcd2345", "ms": 12,
    }  # fmt: skip
    bind(game="abcd2345")  # for nothing: this is no request and no task
    later = json.loads(JsonLine().format(record("Later")))
    assert {"task", "game"}.isdisjoint(later)


@pytest.mark.django_db
def test_each_request_has_one_line_with_its_ids(client, caplog):
    alice = person("Alice")
    client.force_login(alice, backend="accounts.backends.PeopleBackend")
    lines = []
    handler = logging.Handler()
    handler.emit = lambda made: lines.append(json.loads(JsonLine().format(made)))
    logger = logging.getLogger("upkeep.requests")
    logger.addHandler(handler)
    try:
        client.get("/games/abcd2345/?key=s3same")
    finally:
        logger.removeHandler(handler)
    (line,) = lines
    assert (line["user"], line["game"], line["view"], line["status"]) == (
        alice.public_id, "abcd2345", "games:table", 404,
    )  # fmt: skip
    assert len(line["request"]) == 16
    assert "s3same" not in str(line)


def test_a_line_looks_nobody_up():
    """A user that the view did not ask for is no query's worth."""
    seen = []

    def view(request):
        seen.append(logs.ids())
        request.user = SimpleLazyObject(lambda: pytest.fail("looked up"))
        seen.append(logs.ids())
        logs.bind(user="abcd2345")
        seen.append(logs.ids())
        return HttpResponse()

    request = HttpRequest()
    request.method = "GET"
    request_lines(view)(request)
    assert [sorted(ids) for ids in seen] == [["request"], ["request"], ["request", "user"]]


class Collector(BaseHTTPRequestHandler):
    """Somebody who collects reports of errors."""

    bodies: ClassVar[list[bytes]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}.get(
            self.headers["Content-Encoding"], bytes
        )
        self.bodies.append(unpack(body))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Says nothing."""


def test_a_report_that_is_sent_holds_the_error_and_no_secret(tmp_path):
    code = """
from django.test import Client
from homeworlds.outcome import Alignment
from django.urls import path
from homeworlds_site import urls

def broken(request):
    mine = Alignment.EVIL, "-".join(["a", "local", "variable"])
    raise ValueError(f"{mine[0]!r} of alice@example.org")

urls.urlpatterns.append(path("broken/", broken))
visitor = Client(raise_request_exception=False, headers={"Host": "localhost"})
visitor.post("/broken/", {"password": "in-the-form"})
"""
    server = HTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    env = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "the-key-of-the-tests-" * 3,
        "SITE_URL": "http://localhost",
        "DATABASE_URL": "sqlite://:memory:",
        "SENTRY_DSN": f"http://the-public-key@127.0.0.1:{server.server_port}/1",
    }
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    try:
        subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, timeout=180)
    finally:
        server.shutdown()
        server.server_close()
    sent = b"".join(Collector.bodies).decode()
    assert "ValueError" in sent
    assert f"{HIDDEN} of {HIDDEN}" in sent
    assert "broken" in sent
    for secret in ("alice@", "EVIL", "a-local-variable", "in-the-form", "the-key-of"):
        assert secret not in sent, secret


ROUTINE = {"id": "0", "name": "upkeep.tasks.sweep", "runtime": 0.01, "return_value": "None"}
OTHER = {**ROUTINE, "name": "games.tasks.mark_game"}


def passes(logger, level, message, *args):
    given = dict(settings.LOGGING["filters"]["routine"])
    del given["()"]
    made = logging.getLogger(logger).makeRecord(logger, level, __file__, 1, message, args, None)
    return RoutineFilter(**given).filter(made)


def test_the_clocks_own_tasks_leave_no_line_unless_they_fail():
    """The lines are those of celery itself; each came every five seconds."""
    assert {"routine", "requests", "redis"} == set(settings.LOGGING["handlers"]["stderr"]["filters"])
    assert not passes("celery.beat", logging.INFO, "Sending due task %s (%s)", "sweep", ROUTINE["name"])
    for message, logger in ((LOG_RECEIVED, "celery.worker.strategy"), (LOG_SUCCESS, "celery.app.trace")):
        assert not passes(logger, logging.INFO, message, ROUTINE)
        assert passes(logger, logging.INFO, message, OTHER)
    assert passes("celery.app.trace", logging.ERROR, LOG_FAILURE, ROUTINE)
    assert passes("upkeep.requests", logging.INFO, "GET answered")
