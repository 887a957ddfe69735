"""Pairs of worlds that differ only in what a viewer may not know: the alignments, the salts and the seed of a
game of Good vs Evil. Every address is asked for by everybody: opponents, a player who was replaced, the
substitute before and after, watchers, visitors, staff in the game and out of it. Answers, headers, mails,
logs, tasks and numbers of queries are the same in both; where the own side differs, the lengths are."""

from __future__ import annotations

import time
from random import Random

import pytest  # the site is set up as for its tests

from proofs.kit.options import options
from proofs.kit.site import scratch_site

SEED = 37


def main() -> int:
    asked = {
        "pairs": (1000, "so many"),
        "seed": (SEED, "of the pairs"),
        "only": ("", "what addresses begin with"),
    }
    given = options("twins", __doc__, **asked).parse_args()
    with scratch_site(), pytest.MonkeyPatch.context() as patch:
        return _prove(given.pairs, given.seed, given.only, patch)


def _prove(pairs: int, seed: int, only: str, patch: pytest.MonkeyPatch) -> int:
    from django.test.utils import setup_test_environment

    from homeworlds_site.tests.addresses import ADDRESSES
    from proofs.twins.asking import PLANTED, found_in, missing, world_of_twins

    setup_test_environment()
    began, names = time.monotonic(), [name for name in ADDRESSES if name.startswith(only)]
    with world_of_twins(patch) as test:
        planted = sum(plant(test) for plant in PLANTED)
        differ = list(missing())
        for line in found_in(test, pairs, names, Random(seed)):
            differ.append(line)
            print(line)
    print(f"{(time.monotonic() - began) / 60:.0f} minutes; seed {seed}.")
    print("planted defect found" if planted == len(PLANTED) else "a planted defect was NOT found")
    print(f"twins: {pairs} pairs, {len(names)} addresses, {len(differ)} differ")
    return 1 if differ or planted < len(PLANTED) else 0
