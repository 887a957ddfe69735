"""`bin/prove tournaments`: an event of each of the five formats, on a PostgreSQL, a Redis and workers of its
own; nobody touches them once people have entered.

32 people play by a script, with clocks of twenty seconds, and a fifth of the entrants stops playing; every
ten seconds one of the processes that drive the events is killed; where little of the machine is the proof's,
all that takes longer. At the end every table that the rounds call for has its game, no game is there twice,
nothing was paired before what it had to wait for was over, and the standings are those that follow from the
games.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from typing import TYPE_CHECKING

from proofs.kit.killer import killing
from proofs.kit.neighbours import stretch
from proofs.kit.options import options
from proofs.kit.site import Site, own_site

if TYPE_CHECKING:
    from proofs.events.crowd import Crowd
    from proofs.events.judging import Verdict
    from tournaments.models import Event

PEOPLE = 32
REST = 0.2
"""Seconds between two looks of the script at its games."""
SAYS_EVERY = 30.0


def prove(site: Site, given: argparse.Namespace) -> Verdict:
    slow = stretch()
    print(f"All clocks are {slow:.1f} times as long as where the machine is the proof's alone.", flush=True)
    site.join()
    from proofs.events.crowd import Crowd
    from proofs.events.judging import judge
    from proofs.events.programme import open_all

    crowd = Crowd(PEOPLE, random.Random(given.seed), slow)
    shot = [site.run(name) for name in ("worker", "beat", "timekeeper")]
    victims = [*shot, site.run("worker", 2), site.run("bots")]
    events = open_all(crowd, next(iter(crowd.people.values())), slow, given.share)
    began = said = time.monotonic()
    with killing(victims, given.every * slow) as killer:
        while (running := _running(events)) and time.monotonic() < began + 60 * given.minutes * slow:
            if not crowd.tick():
                time.sleep(REST)
            if time.monotonic() > said + SAYS_EVERY:
                said = time.monotonic()
                print(f"{said - began:4.0f} s: " + "; ".join(map(_stands, running)), flush=True)
    for process in victims:
        process.kill()
    print("By the people: " + _counted(crowd.done))
    print("By the clocks and the events: " + _counted(_happened(crowd)))
    print(f"{time.monotonic() - began:.0f} s, {killer.kills.total()} processes killed; seed {given.seed}.")
    verdict = judge(events)
    verdict.besides += [f"{name} was never killed" for name, times in killer.kills.items() if not times]
    return verdict


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {number}" for what, number in sorted(counts.items()))


def _happened(crowd: Crowd) -> Counter[str]:
    """What shows that the run was no quiet one."""
    from games.log.falls import RAN_OUT
    from games.models import LogEntry, Outage
    from tournaments.models import Act, Entry, Kind, Result, ResultKind, Why

    counts = Counter(f"adjudicated by {act.data['how']}" for act in Act.objects.filter(kind=Kind.ADJUDICATED))
    for game, seat in LogEntry.objects.filter(RAN_OUT).values_list("game", "seat"):
        whose = "deserters" if crowd.has_deserter(game, seat) else "others"
        counts[f"clocks of {whose} ran out"] += 1
    counts["withdrawn for it"] = Entry.objects.filter(why=Why.TIME).count()
    counts["byes"] = Result.objects.filter(kind=ResultKind.BYE).count()
    counts["outages"] = Outage.objects.count()
    return counts


def _running(events: list[Event]) -> list[Event]:
    from tournaments.models import Event, EventStatus

    over = (EventStatus.FINISHED, EventStatus.CANCELLED)
    return list(Event.objects.filter(pk__in=[event.pk for event in events]).exclude(status__in=over))


def _stands(event: Event) -> str:
    """What it waits for."""
    from games.models import Status
    from tournaments.models import EventTable, Result, Round

    tables = EventTable.objects.filter(round__event=event, annulled_at=None)
    waiting = tables.filter(game=None, has_game=True).count()
    games = tables.filter(game__status=Status.RUNNING).count()
    unread = Result.objects.filter(table__round__event=event, read_at=None).count()
    rounds = Round.objects.filter(event=event)
    said = f"{event.title} is {event.status}, {rounds.count()} rounds paired, {games} games run"
    said += f", {waiting} tables have no game" if waiting else ""
    return said + (f", {unread} results are not read" if unread else "")


def main() -> int:
    given = options(
        "tournaments",
        __doc__,
        seed=(1, "of the people's dice"),
        every=(10.0, "seconds between two kills"),
        minutes=(30.0, "until it is given up"),
        share=(1.0, "of the usual number of entrants"),
    ).parse_args()
    with own_site() as site:
        site.env["CLOCK_BREAKER"] = "off"  # so many deserters on so small a site look like a fault
        verdict = prove(site, given)
    for line in verdict.lines:
        print(line)
    print(verdict.summary(5))
    return 0 if verdict.good else 1
