"""`python -m homeworlds referee` and `python -m homeworlds replay FILE`."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

from homeworlds.commands import referee, replay


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m homeworlds", description="Homeworlds, the rules.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("referee", help="answer JSON requests, one a line, from standard input")
    replaying = commands.add_parser("replay", help="replay recorded games, JSON lines, gzip or plain")
    replaying.add_argument("file", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.command == "referee":
        requests = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
        # A lone surrogate, which JSON can quote, is written as its JSON escape.
        answers = io.TextIOWrapper(
            sys.stdout.buffer, encoding="utf-8", errors="backslashreplace", write_through=True
        )
        return referee.run(requests, answers)
    try:
        return replay.run(chosen.file, sys.stdout)
    except OSError as error:
        sys.stderr.write(f"{chosen.file} cannot be read: {error.strerror}.\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
