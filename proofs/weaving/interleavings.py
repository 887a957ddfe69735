"""`bin/prove interleavings`: every two acts that can touch the same, on a PostgreSQL of its own.

The first act stops before its n-th statement, n = 1, 2, 3 …; the second runs to its end, or until it waits
for a lock of the first; then the first goes on. Then the same with an error thrown at that statement, after
which the first act is asked again. After each, all that the site says of itself must be true, and where both
acts are one transaction each the site must stand as after one of them and then the other.

While the second waits for a lock that the first has to the end of its transaction, the points up to that end
are one: whatever the first does meanwhile, the second does not see it. So are the points before and after
the first reads, without a lock, what the second does not write.
"""

from __future__ import annotations

import argparse
import logging
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from proofs.kit.options import options
from proofs.kit.processes import LONGEST, ROOT, OwnPostgres
from proofs.kit.site import SECRET, bare_environment, manage, own_folder
from proofs.weaving.results import PLANTED, Results

FAST: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "deadlock_timeout=100ms")
"""Nobody waits for the disk, and a deadlock is told soon."""


@contextmanager
def own_databases(number: int) -> Iterator[list[dict[str, str]]]:
    """So many that are alike; for each the environment of whoever works there."""
    with own_folder() as (folder, processes):
        postgres = OwnPostgres(folder, bare_environment())
        for setting in FAST:
            postgres.arguments += ["-c", setting]
        processes.append(postgres)
        postgres.start()
        env = bare_environment() | {
            "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
            "SECRET_KEY": SECRET,
            "SITE_URL": "http://127.0.0.1:8000",
            "VAR_DIR": str(folder),
            "EMAIL_URL": "dummy:",
            "DATABASE_POOL": "0",
            "DATABASE_URL": postgres.create("first"),
        }
        manage(env, "migrate", "--no-input", "--verbosity", "0")
        others = [postgres.create(f"other{each}", template="first") for each in range(1, number)]
        yield [env | {"DATABASE_URL": url} for url in (env["DATABASE_URL"], *others)]


def work(environments: Sequence[dict[str, str]], path: Path, given: argparse.Namespace) -> None:
    """Each works on its share of the pairs, until all are done. Raises RuntimeError when one has failed."""
    asked = ["--seed", str(given.seed), "--only", given.only, "--minutes", str(given.minutes)]
    parts: list[subprocess.Popen[bytes]] = []
    try:
        for number, env in enumerate(environments):
            share = ["--share", f"{number}/{len(environments)}", "--results", f"{path}.{number}"]
            command = [sys.executable, "-m", "proofs.kit", __name__, *share, *asked]
            parts.append(subprocess.Popen(command, cwd=ROOT, env=env))
        codes = [part.wait(timeout=LONGEST) for part in parts]
        if any(codes):
            raise RuntimeError("A part of the work has failed; see above.")
    finally:
        for part in parts:
            part.terminate()
            part.wait(timeout=LONGEST)


def work_on_share(given: argparse.Namespace) -> int:
    """Of the register, on a database that is nobody else's."""
    import django

    django.setup()
    # What is thrown is logged by whoever sets it aside.
    logging.disable(logging.CRITICAL)
    from proofs.weaving.whole import Share, quiet

    quiet()
    own, _, parts = given.share.partition("/")
    results = Results.of(given.results.with_suffix(""), given.results)
    until = time.monotonic() + 60 * given.minutes if given.minutes else None
    Share(int(own), int(parts), random.Random(given.seed), given.only, until, results).work()
    return 0


def main() -> int:
    parser = options(
        "interleavings",
        __doc__,
        seed=(35, "of the order of the pairs"),
        only=("", "pairs in whose names this stands: a scene, or a service"),
        minutes=(0.0, "the planted defects, and as many pairs as fit; 0: all"),
        workers=(2, "so many work at once"),
    )
    parser.add_argument("--results", type=Path, help="files for what is found; goes on with what they know")
    parser.add_argument("--share", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.share:
        return work_on_share(given)
    began = time.monotonic()
    with TemporaryDirectory(prefix="homeworlds-proof-") as folder, own_databases(given.workers) as places:
        path = (given.results or Path(folder) / "results").resolve()
        work(places, path, given)
        results = Results.of(path)
    return report(results, given.only, f"{(time.monotonic() - began) / 60:.0f} minutes; seed {given.seed}.")


def report(results: Results, only: str, when: str) -> int:
    rows = [row for name, row in results.rows.items() if only in name and not name.startswith(PLANTED)]
    planted = [row for name, row in results.rows.items() if name.startswith(PLANTED)]
    broken = [line for row in rows for line in row["broken"]]
    for line in broken:
        print(line)
    found = sum(row["is_found"] for row in planted)
    points = sum(row["points"] for row in rows)
    pairs = sum(row["is_pair"] for row in rows)
    print(when)
    print(
        f"interleavings: {pairs} pairs, {points} points, {len(broken)} broken; "
        f"planted defects found {found} of {len(planted)}"
    )
    return 1 if broken or not pairs or found < len(planted) else 0
