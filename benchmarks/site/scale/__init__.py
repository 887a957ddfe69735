"""The pages of the site among 2,000 games and among 200,000 (and a hundredth of the players, clubs and mails,
and all of them), on a PostgreSQL of its own with generated rows.

What a page shows is the same on both: the lobby's 900 open games, the measured player's 2,000 finished ones.
Only what it does not show grows. The time is the processor's, of the site and of the database together: the
clock on the wall also counts what others do on a shared machine. The two sites answer in turns, and of each
the median counts; a page near the limit, or past it, is measured further, since noise comes to an end and
growth does not. Some noise lasts for a minute: what is past the limit is measured once more after all others,
and its better ratio counts.

Every statement of every page is explained on the big site: no page reads a big table, or an index of one,
from end to end. Last come the commands that count everything anew, and the memory that they need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from benchmarks.site.scale.server import Site, two_sites

FEW: Final = 2_000
MANY: Final = 200_000
MOST: Final = 1.2
NEAR: Final = 1.12
ROUNDS: Final = 5
MOST_ROUNDS: Final = 30
WARM: Final = 1
COMMANDS: Final = ("count_results", "recompute_ratings")
MOST_MEBIBYTES: Final = 48.0
"""More, among many than among few: what is kept of 20,000 players, who are a hundred times as many."""
MOST_SECONDS: Final = 60.0
"""Of a command, among many."""


class Measured(NamedTuple):
    called: str
    few: float
    many: float
    queries: tuple[int, int]
    scans: Sequence[str]

    @property
    def ratio(self) -> float:
        return self.many / self.few


def run(*, keep: Path | None = None, only: str = "") -> int:
    """Prints a line for each page; the exit code says whether all keep to the limit and walk no big table.
    `keep`: where the rows stay for the next time; `only`: of pages that are called so."""
    with two_sites(keep) as (small, big):
        return _run(small, big, only)


def _run(small: Site, big: Site, only: str) -> int:
    small.begin("make", games=FEW)
    big.begin("make", games=MANY)
    small.answer()
    print(f"rows of {MANY} games: {big.answer():.0f} s")
    small.begin("pages")
    found = _all_measured(small, big, only)
    scans = [f"{page.called}: {scan}" for page in found for scan in page.scans]
    for scan in scans:
        print(f"sequential scan, {scan}")
    bounded = only != "" or _commands(small, big)
    worst = max(found, key=lambda page: page.ratio)
    print(f"scale: worst ratio {worst.ratio:.2f} ({worst.called}), sequential scans {len(scans)}")
    return 0 if worst.ratio <= MOST and not scans and bounded else 1


def _all_measured(small: Site, big: Site, only: str) -> list[Measured]:
    found, again = [], dict[int, Callable[[], Measured]]()
    for (called, who, address), other in zip(big.ask("pages"), small.answer(), strict=True):
        if only not in called:
            continue
        measure = partial(_measured, called, small, (who, other[2]), big, (who, address))
        found.append(measure())
        if found[-1].ratio > MOST:
            again[len(found) - 1] = measure
        print(f"{_line(found[-1])}")
    for place, measure in again.items():
        once_more = measure()
        print(f"once more: {_line(once_more)}")
        found[place] = min(found[place], once_more, key=lambda page: page.ratio)
    return found


def _measured(called: str, small: Site, few: tuple[str, str], big: Site, many: tuple[str, str]) -> Measured:
    times: tuple[list[float], list[float]] = [], []

    def both(rounds: int) -> None:
        for _ in range(rounds):
            for site, (who, address), taken in zip((small, big), (few, many), times, strict=True):
                taken.append(site.ask("time", who=who, address=address))

    both(WARM)
    for taken in times:
        taken.clear()
    both(ROUNDS)
    while median(times[1]) / median(times[0]) > NEAR and len(times[0]) < MOST_ROUNDS:
        both(ROUNDS)
    of_few, _none = small.ask("queries", who=few[0], address=few[1])
    of_many, scans = big.ask("queries", who=many[0], address=many[1])
    return Measured(called, median(times[0]), median(times[1]), (of_few, of_many), scans)


def _line(page: Measured) -> str:
    queries = f"{page.queries[1]} queries" + (f" ({page.queries[0]})" if len(set(page.queries)) > 1 else "")
    return (
        f"{page.called:<45} {1000 * page.few:7.1f} ms {1000 * page.many:7.1f} ms {page.ratio:5.2f}  {queries}"
    )


def _commands(small: Site, big: Site) -> bool:
    """Whether what they keep in memory follows from the players, and not from the games; and all is soon
    counted."""
    bounded = True
    for name in COMMANDS:
        (well, few, _seconds), (all_well, many, seconds) = [
            site.ask("command", name=name) for site in (small, big)
        ]
        bounded = bounded and well and all_well
        bounded = bounded and many - few <= MOST_MEBIBYTES and seconds <= MOST_SECONDS
        print(
            f"{name} --check: {few:.0f} MiB at most among {FEW} games, {many:.0f} among {MANY}, in "
            f"{seconds:.0f} s of at most {MOST_SECONDS:.0f}; "
            f"{'all agrees' if well and all_well else 'does NOT agree'}"
        )
    return bounded
