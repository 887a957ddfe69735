"""Several machines on one database and one Redis: two web servers, three groups of workers, no common folder.

Somebody logs in at one web server, and every turn goes to the other than the last.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import dataclass

from proofs.processes import NotHere
from proofs.site import Site, own_site

WEBS, GROUPS = 2, 3
SECONDS = 300.0


@dataclass(frozen=True)
class Shown:
    turns: int
    bots_by: dict[str, int]
    """How many turns of bots each group of workers has made."""
    good: bool


def show(site: Site, turns: int) -> Shown:
    webs = [site.run_web(number + 1)[1] for number in range(WEBS)]
    bots = [site.run("bots", number + 1) for number in range(GROUPS)]
    for number in range(GROUPS):
        site.run("timekeeper", number + 1)
        site.run("worker", number + 1)
    site.run("beat")
    os.environ.update(
        site.env | {"PROCESS_ROLE": "web", "DATABASE_POOL": "0", "VAR_DIR": str(site.folder / "me")}
    )
    from proofs.players import Account, Guest, verdict

    account = Account(wanted=turns)
    guests = [Guest(name, webs, 6, account, looks=True) for name in ("Ann", "Ben")]
    give_up = time.monotonic() + SECONDS
    for guest in guests:
        guest.start()
    while account.turns < turns and not account.done and time.monotonic() < give_up:
        time.sleep(0.2)
    time.sleep(3)  # for the last answers of the bots
    account.stop.set()
    for guest in guests:
        guest.join(timeout=30)
    if account.failures:
        raise account.failures[0]
    found = verdict(account)
    made = {process.name: process.log.read_text().count("] succeeded in") for process in bots}
    return Shown(found.turns, made, found.good and found.turns >= turns and all(made.values()))


def main() -> int:
    options = argparse.ArgumentParser(prog="bin/prove machines", description=__doc__)
    options.add_argument("--turns", type=int, default=200)
    turns = options.parse_args().turns
    try:
        with own_site() as site:
            shown = show(site, turns)
    except NotHere as missing:
        print(missing)
        return 2
    print(f"{WEBS} web servers and {GROUPS} groups of workers, each with a folder of its own.")
    print(f"{shown.turns} turns, each by the other web server than the last.")
    print("Turns of bots: " + ", ".join(f"{name} {count}" for name, count in shown.bots_by.items()))
    print("Every turn is in its log once, every game agrees with its log." if shown.good else "NOT PROVED.")
    return 0 if shown.good else 1


if __name__ == "__main__":
    sys.exit(main())
