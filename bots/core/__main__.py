"""`python -m bots.core` compiles the core ahead: into the folder NUMBA_CACHE_DIR, else beside the code. With
`--search` it compiles all that bots think with, which takes most of a minute."""

from __future__ import annotations

import importlib
import sys
import time

from bots.core import Core, available
from bots.core.many_core import ManyCore
from bots.core.searcher import Searcher
from homeworlds.rules import RuleSet
from homeworlds.state import start_game


def main() -> int:
    if not available():
        print("The compiled core needs numba, which is not installed.", file=sys.stderr)
        return 1
    began = time.perf_counter()
    if "--search" in sys.argv[1:]:
        Searcher().load()
        ManyCore().load()
    else:
        core = Core()
        core.load()
        core.count_ends(*start_game(RuleSet(), ["Alice", "Bob"])[:2])
    folder = importlib.import_module("numba").config.CACHE_DIR
    print(f"The compiled core is ready in {folder} after {time.perf_counter() - began:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
