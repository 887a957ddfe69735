"""A season of games in compressed time, through the services: people stay away, come back and are replaced.

No game may be stuck at its end and no clock may have fallen early, by a reckoning of the proof's own.
"""

from __future__ import annotations

import time

from proofs.kit.options import options
from proofs.kit.site import scratch_site


def main() -> int:
    given = options("season", __doc__, games=200, seed=(1, "the same seed has the same result")).parse_args()
    began = time.monotonic()
    with scratch_site():
        from proofs.timing.season import Season

        season = Season(given.games, given.seed)
        season.play()
    for line in season.wrong:
        print(line)
    for what, number in sorted(season.counts.items()):
        print(f"{what:<32}{number:>7}")
    print(f"{season.now:%d %B %Y}, after {time.monotonic() - began:.0f} seconds; seed {given.seed}.")
    print(season.summary())
    return 0 if season.is_good else 1
