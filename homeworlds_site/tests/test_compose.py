"""What the compose file says is run here without containers: each command with its environment.

Only names of machines, ports and folders are other ones. That the images can be built, and what a container
engine makes of them, `bin/prove images` shows.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from proofs.kit.containers import NotGiven, compose
from proofs.kit.processes import ROOT, Process, ended_afterwards, free_port, wait_for
from proofs.kit.visitor import Visitor
from upkeep.calling import look
from upkeep.management.commands import migrate_when_ready
from upkeep.saving import nightly

SECRETS = {
    "SECRET_KEY": "only-for-tests-and-debugging-" * 2,
    "POSTGRES_PASSWORD": "p@ss:/wo?rd",
    "SITE_URL": "https://homeworlds.example",
}
ONCE = ("migrate", "tools")
RUNNING = ("web", "timekeeper", "worker", "bot-worker", "beat", "alarms", "backups")
OURS = (*RUNNING, *ONCE)
ROOMS = ("homeworlds_site", "accounts", "games", "homeworlds", "bots", "board", "upkeep", "notices", "pages")
OTHERS_WRITE = {"postgres": {"/run/postgresql", "/var/lib/postgresql/data"}, "valkey": {"/data"}}
"""Where the images of others write, besides /tmp."""
OTHERS_USERS = {"postgres": "postgres", "valkey": "valkey"}
"""As these images have them; they begin as root where nobody is named."""
WITH_NUMBA = ["worker", "bot-worker"]
"""Bots play in one, analyses are made in the other."""


@pytest.fixture
def services() -> dict[str, Any]:
    return compose(SECRETS)


@pytest.mark.parametrize("name", SECRETS)
def test_it_does_not_start_without_what_must_be_secret_or_known(name: str) -> None:
    with pytest.raises(NotGiven, match=name):
        compose({**SECRETS, name: ""})


def test_no_secret_stands_in_the_files() -> None:
    text = (ROOT / "docker-compose.yml").read_text() + (ROOT / "Dockerfile").read_text()
    assert not re.search(r"(PASSWORD|SECRET|TOKEN|DSN)\w*: (?!\$\{)\S", text)
    assert "**/.env*" in (ROOT / ".dockerignore").read_text().split()


def test_every_service_is_limited_guarded_and_started_again(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert service["restart"] == ("no" if name in ONCE else "unless-stopped"), name
        assert service["mem_limit"] and service["pids_limit"], name
        assert service["logging"]["options"]["max-size"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["cap_drop"] == ["ALL"] and service["read_only"] is True, name
        assert "cap_add" not in service and "privileged" not in service, name
        assert ("healthcheck" in service) == (name not in ONCE), name
    assert set(services) == {*OURS, *OTHERS_USERS}


def test_no_service_is_root(services: dict[str, Any]) -> None:
    [uid] = re.findall(r"useradd --uid (\d+) ", stages()["base"])
    assert {name: services[name]["user"] for name in services} == {
        name: OTHERS_USERS.get(name, f"{uid}:{uid}") for name in services
    }


def written_to(service: dict[str, Any]) -> set[str]:
    """Where a service may write though its root file system is read-only."""
    volumes = {volume.removesuffix(":z").partition(":")[2] for volume in service.get("volumes", ())}
    return {place.partition(":")[0] for place in service["tmpfs"]} | volumes


def test_every_service_can_write_where_it_has_to_and_nowhere_else(services: dict[str, Any]) -> None:
    var = environment_of("base")["VAR_DIR"]
    for name, service in services.items():
        folders = {word for word in service.get("command", ()) if re.fullmatch(r"/\w+", word)}
        own = {var, service.get("environment", {}).get("METRICS_DIR")}
        needed = OTHERS_WRITE.get(name) or own | folders | ({"/backups"} if name == "tools" else set())
        assert written_to(service) == {"/tmp", *needed}, name
        assert all(place.endswith(":mode=1777") for place in service["tmpfs"]), name
    # An engine may copy owner and mode of the folder below, or give its mode to a root's one.
    made = re.search(
        r"install --directory --owner homeworlds \S+ homeworlds --mode 1777 (\S+)", stages()["base"]
    )
    assert made and made[1] == '"$VAR_DIR"'
    shm = image_command()[image_command().index("--worker-tmp-dir") + 1]
    assert shm == "/dev/shm"  # which every engine mounts


def test_who_looks_after_a_service_looks_at_the_file_that_it_touches(services: dict[str, Any]) -> None:
    var = environment_of("base")["VAR_DIR"]
    for name, file in (("beat", "beat.alive"), ("alarms", look.ALIVE), ("backups", nightly.ALIVE)):
        assert f"find {var}/{file} -mmin" in services[name]["healthcheck"]["test"][1], name


def is_ignored(path: str) -> bool:
    """As Docker reads `.dockerignore`: a pattern that matches a folder matches all in it."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    words = {"**/": "(?:.*/)?", "*": "[^/]*"}
    for line in lines:
        parts = re.split(r"(\*\*/|\*)", line)
        pattern = "".join(words.get(part) or re.escape(part) for part in parts)
        if re.fullmatch(f"{pattern}(?:/.*)?", path):
            return True
    return False


def test_what_is_not_committed_and_what_only_developing_needs_is_in_no_image() -> None:
    lines = (ROOT / ".gitignore").read_text().split()
    uncommitted = [f"{line.strip('/')}/x" if line.endswith("/") else line.strip("/") for line in lines]
    left_out = [path.replace("*", "some") for path in uncommitted]
    left_out += [".git/config", ".env", ".env.old", "backups/x.backup", "tls/site.key", "tls/site.pem"]
    left_out += ["games/tests/test_x.py", "games/__pycache__/x.py", "proofs/images.py", "benchmarks/x.py"]
    left_out += ["docker-compose.yml", "docker-compose.override.yml", "deploy/homeworlds", "conftest.py"]
    assert [path for path in left_out if not is_ignored(path)] == []
    needed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {path.split("/")[0] for path in needed.split() if not is_ignored(path)}
    assert {*ROOMS, "manage.py", "static", "templates", "locale", "gunicorn.conf.py"} <= top
    assert {"requirements.txt", "requirements-bots.txt", "requirements-build.txt"} <= top


def test_the_guide_changes_the_password_in_the_database_first(services: dict[str, Any]) -> None:
    guide = (ROOT / "docs" / "operations.md").read_text()
    [block] = [
        each for each in re.findall(r"^```console\n(.*?)^```$", guide, re.M | re.S) if "ALTER ROLE" in each
    ]
    given = services["postgres"]["environment"]
    assert f"ALTER ROLE {given['POSTGRES_USER']} PASSWORD" in block
    assert f"--username {given['POSTGRES_USER']} --dbname {given['POSTGRES_DB']}" in block
    order = [block.index(words) for words in ("ALTER ROLE", "^POSTGRES_PASSWORD=", "docker compose up")]
    assert order == sorted(order)


def test_only_the_proxy_of_this_machine_reaches_it(services: dict[str, Any]) -> None:
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert published == {"web": ["127.0.0.1:8000:8000"]}
    assert compose({**SECRETS, "WEB_PORT": "8123"})["web"]["ports"] == ["127.0.0.1:8123:8000"]


def test_all_who_measure_write_into_one_volume_that_is_theirs(services: dict[str, Any]) -> None:
    for name in OURS:
        folder = services[name]["environment"]["METRICS_DIR"]
        assert f"metrics:{folder}" in services[name]["volumes"], name
        # A new volume gets the owner of the folder in the image.
        assert f"--owner homeworlds --group homeworlds --mode 700 {folder}\n" in stages()["base"]
    assert re.search(r"^volumes:\n(?:  \w+:\n)*  metrics:$", (ROOT / "docker-compose.yml").read_text(), re.M)


def stages() -> dict[str, str]:
    """The lines of the Dockerfile for each image; those of `base` come before those of the others."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    parts = re.split(r"^FROM (\S+) AS (\w+)$", text, flags=re.MULTILINE)[1:]
    found: dict[str, str] = {}
    for origin, name, lines in zip(*[iter(parts)] * 3, strict=True):
        assert origin in found or (
            re.fullmatch(r"docker\.io/library/python:3\.\d+-slim-\w+", origin) and name == "base"
        )
        found[name] = lines
    return found


def environment_of(stage: str) -> dict[str, str]:
    lines = re.findall(r"^ENV (.+)", stages()[stage], re.MULTILINE)
    return dict(pair.split("=", 1) for line in lines for pair in line.split())


def test_the_images_have_no_compiler_and_no_root() -> None:
    images = stages()
    assert list(images) == ["base", "core", "bots", "site"]  # the last one is the default
    assert not re.search(r"gcc|build-essential|-dev\b", "".join(images.values()))
    for name in ("bots", "site"):
        assert re.findall(r"^USER (\w+)", images[name], re.MULTILINE) == ["homeworlds"], name
        before, _, after = images[name].partition("\nUSER ")
        assert "COPY . ." in before and "RUN" not in after, name
    assert "STATIC_MANIFEST=1" in images["site"] and "collectstatic" in images["site"]
    installs = re.findall(r"pip install [^&\n]*", "".join(images.values()))
    assert len(installs) == 3
    assert all("--only-binary :all: --require-hashes" in line for line in installs)
    assert ["--no-binary" in line for line in installs] == [
        "--no-build-isolation" in line for line in installs
    ]


def test_only_who_searches_has_numba_and_its_cache_prepared(services: dict[str, Any]) -> None:
    images = stages()
    assert [name for name in images if "requirements-bots.txt" in images[name]] == ["core"]
    assert "FROM core AS bots\n" in (ROOT / "Dockerfile").read_text()
    assert {name: services[name]["build"]["target"] for name in OURS} == {
        name: "bots" if name in WITH_NUMBA else "site" for name in OURS
    }
    assert len({(services[name]["build"]["target"], services[name]["image"]) for name in OURS}) == 2
    assert [name for name in OURS if "COMPILED_SEARCH" in services[name]["environment"]] == WITH_NUMBA


def test_a_change_of_a_template_does_not_compile_the_core_again(tmp_path: Path) -> None:
    """What is copied before is enough to load it, and comes last into the image, as old as it was then."""
    before, run, after = stages()["core"].partition("\nRUN python -m bots.core --search\n")
    copied = re.findall(r"^COPY (\S+) \1$", before, re.MULTILINE)
    assert run and copied == ["homeworlds", "bots"] and "COPY . ." not in before + after
    image = stages()["bots"]
    assert image.index("COPY . .") < image.index("COPY --from=core /app/homeworlds homeworlds\n")
    assert re.findall(r"--from=core /app/(\S+) \1$", image, re.MULTILINE) == copied
    for name in copied:
        (tmp_path / name).symlink_to(ROOT / name)
    load = [sys.executable, "-c", "import bots.core; bots.core.available()"]
    done = subprocess.run(load, cwd=tmp_path, env=bare(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_database_is_asked_by_tcp_and_workers_by_no_celery(services: dict[str, Any]) -> None:
    words = services["postgres"]["healthcheck"]["test"]
    assert words[:4] == ["CMD", "pg_isready", "--host", "127.0.0.1"]
    for name in ("timekeeper", "worker", "bot-worker"):
        kind, command = services[name]["healthcheck"]["test"]
        queue = services[name]["command"][services[name]["command"].index("-n") + 1].partition("@")[0]
        assert kind == "CMD-SHELL" and f"{environment_of('base')['VAR_DIR']}/{queue}.alive" in command
        assert "celery" not in command and "python" not in command


@pytest.mark.django_db(transaction=True)
class TestMigrating:
    """The service `migrate` starts together with the database, or a moment before it."""

    def test_it_waits_until_the_database_answers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tries: list[int] = []

        def migrate(*_words: object, **_more: object) -> None:
            tries.append(1)
            if len(tries) < 4:
                raise OperationalError("connection refused" if len(tries) < 3 else "it is starting up")

        monkeypatch.setattr(migrate_when_ready, "call_command", migrate)
        monkeypatch.setattr(migrate_when_ready, "PAUSE", 0)
        said = StringIO()
        call_command("migrate_when_ready", stderr=said)
        assert len(tries) == 4
        assert [line.rpartition(": ")[2] for line in said.getvalue().splitlines()] == [
            "connection refused",
            "it is starting up",
        ]

    def test_it_gives_up_with_the_words_of_the_database(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def migrate(*_words: object, **_more: object) -> None:
            raise OperationalError("password authentication\nfailed")

        monkeypatch.setattr(migrate_when_ready, "call_command", migrate)
        monkeypatch.setattr(migrate_when_ready, "PAUSE", 0)
        with pytest.raises(CommandError, match="within 0 seconds: password authentication failed"):
            call_command("migrate_when_ready", "--seconds", "0")


def test_static_files_are_collected_with_hashed_names(tmp_path: Path) -> None:
    line = next(line for line in (ROOT / "Dockerfile").read_text().splitlines() if "collectstatic" in line)
    given, _, command = line.removeprefix("RUN ").rstrip(" \\").partition(" python ")
    env = {**bare(), **dict(pair.split("=", 1) for pair in given.split()), "STATIC_MANIFEST": "1"}
    done = subprocess.run(
        [sys.executable, *command.split(), "--dry-run"], cwd=ROOT, env=env, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def bare() -> dict[str, str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": os.environ.get("HOME", "/")}


# --- Run


class Stack:
    """The services of the file as processes of this machine."""

    def __init__(self, services: dict[str, Any], database: str, redis: str, folder: Path) -> None:
        self.services, self.folder, self.port = services, folder, free_port()
        self.database, self.redis = database, redis
        self.processes: list[Process] = []

    def environment(self, name: str) -> dict[str, str]:
        kept = urlsplit(self.database)
        given = {key: str(value) for key, value in self.services[name]["environment"].items()}
        assert given["DATABASE_URL"] == "postgresql://homeworlds@postgres:5432/homeworlds"
        assert given["DATABASE_PASSWORD"] == SECRETS["POSTGRES_PASSWORD"]
        given["DATABASE_URL"] = self.database
        given["DATABASE_PASSWORD"] = kept.password or ""
        for key in ("BROKER_URL", "REDIS_URL"):
            assert given[key].startswith("redis://valkey:6379/")
            given[key] = self.redis
        if name in WITH_NUMBA:
            given |= {**environment_of("core"), "NUMBA_CACHE_DIR": str(self.folder / "search")}
        given |= {"VAR_DIR": str(self.folder / name), "METRICS_DIR": str(self.folder / "metrics")}
        return {**bare(), **SECRETS, **given}

    def command(self, name: str) -> list[str]:
        words = self.services[name].get("command") or image_command()
        return [self.here(word) for word in words]

    def here(self, word: str) -> str:
        if word == "/backups":
            return str(self.folder / "saved")
        return re.sub(r"(0\.0\.0\.0|127\.0\.0\.1|web):8000", f"127.0.0.1:{self.port}", word)

    def prepare(self) -> Process:
        """What the image of the bots prepares, with its environment."""
        return self._start(
            "prepare", [sys.executable, "-m", "bots.core", "--search"], self.environment("bot-worker")
        )

    def start(self, name: str) -> Process:
        return self._start(name, self.command(name), self.environment(name))

    def _start(self, name: str, command: list[str], environment: dict[str, str]) -> Process:
        process = Process(name, command, environment, self.log(name))
        self.processes.append(process)
        process.start()
        return process

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def is_healthy(self, name: str) -> bool:
        kind, *words = self.services[name]["healthcheck"]["test"]
        var = environment_of("base")["VAR_DIR"]
        words = [word.replace(var, str(self.folder / name)) for word in words]
        command = ["sh", "-c", *words] if kind == "CMD-SHELL" else words
        return (
            subprocess.run(
                [self.here(word) for word in command],
                cwd=ROOT,
                env=self.environment(name),
                capture_output=True,
                check=False,
            ).returncode
            == 0
        )


def image_command() -> list[str]:
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    return json.loads(text[text.rindex("\nCMD ") + 5 :])


@pytest.fixture
def stack(services: dict[str, Any], database_url: str, redis_url: str, tmp_path: Path) -> Iterator[Stack]:
    url = urlsplit(database_url)
    name = f"{url.path.removeprefix('/')}_compose"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name}")
    stack = Stack(services, url._replace(path=f"/{name}").geturl(), redis_url, tmp_path)
    with ended_afterwards(stack.processes):
        yield stack
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.faults
@pytest.mark.postgres
def test_its_commands_serve_a_game_against_a_bot(stack: Stack) -> None:
    once = [stack.prepare(), stack.start("migrate")]
    for process in once:
        wait_for(f"{process.name} has ended", lambda: not process.is_alive())
        assert process.process and process.process.returncode == 0, process.last_words()
    prepared = set((stack.folder / "search").rglob("*"))
    (stack.folder / "saved").mkdir()
    for name in RUNNING:
        (stack.folder / name).mkdir(exist_ok=True)
        stack.start(name)
    wait_for("the web is healthy", lambda: stack.is_healthy("web"))
    for name in RUNNING[1:]:
        wait_for(f"{name} is healthy", lambda name=name: stack.is_healthy(name))
    wait_for("a backup is made", lambda: bool(list((stack.folder / "saved").glob("*.backup"))))
    assert "Bots search with the compiled core, ready after" in stack.log("bot-worker").read_text()
    assert set((stack.folder / "search").rglob("*")) == prepared
    assert "Bots search" not in stack.log("worker").read_text()

    visitor = Visitor(f"http://127.0.0.1:{stack.port}", public=SECRETS["SITE_URL"])
    table = visitor.play_a_bot()
    for turns in range(2):
        form = turn_form(visitor, table)
        guest = re.search(r"Guest-\w+", visitor.get(table).text)
        assert guest
        order = f"build G1 {guest[0]}" if turns else "homeworld R1 B2 G3"
        assert visitor.post(f"{table}turn/", turn=order, confirmed="on", **form).status == 303
    key = turn_form(visitor, table)["key"]
    assert int(turn_form(visitor, table)["answers"]) >= 4  # both have taken two turns
    assert visitor.post(f"{table}resign/", key=key).status == 303
    assert "You lost" in visitor.get(table).text
    worker = next(process for process in stack.processes if process.name == "worker")
    worker.signal(signal.SIGSTOP)
    os.utime(stack.folder / "worker" / "default.alive", (0, time.time() - 130))  # as after two minutes
    assert not stack.is_healthy("worker")
    worker.signal(signal.SIGCONT)
    wait_for("it is well again", lambda: stack.is_healthy("worker"))
    assert all(process.is_alive() for process in stack.processes if process not in once)


def turn_form(visitor: Visitor, table: str) -> dict[str, str]:
    """The form, as soon as the bot has answered."""
    give_up = time.monotonic() + 120
    while (form := visitor.turn_form(table)) is None:
        assert time.monotonic() < give_up, "the bot does not answer"
        time.sleep(0.2)
    return form
