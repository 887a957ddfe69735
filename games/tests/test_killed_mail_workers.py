"""Two hundred turns, each told by one mail to a real mail server, while the workers that send are killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from conftest import on_postgres
from games.log.moments import state_of
from games.models import Game
from games.notices.kinds import NoticeKind
from games.tests.play import peaceful_text, play_turn, table_of
from games.tests.smtp_server import SmtpServer
from games.tests.workers import ROOT, Worker
from homeworlds.rules import RuleSet
from notices.models import Notice

pytestmark = pytest.mark.faults
TURNS = 200
GAMES = TURNS // 2
KILLS = 20
WHOLE_EVERY = 5
"""Of so many kills one hits a whole worker, the others only its process that sends."""
POOL = {True: "prefork", False: "solo"}
"""On a queue of files, which goes with SQLite, processes of a pool share locks a killed one would keep."""
QUEUES = "default,timekeeper"
SECONDS_IN_ALL = 300
"""No measure of speed: who has hung so long does not come back. A quiet machine needs forty seconds."""


class Post:
    """Two workers that send and sweep, and what asks them to sweep."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder, self.env = folder, env
        self.started = self.kills = self.hits = 0
        self.workers = [self.new_worker(), self.new_worker()]
        beat = ["celery", "--app", "homeworlds_site", "beat", "--schedule", str(folder / "schedule")]
        with (folder / "beat.log").open("ab") as log:
            self.beat = subprocess.Popen(
                [sys.executable, "-m", *beat], cwd=ROOT, env=env, stdout=log, stderr=subprocess.STDOUT
            )

    def new_worker(self) -> Worker:
        self.started += 1
        return Worker(
            f"post{self.started}", self.folder, self.env, "--pool", POOL[on_postgres()], "-Q", QUEUES
        )

    def kill_one(self, lots: random.Random) -> None:
        place = lots.randrange(2)
        self.kills += 1
        wholly = self.kills % WHOLE_EVERY == 0 or not on_postgres()
        self.hits += self.workers[place].kill(wholly=wholly)
        if wholly:
            self.workers[place] = self.new_worker()

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()
        self.beat.kill()
        self.beat.wait(timeout=60)


@pytest.fixture
def server() -> Iterator[SmtpServer]:
    with SmtpServer(slowness=0.05) as running:
        yield running


@pytest.fixture
def environment(
    request: pytest.FixtureRequest, site_environment: dict[str, str], server: SmtpServer
) -> dict[str, str]:
    env = {**site_environment, "EMAIL_URL": f"smtp://127.0.0.1:{server.port}", "MAIL_RETRY_SECONDS": "3"}
    if on_postgres():
        env["BROKER_URL"] = request.getfixturevalue("redis_url")
    return env


@pytest.fixture
def post(environment: dict[str, str], tmp_path: Path) -> Iterator[Post]:
    running = Post(tmp_path, environment)
    yield running
    running.stop()


def play_the_turns() -> None:
    """In each game a turn of Alice and one of Bob, who does not answer before his mail has left."""
    alice, bob = person("Alice"), person("Bob")
    Player.objects.update(mail_starts=False)
    lots = random.Random(200)
    for _ in range(GAMES):
        game = table_of(alice, Player.objects.get(pk=bob.pk), rules=RuleSet())
        play_turn(game, peaceful_text(state_of(Game.objects.get(pk=game.pk)), lots))


def answer_the_told(answered: set[str], lots: random.Random) -> None:
    """Bob's turns, in the games of which he has been told: only then is the first mail surely not stale."""
    told = Notice.objects.filter(kind=NoticeKind.TURN, news=1, due_at=None).exclude(key__in=answered)
    for notice in told[:20]:
        game = Game.objects.get(public_id=notice.key)
        play_turn(game, peaceful_text(state_of(game), lots))
        answered.add(game.public_id)


def test_each_of_two_hundred_turns_is_told_once_while_workers_are_killed(
    transactional_db: None, server: SmtpServer, monkeypatch: pytest.MonkeyPatch, post: Post
) -> None:
    # What this process asks for gets lost on the way: only the sweep can find it.
    monkeypatch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    lots = random.Random(21)
    play_the_turns()
    answered: set[str] = set()
    began = next_kill = time.monotonic()
    while len(answered) < GAMES or Notice.objects.filter(due_at__isnull=False).exists():
        now = time.monotonic()
        assert now - began < SECONDS_IN_ALL, f"{len(server.taken)} mails, {post.kills} kills"
        answer_the_told(answered, lots)
        if server.talking and now >= next_kill and post.kills < KILLS:
            post.kill_one(lots)
            next_kill = time.monotonic() + 0.2 + lots.random()
        time.sleep(0.05)
    post.stop()

    turns, times = Notice.objects.filter(kind=NoticeKind.TURN), server.times_taken()
    again = {mail: count for mail, count in times.items() if count > 1}
    tries = Counter(turns.values_list("tries", flat=True))
    print(  # noqa: T201  shown with -s
        f"{TURNS} turns, {len(times)} different mails, {len(server.taken)} taken, {len(again)} again; "
        f"{post.kills} kills, {post.hits} in the middle of a task; tries {dict(tries)}; "
        f"{time.monotonic() - began:.0f} s"
    )
    assert post.kills >= KILLS
    assert set(turns.values_list("dropped", flat=True)) == {""}
    assert turns.count() == TURNS
    assert set(times) == {expected_id(notice) for notice in turns.select_related("player")}
    # Only a kill between the server's yes and the database's can send a mail again, and with the same id.
    assert len(server.taken) - TURNS <= post.hits


def expected_id(notice: Notice) -> str:
    return f"<turn.{notice.key}.{notice.news}.{notice.player.public_id}@127.0.0.1>"
