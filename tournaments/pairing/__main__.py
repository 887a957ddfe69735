"""`python -m tournaments.pairing`: who sits with whom, asked in numbers and answered in JSON lines."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import Final

from tournaments.pairing import asking, at_once
from tournaments.pairing.refusals import Impossible

SCHEDULE: Final = """\
Prints all tables of an event of pods all at once, a JSON line each: {"round": 1, "table": 1, "seats": [3,
9, 0, 14]}

  round   from 1; everybody sits at one table of each round
  table   from 1 in each round
  seats   players, numbered from 0, in turn order: the first moves first, and in Sinister each hunts the one
          who follows, the last the first

Tables are of the size that was asked for; what is left over sits at tables of one seat less (of one more,
where a table would have two). Few meet twice, nobody hunts anybody twice if it can be helped, and seats are
even. The same seed always gives the same. What is impossible ends with a sentence on standard error and
code 2.
"""


def main(arguments: list[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        if chosen.command == "schedule":
            rounds = at_once.schedule(chosen.players, chosen.size, chosen.rounds, chosen.seed)
        else:
            rounds = [asking.paired(chosen.format, _text(), chosen.seed)]
    except Impossible as error:
        sys.stderr.write(f"{error}\n")
        return 2
    try:
        sys.stdout.write("".join(f"{line}\n" for each in rounds for line in asking.round_lines(each)))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournaments.pairing", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    schedule = _command(
        commands.add_parser, "schedule", "all tables of an event of pods all at once", SCHEDULE
    )
    schedule.add_argument("--players", type=int, required=True, help=f"3 to {at_once.MOST_PLAYERS}")
    schedule.add_argument("--size", type=int, required=True, help="seats at a table, 3 to 6")
    schedule.add_argument("--rounds", type=int, required=True, help=f"1 to {at_once.MOST_ROUNDS}")
    pair = _command(commands.add_parser, "pair", "the next round, from results so far", asking.FIELDS)
    pair.add_argument("--format", choices=asking.FORMATS, required=True, help="of the event")
    for each in (schedule, pair):
        each.add_argument("--seed", type=int, default=1, help="of the lots (1)")
    return parser


def _command(
    add: Callable[..., argparse.ArgumentParser], name: str, what: str, more: str
) -> argparse.ArgumentParser:
    return add(name, help=what, description=more, formatter_class=argparse.RawDescriptionHelpFormatter)


def _text() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Impossible("not-json", problem=f"it is not UTF-8, {error.reason}") from None


if __name__ == "__main__":
    sys.exit(main())
