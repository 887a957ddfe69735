"""`python -m ratings.measure FILE`: how well the ratings of this site foretell the results in a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ratings.measuring.protocol import report
from ratings.measuring.results import BadResults, read_results


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ratings.measure", description=__doc__)
    parser.add_argument(
        "file", type=Path, help="results, one game a line in JSON (ratings/measuring/results.py)"
    )
    file = parser.parse_args(arguments).file
    try:
        lines = report(read_results(file))
    except BadResults as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
