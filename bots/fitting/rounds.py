"""`python -m bots.fitting.rounds FOLDER` has the weights play themselves, fits new ones to all such games and
goes on with those as long as they win their match against the former. The folder keeps every step: what is
there is not made again."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bots.core import available
from bots.core.searcher import WEIGHTS

__all__ = ["Steps", "refit"]

SEEDS: Final = 1000
"""Between the seeds of two rounds: one for games from recorded openings, one by lot, one for the match."""
BY_LOT: Final = 0.3
"""Of the games, so that positions are met that people do not come to."""

Run = Callable[[list[str]], None]


def run(command: list[str]) -> None:
    """Raises CalledProcessError."""
    subprocess.run([sys.executable, "-m", *command], check=True)


class Steps:
    """What one round does, each step once."""

    def __init__(
        self, folder: Path, openings: Path | None, games: int, match: int, nodes: int, run: Run = run
    ) -> None:
        self.folder = folder
        self._openings = openings
        self._games = games
        self._match = match
        self._nodes = nodes
        self._run = run

    def play(self, number: int, weights: Path) -> list[Path]:
        by_lot = round(BY_LOT * self._games) if self._openings else self._games
        recorded = self.folder / f"recorded-{number}.jsonl"
        lot = self.folder / f"lot-{number}.jsonl"
        if self._openings:
            self._games_of(recorded, weights, weights, self._games - by_lot, SEEDS * number, self._openings)
        self._games_of(lot, weights, weights, by_lot, SEEDS * number + 1, None)
        return [recorded, lot] if self._openings else [lot]

    def fit(self, number: int, games: list[Path]) -> Path:
        made = self.folder / f"weights-{number}.json"
        files = [str(file) for file in games]
        by = f"python -m bots.fitting.rounds --games {self._games} --nodes {self._nodes}, round {number}"
        self._once(made, lambda part: self._run(["bots.fitting", *files, "--by", by, "--out", str(part)]))
        return made

    def score(self, number: int, new: Path, former: Path) -> float:
        """Of the new ones, as a share of the points."""
        match = self.folder / f"match-{number}.jsonl"
        self._games_of(match, new, former, self._match, SEEDS * number + 2, self._openings)
        points = [json.loads(line)["points"] for line in match.read_text(encoding="utf-8").splitlines()]
        return float(sum(points)) / len(points)

    def _games_of(
        self, file: Path, first: Path, second: Path, games: int, seed: int, openings: Path | None
    ) -> None:
        command = ["bots.fitting.playing", str(first), str(second), "--games", str(games)]
        command += ["--nodes", str(self._nodes), "--seed", str(seed)]
        command += ["--openings", str(openings)] if openings else []
        self._once(file, lambda part: self._run([*command, "--out", str(part)]))

    def _once(self, file: Path, make: Callable[[Path], None]) -> None:
        if file.exists():
            return
        part = file.with_name(f"{file.name}.part")
        part.unlink(missing_ok=True)
        make(part)
        part.rename(file)


def refit(steps: Steps, weights: Path, rounds: int, say: Callable[[str], None]) -> Path:
    """The best weights: those after the last round that was won, or those given."""
    best = weights
    games: list[Path] = []
    for number in range(1, rounds + 1):
        games += steps.play(number, best)
        made = steps.fit(number, games)
        score = steps.score(number, made, best)
        say(f"round {number}: {100 * score:.1f} % of the points against the former weights")
        if score <= 0.5:
            break
        best = made
    return best


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bots.fitting.rounds", description=__doc__)
    parser.add_argument("folder", type=Path, help="for games and weights")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="to begin with (those in use)")
    parser.add_argument("--openings", type=Path, help="a file of recorded games; without it all are by lot")
    parser.add_argument("--rounds", type=int, default=6, help="at most (6)")
    parser.add_argument("--games", type=int, default=1600, help="of each round (1600)")
    parser.add_argument("--match", type=int, default=400, help="games of each match (400)")
    parser.add_argument("--nodes", type=int, default=2500, help="positions looked at for a turn (2500)")
    chosen = parser.parse_args()
    if not available():
        parser.error("games are played with numba, which is not installed")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    begin = chosen.folder / "weights-0.json"
    if not begin.exists():
        shutil.copyfile(chosen.weights, begin)
    steps = Steps(chosen.folder, chosen.openings, chosen.games, chosen.match, chosen.nodes)
    best = refit(steps, begin, chosen.rounds, say)
    say(f"The best weights are {best}.")
    return 0


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
