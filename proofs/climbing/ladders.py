"""A season on the site's ladder and on the stairs in compressed time, through the services.

A quarter of the people are unreliable. The order of the ladder and the steps must be what their logs make of
them (what a log makes of games `ladders/tests/test_histories.py` knows); nobody may be stuck or meet whom he
has blocked, no win over somebody who was hardly there may be worth more than a place, and the order must
follow the true strengths, on average over the seeds.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Final

from proofs.kit.options import options
from proofs.kit.processes import apart
from proofs.kit.site import scratch_site

LEAST: Final = {"ladder": 0.70, "stairs": 0.50}
"""Rank correlation with the true strengths."""


def main() -> int:
    parser = options(
        "ladders",
        __doc__,
        players=60,
        days=120,
        seed=(1, "the same seed has the same result"),
        seeds=(1, "so many seasons, from this seed on"),
    )
    parser.add_argument("--found", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.seeds == 1:
        return _season(given.players, given.days, given.seed, given.found)
    return _seasons(given.players, given.days, range(given.seed, given.seed + given.seeds))


def _season(players: int, days: int, seed: int, found: Path | None) -> int:
    began = time.monotonic()
    with scratch_site():
        from proofs.climbing.season import Season

        season = Season(players, days, seed, lambda line: print(line, flush=True))
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
        if found:
            found.write_text(json.dumps({kind: getattr(season, kind).correlation for kind in LEAST}))
    return 0 if season.is_good else 1


def _seasons(players: int, days: int, seeds: range) -> int:
    """Each in a process of its own: a site is made once a process."""
    good, correlations = True, []
    with TemporaryDirectory() as folder:
        for seed in seeds:
            file = Path(folder) / str(seed)
            what = ("--players", players, "--days", days, "--seed", seed, "--found", file)
            good = apart(__name__, *what).returncode == 0 and good
            correlations += [json.loads(file.read_text())] if file.exists() else []
    for kind, least in LEAST.items():
        figures = [each[kind] for each in correlations]
        good = good and len(figures) == len(seeds) and mean(figures) >= least
        print(f"{kind}: rank correlation over {len(seeds)} seeds {mean(figures or [0]):.2f}")
    print("ladders: " + ("proved" if good else "NOT PROVED"))
    return 0 if good else 1
