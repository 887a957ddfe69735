"""Sentences that say what to do name commands that exist where the site is run so."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest

from proofs.kit.containers import compose
from proofs.kit.processes import ROOT
from upkeep.due import works
from upkeep.management.commands import call_operator
from upkeep.watching import run_by
from upkeep.watching.standing import of_backup, of_sweep, of_worker

PARTS = ("web", "timekeeper", "worker", "bots", "beat", "backup")
GIVEN = {"SECRET_KEY": "x", "POSTGRES_PASSWORD": "x", "SITE_URL": "x"}


def test_every_part_that_is_named_is_a_unit_and_a_service(settings: Any) -> None:
    assert {work.part for work in works()} <= set(PARTS)
    units = {file.stem for file in (ROOT / "deploy" / "systemd").glob("*.service")}
    services = compose(GIVEN)
    for part in PARTS:
        settings.RUN_BY = run_by.SYSTEMD
        assert run_by.log(part).removeprefix("journalctl -u ") in units
        settings.RUN_BY = run_by.DOCKER
        assert run_by.log(part).removeprefix("docker compose logs ") in services
    assert "tools" in services and run_by.manage("alarms").startswith("docker compose run --rm tools ")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("way", "sweep", "bots", "backup"),
    [
        (
            "systemd",
            "“sudo systemctl restart homeworlds-beat homeworlds-timekeeper”",
            "“journalctl -u homeworlds-bots”",
            "“homeworlds backup /srv/homeworlds/backups --keep 14”",
        ),
        (
            "docker",
            "“docker compose restart beat timekeeper”",
            "“docker compose logs bot-worker”",
            "“docker compose run --rm tools python manage.py backup /backups --keep 14”",
        ),
        (
            "podman",
            "“podman compose restart beat timekeeper”",
            "“podman compose logs bot-worker”",
            "“podman compose up --detach backups”",
        ),
        ("serve", "“bin/serve”", "“tail -n 50 var/logs/bots.log”", "“python manage.py backup var”"),
    ],
)
def test_alarms_name_the_commands_of_how_it_is_run(
    way: str, sweep: str, bots: str, backup: str, settings: Any
) -> None:
    settings.RUN_BY = way
    assert sweep in str(of_sweep())
    assert bots in str(of_worker("bots", "bots"))
    assert backup in str(of_backup())


def test_silent_pages_are_told_with_the_commands_of_containers(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RUN_BY = run_by.DOCKER
    monkeypatch.setattr(call_operator, "_asked", lambda: ({}, []))
    monkeypatch.setattr("sys.stdin", StringIO("[{}, [], false]"))
    ringing, _unknown = call_operator._read()
    assert "“docker compose restart web”" in ringing["web"]
