"""How long a process takes until a bot can think, printed as JSON."""

from __future__ import annotations

import importlib
import json
import sys
import time


def main() -> int:
    began = time.monotonic()
    importlib.import_module("bots.arena.spreading").warm_up()
    sys.stdout.write(json.dumps({"seconds": time.process_time(), "wall": time.monotonic() - began}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
