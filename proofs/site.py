"""A whole site for a proof: servers, processes, environment; run by the commands of the shipped units."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from proofs.processes import (
    ROOT,
    OwnPostgres,
    OwnRedis,
    Process,
    ended_afterwards,
    free_port,
    wait_for,
)
from proofs.units import service
from proofs.visitor import Visitor

KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
SECRET: Final = "only-for-a-proof-on-this-machine-" * 2
HEALTH: Final = "/healthz"

P = TypeVar("P", bound=Process)


def bare_environment() -> dict[str, str]:
    """Nothing of the settings of whoever runs the proof."""
    return {name: os.environ[name] for name in KEPT if name in os.environ}


def manage(env: dict[str, str], *arguments: str) -> str:
    """What the command says. Raises RuntimeError when it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"manage.py {arguments[0]}: {done.stdout}{done.stderr}")
    return done.stdout


class Site:
    """Its own database server and Redis, and any number of processes of the site on them."""

    def __init__(self, folder: Path, processes: list[Process]) -> None:
        self.folder, self.processes = folder, processes
        self.redis = self.started(OwnRedis(folder, bare_environment()))
        self.postgres = self.started(OwnPostgres(folder, bare_environment()))
        self.env = {
            **bare_environment(),
            "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
            "SECRET_KEY": SECRET,
            "SITE_URL": "http://127.0.0.1:8000",
            "DATABASE_URL": self.postgres.create("homeworlds"),
            "BROKER_URL": self.redis.url(0),
            "REDIS_URL": self.redis.url(1),
            "BOT_PAUSE": "0",
        }
        self.manage("migrate", "--no-input", "--verbosity", "0")
        self.manage("ensure_bots")

    def started(self, process: P) -> P:
        self.processes.append(process)
        process.start()
        return process

    def manage(self, *arguments: str) -> str:
        return manage(self.env | {"VAR_DIR": str(self.folder / "manage")}, *arguments)

    def run(self, name: str, number: int = 1, *, port: int = 0) -> Process:
        """One of the shipped services, with a folder of its own that no other process knows."""
        unit = service(name, port=port)
        var = self.folder / f"{name}{number}"
        var.mkdir(exist_ok=True)
        command = [word.replace("/tmp/celerybeat", f"{var}/celerybeat") for word in unit.command]  # noqa: S108
        command = [word.replace("@%h", f"{number}@%h") for word in command]
        env = self.env | unit.environment | {"VAR_DIR": str(var), "TMPDIR": str(var)}
        return self.started(Process(f"{name} {number}", command, env, var / "log", niceness=unit.niceness))

    def run_web(self, number: int = 1) -> tuple[Process, str]:
        """The process, and its address once it answers."""
        port = free_port()
        process = self.run("web", number, port=port)
        address = f"http://127.0.0.1:{port}"
        wait_for_page(address, process)
        return process, address


def wait_for_page(address: str, process: Process, path: str = "/robots.txt") -> None:
    def answers() -> bool:
        if not process.is_alive():
            raise RuntimeError(f"{process.name} has ended: {process.last_words()}")
        return Visitor(address, seconds=5).get(path).status == 200

    wait_for(f"{process.name} answers {path}", answers)


@contextmanager
def own_site() -> Iterator[Site]:
    """An empty site; everything of it is ended and deleted afterwards."""
    with TemporaryDirectory(prefix="homeworlds-proof-") as name:
        processes: list[Process] = []
        with ended_afterwards(processes):
            yield Site(Path(name), processes)
