"""Builds both images and runs every service of the compose file from them, read-only, without root and
capabilities: somebody plays, each part is killed, the database gets another password, the next release comes.

The network is this machine's, and so are PostgreSQL and Redis: of them no image is built. What compose itself
does (order of starting, names of machines, reading .env) is stood in for; the words are those of the file.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from pathlib import Path
from typing import Any, Final

from proofs.kit.checkout import copied
from proofs.kit.containers import Engine, compose, engine
from proofs.kit.options import options
from proofs.kit.processes import (
    ROOT,
    OwnPostgres,
    OwnRedis,
    Process,
    becomes,
    free_port,
    program,
    run,
    wait_for,
)
from proofs.kit.site import SECRET, bare_environment, own_folder
from proofs.kit.visitor import Visitor

SITE: Final = "https://homeworlds.example"
SERVICES: Final = ("web", "timekeeper", "worker", "bot-worker", "beat", "alarms", "backups")
CONTAINERS: Final = re.compile(r"^## With containers\n(.*?)^## ", re.MULTILINE | re.DOTALL)
BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
USER: Final = "10001"
WELL_SECONDS: Final = 240.0
STOP_SECONDS: Final = 60
NEXT: Final = "99.0.0"
LOCKED_IN: Final = """
grep -qx 'Uid:\t10001\t10001\t10001\t10001' /proc/1/status || echo it runs as root
grep -qE '^Cap(Eff|Prm|Bnd):.*[1-9a-f]' /proc/1/status && echo it has capabilities
grep -qx 'NoNewPrivs:\t1' /proc/1/status || echo it may win privileges
grep -q '^[^ ]* / [^ ]* ro[, ]' /proc/mounts || echo its root file system can be written to
find /tmp "$VAR_DIR" -mindepth 1 -user 0 | grep -q . && echo "root owns something in VAR_DIR"
for place in /tmp "$VAR_DIR" /dev/shm; do touch "$place/new" || echo "nothing can be written in $place"; done
"""
STAND_IN: Final = """#!/bin/sh
case "$*" in
"compose exec -T postgres psql "*) shift 5; exec {psql} --host {folder} --port {port} "$@" ;;
"compose up --detach --wait") touch {mark} ;;
*) echo "not stood in for: docker $*"; exit 1 ;;
esac
"""


class Site:
    """What compose makes of its file, by the engine that is here."""

    def __init__(self, box: Engine, folder: Path, processes: list[Process]) -> None:
        self.box, self.folder, self.port, self.release = box, folder, free_port(), "before"
        self.redis = OwnRedis(folder, bare_environment())
        self.postgres = OwnPostgres(folder, bare_environment())
        for each in (self.redis, self.postgres):
            processes.append(each)
            each.start()
        self.postgres.create("homeworlds")
        self.settings = folder / ".env"
        given = {
            "SECRET_KEY": SECRET,
            "POSTGRES_PASSWORD": secrets.token_hex(24),
            "SITE_URL": SITE,
            "METRICS_TOKEN": secrets.token_hex(24),
            "ADMINS_EMAIL": "you@homeworlds.example",
            "RUN_BY": box.name,
        }
        self.settings.write_text("".join(f"{name}={value}\n" for name, value in given.items()))
        self.postgres.sql(f"ALTER ROLE homeworlds PASSWORD '{given['POSTGRES_PASSWORD']}'")
        rules = self.postgres.folder / "pg_hba.conf"
        rules.write_text(re.sub(r"(127\.0\.0\.1/32 +)trust", r"\1scram-sha-256", rules.read_text()))
        self.postgres.sql("SELECT pg_reload_conf()")
        (folder / "backups").mkdir()
        (folder / "backups").chmod(0o777)
        folder.chmod(0o755)

    @property
    def services(self) -> dict[str, dict[str, Any]]:
        lines = self.settings.read_text().splitlines()
        given = dict(line.split("=", 1) for line in lines)
        found: dict[str, dict[str, Any]] = self._here(compose(given))
        for service in found.values():
            service["volumes"] = [self._of_this_machine(each) for each in service.get("volumes", ())]
        return found

    def _here(self, thing: Any) -> Any:
        """With the names and ports of this machine."""
        if isinstance(thing, dict):
            return {key: self._here(value) for key, value in thing.items()}
        if isinstance(thing, list):
            return [self._here(each) for each in thing]
        if not isinstance(thing, str):
            return thing
        here = {
            "postgres:5432": f"127.0.0.1:{self.postgres.port}",
            "valkey:6379": f"127.0.0.1:{self.redis.port}",
            "web:8000": f"127.0.0.1:{self.port}",
            "127.0.0.1:8000": f"127.0.0.1:{self.port}",
            "0.0.0.0:8000": f"127.0.0.1:{self.port}",
        }
        for name, ours in here.items():
            thing = thing.replace(name, ours)
        return thing

    def _of_this_machine(self, volume: str) -> str:
        place = volume.removesuffix(":z")
        if place.startswith("./"):
            return f"{self.folder}/{place.removeprefix('./')}"
        return f"{self.box.mark}-{place}"

    def image(self, service: dict[str, Any]) -> str:
        return f"{self.box.mark}-{service['build']['target']}:{self.release}"

    def build(self, context: Path) -> str:
        """Both images of a release; how long that took."""
        said = []
        for target in ("site", "bots"):
            began = time.monotonic()
            self.box.build(target, f"{self.box.mark}-{target}:{self.release}", context)
            said.append(f"{target} in {time.monotonic() - began:.0f} s")
        return f"{self.release}: {', '.join(said)}"

    def migrate(self) -> None:
        service = self.services["migrate"]
        self.box.once(self.image(service), service, "--env-file", str(self.settings))

    def start(self, *names: str) -> None:
        services = self.services
        for name in names:
            service = services[name]
            if "command" not in service:
                shown = ("image", "inspect", "--format", '{{join .Config.Cmd "\\n"}}', self.image(service))
                service["command"] = self._here(self.box(*shown).splitlines())
            self.box.start(name, self.image(service), service, "--env-file", str(self.settings))

    def again(self) -> None:
        """As `docker compose up` after a change: the tables, then each part anew."""
        self.migrate()
        for name in SERVICES:
            self.box.remove(name, STOP_SECONDS)
            self.start(name)
        self.wait_until_well()

    def wait_until_well(self, *names: str) -> None:
        services = self.services
        for name in names or SERVICES:
            if not becomes(lambda name=name: self.box.is_healthy(name, services[name]), WELL_SECONDS):
                raise RuntimeError(f"{name} does not get healthy: {self.box.log(name)}")

    def loosely_held(self) -> list[str]:
        """What is not as the compose file promises."""
        held = {name: self.box.inside(name, "sh", "-c", LOCKED_IN + "true") for name in SERVICES}
        said = {name: "it cannot be asked" if words is None else words for name, words in held.items()}
        return [f"{name}: {'; '.join(words.splitlines())}" for name, words in said.items() if words]

    # --- What befalls it

    def kill(self, name: str) -> float:
        """After how many seconds the engine has it running and well again."""
        before, began = self.box.began(name), time.monotonic()
        self.box.kill(name)
        wait_for(f"{name} is started again", lambda: self.box.began(name) != before, WELL_SECONDS)
        self.wait_until_well(name)
        return time.monotonic() - began

    def new_password(self) -> None:
        """By the guide's own lines, after `.env` alone has locked the site out."""
        right = self.settings.read_text()
        self.settings.write_text(re.sub("(POSTGRES_PASSWORD=).*", r"\1another", right))
        if not self._is_locked_out():
            raise RuntimeError("Another password in .env alone does not lock the site out: nothing is shown.")
        guide = CONTAINERS.findall((ROOT / "docs" / "operations.md").read_text())[0]
        [block] = [each for each in BLOCK.findall(guide) if "ALTER ROLE" in each]
        mark, bin_folder = self.folder / "up", self.folder / "bin"
        bin_folder.mkdir()
        words = {
            "psql": program("psql"),
            "folder": self.postgres.folder,
            "port": self.postgres.port,
            "mark": mark,
        }
        (bin_folder / "docker").write_text(STAND_IN.format(**words))
        (bin_folder / "docker").chmod(0o755)
        env = bare_environment() | {"PATH": f"{bin_folder}:{os.environ['PATH']}"}
        lines = "\n".join(line.removeprefix("$ ") for line in block.splitlines())
        run(["bash", "-e", "-o", "pipefail", "-c", lines], cwd=self.folder, env=env)
        if not mark.exists():
            raise RuntimeError("The lines of the guide do not end with “docker compose up”.")
        self.again()

    def _is_locked_out(self) -> bool:
        service = self.services["migrate"]
        service["command"] = ["python", "manage.py", "migrate_when_ready", "--seconds", "0"]
        try:
            self.box.once(self.image(service), service, "--env-file", str(self.settings))
        except RuntimeError as error:
            return "password authentication failed" in str(error)
        return False


def turn(visitor: Visitor, table: str, order: str) -> None:
    """Takes one, and waits until the bot has answered it. Raises RuntimeError when it does not count."""
    form = visitor.turn_form(table) or {}
    answer = visitor.post(f"{table}turn/", turn=order, confirmed="on", **form)
    if answer.status != 303:
        raise RuntimeError(f"A turn was answered with {answer.status}.")
    wait_for("The bot answers", lambda: visitor.turn_form(table) is not None, WELL_SECONDS)


def show(site: Site, source: Path) -> str:
    """Prints each step; what was shown, in a line. Raises RuntimeError at the first that fails."""
    print(f"Built {site.build(source)}.")
    site.migrate()
    site.start(*SERVICES)
    site.wait_until_well()
    if loose := site.loosely_held():
        raise RuntimeError("\n".join(loose))
    print(f"Healthy, as the user {USER}, read-only and without capabilities: {', '.join(SERVICES)}.")
    if not list((site.folder / "backups").glob("*.backup")):
        raise RuntimeError("No backup was made at the start.")
    visitor = Visitor(f"http://127.0.0.1:{site.port}", public=SITE)
    table = visitor.play_a_bot()
    wait_for("It is the visitor's turn", lambda: visitor.turn_form(table) is not None, WELL_SECONDS)
    turn(visitor, table, "homeworld R1 B2 G3")
    print("A guest has taken a turn, and a bot has answered it.")
    for name in SERVICES:
        print(f"{name} killed: started again by {site.box.name}, and well after {site.kill(name):.0f} s.")
    site.new_password()
    print(
        "The password of the database was changed by the lines of docs/operations.md; .env alone locks out."
    )
    (source / "homeworlds" / "__init__.py").write_text(
        re.sub(
            '__version__ = ".*"',
            f'__version__ = "{NEXT}"',
            (source / "homeworlds" / "__init__.py").read_text(),
        )
    )
    site.release = "next"
    print(f"Built {site.build(source)}: this working copy under another number.")
    site.again()
    if f'"version": "{NEXT}"' not in visitor.get("/healthz").text:
        raise RuntimeError("What runs after the upgrade is not the next release.")
    guest = re.search(r"Guest-\w+", visitor.get(table).text)
    turn(visitor, table, f"build G1 {guest[0] if guest else ''}")
    print("Upgraded, and the game goes on.")
    return (
        f"2 built, {len(SERVICES)} services healthy read-only without capabilities, 1 turn played, "
        f"{len(SERVICES)} killed and back, password changed, upgraded"
    )


def main() -> int:
    words = options("images", __doc__, engine=("", "docker or podman; the first that answers")).parse_args()
    with own_folder() as (folder, processes), engine(words.engine) as box:
        print(f"With {box.version}; PostgreSQL and Redis are this machine's.")
        source = folder / "source"
        source.mkdir()
        copied(source)
        print(f"Built on {box.base(folder / 'base')}.")
        if way := " ".join(box.way):
            print(f"This machine asks for {way}.")
        try:
            print(f"images: {show(Site(box, folder, processes), source)}: all good")
        except (RuntimeError, TimeoutError) as reason:
            print(f"NOT PROVED: {reason}")
            return 1
    return 0
