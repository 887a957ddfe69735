"""How much memory a worker of the bots needs for its turns of so many games: a process that has loaded the
site and the compiled core, as the worker has. Prints JSON."""

from __future__ import annotations

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


def main(games: int) -> list[tuple[str, float, float]]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(alone_in(Path(folder), f"sqlite:///{folder}/bench.sqlite3"))
        importlib.import_module("django").setup()
        importlib.import_module("homeworlds_site.celery").app.loader.import_default_modules()
        samples = [("the site", *_mebibytes())]
        importlib.import_module("bots.arena.spreading").warm_up()
        samples.append(("started", *_mebibytes()))
        for part in range(5):
            for number in range(part * games * TURNS // 5, (part + 1) * games * TURNS // 5):
                _think(number)
            samples.append((f"after {(part + 1) * games // 5} games", *_mebibytes()))
    return samples


def _think(number: int) -> None:
    from bots import thinking
    from homeworlds.tests.samples import sample

    dice = Random(f"memory {number}")
    state, sides = sample(dice.randrange(POSITIONS))
    level = dice.choice(list(thinking.STRENGTHS))
    asked = thinking.Asked(state, sides[state.position.mover] if sides else None, seed=number, nodes=NODES)
    if number % IN_FULL == 0:
        level, asked = max(thinking.STRENGTHS), asked._replace(nodes=None)
    thinking.think(level, asked, lambda info: None)


def _mebibytes() -> tuple[float, float]:
    """What this process has held at most, and what it holds."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    most, now = (int(status[name].split()[0]) / 1024 for name in ("VmHWM", "VmRSS"))
    return most, now


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]))))
