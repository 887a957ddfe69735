"""Follows docs/operations.md word for word: from an empty folder to a served game, a backup, an upgrade, a
destroyed database, a restore and a clean check.

What is installed first is the last release with a number, by its own document, and what it is upgraded to is
this working copy, while thirty addresses are asked for, two a second. The extension of the search is made by
a superuser, as the document advises: the role of the site has no right to it.

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

from proofs.kit.checkout import committed, copied, emptied, exported, git, newest_tag
from proofs.kit.neighbours import in_time
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
from proofs.kit.traffic import addresses, traffic
from proofs.kit.visitor import Visitor
from proofs.own_machine import OPERATOR, memory_is_limited, own_machine
from proofs.systemctl import stop

DOCUMENT: Final = ROOT / "docs" / "operations.md"
SECTIONS: Final = ("Without containers", "Back up", "Upgrade", "Restore")
NO_TAG: Final = "from this working copy to itself: no release has a number yet (git tag)"
SITE: Final = "https://homeworlds.example"
SOURCE: Final = "https://git.example/homeworlds.git"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSIDE: Final = "--inside"
FIRST: Final = "0.0.1"
NEXT: Final = "99.0.0"
"""As which the two releases are known there: the newest is the one with the highest number."""
ADDRESSES: Final = 30
LONGEST_WAIT: Final = 10.0
AFTERWARDS: Final = 5.0
CREATED: Final = re.compile(r"^sudo -u postgres createdb --owner homeworlds (\w+)$", re.MULTILINE)
ADVICE: Final = r"sudo -u postgres psql --quiet --dbname \g<1> --command 'CREATE EXTENSION pg_trgm'"
PEOPLE: Final = 20
GAMES: Final = 100
ROWS: Final = f"""
import random
from proofs.kit.cast import by_lot, new_game, person, play
dice = random.Random(1)
people = [person(f"Player{{n}}", by_mail=True) for n in range({PEOPLE})]
for n in range({GAMES}):
    pair = dice.sample(people, 2)
    game = new_game(*pair)
    for turn in range(6):
        game.refresh_from_db()
        if game.next_seat is None:
            break
        play(game, pair[game.next_seat], by_lot(game, dice))
"""
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
    """A repository to be cloned, at first with what stands in the commit `since` (if none is named, with this
    working copy); `here` changes what is said of places in `deploy/`."""

    def __init__(self, folder: Path, since: str, here: Callable[[str], str] = str) -> None:
        self.folder, self.since, self.here = folder, since, here
        folder.mkdir(parents=True, exist_ok=True)
        exported(since, folder) if since else copied(folder)
        self._release(FIRST)

    def next_release(self) -> None:
        """This working copy, whatever was there before."""
        emptied(self.folder)
        copied(self.folder)
        self._release(NEXT)

    def _release(self, number: str) -> None:
        for file in filter(Path.is_file, (self.folder / "deploy").rglob("*")):
            file.write_text(self.here(file.read_text()))
        committed(self.folder, f"release {number}")
        git(self.folder, "tag", number)

    @property
    def document(self) -> str:
        """Of the release that is installed first: its operator knows no other."""
        return git(self.folder, "show", f"{FIRST}:docs/operations.md")


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

    def __init__(self, since: str) -> None:
        self.source = Source(Path("/var/tmp/source"), since)  # noqa: S108  nobody else is on this machine
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

    def __init__(self, root: Path, processes: list[Process], since: str) -> None:
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
        self.source = Source(root / "source", since, self.here)

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
            if file.suffix in ("", ".socket"):
                stop(file)


@contextmanager
def machine(since: str) -> Iterator[Machine]:
    with own_folder() as (folder, processes):
        rented = Machine(folder, processes, since)
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


def prove(rented: Machine | Rented) -> list[str]:
    """How it went for those who asked during the upgrade."""
    before, steps = sections(rented.source.document), sections(DOCUMENT.read_text())
    player = Player(rented.port)
    follow(rented, "installed", with_advice(before["Without containers"]))
    player.begin()
    player.take_turn()
    say("served", "a game against a bot is played")
    rented.follow(f"homeworlds shell --no-imports -c {shlex.quote(ROWS)}")
    say("filled", f"{GAMES} games of {PEOPLE} people")
    follow(rented, "backed up", before["Back up"])
    player.take_turn()
    player.due()
    rented.source.next_release()
    paths = addresses(player.browser, ["/", player.table], ADDRESSES)
    said = [
        watched(rented, player, paths, "upgrade", before["Upgrade"]),
        watched(rented, player, paths, "rollback", ["homeworlds rollback\n"]),
        watched(rented, player, paths, "once more", steps["Upgrade"]),
    ]
    kept = int(player.due()["answers"])
    player.take_turn()
    player.due()
    rented.psql("DROP SCHEMA public CASCADE; CREATE SCHEMA public;")
    if player.browser.get(player.table).status == 200:
        raise RuntimeError("The database was not destroyed.")
    say("destroyed", "every table of the database is gone")
    restored = follow(rented, "restored", with_advice(steps["Restore"]))
    wait_for("The site answers", lambda: player.browser.get("/").status == 200)
    back = int(player.due()["answers"])
    all_of_them = f"{GAMES + 1} of {GAMES + 1} games agree"
    if back != kept or all_of_them not in restored:
        raise RuntimeError(f"The game stands at {back}, at the backup it stood at {kept}.\n{restored}")
    say("checked", f"{all_of_them}; the game stands at entry {back}, as at the last backup")
    player.take_turn()
    player.due()
    say("served", "the same game goes on, in the same browser")
    return said


def watched(
    rented: Machine | Rented, player: Player, paths: dict[str, int], what: str, blocks: list[str]
) -> str:
    """Follows it while everything is asked for. Raises RuntimeError when anybody was not answered, or
    late."""
    with traffic(player.browser, paths) as asked:
        follow(rented, what, blocks)
        time.sleep(AFTERWARDS)
    said = asked.line(what)
    say("asked", said)
    if asked.failed:
        raise RuntimeError("\n".join([said, *(f"{key}, {n} times" for key, n in asked.failed.items())]))
    if not in_time(asked.longest, LONGEST_WAIT):
        raise RuntimeError(f"{said}: it may be {LONGEST_WAIT:.0f} s.")
    return said


def with_advice(blocks: list[str]) -> list[str]:
    """What the document advises where the role of the site may make no extension, after each database."""
    return [CREATED.sub(rf"\g<0>\n{ADVICE}", block) for block in blocks]


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


def with_systemd(since: str) -> int:
    """On a machine of its own. Raises NotHere where that cannot be had."""
    with own_machine(since) as own:
        inside = shlex.join([sys.executable, "-m", "proofs.kit", __name__, INSIDE, "--since", since])
        said = run([*own.inside, "systemctl", "--version"], capture_output=True).stdout
        version = said.split()[1]
        say(
            "machine",
            f"one of its own, with systemd {version}; {OPERATOR}, who has sudo, follows the document",
        )
        say("not tried", not_tried_with_systemd(memory_limited=memory_is_limited(own.group)))
        done = run([*own.inside, "sh", "-c", f"cd {shlex.quote(str(ROOT))} && exec {inside}"], check=False)
        return done.returncode


def with_stand_ins(since: str) -> list[str]:
    with machine(since) as rented:
        said = prove(rented)
    say("not tried", not_tried(os.geteuid()))
    return said


def proved(arguments: argparse.Namespace) -> int:
    since = arguments.since
    if arguments.inside:
        tell(prove(Rented(since)))
        return 0
    since = since or newest_tag()
    say("release", f"from {since} to this working copy" if since else NO_TAG)
    if not arguments.stand_ins:
        try:
            return with_systemd(since)
        except NotHere as missing:
            say("machine", f"a folder and stand-ins. {missing}")
    tell(with_stand_ins(since))
    return 0


def tell(said: list[str]) -> None:
    """Last of all the upgrade."""
    print("\n".join(reversed(said)))


def main() -> int:
    parser = options(
        "operations",
        __doc__,
        stand_ins=(False, "not on a machine of its own, with systemd"),
        since=("", "the commit that is upgraded from, instead of the last release with a number"),
    )
    parser.add_argument(INSIDE, action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    try:
        failed = proved(arguments)
    except (RuntimeError, TimeoutError) as failure:
        print(f"{failure}\nNOT PROVED.")
        return 1
    return failed
