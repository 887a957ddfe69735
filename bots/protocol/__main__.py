"""`python -m bots.protocol --level 6`: positions and orders in, turns out, line by line."""

from __future__ import annotations

import argparse
import io
import sys

from bots.protocol.session import Session
from bots.thinking import STRENGTHS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bots.protocol", description=__doc__)
    parser.add_argument("--level", type=int, choices=sorted(STRENGTHS), default=max(STRENGTHS))
    parser.add_argument("--seed", type=int, default=0, help="another one plays other turns of like worth (0)")
    chosen = parser.parse_args()
    orders = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    answers = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="backslashreplace")
    session = Session(chosen.level, chosen.seed)

    def say(line: str) -> None:
        answers.write(f"{line}\n")
        answers.flush()

    for line in orders:
        if not session.hear(line, say):
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
