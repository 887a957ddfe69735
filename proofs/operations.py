"""Follows docs/operations.md word for word: from an empty folder to a served game, a backup, a destroyed
database, a restore and a clean check.

What this machine must not be given is stood in for: PATH begins with a `sudo` that runs the command as
whoever runs the proof, an `apt-get`, `adduser` and `chown` that do nothing, and a `systemctl` that runs the
commands of the units. Folders, ports and the address of the code are other ones; the text of every command
is the document's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from proofs.processes import (
    ROOT,
    NotHere,
    OwnPostgres,
    OwnRedis,
    Process,
    ended_afterwards,
    free_port,
    program,
    wait_for,
)
from proofs.site import bare_environment
from proofs.systemctl import stop
from proofs.visitor import Visitor

DOCUMENT: Final = ROOT / "docs" / "operations.md"
SECTIONS: Final = ("Without containers", "Back up", "Upgrade", "Restore")
SITE: Final = "https://homeworlds.example"
SOURCE: Final = "https://git.example/homeworlds.git"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
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
        self._source()

    def _script(self, file: Path, text: str) -> None:
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def _source(self) -> None:
        """This working copy as a repository, its units and its command with the paths of this machine."""
        source = self.root / "source"
        listed = self.git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, source / name)
        for file in filter(Path.is_file, (source / "deploy").rglob("*")):
            file.write_text(self.here(file.read_text()))
        self.git(source, "init", "--quiet")
        self.commit("as it is")

    def commit(self, words: str) -> None:
        source = self.root / "source"
        self.git(source, "add", "--all")
        who = ("-c", "user.name=Proof", "-c", "user.email=proof@example.org")
        self.git(source, *who, "commit", "--quiet", "--allow-empty", "--message", words)

    def git(self, folder: Path, *arguments: str) -> str:
        done = subprocess.run(
            [program("git"), *arguments], cwd=folder, check=True, capture_output=True, text=True
        )
        return done.stdout

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
        """Runs one block in the folder of the site, once there is one; it ends at the first failure."""
        folder = self.root / "srv" / "homeworlds" / "site"
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", self.here(block)],
            cwd=folder if folder.is_dir() else self.root,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            logs = "".join(file.read_text()[-1500:] for file in sorted((self.root / "run").glob("*.log")))
            raise RuntimeError(f"This failed:\n{block}\n{done.stdout[-3000:]}\n{logs}")
        return done.stdout

    def psql(self, command: str) -> None:
        arguments = ["--host", "127.0.0.1", "--port", str(self.postgres.port), "--username", "postgres"]
        words = [program("psql"), *arguments, "--quiet", "--command", command, "homeworlds"]
        subprocess.run(words, check=True, capture_output=True)

    def stop(self) -> None:
        for file in (self.root / "run").glob("homeworlds-*"):
            if not file.suffix:
                stop(file)


@contextmanager
def machine() -> Iterator[Machine]:
    with TemporaryDirectory(prefix="homeworlds-proof-") as name:
        processes: list[Process] = []
        with ended_afterwards(processes):
            rented = Machine(Path(name), processes)
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

        wait_for("The bot answers", answered, 60)
        return found[0]


def prove(rented: Machine) -> None:
    steps = sections(DOCUMENT.read_text())
    player = Player(rented.port)
    follow(rented, "installed", steps["Without containers"])
    player.begin()
    player.take_turn()
    say("served", "a game against a bot is played")
    follow(rented, "backed up", steps["Back up"])
    player.take_turn()
    player.due()
    rented.commit("the next release")
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


def follow(rented: Machine, what: str, blocks: list[str]) -> str:
    began = time.monotonic()
    said = "".join(rented.follow(block) for block in blocks)
    lines = sum(len(block.splitlines()) for block in blocks)
    say(what, f"{len(blocks)} blocks of {lines} lines, {time.monotonic() - began:.0f} s")
    return said


def not_tried(uid: int) -> str:
    """What this proof cannot show, for whoever reads that it is proved."""
    names = ", ".join(STAND_INS)
    words = f"{names} were stood in for: no unit was started by systemd, no right of a user was tried"
    return f"{words}, and all ran as root" if uid == 0 else words


def say(what: str, words: str) -> None:
    print(f"{what:<12}{words}", flush=True)


def main() -> int:
    try:
        with machine() as rented:
            prove(rented)
    except NotHere as missing:
        print(missing)
        return 2
    except (RuntimeError, TimeoutError) as failure:
        print(f"{failure}\nNOT PROVED.")
        return 1
    say("not tried", not_tried(os.geteuid()))
    print("Proved, but for that.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
