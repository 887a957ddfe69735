"""`python -m ratings.simulate`: whether ratings find the strengths of simulated players."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from ratings.measuring.simulation import converged

NEEDED: Final = 0.87
"""Rank correlation after 40 games of two."""
GAMES: Final = 40
WHEN: Final = (10, 20, GAMES)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ratings.simulate", description=__doc__)
    parser.add_argument("--players", type=int, default=1000, help="how many (1000; at least 12)")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    chosen = parser.parse_args(arguments)
    if chosen.players < 12:
        parser.error("at least 12 players are needed")
    sys.stdout.write(f"{chosen.players} players, seed {chosen.seed}: rank correlation with the truth\n")
    reached = 0.0
    for name, seats in (("games of two", 2), ("tables of four", 4)):
        found = converged(chosen.players, GAMES, seats, chosen.seed, WHEN)
        said = ", ".join(f"{value:.3f} after {games}" for value, games in zip(found, WHEN, strict=True))
        sys.stdout.write(f"{name}: {said} games\n")
        reached = reached or found[-1]
    enough = reached >= NEEDED
    verdict = "enough" if enough else "too little"
    sys.stdout.write(f"games of two, after {GAMES}: {reached:.3f}, needed {NEEDED}: {verdict}\n")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
