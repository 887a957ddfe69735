"""Memory of every process while two hundred games run: after the first and the second thousand turns."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from proofs.processes import NotHere, Process
from proofs.site import Site, own_site

GAMES, PLAYERS = 200, 4
MOST_GROWTH: Final = 0.10
MINUTES: Final = 9.5


@dataclass(frozen=True)
class Sample:
    turns: int
    games: int
    """Running at that moment."""
    megabytes: dict[str, float]
    """By process."""


def measure(processes: list[Process]) -> dict[str, float]:
    """The proportional share of memory of each process and its children, in the order they were started."""
    found = {}
    for process in processes:
        family = family_of(process.pid)
        for place, pid in enumerate(family):
            name = (
                process.name if len(family) == 1 else f"{process.name}, {'parent' if place == 0 else place}"
            )
            found[name] = pss(pid)
    return found


def family_of(parent: int) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()]
    return [parent, *sorted(pid for pid, ppid in pairs if ppid == parent)]


def pss(pid: int) -> float:
    file = Path(f"/proc/{pid}/smaps_rollup")
    if not file.exists():
        raise NotHere("Only Linux tells the share of memory of a process.")
    line = next(line for line in file.read_text().splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


def growth(before: Sample, after: Sample) -> dict[str, float]:
    return {name: after.megabytes[name] / before.megabytes[name] - 1 for name in before.megabytes}


def prove(site: Site, turns: int, games: int) -> list[Sample]:
    """Samples after a few turns, after half of them, and after all."""
    web, address = site.run_web()
    processes = [web, *(site.run(name) for name in ("timekeeper", "worker", "bots", "beat"))]
    ours = {"PROCESS_ROLE": "web", "DATABASE_POOL": "0", "VAR_DIR": str(site.folder / "me")}
    os.environ.update(site.env | ours)
    from proofs.players import Account, Guest, running_games

    account = Account(wanted=turns // 20)
    guests = [
        Guest(f"Ann{number}", [address], games // PLAYERS, account, looks=True) for number in range(PLAYERS)
    ]
    for guest in guests:
        guest.start()
    samples = []
    give_up = time.monotonic() + 60 * MINUTES
    for wanted in (turns // 20, turns // 2, turns):
        account.wanted = wanted
        wait_until(lambda wanted=wanted: account.turns >= wanted or account.done, give_up)
        time.sleep(2)  # for the bots to answer
        samples.append(Sample(account.turns, running_games(), measure(processes)))
    account.stop.set()
    for guest in guests:
        guest.join(timeout=30)
    if account.failures:
        raise account.failures[0]
    return samples


def wait_until(ready: Callable[[], bool], give_up: float) -> None:
    while not ready() and time.monotonic() < give_up:
        time.sleep(0.2)


def table(samples: list[Sample]) -> str:
    _, half, whole = samples
    lines = [
        f"{'MB (PSS) after':<18}" + "".join(f"{sample.turns:>8}" for sample in samples) + " turns    growth"
    ]
    lines.append(f"{'games running':<18}" + "".join(f"{sample.games:>8}" for sample in samples))
    grown = growth(half, whole)
    for name in half.megabytes:
        sizes = "".join(f"{sample.megabytes[name]:>8.1f}" for sample in samples)
        lines.append(f"{name:<18}{sizes}{grown[name]:>15.1%}")
    sums = "".join(f"{sum(sample.megabytes.values()):>8.1f}" for sample in samples)
    total = sum(whole.megabytes.values()) / sum(half.megabytes.values()) - 1
    lines.append(f"{'together':<18}{sums}{total:>15.1%}")
    return "\n".join(lines)


def main() -> int:
    options = argparse.ArgumentParser(prog="bin/prove memory", description=__doc__)
    options.add_argument("--turns", type=int, default=2000)
    options.add_argument("--games", type=int, default=GAMES)
    given = options.parse_args()
    try:
        with own_site() as site:
            samples = prove(site, given.turns, given.games)
    except NotHere as missing:
        print(missing)
        return 2
    print(table(samples))
    good = samples[-1].turns >= given.turns and max(growth(*samples[1:]).values()) <= MOST_GROWTH
    print("Proved." if good else "NOT PROVED.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
