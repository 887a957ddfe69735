"""Each task stands in the queue of its urgency; each queue has its own process, however the site is run."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
import yaml
from celery import beat
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import task_postrun, task_prerun
from django.conf import settings

from homeworlds_site import celery
from homeworlds_site.celery import app
from homeworlds_site.serve import children
from notices.channels import registered as channels
from proofs.kit.processes import ROOT
from proofs.kit.units import SERVICES, service
from upkeep import due
from upkeep.queue import Bell

OF_THE_RELEASE_BEFORE = {
    "timekeeper": {"games.tasks.call_bot"},
    "bots": {"games.tasks.play_bot_turn"},
    "bots-slow": {"games.tasks.play_slow_bot_turn"},
    "alone": {"games.tasks.play_among_bots", "games.tasks.analyse_game"},
    "default": {
        "notices.tasks.send_notice",
        "notices.tasks.send_account_mail",
        "games.tasks.mark_game",
        "games.tasks.send_notice",
        "games.tasks.sweep",
        "tournaments.tasks.follow_event",
    },
}
OURS = {
    "sweep": {"upkeep.tasks.sweep"},
    "timekeeper": {"games.tasks.follow_vacation", "games.tasks.call_bots"},
    "events": {"tournaments.tasks.follow_events"},
    "bots": {"games.tasks.play_bot_turns"},
    "mails": {"notices.tasks.send_mails"},
    "hooks": {"notices.tasks.hooks"},
    "push": {"notices.tasks.push", "notices.tasks.send_push_test"},
    "digests": {"notices.tasks.digests"},
    "default": {"upkeep.tasks.report_faults", "games.tasks.settle_leaver"},
    "alone": {"games.tasks.use_spare_time"},
}
BEFORE = {
    **OF_THE_RELEASE_BEFORE,
    "timekeeper": {"upkeep.tasks.sweep", "games.tasks.call_bot", "games.tasks.follow_vacation"},
    "default": {*OF_THE_RELEASE_BEFORE["default"], *OURS["default"]},
}
"""What web servers, workers and the beat of the previous release ask for, and where."""


def queue_of(task: str) -> str:
    return str(app.amqp.router.route({}, task)["queue"].name)


def test_every_task_stands_in_the_queue_of_its_urgency() -> None:
    app.loader.import_default_modules()
    ours = {task for task in app.tasks if ".tasks." in task and not task.startswith("celery.")}
    found = {queue: {task for task in ours if queue_of(task) == queue} for queue in map(queue_of, ours)}
    assert found == {
        queue: OURS.get(queue, set()) | OF_THE_RELEASE_BEFORE.get(queue, set())
        for queue in {*OURS, *OF_THE_RELEASE_BEFORE}
    }


def test_of_what_has_a_bell_one_waits_at_most() -> None:
    app.loader.import_default_modules()
    bells = {work.bell for work in due.works()} | {"upkeep.tasks.sweep", "upkeep.tasks.report_faults"}
    assert bells == {name for name, task in app.tasks.items() if isinstance(task, Bell)}


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


def test_no_way_of_telling_people_waits_until_another_is_through() -> None:
    ways = ["notices.tasks.send_mails", "notices.tasks.digests", *(each.task for each in channels().values())]
    assert {queue_of(task) for task in ways} == settings.QUEUES_TAKING_TURNS
    assert len(set(map(queue_of, ways))) == len(ways)


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
    workers = [listened_to(command) for command in as_units(tmp_path) if "-Q" in command]
    heard = {name for named in workers for name in (*named, *settings.QUEUES_OF_WORKERS[named[0]])}
    assert queue in heard


def test_pages_come_before_bots_and_bots_before_mail_where_all_want_the_processor() -> None:
    composed = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    for name in SERVICES:
        said = composed["bot-worker" if name == "bots" else name]
        assert said.get("cpu_shares", 1024) == round(10.24 * service(name).weight)
    weights = {name: service(name).weight for name in SERVICES}
    assert weights["worker"] < weights["bots"] < weights["web"] == weights["timekeeper"]


def test_a_worker_that_nobody_needs_wakes_seldom(tmp_path: Path) -> None:
    """The alarms miss it after a minute and a half."""
    commands = [child.arguments for child in children("127.0.0.1", 8000, tmp_path, {})[1:]]
    commands += [service(name).command for name in SERVICES if name not in ("web", "beat")]
    for command in commands:
        assert float(command[command.index("--heartbeat-interval") + 1]) == 10, command
    assert not app.conf.worker_enable_remote_control
    assert isinstance(beat.EmbeddedService(app), Thread)


def test_a_worker_keeps_its_connections_between_tasks_but_those_that_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[str] = []
    fixup = DjangoWorkerFixup(app)
    monkeypatch.setattr(fixup, "_close_database", lambda: closed.append("all"))
    monkeypatch.setattr(celery, "close_old_connections", lambda: closed.append("old"))
    for signal in (task_prerun, task_postrun):
        fixup.close_database()
        for eager in (False, True):
            task = SimpleNamespace(request=SimpleNamespace(is_eager=eager))
            receiver = next(each() for key, each in signal.receivers if each() is celery.keep_connections)
            receiver(task=task)
    assert closed == ["old", "old"]
