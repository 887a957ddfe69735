"""Each task stands in the queue of its urgency; each queue has its own process, however the site is run."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from homeworlds_site.celery import app
from homeworlds_site.serve import children
from proofs.processes import ROOT
from proofs.units import SERVICES, service

KEEPS_TIME = {"upkeep.tasks.sweep", "games.tasks.follow_vacation", "games.tasks.call_bot"}
AWAITED = {"games.tasks.play_bot_turn"}
SLOW = {"games.tasks.play_slow_bot_turn"}
ALONE = {"games.tasks.play_among_bots", "games.tasks.analyse_game"}
UNHURRIED = {
    "upkeep.tasks.report_faults",
    "notices.tasks.send_notice",
    "notices.tasks.send_account_mail",
    "games.tasks.settle_leaver",
    "games.tasks.mark_game",
    "tournaments.tasks.follow_event",
    "games.tasks.send_notice",
    "games.tasks.sweep",
}
BEFORE = {
    "default": {*KEEPS_TIME, *UNHURRIED} - {"upkeep.tasks.report_faults", "games.tasks.call_bot"},
    "bots": AWAITED,
}
"""What web servers and the beat of the previous release ask for, and where."""


def queue_of(task: str) -> str:
    return str(app.amqp.router.route({}, task)["queue"].name)


def test_every_task_stands_in_the_queue_of_its_urgency() -> None:
    app.loader.import_default_modules()
    ours = {task for task in app.tasks if ".tasks." in task and not task.startswith("celery.")}
    found = {queue: {task for task in ours if queue_of(task) == queue} for queue in map(queue_of, ours)}
    assert found == {
        "timekeeper": KEEPS_TIME,
        "bots": AWAITED,
        "bots-slow": SLOW,
        "default": UNHURRIED,
        "alone": ALONE,
    }


def listened_to(command: list[str]) -> list[str]:
    """The first of them names the worker."""
    queues = command[command.index("-Q") + 1].split(",")
    assert command[command.index("-n") + 1] == f"{queues[0]}@%h"
    return queues


def as_served(tmp_path: Path) -> list[list[str]]:
    return [child.arguments for child in children("127.0.0.1", 8000, tmp_path, {})]


def as_composed(_tmp_path: Path) -> list[list[str]]:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"].values()
    return [each["command"] for each in services if "command" in each]


def as_units(_tmp_path: Path) -> list[list[str]]:
    return [service(name).command for name in SERVICES]


@pytest.mark.parametrize("commands", [as_served, as_composed, as_units])
def test_each_queue_has_a_process_of_its_own(commands, tmp_path: Path) -> None:
    workers = [command for command in commands(tmp_path) if "worker" in command and "-Q" in command]
    assert sorted(map(listened_to, workers)) == [["bots"], ["default", "alone"], ["timekeeper"]]


@pytest.mark.parametrize(
    "queue, task", [(queue, task) for queue, tasks in BEFORE.items() for task in sorted(tasks)]
)
def test_what_the_previous_release_asks_for_is_still_done(queue: str, task: str, tmp_path: Path) -> None:
    app.loader.import_default_modules()
    assert task in app.tasks
    workers = [command for command in as_units(tmp_path) if "-Q" in command]
    assert [queue] in [listened_to(command)[:1] for command in workers]


def test_pages_come_before_bots_and_bots_before_mail_where_all_want_the_processor() -> None:
    composed = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    for name in SERVICES:
        said = composed["bot-worker" if name == "bots" else name]
        assert said.get("cpu_shares", 1024) == round(10.24 * service(name).weight)
    weights = {name: service(name).weight for name in SERVICES}
    assert weights["worker"] < weights["bots"] < weights["web"] == weights["timekeeper"]
