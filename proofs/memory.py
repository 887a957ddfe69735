"""Memory of every process while two hundred games run: after the first and the second thousand turns."""

from __future__ import annotations

from typing import Final, NamedTuple

from proofs.kit.options import options
from proofs.kit.processes import Process, becomes, family_of, wait_for
from proofs.kit.site import Site, own_site
from proofs.kit.spent import pss

GAMES, PLAYERS = 200, 4
MOST_GROWTH: Final = 0.10
MINUTES: Final = 120.0


class Sample(NamedTuple):
    turns: int
    games: int
    """Running at that moment."""
    megabytes: dict[str, float]
    """By process."""


def measure(processes: list[Process]) -> dict[str, float]:
    """The proportional share of memory of each process and its children, in the order they were started."""
    found = {}
    for process in processes:
        first, *children = family_of(process.pid)
        found[f"{process.name}, parent" if children else process.name] = pss(first)
        found |= {f"{process.name}, {place}": pss(pid) for place, pid in enumerate(children, 1)}
    return found


def growth(before: Sample, after: Sample) -> dict[str, float]:
    return {name: after.megabytes[name] / before.megabytes[name] - 1 for name in before.megabytes}


def prove(site: Site, turns: int, games: int) -> list[Sample]:
    """Samples after a few turns, after half of them, and after all."""
    web, address = site.run_web()
    processes = [web, *site.run_workers()]
    site.join()
    from games.models import Game, Status
    from proofs.kit.ledger import Ledger
    from proofs.kit.people import bots_have_answered, guests, stop

    ledger = Ledger(wanted=turns // 20)
    names = [f"Ann{number}" for number in range(PLAYERS)]
    people = guests(names, [address], games // PLAYERS, ledger, looks=True)
    samples = []
    for wanted in (turns // 20, turns // 2, turns):
        ledger.wanted = wanted
        becomes(lambda wanted=wanted: ledger.turns >= wanted or ledger.done, 60 * MINUTES)
        wait_for("The bots have answered", bots_have_answered)
        running = Game.objects.filter(status=Status.RUNNING).count()
        samples.append(Sample(ledger.turns, running, measure(processes)))
    stop(people, ledger)
    return samples


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
    given = options("memory", __doc__, turns=2000, games=GAMES).parse_args()
    with own_site() as site:
        samples = prove(site, given.turns, given.games)
    print(table(samples))
    good = samples[-1].turns >= given.turns and max(growth(*samples[1:]).values()) <= MOST_GROWTH
    print("Proved." if good else "NOT PROVED.")
    return 0 if good else 1
