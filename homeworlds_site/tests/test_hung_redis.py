"""Redis hangs: pages do not, turns count, and the bots catch up afterwards."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
import redis
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from accounts.models import Player
from accounts.services import ensure_bots
from accounts.tests.cast import PASSWORD, person
from games.log import rebuilding
from games.log.moments import state_of
from games.models import Game, SeatOrder
from games.services import SeatWish, create_game
from games.tests.play import peaceful_text
from homeworlds.rules import RuleSet
from proofs.kit.processes import program

REDIS = ("redis-server", "valkey-server")
pytestmark = [pytest.mark.faults, pytest.mark.postgres, pytest.mark.programs(*REDIS)]

ROOT = Path(__file__).resolve().parents[2]
HANGS = 15
IN_TIME = 3.0
GAMES = 90
VISITORS = 3
SECONDS_TO_START = 120
SECONDS_TO_CATCH_UP = 120
CSRF = "x" * 32
WORKER = ("--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(done: Callable[[], bool], seconds: float, what: str) -> None:
    give_up = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < give_up, f"not within {seconds} seconds: {what}"
        time.sleep(0.2)


class Site:
    """A Redis of its own, two web processes, a worker that sweeps and a worker of the bots."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder, self.processes = folder, list[subprocess.Popen[bytes]]()
        self.redis_port, self.port = free_port(), free_port()
        url = f"redis://127.0.0.1:{self.redis_port}"
        self.env = {**env, "REDIS_URL": f"{url}/1", "BROKER_URL": f"{url}/0", "LOG_FORMAT": "json"}
        options = ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        self.redis = self._start("redis", [program(*REDIS), "--port", str(self.redis_port), *options])
        wait_for(lambda: self._redis_answers(url), 10, "Redis answers")
        bind = ["--bind", f"127.0.0.1:{self.port}", "--worker-class", "gthread", "--workers", "2"]
        python = [sys.executable, "-m"]
        web = [*python, "gunicorn", "homeworlds_site.wsgi:application", *bind, "--threads", "4"]
        self._start("web", [*web, "--no-control-socket"], PROCESS_ROLE="web")
        worker = [*python, "celery", "--app", "homeworlds_site", "worker", *WORKER]
        beat = ["--beat", "--schedule", str(folder / "schedule")]
        self._start(
            "worker", [*worker, "-Q", "timekeeper,default", "-n", "d@%h", *beat], PROCESS_ROLE="worker"
        )
        self._start("bots", [*worker, "-Q", "bots", "-n", "b@%h"], PROCESS_ROLE="worker")

    def _start(self, name: str, command: list[str], **more: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("wb") as log:
            started = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**self.env, **more},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.processes.append(started)
        return started

    def _redis_answers(self, url: str) -> bool:
        with contextlib.suppress(redis.RedisError), redis.Redis.from_url(url) as client:
            return bool(client.ping())
        return False

    def stop(self) -> None:
        self.redis.send_signal(signal.SIGCONT)
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=60)

    def health(self) -> tuple[int, dict[str, bool]]:
        try:
            answer = Visitor(self.port).ask("GET", "/healthz")
        except OSError:
            return 0, {}
        return answer.status, {name: found["ok"] for name, found in json.loads(answer.body)["checks"].items()}

    def lines(self, name: str) -> list[dict[str, object]]:
        lines = (self.folder / f"{name}.log").read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]


class Answer(NamedTuple):
    status: int
    seconds: float
    body: str


class Visitor:
    def __init__(self, port: int, session: str = "") -> None:
        self.port, self.session = port, session

    def ask(self, method: str, path: str, **fields: str) -> Answer:
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(
                method,
                path,
                urlencode({**fields, "csrfmiddlewaretoken": CSRF}) if method == "POST" else None,
                {
                    "Cookie": f"csrftoken={CSRF}; sessionid={self.session}",
                    "Content-Type": "application/x-www-form-urlencoded",
                },
            )
            response = connection.getresponse()
            body = response.read().decode()
        finally:
            connection.close()
        return Answer(response.status, time.monotonic() - began, body)


@pytest.fixture
def site(site_environment: dict[str, str], tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, site_environment)
    yield site
    site.stop()


@pytest.fixture
def alice(transactional_db: None) -> Player:
    ensure_bots()
    return person("Alice")


@pytest.fixture
def bob(transactional_db: None) -> Player:
    bob = person("Bob")
    # The site does not know the quick hashes of tests.
    bob.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1000)
    bob.save(update_fields=["password"])
    return bob


def session_of(player: Player) -> str:
    client = Client()
    client.force_login(player, backend="accounts.backends.PeopleBackend")
    return str(client.session.session_key)


def test_every_page_is_answered_and_every_turn_counts_while_redis_hangs(
    site: Site, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    seats = [SeatWish(player=alice), SeatWish(bot_level="random")]
    games = [
        create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
        for _ in range(GAMES)
    ]
    lots = random.Random(8)
    turns = [(game, peaceful_text(state_of(game), lots)) for game in games]
    session = session_of(alice)
    wait_for(lambda: site.health()[0] == 200, SECONDS_TO_START, "all is well")

    def play(game: Game, text: str) -> Answer:
        visitor = Visitor(site.port, session)
        order = {"turn": text, "answers": "0", "key": "a0", "confirmed": "on"}
        return visitor.ask("POST", f"/games/{game.public_id}/turn/", **order)

    # One turn before, so that every process has its connections to lose.
    for game, text in turns[:VISITORS]:
        assert play(game, text).status == 303
    wait_for(lambda: all_answered(games[:VISITORS]), 20, "bots answer")

    began = time.monotonic()
    site.redis.send_signal(signal.SIGSTOP)
    taken: list[Answer] = []
    looked: list[Answer] = []
    pause = HANGS / ((GAMES - VISITORS) / VISITORS)

    def visit(number: int) -> None:
        for place, (game, text) in enumerate(turns[VISITORS + number :: VISITORS]):
            time.sleep(max(0, began + place * pause - time.monotonic()))
            taken.append(play(game, text))
            looked.append(Visitor(site.port, session).ask("GET", f"/games/{game.public_id}/"))

    with ThreadPoolExecutor(VISITORS + 1) as pool:
        visits = [pool.submit(visit, number) for number in range(VISITORS)]
        time.sleep(2)
        status, checks = site.health()
        assert (status, checks["cache"], checks["broker"], checks["database"]) == (503, False, False, True)
        # Logging in counts its attempts in the cache.
        entered = Visitor(site.port).ask("POST", "/accounts/login/", login=bob.email, password=PASSWORD)
        for each in visits:
            each.result()
    time.sleep(max(0, began + HANGS - time.monotonic()))
    assert site.redis.poll() is None
    site.redis.send_signal(signal.SIGCONT)

    assert {answer.status for answer in taken} == {303}
    assert {answer.status for answer in looked} == {200}
    assert entered.status == 302
    assert max(slowest(taken), slowest(looked), entered.seconds) < IN_TIME

    resumed = time.monotonic()
    wait_for(lambda: all_answered(games), SECONDS_TO_CATCH_UP, "bots answer all turns")
    caught_up = time.monotonic() - resumed
    sys.stderr.write(
        f"While Redis hung {HANGS} s: {len(taken)} turns, the slowest answered in {slowest(taken):.2f} s; "
        f"{len(looked)} tables shown, {slowest(looked):.2f} s; a log-in, {entered.seconds:.2f} s. "
        f"All bots had answered {caught_up:.1f} s after it went on.\n"
    )
    wait_for(lambda: site.health()[0] == 200, 15, "all is well again")
    for game in Game.objects.all():
        numbers = list(game.log.values_list("number", flat=True))
        assert numbers == [1, 2]
        assert rebuilding.check(game) == []

    # A slow one has another line, which names nobody.
    turns_asked = [
        line
        for line in site.lines("web")
        if (line.get("view"), line["logger"]) == ("games:turn", "upkeep.requests")
    ]
    asked = {line["request"] for line in turns_asked}
    played = {line.get("request") for line in site.lines("bots") if line.get("task")}
    assert asked & played, "no task says which request asked for it"
    assert all(line["user"] == alice.public_id for line in turns_asked)


def all_answered(games: list[Game]) -> bool:
    ids = [game.pk for game in games]
    return not Game.objects.filter(pk__in=ids, log_number__lt=2).exists()


def slowest(answers: list[Answer]) -> float:
    return max(answer.seconds for answer in answers)
