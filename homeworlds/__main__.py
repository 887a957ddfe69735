"""`python -m homeworlds referee`, `python -m homeworlds replay FILE`, `… convert FILE --to FORMAT`."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

from homeworlds.commands import convert, referee, replay
from homeworlds.commands.encoded import lines_of


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m homeworlds", description="Homeworlds, the rules.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("referee", help="answer JSON requests, one a line, from standard input")
    replaying = commands.add_parser("replay", help="replay recorded games, JSON lines, gzip or plain")
    replaying.add_argument("file", type=Path)
    converting = commands.add_parser("convert", help="read games of any format and write them in another")
    converting.add_argument("file", type=Path)
    converting.add_argument("--to", choices=convert.FORMATS, default="text", help="what to write")
    chosen = parser.parse_args(arguments)
    if chosen.command == "referee":
        # A lone surrogate, which JSON can quote, is written as its JSON escape.
        answers = io.TextIOWrapper(
            sys.stdout.buffer, encoding="utf-8", errors="backslashreplace", write_through=True
        )
        return referee.run(lines_of(open(0, "rb", closefd=False)), answers)
    try:
        if chosen.command == "convert":
            written = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="backslashreplace")
            return convert.run(chosen.file, chosen.to, written, sys.stderr)
        return replay.run(chosen.file, sys.stdout)
    except OSError as error:
        sys.stderr.write(f"{chosen.file} cannot be read: {error.strerror}.\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
