"""What players could do together to stand higher than they play, a year each, and what it gains them.

Thrown games by the arithmetic of ratings (`pumping`), which the services hold to (`bin/prove ratings`);
ladders and stairs through the services.
"""

from __future__ import annotations

import time
from typing import Final

from proofs.fraud.pumping import ACCOUNTS, FRIENDS, by_accounts, by_friends
from proofs.kit.options import options
from proofs.kit.site import scratch_site

MOST_POINTS: Final = 40
MOST_DAYS: Final = 45


def main() -> int:
    given = options("attacks", __doc__, seed=(1, "of the schedules drawn by lot")).parse_args()
    began = time.monotonic()
    pumped = [by_friends(number, given.seed) for number in FRIENDS]
    thrown_away = [by_accounts(number) for number in ACCOUNTS]
    for gain in (*pumped, *thrown_away):
        print(f"{gain.how}: {gain.points:+.0f} points, {gain.moved} places", flush=True)
    with scratch_site():
        from proofs.fraud.places import Ladders, friends_on_stairs, strangers_on_stairs

        held = Ladders(given.seed).held()
        for how, days in held.items():
            print(f"ladder held {days} days by {how}", flush=True)
        stairs, strangers = friends_on_stairs(), strangers_on_stairs(given.seed)
    print(f"stairs: friends +{stairs} steps, the luckiest stranger +{strangers}")
    print(f"{time.monotonic() - began:.0f} s; seed {given.seed}")
    points, accounts = max(pumped).points, max(thrown_away).points
    moved, days = max(gain.moved for gain in (*pumped, *thrown_away)), max(held.values())
    print(
        f"attacks: pump {points:+.0f}, throwaways {accounts:+.0f}, ladder held {days} days, "
        f"stairs +{stairs}; honest players' places moved {moved}"
    )
    fair = max(points, accounts) <= MOST_POINTS and days <= MOST_DAYS and stairs <= strangers
    return 0 if fair else 1
