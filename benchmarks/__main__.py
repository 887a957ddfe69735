"""`bin/bench`: how fast the library is, and whether the search is right."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from bots.core import available
from bots.levels import OFFERED
from homeworlds.tests.samples import SHARED
from proofs.kit.processes import NotHere
from proofs.kit.site import OwnSite, folder_site, own_database, own_site, scratch_site

Site = Callable[[], AbstractContextManager[Any]]
Options = dict[str, dict[str, Any]]


class Command(NamedTuple):
    help: str
    options: Options
    site: Site | None = None
    """On which it is measured; None: the library is."""
    records: bool = False
    """The recorded games are needed."""
    core: bool = False
    """And so is the compiled core."""


def web_process() -> AbstractContextManager[Any]:
    """As one: with its pool of connections and its limits for the queue."""
    os.environ["PROCESS_ROLE"] = "web"
    return own_database(broker=True)


def number(default: float, said: str, **more: Any) -> dict[str, Any]:
    return {"type": type(default), "default": default, "help": f"{said} ({default})", **more}


COMMANDS: Final = {
    "core": Command(
        "turns and positions a second, times of win in one",
        {"--all": {"action": "store_true", "help": "win in one in every recorded position"}},
        records=True,
    ),
    "agree-core": Command(
        "hold the compiled core of the bots to the library",
        {
            "--positions": number(10_000, "how many to compare"),
            "--from": number(0, "the sample to begin with", dest="first"),
            "--most": number(1000, "pass over positions with more ends"),
        },
        records=True,
        core=True,
    ),
    "bots": Command(
        "turns of each level with and without the compiled core, memory",
        {
            "--positions": number(200, "at most, for each level"),
            "--seconds": number(60.0, "of the processor for each level"),
            "--games": number(500, "until memory is measured"),
        },
        records=True,
    ),
    "referee": Command("how long the referee takes for many requests", {}, records=True),
    "table": Command(
        "size of the table page, and a step of a turn against an empty view", {}, scratch_site, records=True
    ),
    "hand": Command(
        "how soon the table answers a finger, and pages a slow phone",
        {},
        partial(scratch_site, packed=True),
        records=True,
    ),
    "poll": Command("an open table that asks for news, against an empty view", {}, scratch_site),
    "turn": Command("a turn through the whole site, against what its parts cost", {}, web_process),
    "bots-at-once": Command(
        "how long twenty people wait whose bots think at once",
        {
            "--files": {"action": "store_true", "help": "on SQLite and files, as bin/serve runs it"},
            "--level": {"default": "pilot", "choices": OFFERED, "help": "of the bots (pilot)"},
        },
        own_site,
    ),
    "load": Command(
        "a turn among 300 games, 100 open tables and bots, and at rest",
        {"--minutes": number(10.0, "of five turns a second")},
        own_site,
    ),
    "idle": Command(
        "processor and memory of a site where nobody is",
        {
            "--minutes": number(5.0, "for which it is watched"),
            "--games": number(100, "that wait for their players"),
            "--server": {"action": "store_true", "help": "the shipped units, on PostgreSQL and Redis"},
        },
        own_site,
    ),
    "notices": Command(
        "thousands of deliveries that are due at once, by each channel",
        {"--count": number(2900, "pieces of news")},
        nullcontext,
    ),
    "start": Command("how much of a processor bin/serve takes until its first page", {}, nullcontext),
    "scale": Command(
        "pages among 200,000 games and 20,000 players, against 2,000 games",
        {
            "--keep": {"type": Path, "help": "a folder where the rows stay for the next time"},
            "--only": {"default": "", "help": "the pages whose names have this in them"},
        },
        nullcontext,
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/bench", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, command in COMMANDS.items():
        options = commands.add_parser(name, help=command.help)
        for option, how in command.options.items():
            options.add_argument(option, **how)
    given = vars(parser.parse_args())
    name = given.pop("command")
    command = COMMANDS[name]
    if command.records and not SHARED.is_dir():
        parser.error(f"the recorded games are not in {SHARED} (set HOMEWORLDS_SHARED)")
    if command.core and not available():
        parser.error("the compiled core needs numba, which is not installed")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    try:
        return measured(name, command, given)
    except NotHere as missing:
        print(missing)
        return 2


def measured(name: str, command: Command, given: dict[str, Any]) -> int:
    """What is measured on a site is read once Django is set up on it."""
    module = name.replace("-", "_")
    if command.site is None:
        return int(import_module(f"benchmarks.{module}").run(**given))
    as_by_serve = given.pop("files", False) or not given.pop("server", True)
    begin: Site = folder_site if as_by_serve else command.site
    with begin() as site:
        whole = isinstance(site, OwnSite)
        if whole:
            site.join()
        return int(import_module(f"benchmarks.site.{module}").run(*[site] if whole else [], **given))


if __name__ == "__main__":
    sys.exit(main())
