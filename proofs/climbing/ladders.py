"""A season on the site's ladder and on the stairs in compressed time, through the services.

A quarter of the people are unreliable. The order of the ladder and the steps are held against a reckoning of
the proof's own; nobody may be stuck or meet whom he has blocked, no win over somebody who was hardly there
may be worth more than a place, and the order must follow the true strengths, on average over the seeds.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from statistics import mean
from typing import Final

from proofs.kit.options import options
from proofs.kit.site import scratch_site

LEAST: Final = {"ladder": 0.70, "stairs": 0.50}
"""Rank correlation with the true strengths."""
SAID: Final = re.compile(r"(ladder|stairs): .* rank correlation (-?\d\.\d\d)")


def main() -> int:
    given = options(
        "ladders",
        __doc__,
        players=60,
        days=120,
        seed=(1, "the same seed has the same result"),
        seeds=(1, "so many seasons, from this seed on"),
    ).parse_args()
    if given.seeds == 1:
        return _season(given.players, given.days, given.seed)
    return _seasons(given.players, given.days, range(given.seed, given.seed + given.seeds))


def _season(players: int, days: int, seed: int) -> int:
    began = time.monotonic()
    with scratch_site():
        from proofs.climbing.season import Season

        season = Season(players, days, seed)
        season.play()
        for line in season.wrong:
            print(line)
        for what, number in sorted((season.ladder.counts + season.stairs.counts).items()):
            print(f"{what:<40}{number:>7}")
        print(
            f"Of those who have stood on the ladder for a month, {season.ladder.correlation_of_settled:.2f}."
        )
        print(f"{days} days in {time.monotonic() - began:.0f} s; seed {seed}.")
        print(season.ladder.summary())
        print(season.stairs.summary())
    return 0 if season.is_good else 1


def _seasons(players: int, days: int, seeds: range) -> int:
    """Each in a process of its own: a site is made once a process."""
    good, found = True, {kind: [] for kind in LEAST}  # type: tuple[bool, dict[str, list[float]]]
    for seed in seeds:
        what = ["--players", players, "--days", days, "--seed", seed]
        run = subprocess.run(
            [sys.executable, "-m", __spec__.name, *map(str, what)], stdout=subprocess.PIPE, text=True
        )
        print(run.stdout, end="", flush=True)
        good = good and run.returncode == 0
        for kind, figure in SAID.findall(run.stdout):
            found[kind].append(float(figure))
    for kind, figures in found.items():
        good = good and len(figures) == len(seeds) and mean(figures) >= LEAST[kind]
        print(f"{kind}: rank correlation over {len(seeds)} seeds {mean(figures or [0]):.2f}")
    print("ladders: " + ("proved" if good else "NOT PROVED"))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
