"""Follows docs/operations.md word for word: from an empty folder to a served game, a backup, a destroyed
database, a restore and a clean check.

Where root runs it on a Linux with systemd it gets a machine of its own (`own_machine`): somebody with sudo,
who is not root, gives the document's commands, and the real systemd runs the units.

Elsewhere what this machine must not be given is stood in for: PATH begins with a `sudo` that runs the command
as whoever runs the proof, an `apt-get`, `adduser` and `chown` that do nothing, and a `systemctl` that runs
the commands of the units. Folders, ports and the address of the code are other ones; the text of every
command is the document's.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from proofs.kit.checkout import committed, copied
from proofs.kit.options import options
from proofs.kit.processes import (
    ROOT,
    NotHere,
    OwnPostgres,
    OwnRedis,
    Process,
    free_port,
    program,
    run,
    wait_for,
)
from proofs.kit.site import bare_environment, own_folder
from proofs.kit.visitor import Visitor
from proofs.own_machine import OPERATOR, memory_is_limited, own_machine
from proofs.systemctl import stop

DOCUMENT: Final = ROOT / "docs" / "operations.md"
SECTIONS: Final = ("Without containers", "Back up", "Upgrade", "Restore")
SITE: Final = "https://homeworlds.example"
SOURCE: Final = "https://git.example/homeworlds.git"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSIDE: Final = "--inside"
STAND_INS: Final = {
    "sudo": 'if [ "$1" = -u ]; then export PGUSER="$2"; shift 2; fi; exec "$@"',
    "apt-get": ":",
    "adduser": ":",
    "chown": ":",
    "systemctl": f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m proofs.systemctl "$@"',
}


def sections(text: str) -> dict[str, list[str]]:
    """The commands of each section that is tried out, block by block."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {name: BLOCK.findall(found[name]) for name in SECTIONS}


class Source:
    """This working copy as a repository to be cloned; `here` changes what is said of places in `deploy/`."""

    def __init__(self, folder: Path, here: Callable[[str], str] = str) -> None:
        self.folder = folder
        copied(folder)
        for file in filter(Path.is_file, (folder / "deploy").rglob("*")):
            file.write_text(here(file.read_text()))
        committed(folder, "as it is")


def follow_in(
    command: list[str], block: str, folder: Path, env: Mapping[str, str], log: Callable[[], str]
) -> str:
    """What a block said; it ends at the first failure."""
    words = [*command, "bash", "-e", "-o", "pipefail", "-c", block]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = run(words, cwd=folder, env=env, check=False, **streams)
    if done.returncode:
        raise RuntimeError(f"This failed:\n{block}\n{done.stdout[-3000:]}\n{log()}")
    return done.stdout


class Rented:
    """The machine this process runs on, which is thrown away: somebody with sudo follows the document."""

    port = 8000
    site = Path("/srv/homeworlds/site")

    def __init__(self) -> None:
        self.source = Source(Path("/var/tmp/source"))  # noqa: S108  nobody else is on this machine
        # What a package starts when it is installed, and the network a machine has.
        for command in ("ip link set lo up", "systemctl start postgresql redis-server"):
            run(command.split())
        self.env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": f"/home/{OPERATOR}", "LANG": "C.UTF-8"}

    def follow(self, block: str) -> str:
        folder = self.site if self.site.is_dir() else Path(self.env["HOME"])
        block = block.replace(SOURCE, str(self.source.folder))
        return follow_in(
            [program("runuser"), "--user", OPERATOR, "--"], block, folder, self.env, self._journal
        )

    def _journal(self) -> str:
        words = ["journalctl", "--no-pager", "--lines", "40", "--unit", "homeworlds-*"]
        return run(words, capture_output=True, check=False).stdout

    def psql(self, command: str) -> None:
        words = [program("runuser"), "--user", "postgres", "--", "psql", "--quiet", "--command", command]
        run([*words, "homeworlds"], capture_output=True, cwd="/")


class Machine:
    """An empty folder that stands for a rented machine."""

    def __init__(self, root: Path, processes: list[Process]) -> None:
        self.root, self.port = root, free_port()
        self.redis = OwnRedis(root, bare_environment())
        self.postgres = OwnPostgres(root, bare_environment(), superuser="postgres")
        for server in (self.redis, self.postgres):
            processes.append(server)
            server.start()
        for folder in ("bin", "run", "etc/systemd/system", "srv"):
            (root / folder).mkdir(parents=True)
        for name, text in STAND_INS.items():
            self._script(root / "bin" / name, text)
        self.env = {
            **bare_environment(),
            "PATH": f"{root / 'bin'}:{bare_environment()['PATH']}",
            "PROOF_ROOT": str(root),
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.postgres.port),
        }
        self.source = Source(root / "source", self.here)

    def _script(self, file: Path, text: str) -> None:
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def here(self, text: str) -> str:
        """The document's paths, ports and address, as they are on this machine."""
        places = {
            SOURCE: str(self.root / "source"),
            "/usr/local/bin/": f"{self.root}/bin/",
            "/srv/": f"{self.root}/srv/",
            "/etc/": f"{self.root}/etc/",
            "/tmp/": f"{self.root}/run/",  # noqa: S108
            "127.0.0.1:8000": f"127.0.0.1:{self.port}",
            "127.0.0.1:6379": f"127.0.0.1:{self.redis.port}",
        }
        pattern = re.compile("|".join(re.escape(place) for place in places))
        return pattern.sub(lambda match: places[match[0]], text)

    def follow(self, block: str) -> str:
        folder = self.root / "srv" / "homeworlds" / "site"
        return follow_in([], self.here(block), folder if folder.is_dir() else self.root, self.env, self._logs)

    def _logs(self) -> str:
        return "".join(file.read_text()[-1500:] for file in sorted((self.root / "run").glob("*.log")))

    def psql(self, command: str) -> None:
        self.postgres.sql(command)

    def stop(self) -> None:
        for file in (self.root / "run").glob("homeworlds-*"):
            if not file.suffix:
                stop(file)


@contextmanager
def machine() -> Iterator[Machine]:
    with own_folder() as (folder, processes):
        rented = Machine(folder, processes)
        try:
            yield rented
        finally:
            rented.stop()


class Player:
    """A guest who plays one game against a bot, as by the proxy."""

    def __init__(self, port: int) -> None:
        self.browser = Visitor(f"http://127.0.0.1:{port}", public=SITE)
        self.table = ""

    def begin(self) -> None:
        self.table = self.browser.play_a_bot()
        self.take_turn("homeworld R1 B2 G3")

    def take_turn(self, order: str = "pass") -> None:
        answer = self.browser.post(f"{self.table}turn/", turn=order, confirmed="on", **self.due())
        if answer.status != 303:
            raise RuntimeError(f"The turn {order!r} is answered with {answer.status}.")

    def due(self) -> dict[str, str]:
        """The form, as soon as the bot has answered."""
        found: list[dict[str, str]] = []

        def answered() -> bool:
            if form := self.browser.turn_form(self.table):
                found.append(form)
            return bool(found)

        wait_for("The bot answers", answered)
        return found[0]


def prove(rented: Machine | Rented) -> None:
    steps = sections(DOCUMENT.read_text())
    player = Player(rented.port)
    follow(rented, "installed", steps["Without containers"])
    player.begin()
    player.take_turn()
    say("served", "a game against a bot is played")
    follow(rented, "backed up", steps["Back up"])
    player.take_turn()
    player.due()
    committed(rented.source.folder, "the next release")
    follow(rented, "upgraded", steps["Upgrade"])
    wait_for("The site answers", lambda: player.browser.get("/").status == 200)
    kept = int(player.due()["answers"])
    player.take_turn()
    player.due()
    rented.psql("DROP SCHEMA public CASCADE; CREATE SCHEMA public;")
    if player.browser.get(player.table).status == 200:
        raise RuntimeError("The database was not destroyed.")
    say("destroyed", "every table of the database is gone")
    said = follow(rented, "restored", steps["Restore"])
    wait_for("The site answers", lambda: player.browser.get("/").status == 200)
    back = int(player.due()["answers"])
    if back != kept or "1 of 1 games agree" not in said:
        raise RuntimeError(f"The game stands at {back}, at the backup it stood at {kept}.\n{said}")
    say("checked", f"1 of 1 games agree; the game stands at entry {back}, as at the last backup")
    player.take_turn()
    player.due()
    say("served", "the same game goes on, in the same browser")


def follow(rented: Machine | Rented, what: str, blocks: list[str]) -> str:
    began = time.monotonic()
    said = "".join(rented.follow(block) for block in blocks)
    lines = sum(len(block.splitlines()) for block in blocks)
    say(what, f"{len(blocks)} blocks of {lines} lines, {time.monotonic() - began:.0f} s")
    return said


def not_tried(uid: int) -> str:
    """What this proof cannot show with its stand-ins, for whoever reads that it is proved."""
    names = ", ".join(STAND_INS)
    words = f"{names} were stood in for: no unit was started by systemd, no right of a user was tried"
    return f"{words}, and all ran as root" if uid == 0 else words


def not_tried_with_systemd(*, memory_limited: bool) -> str:
    words = "the repository and the index of packages were folders, and no proxy stood before the site"
    return words if memory_limited else f"{words}; no memory was limited, for the system has no such groups"


def say(what: str, words: str) -> None:
    print(f"{what:<12}{words}", flush=True)


def with_systemd() -> int:
    """On a machine of its own. Raises NotHere where that cannot be had."""
    with own_machine() as own:
        inside = shlex.join([sys.executable, "-m", "proofs.kit", __name__, INSIDE])
        said = run([*own.inside, "systemctl", "--version"], capture_output=True).stdout
        version = said.split()[1]
        say(
            "machine",
            f"one of its own, with systemd {version}; {OPERATOR}, who has sudo, follows the document",
        )
        done = run([*own.inside, "sh", "-c", f"cd {shlex.quote(str(ROOT))} && exec {inside}"], check=False)
        if done.returncode == 0:
            say("not tried", not_tried_with_systemd(memory_limited=memory_is_limited(own.group)))
        return done.returncode


def with_stand_ins() -> None:
    with machine() as rented:
        prove(rented)
    say("not tried", not_tried(os.geteuid()))


def proved(arguments: argparse.Namespace) -> int:
    if arguments.inside:
        prove(Rented())
        return 0
    if not arguments.stand_ins:
        try:
            return with_systemd()
        except NotHere as missing:
            say("machine", f"a folder and stand-ins. {missing}")
    with_stand_ins()
    return 0


def main() -> int:
    parser = options("operations", __doc__, stand_ins=(False, "not on a machine of its own, with systemd"))
    parser.add_argument(INSIDE, action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    try:
        failed = proved(arguments)
    except (RuntimeError, TimeoutError) as failure:
        print(f"{failure}\nNOT PROVED.")
        return 1
    if not failed and not arguments.inside:
        print("Proved, but for that.")
    return failed
