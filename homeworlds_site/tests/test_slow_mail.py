"""A mail server that takes eight seconds for each mail, and the sweep beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from accounts.tests.cast import person
from games.tests.smtp_server import SmtpServer
from games.tests.workers import Worker
from notices.models import AccountMail
from upkeep.clock import database_now
from upkeep.selectors import SWEEP, seconds_since

pytestmark = [pytest.mark.faults]
SLOWNESS = 8.0
OLDEST_SWEEP = 3.0
SECONDS = 20.0
MAILS = 4
SECONDS_TO_START = 60


@pytest.fixture
def server() -> Iterator[SmtpServer]:
    with SmtpServer(slowness=SLOWNESS) as running:
        yield running


@pytest.fixture
def workers(
    request: pytest.FixtureRequest, site_environment: dict[str, str], server: SmtpServer, tmp_path: Path
) -> Iterator[list[Worker]]:
    """One that keeps time, and one for whatever may take its time."""
    env = site_environment | {"EMAIL_URL": f"smtp://127.0.0.1:{server.port}", "SWEEP_SECONDS": "2"}
    beat = ["--beat", "--schedule", str(tmp_path / "schedule")]
    running = [
        Worker(queue, tmp_path, env, "--pool", "solo", "-Q", queue, *more)
        for queue, more in (("timekeeper", beat), ("default", []))
    ]
    yield running
    for worker in running:
        worker.stop()


def mail_somebody(number: int) -> None:
    now = database_now()
    AccountMail.objects.create(
        player=person(f"Ann{number}"), address=f"ann{number}@example.com", kind="email_confirmation",
        subject="A code", body="1234", created_at=now, due_at=now,
    )  # fmt: skip


def test_a_slow_mail_server_does_not_hold_up_the_sweep(
    transactional_db: None, server: SmtpServer, workers: list[Worker]
) -> None:
    give_up = time.monotonic() + SECONDS_TO_START
    while seconds_since(SWEEP) is None:
        assert time.monotonic() < give_up, workers[0].log.read_text()[-1500:]
        time.sleep(0.2)
    for number in range(MAILS):
        mail_somebody(number)
    oldest, began = 0.0, time.monotonic()
    while time.monotonic() - began < SECONDS:
        oldest = max(oldest, seconds_since(SWEEP) or 0.0)
        time.sleep(0.1)
    assert server.taken, workers[1].log.read_text()[-1500:]
    assert oldest < OLDEST_SWEEP, f"the sweep was {oldest:.1f} s old"
