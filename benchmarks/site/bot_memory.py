"""How much memory a worker of the bots needs for its turns: a process that has loaded the site and the
compiled core, as the worker has. Prints JSON."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

from proofs.kit.site import alone_in

TURNS: Final = 20
"""Of a bot in a game."""
NODES: Final = 1500
"""Of most turns: it is their number that matters here."""
IN_FULL: Final = 500
"""Every so many-th turn is thought about for as long as the level may."""
POSITIONS: Final = 300


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, required=True)
    games = options.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(alone_in(Path(folder), f"sqlite:///{folder}/bench.sqlite3"))
        importlib.import_module("django").setup()
        importlib.import_module("homeworlds_site.celery").app.loader.import_default_modules()
        samples = [("the site", *_mebibytes())]
        importlib.import_module("bots.arena.spreading").warm_up()
        samples.append(("started", *_mebibytes()))
        for part in range(5):
            _think(range(part * games * TURNS // 5, (part + 1) * games * TURNS // 5))
            samples.append((f"after {(part + 1) * games // 5} games", *_mebibytes()))
    sys.stdout.write(json.dumps(samples) + "\n")
    return 0


def _think(numbers: range) -> None:
    thinking = importlib.import_module("bots.thinking")
    sample = importlib.import_module("homeworlds.tests.samples").sample
    for number in numbers:
        dice = Random(f"memory {number}")
        state, sides = sample(dice.randrange(POSITIONS))
        alignment = sides[state.position.mover] if sides else None
        level = dice.choice(list(thinking.STRENGTHS))
        asked = thinking.Asked(state, alignment, seed=number, nodes=NODES)
        if number % IN_FULL == 0:
            level, asked = max(thinking.STRENGTHS), asked._replace(nodes=None)
        thinking.think(level, asked, lambda info: None)


def _mebibytes() -> tuple[float, float]:
    """What this process has held at most, and what it holds."""
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    sizes = dict(line.split(":", 1) for line in status)
    most, now = (int(sizes[name].split()[0]) / 1024 for name in ("VmHWM", "VmRSS"))
    return most, now


if __name__ == "__main__":
    sys.exit(main())
