"""A share of the register, on a database that is nobody else's: `python -m proofs.weaving.part`."""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
from pathlib import Path

from proofs.weaving.results import Results


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--share", default="0/1", help="which of how many")
    options.add_argument("--results", type=Path, required=True)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--only", default="")
    options.add_argument("--minutes", type=float)
    given = options.parse_args()
    import django

    django.setup()
    # What is thrown is logged by whoever sets it aside.
    logging.disable(logging.CRITICAL)
    from proofs.weaving.whole import Share, quiet

    quiet()
    own, _, parts = given.share.partition("/")
    results = Results.of(given.results.with_suffix(""), given.results)
    until = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    Share(int(own), int(parts), random.Random(given.seed), given.only, until, results).work()
    return 0


if __name__ == "__main__":
    sys.exit(main())
