"""`bin/bench`: how fast the library is, and whether the search is right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TextIO

from benchmarks import agree, agree_core, agree_search, bots, core, referee
from benchmarks.site import bots_at_once, events, hand, load, poll, queues, ratings, scale, sweep, table, turn
from bots.core import available
from bots.levels import OFFERED
from homeworlds.tests.samples import SHARED

OF_THE_SITE: Final[dict[str, Callable[[TextIO], int]]] = {
    "poll": poll.run,
    "turn": turn.run,
    "sweep": sweep.run,
    "events": events.run,
    "ratings": ratings.run,
}
"""Those that take no options."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/bench", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    measure = commands.add_parser("core", help="turns and positions a second, times of win in one")
    measure.add_argument("--all", action="store_true", help="win in one in every recorded position")
    compare = commands.add_parser("agree", help="hold the search to plain enumeration")
    compare.add_argument("--positions", type=int, default=2400, help="how many to compare (2400)")
    compare.add_argument("--from", type=int, default=0, dest="first", help="the sample to begin with (0)")
    compare.add_argument("--most", type=int, default=600, help="pass over positions with more ends (600)")
    _add_bots(commands)
    _add_those_of_the_site(commands)
    chosen = parser.parse_args()
    if chosen.command in OF_THE_SITE:
        return OF_THE_SITE[chosen.command](sys.stdout)
    if chosen.command == "queues":
        return queues.run(sys.stdout, files=chosen.files)
    if chosen.command == "bots-at-once":
        return bots_at_once.run(sys.stdout, files=chosen.files, level=chosen.level)
    if chosen.command == "load":
        return load.run(sys.stdout, chosen.minutes)
    if chosen.command == "scale":
        return scale.run(sys.stdout, keep=chosen.keep, only=chosen.only)
    if not SHARED.is_dir():
        parser.error(f"the recorded games are not in {SHARED} (set HOMEWORLDS_SHARED)")
    if chosen.command == "core":
        return core.run(sys.stdout, every_position=chosen.all)
    if chosen.command in ("agree-core", "agree-search") and not available():
        parser.error("the compiled core needs numba, which is not installed")
    if chosen.command == "bots":
        return bots.run(sys.stdout, positions=chosen.positions, seconds=chosen.seconds, games=chosen.games)
    if chosen.command == "agree-search":
        return agree_search.run(sys.stdout, chosen.positions, chosen.first, chosen.most)
    if chosen.command == "agree-core":
        return agree_core.run(sys.stdout, chosen.positions, chosen.first, chosen.most)
    if chosen.command == "table":
        return table.run(sys.stdout)
    if chosen.command == "hand":
        return hand.run(sys.stdout)
    if chosen.command == "referee":
        return referee.run(sys.stdout)
    return agree.run(sys.stdout, chosen.positions, chosen.first, chosen.most)


def _add_those_of_the_site(commands: Any) -> None:
    commands.add_parser("table", help="size and speed of the table page, against a template loop")
    commands.add_parser("poll", help="an open table that asks for news, against an empty view")
    commands.add_parser("turn", help="a turn through the whole site, against what its parts cost")
    commands.add_parser("sweep", help="what is due of a million running games, and nothing due")
    commands.add_parser("events", help="what is due of a hundred events with 5,000 running games")
    waits = commands.add_parser("queues", help="what waits for slow mail, and for bots of deserted games")
    waits.add_argument("--files", action="store_true", help="on SQLite and files, as bin/serve runs it")
    many = commands.add_parser("bots-at-once", help="how long twenty people wait whose bots think at once")
    many.add_argument("--files", action="store_true", help="on SQLite and files, as bin/serve runs it")
    many.add_argument("--level", default=bots_at_once.LEVEL, choices=OFFERED, help="of the bots (pilot)")
    loaded = commands.add_parser("load", help="a turn among 300 games, 100 open tables and bots, and at rest")
    loaded.add_argument("--minutes", type=float, default=10.0, help="of five turns a second (10)")
    commands.add_parser("ratings", help="list and profile among 100,000 players, 100,000 games computed anew")
    grown = commands.add_parser(
        "scale", help="pages among 200,000 games and 20,000 players, against 2,000 games"
    )
    grown.add_argument("--keep", type=Path, help="a folder where the rows stay for the next time")
    grown.add_argument("--only", default="", help="the pages whose names have this in them")
    commands.add_parser("hand", help="how soon the table answers a finger, and pages a slow phone")
    commands.add_parser("referee", help="how long the referee takes for many requests")


def _add_bots(commands: Any) -> None:
    held = commands.add_parser("agree-core", help="hold the compiled core of the bots to the library")
    held.add_argument("--positions", type=int, default=10_000, help="how many to compare (10000)")
    held.add_argument("--from", type=int, default=0, dest="first", help="the sample to begin with (0)")
    held.add_argument("--most", type=int, default=1000, help="pass over positions with more ends (1000)")
    played = commands.add_parser("agree-search", help="hold the search of the bots to the library")
    played.add_argument("--positions", type=int, default=2000, help="how many to search (2000)")
    played.add_argument("--from", type=int, default=0, dest="first", help="the sample to begin with (0)")
    played.add_argument("--most", type=int, default=1000, help="pass over positions with more ends (1000)")
    turns = commands.add_parser("bots", help="turns of each level with and without the compiled core, memory")
    turns.add_argument("--positions", type=int, default=200, help="at most, for each level (200)")
    turns.add_argument("--seconds", type=float, default=60.0, help="of the processor for each level (60)")
    turns.add_argument("--games", type=int, default=500, help="until memory is measured (500)")


if __name__ == "__main__":
    sys.exit(main())
