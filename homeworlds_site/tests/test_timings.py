"""How long requests and tasks take: counted by all processes, told in one place, and in the log when slow."""

from __future__ import annotations

import html
import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from celery import shared_task
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.mmap_dict import mmap_key

from accounts.services import ensure_bots
from accounts.tests.cast import person
from games.services import SeatWish, create_game
from homeworlds.rules import RuleSet
from homeworlds_site.tests.addresses import ADDRESSES, names_in_use
from homeworlds_site.tests.house import House, table
from homeworlds_site.tests.matrix import GET
from homeworlds_site.tests.told_figures import TOKEN, run_as_worker, samples, told, unbounded, value
from upkeep.away.impatient import giving_up_after
from upkeep.watching import shared_folder, slow, task_timings, timings
from upkeep.watching.logs import JsonLine, Line
from upkeep.watching.spent import spending, without_values

ROOT = Path(__file__).resolve().parents[2]
REQUESTS = "homeworlds_request_seconds_count"


@pytest.fixture
def token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


@contextmanager
def slow_lines() -> Iterator[list[dict[str, Any]]]:
    """Each with what it is as plain text, under the name "line"."""
    lines: list[dict[str, Any]] = []

    def note(record: logging.LogRecord) -> None:
        lines.append({**json.loads(JsonLine().format(record)), "line": Line().format(record)})

    handler = logging.Handler()
    handler.emit = note  # type: ignore[method-assign]
    slow.logger.addHandler(handler)
    try:
        yield lines
    finally:
        slow.logger.removeHandler(handler)


# --- Requests


@pytest.mark.django_db
def test_a_request_counts_under_its_view_and_status(client: Client, token: None) -> None:
    before = told(client)
    client.get(reverse("account_login"))
    client.get("/games/abcd2345/")
    client.get("/no/such/page/17")
    client.get("/games/abcd2345/no/such/17")
    after = told(client)
    for view, status, more in (("account_login", "200", 1), ("games:table", "404", 1), ("none", "404", 2)):
        counted = [value(each, REQUESTS, view=view, status=status) for each in (before, after)]
        assert counted[1] - counted[0] == more, view
    asked = [
        value(each, "homeworlds_request_statements_total", view="games:table") for each in (before, after)
    ]
    assert asked[1] > asked[0]
    spent = [
        value(each, "homeworlds_request_sql_seconds_count", view="games:table") for each in (before, after)
    ]
    assert spent[1] - spent[0] == 1


@pytest.mark.django_db
def test_an_answer_of_a_table_without_news_counts_for_its_view(client: Client) -> None:
    """It is given before any address is resolved."""
    ensure_bots()
    alice, bob = person("Alice"), person("Bob")
    game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(player=bob)])
    client.force_login(alice, backend="accounts.backends.PeopleBackend")
    page = client.get(f"/games/{game.public_id}/").content.decode()
    [asked] = {html.unescape(each) for each in re.findall(r'"(/games/\w+/news/\?[^"]*seal=[^"]*)"', page)}
    before = counted("games:news")
    assert client.get(asked).status_code == 204
    assert counted("games:news") - before == 1


def counted(view: str) -> float:
    found = samples(timings.timings()).get(REQUESTS, {})
    return sum(count for labels, count in found.items() if ("view", view) in labels)


def not_counted(client: Client, addresses: Mapping[str, str]) -> list[str]:
    """The views of these addresses whose request is not counted as theirs."""
    wrong = []
    for view, asked in addresses.items():
        before = counted(view)
        client.get(asked)
        if counted(view) - before != 1:
            wrong.append(view)
    return wrong


@pytest.mark.django_db
def test_every_address_of_the_site_counts_for_its_view(house: House) -> None:
    every = {row.partition(" ")[0]: house.url(row) for row in table(GET)}
    assert set(every) == set(ADDRESSES)
    assert not_counted(Client(raise_request_exception=False), every) == []


@pytest.mark.django_db
def test_a_view_that_counts_for_nobody_would_be_found(settings: Any) -> None:
    settings.MIDDLEWARE = [
        *settings.MIDDLEWARE[: settings.MIDDLEWARE.index("games.middleware.nothing_new")],
        f"{__name__}.answered_on_the_way",
        "games.middleware.nothing_new",
    ]
    assert not_counted(Client(), {"robots": reverse("robots")}) == ["robots"]


def answered_on_the_way(get_response: object) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that forgets to say for whom it answers."""
    return lambda request: HttpResponse("User-agent: *")


@pytest.mark.django_db
def test_a_label_without_bounds_is_found() -> None:
    by_game = CounterMetricFamily("homeworlds_looks", "Looks at games.", labels=["game"])
    by_game.add_metric(["abcd2345"], 1)
    by_address = GaugeMetricFamily("homeworlds_request_age", "Age.", labels=["view"])
    by_address.add_metric(["/games/abcd2345/"], 1)
    by_address.add_metric(["games:table"], 1)
    assert unbounded([by_game, by_address]) == [
        "homeworlds_looks_total: game='abcd2345'",
        "homeworlds_request_age: view='/games/abcd2345/'",
    ]


# --- Tasks


@shared_task(name="homeworlds_site.tests.asks_the_database")
def asks_the_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


@shared_task(name="homeworlds_site.tests.fails")
def fails() -> None:
    raise LookupError


@pytest.mark.django_db
def test_tasks_count_by_kind_and_how_they_ended(client: Client, token: None) -> None:
    before = told(client)
    for task in (asks_the_database, fails):
        run_as_worker(task)
    after = told(client)
    for task, state in ((asks_the_database.name, "SUCCESS"), (fails.name, "FAILURE")):
        each = [
            value(one, "homeworlds_task_seconds_count", task=task, state=state) for one in (before, after)
        ]
        assert each[1] - each[0] == 1, task
    assert value(after, "homeworlds_task_sql_seconds_sum", task=asks_the_database.name) > 0


@pytest.mark.parametrize("eta, waited", [(None, 40.0), (30.0, 10.0)])
def test_a_task_waits_from_when_it_is_due_until_a_worker_has_it(
    monkeypatch: pytest.MonkeyPatch, eta: float | None, waited: float
) -> None:
    asked, noted = 1_800_000_000.0, list[float]()
    monkeypatch.setattr(task_timings.timings, "task_waited", lambda _task, seconds: noted.append(seconds))
    monkeypatch.setattr(task_timings.time, "time", lambda: asked)
    headers: dict[str, Any] = {"eta": datetime.fromtimestamp(asked + eta, UTC).isoformat() if eta else None}
    task_timings.note_when(headers)
    monkeypatch.setattr(task_timings.time, "time", lambda: asked + 40)
    task = SimpleNamespace(name="a", request=SimpleNamespace(is_eager=False, **headers))
    task_timings.begin("id", task)
    task_timings.end("id", task, state="SUCCESS")
    assert noted == [waited]


# --- What is slow


@pytest.mark.django_db
def test_a_slow_request_has_a_line_with_its_parts_and_of_nobody(client: Client, settings: Any) -> None:
    alice = person("Alice Unmistakable")
    client.force_login(alice, backend="accounts.backends.PeopleBackend")
    settings.SLOW_REQUEST_MS, settings.SLOW_STATEMENT_MS = 0.000_1, 0.000_1
    with slow_lines() as lines:
        client.get(reverse("profile", args=[alice.name]) + "?key=s3same-s3same")
    said, *statements = lines
    assert (said["view"], said["status"], said["message"]) == ("profile", 200, "GET was slow")
    assert said["statements"] >= 3 and said["ms"] >= said["sql_ms"] >= said["slowest_ms"] >= 0
    assert (
        said["slowest"].startswith(("SELECT", "UPDATE", "INSERT", "SAVEPOINT")) and len(said["request"]) == 16
    )
    assert {(each["message"], each["view"]) for each in statements} == {("A statement was slow", "profile")}
    assert all(each["sql"] and each["request"] == said["request"] for each in statements)
    whole = str(lines)
    for secret in ("Unmistakable", alice.public_id, alice.email, "s3same", str(client.session.session_key)):
        assert secret not in whole


@pytest.mark.django_db
@pytest.mark.parametrize(
    "request_ms, statement_ms, lines_of", [(0, 0, 0), (600_000, 600_000, 0), (0.000_1, 0, 1)]
)
def test_what_is_not_slow_has_no_line(
    client: Client, settings: Any, request_ms: float, statement_ms: float, lines_of: int
) -> None:
    settings.SLOW_REQUEST_MS, settings.SLOW_STATEMENT_MS = request_ms, statement_ms
    with slow_lines() as lines:
        client.get(reverse("account_login"))
    assert len(lines) == lines_of


@pytest.mark.django_db
def test_a_slow_statement_of_a_task_has_a_line_with_its_kind(settings: Any) -> None:
    settings.SLOW_STATEMENT_MS = 0.000_1
    with slow_lines() as lines:
        run_as_worker(asks_the_database)
    [said] = lines
    assert (said["task_kind"], said["sql"]) == (asks_the_database.name, "SELECT ?")


@pytest.mark.parametrize(
    "sql, shown",
    [
        ("SELECT a FROM t WHERE name = 'O''Brien' AND n = 17", "SELECT a FROM t WHERE name = ? AND n = ?"),
        ("UPDATE t SET\n  y = -1.5 WHERE i IN (%s, %s)", "UPDATE t SET y = ? WHERE i IN (%s, …)"),
        ('SELECT "t"."seat_2" FROM "t" LIMIT 21', 'SELECT "t"."seat_2" FROM "t" LIMIT ?'),
        ("SELECT " + "column, " * 30 + "last FROM t WHERE b = %s", "SELECT … FROM t WHERE b = %s"),
        ("INSERT INTO t VALUES ($x$a person's words$x$)", "INSERT INTO t VALUES (?)"),
        (f"SELECT {'x' * 900}", f"SELECT {'x' * 393}…"),
    ],
)  # fmt: skip
def test_a_statement_is_shown_without_values(sql: str, shown: str) -> None:
    assert without_values(sql) == shown


@pytest.mark.django_db
@pytest.mark.postgres
def test_the_wait_for_the_disk_counts_too() -> None:
    """A commit goes past what Django lets watch its statements."""
    params = connection.get_connection_params()
    given = {
        name: params[name] for name in ("dbname", "user", "password", "host", "port") if params.get(name)
    }
    with giving_up_after(8.0).connect(**given) as raw, spending() as spent:
        raw.execute("SELECT 1")
        raw.commit()
    assert (spent.statements, spent.slowest_sql) == (0, "COMMIT") and spent.seconds > 0


# --- Many processes


MEASURES = """
import os, sys
import django
django.setup()
from upkeep.watching import timings
from upkeep.watching.spent import Spent
for line in sys.stdin:
    for _time in range(int(line)):
        timings.request_took("robots", 200, 0.02, Spent(0))
    print(os.getpid(), flush=True)
"""
TELLS = """
import json
import django
django.setup()
from upkeep.watching import shared_folder, timings
if {tidy}:
    shared_folder.tidy()
[found] = [each for each in timings.timings() if each.name == "homeworlds_request_seconds"]
told = {{f"{{each.name[27:]}} {{each.labels.get('le', '')}}": each.value for each in found.samples}}
print(json.dumps(told))
"""


class Neighbours:
    """Processes of a site that measure, in a folder that they share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
            "SECRET_KEY": "only-for-tests-" * 5,
            "SITE_URL": "http://127.0.0.1:8000",
            "VAR_DIR": str(folder),
            "PROCESS_ROLE": "web",
        }
        self.started: list[subprocess.Popen[str]] = []

    def start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", MEASURES],
            cwd=ROOT, env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.started.append(process)
        return process

    def measure(self, process: subprocess.Popen[str], times: int) -> None:
        assert process.stdin and process.stdout
        process.stdin.write(f"{times}\n")
        process.stdin.flush()
        assert int(process.stdout.readline()) == process.pid

    def told(self, *, tidy: bool = False) -> dict[str, float]:
        done = subprocess.run(
            [sys.executable, "-c", TELLS.format(tidy=tidy)],
            cwd=ROOT, env=self.env, capture_output=True, text=True, check=True,
        )  # fmt: skip
        found: dict[str, float] = json.loads(done.stdout)
        return found

    def files(self) -> set[str]:
        return {path.name for path in (self.folder / "metrics").glob("*/*.db")}


@pytest.fixture
def neighbours(tmp_path: Path) -> Iterator[Neighbours]:
    made = Neighbours(tmp_path)
    yield made
    for process in made.started:
        process.kill()
        process.communicate()


def test_two_processes_count_together_and_one_that_is_killed_is_not_forgotten(neighbours: Neighbours) -> None:
    first, second = neighbours.start(), neighbours.start()
    neighbours.measure(first, 3)
    neighbours.measure(second, 4)
    together = neighbours.told()
    assert (together["count "], together["bucket 0.01"], together["bucket 0.025"]) == (7.0, 0.0, 7.0)
    assert together["bucket +Inf"] == 7.0 and together["sum "] == pytest.approx(0.14)
    assert f"histogram_{second.pid}.db" in neighbours.files()
    second.send_signal(signal.SIGKILL)
    second.wait()
    assert neighbours.told() == together
    assert neighbours.told(tidy=True) == together
    assert f"histogram_{second.pid}.db" not in neighbours.files()
    assert {"histogram_gone.db", f"histogram_{first.pid}.db"} <= neighbours.files()
    neighbours.measure(first, 1)
    third = neighbours.start()
    neighbours.measure(third, 2)
    assert neighbours.told()["count "] == 10.0
    for process in (first, third):
        process.kill()
        process.wait()
    ended = neighbours.told(tidy=True)
    assert (ended["count "], ended["bucket 0.025"]) == (10.0, 10.0)
    assert neighbours.files() == {"histogram_gone.db", "counter_gone.db"}
    size = sum(path.stat().st_size for path in (neighbours.folder / "metrics").glob("*/*.db"))
    assert size < 20_000  # however many there have been


def test_what_a_container_has_counted_that_is_gone_is_taken_over(neighbours: Neighbours) -> None:
    """Its processes had numbers of their own, and nobody knows whether these live."""
    process = neighbours.start()
    neighbours.measure(process, 5)
    [here] = {path.parent for path in (neighbours.folder / "metrics").glob("*/*.db")}
    there = here.rename(here.with_name("4026532999"))
    here.mkdir()
    assert neighbours.told(tidy=True)["count "] == 5.0
    assert there.exists()  # somebody lives in it
    process.kill()
    process.wait()
    for path in there.glob("*.db"):
        path.rename(path.with_name(path.name.replace(str(process.pid), "1")))  # a number that lives here too
    assert neighbours.told(tidy=True)["count "] == 5.0
    assert not there.exists() and neighbours.files() == {"histogram_gone.db", "counter_gone.db"}


def test_a_damaged_file_costs_its_own_figures_and_no_others(neighbours: Neighbours) -> None:
    first, second = neighbours.start(), neighbours.start()
    neighbours.measure(first, 3)
    neighbours.measure(second, 4)
    second.kill()
    second.wait()
    [damaged] = (neighbours.folder / "metrics").glob(f"*/histogram_{second.pid}.db")
    held = damaged.read_bytes()
    damaged.write_bytes(held[:8] + b"\xff" * 400 + held[408:])
    assert neighbours.told()["count "] == 3.0
    assert neighbours.told(tidy=True)["count "] == 3.0
    assert not damaged.exists()


def test_the_room_of_a_process_is_taken_at_once(neighbours: Neighbours) -> None:
    """A mapping beyond the end of a full disk would end the process."""
    process = neighbours.start()
    neighbours.measure(process, 1)
    for kind in shared_folder.KINDS:
        [file] = (neighbours.folder / "metrics").glob(f"*/{kind}_{process.pid}.db")
        assert file.stat().st_blocks * 512 >= file.stat().st_size == shared_folder.ROOM["web"]


def test_all_that_a_web_process_can_count_finds_room() -> None:
    """Each view with two statuses; hardly any process answers for half of them."""
    bytes_of_all = 0
    for metric in (timings.REQUESTS, timings.REQUESTS, timings.REQUEST_SQL):
        [told] = metric.collect()
        for view in names_in_use():
            labels = ["le", "status", "view"], ["0.025", "200", view]
            key = mmap_key(told.name, f"{told.name}_bucket", *labels, told.documentation)
            bytes_of_all += (len(key) + shared_folder.BESIDE_KEY) * (len(timings.FAST) + 2)
    assert bytes_of_all < shared_folder.ROOM["web"]


@pytest.mark.parametrize("folder", ["full", "read-only"])
def test_where_nothing_can_be_written_everything_else_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.setenv(shared_folder.VARIABLE, str(tmp_path / "metrics" / "1"))
    (tmp_path / "metrics").mkdir()

    def no_room(*_given: object) -> None:
        raise (
            OSError(28, "No space left on device")
            if folder == "full"
            else OSError(30, "Read-only file system")
        )

    monkeypatch.setattr(shared_folder.os, "posix_fallocate", no_room)
    place = shared_folder.Place()
    assert place.ready("web") is False
    assert not list((tmp_path / "metrics").glob("*/*.db"))


def test_a_process_without_a_role_writes_nothing(neighbours: Neighbours) -> None:
    neighbours.env["PROCESS_ROLE"] = ""
    neighbours.measure(neighbours.start(), 1)
    assert not (neighbours.folder / "metrics").exists()
