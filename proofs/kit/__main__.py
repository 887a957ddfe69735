"""`bin/prove` runs each proof by this, so that each takes `--beside`."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from importlib import import_module

from proofs.kit.neighbours import busy_neighbours
from proofs.kit.processes import NotHere

HELP = "--beside N: N processes want the processor all the while; what is a time is told then and not judged."


def main(arguments: Sequence[str]) -> None:
    """The module of a proof, and its arguments; ends as it does, or in a sentence with 2 where this machine
    lacks something that it needs."""
    parser = argparse.ArgumentParser(prog="bin/prove", add_help=False, allow_abbrev=False)
    parser.add_argument("module")
    parser.add_argument("--beside", type=int, default=0)
    given, own = parser.parse_known_args(arguments)
    if {"-h", "--help"} & set(own):
        print(f"Every proof: {HELP}\n")
    sys.argv[1:] = own
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    with busy_neighbours(given.beside):
        try:
            sys.exit(import_module(given.module).main())
        except NotHere as missing:
            print(missing)
            sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
