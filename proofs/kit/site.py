"""Whole sites for proofs and benchmarks: of servers and processes as shipped, of files as `bin/serve` has
them, or in this process alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from proofs.kit.neighbours import is_alone
from proofs.kit.processes import (
    ROOT,
    OwnPooler,
    OwnPostgres,
    OwnRedis,
    Process,
    ended_afterwards,
    free_port,
    run,
    wait_for,
)
from proofs.kit.units import service
from proofs.kit.visitor import Visitor

KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
SECRET: Final = "only-for-a-proof-on-this-machine-" * 2
WORKERS: Final = ("timekeeper", "worker", "bots")

P = TypeVar("P", bound=Process)


def bare_environment() -> dict[str, str]:
    """Nothing of the settings of whoever runs the proof."""
    return {name: os.environ[name] for name in KEPT if name in os.environ}


def manage(env: dict[str, str], *arguments: str) -> str:
    """What the command says. Raises RuntimeError when it fails."""
    command = [sys.executable, "manage.py", *arguments]
    done = run(command, cwd=ROOT, env=env, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"manage.py {arguments[0]}: {done.stdout}{done.stderr}")
    return done.stdout


class OwnSite:
    """Some processes of a site, and its environment; all in a folder of its own."""

    def __init__(self, folder: Path, processes: list[Process]) -> None:
        self.folder, self.processes = folder, processes
        self.env = bare_environment() | {
            "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
            "SECRET_KEY": SECRET,
            "SITE_URL": "http://127.0.0.1:8000",
            "BOT_PAUSE": "0",
        }

    def prepare(self) -> None:
        self.manage("migrate", "--no-input", "--verbosity", "0")
        self.manage("ensure_bots")

    def started(self, process: P) -> P:
        self.processes.append(process)
        process.start()
        return process

    def manage(self, *arguments: str) -> str:
        return manage({"VAR_DIR": str(self.folder / "manage")} | self.env, *arguments)

    def run_workers(self, groups: int = 1) -> list[Process]:
        raise NotImplementedError

    def join(self) -> None:
        """From now on this process asks the site's database; once a process, before anything of the site is
        imported."""
        own = {"PROCESS_ROLE": "web", "DATABASE_POOL": "0"}
        os.environ.update({"VAR_DIR": str(self.folder / "me")} | self.env | own)
        Path(os.environ["VAR_DIR"]).mkdir(exist_ok=True)
        import django

        django.setup()


class Site(OwnSite):
    """Its own database server and Redis, and any number of processes of the site on them."""

    def __init__(self, folder: Path, processes: list[Process]) -> None:
        super().__init__(folder, processes)
        self.redis = self.started(OwnRedis(folder, bare_environment()))
        self.postgres = self.started(OwnPostgres(folder, bare_environment()))
        self.env |= {
            "DATABASE_URL": self.postgres.create("homeworlds"),
            "BROKER_URL": self.redis.url(0),
            "REDIS_URL": self.redis.url(1),
        }
        self.prepare()

    def put_pooler_before(self, connections: int) -> OwnPooler:
        """Every process that starts from now on reaches the database by it."""
        pooler = self.started(OwnPooler(self.folder, self.postgres, connections=connections))
        self.env["DATABASE_POOLER"] = f"127.0.0.1:{pooler.port}"
        return pooler

    def run(self, name: str, number: int = 1, *, port: int = 0) -> Process:
        """One of the shipped services, with a folder of its own that no other process knows."""
        unit = service(name, port=port)
        var = self.folder / f"{name}{number}"
        var.mkdir(exist_ok=True)
        command = [word.replace("@%h", f"{number}@%h") for word in unit.command]
        env = self.env | unit.environment | {"VAR_DIR": str(var), "TMPDIR": str(var)}
        # Weights of units are among these alone; a niceness would hold among whoever else is busy, too.
        niceness = unit.niceness if is_alone() else 0
        return self.started(Process(f"{name} {number}", command, env, var / "log", niceness=niceness))

    def run_web(self, number: int = 1) -> tuple[Process, str]:
        """The process, and its address once it answers."""
        port = free_port()
        process = self.run("web", number, port=port)
        address = f"http://127.0.0.1:{port}"
        wait_for_page(address, process)
        return process, address

    def run_workers(self, groups: int = 1) -> list[Process]:
        """So many of each worker, and the one beat."""
        workers = [self.run(name, number + 1) for number in range(groups) for name in WORKERS]
        return [*workers, self.run("beat")]


class FolderSite(OwnSite):
    """On SQLite and files, as `bin/serve` runs it, without its pages."""

    def __init__(self, folder: Path, processes: list[Process]) -> None:
        super().__init__(folder, processes)
        (folder / "logs").mkdir()
        self.env["VAR_DIR"] = str(folder)
        self.prepare()

    def run_workers(self, groups: int = 1) -> list[Process]:
        from homeworlds_site.serve import children

        parts = children("127.0.0.1", 8000, self.folder, self.env)
        return [
            self.started(Process(each.name, [sys.executable, "-m", *each.arguments], each.env, each.log))
            for each in parts
            if each.name != "web server"
        ]


def wait_for_page(address: str, process: Process, path: str = "/robots.txt") -> None:
    def answers() -> bool:
        if not process.is_alive():
            raise RuntimeError(f"{process.name} has ended: {process.last_words()}")
        return Visitor(address).get(path).status == 200

    wait_for(f"{process.name} answers {path}", answers)


def workers_listen() -> bool:
    """Whether each kind has been heard, and the sweep; of the site that this process has joined."""
    from upkeep.selectors import SWEEP, WORKER, seconds_since

    heard = [seconds_since(WORKER, label=queue) for queue in ("timekeeper", "bots", "default")]
    return None not in (*heard, seconds_since(SWEEP))


@contextmanager
def own_folder() -> Iterator[tuple[Path, list[Process]]]:
    """A folder, and a list of processes: these are ended afterwards, and the folder is deleted."""
    with TemporaryDirectory(prefix="homeworlds-proof-") as name:
        processes: list[Process] = []
        with ended_afterwards(processes):
            yield Path(name), processes


@contextmanager
def own_site() -> Iterator[Site]:
    """An empty site; everything of it is ended and deleted afterwards. Raises NotHere."""
    with own_folder() as (folder, processes):
        yield Site(folder, processes)


@contextmanager
def folder_site() -> Iterator[FolderSite]:
    with own_folder() as (folder, processes):
        yield FolderSite(folder, processes)


# --- In this process alone


def alone_in(folder: Path, database: str, **more: str) -> dict[str, str]:
    """The environment of a site whose pages only its own process asks for."""
    return {
        "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
        "SECRET_KEY": SECRET,
        "ALLOWED_HOSTS": "testserver",
        "DATABASE_URL": database,
        "VAR_DIR": str(folder),
        "LOG_LEVEL": "CRITICAL",
        "BROKER_URL": "memory://",
        **more,
    }


@contextmanager
def own_database(*, broker: bool = False) -> Iterator[dict[str, str]]:
    """Sets Django up on an empty one, on a server of its own, with a cache as a site has it, and with a
    `broker` its queue; once a process. Its environment, for others. Raises NotHere."""
    with own_folder() as (folder, processes):
        server, redis = OwnPostgres(folder, dict(os.environ)), OwnRedis(folder, dict(os.environ))
        for process in (server, redis):
            processes.append(process)
            process.start()
        queue = {"BROKER_URL": redis.url(1)} if broker else {}
        environment = alone_in(folder / "var", server.create("proof"), REDIS_URL=redis.url(0), **queue)
        os.environ.update(environment)
        _set_up("migrate")
        yield environment


@contextmanager
def scratch_site(*, packed: bool = False) -> Iterator[None]:
    """Sets Django up on an empty SQLite; once a process, before anything of the site is imported. `packed`:
    scripts and styles are sent compressed and under names of their own, as a site that is installed does."""
    with TemporaryDirectory() as folder:
        static = {"STATIC_MANIFEST": str(packed), "STATIC_DIR": f"{folder}/static", "LOG_LEVEL": "ERROR"}
        os.environ.update(alone_in(Path(folder), f"sqlite:///{folder}/bench.sqlite3", **static))
        _set_up("migrate", *(["collectstatic"] if packed else []))
        yield


def _set_up(*commands: str) -> None:
    import django
    from django.core.management import call_command

    django.setup()
    for command in commands:
        call_command(command, verbosity=0, interactive=False)
