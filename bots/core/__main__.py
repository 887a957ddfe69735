"""`python -m bots.core` compiles the core ahead: into the folder NUMBA_CACHE_DIR, else beside the code. With
`--search` also the searches for two players and for more, which take twice as long again."""

from __future__ import annotations

import importlib
import sys
import time

from bots.core import Core, available
from bots.core.many_core import ManyCore
from bots.core.searcher import Searcher


def main() -> int:
    if not available():
        print("The compiled core needs numba, which is not installed.", file=sys.stderr)
        return 1
    began = time.perf_counter()
    cores = (Searcher(), ManyCore()) if "--search" in sys.argv[1:] else (Core(),)
    for core in cores:
        core.load()
    folder = importlib.import_module("numba").config.CACHE_DIR
    print(f"The compiled core is ready in {folder} after {time.perf_counter() - began:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
