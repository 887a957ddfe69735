"""Each component killed and started again in turn while players play against bots; then Redis hangs.

Nothing the site has confirmed may be lost, nothing may count twice, and while Redis hangs every request that
ends a turn is answered in three seconds.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from proofs.kit.ledger import DOUBLED, GAPS, JUDGED_AGAIN, LOST, MOVED, REFUSED, UNTOLD, Found, Ledger, Wait
from proofs.kit.neighbours import a_time, in_time
from proofs.kit.options import options
from proofs.kit.processes import Process
from proofs.kit.site import Site, own_site

NAMES: Final = ("Ann", "Ben", "Cleo", "Dora")
GAMES: Final = 12
"""Of each player, so that there are turns to take while the bots cannot answer."""
PACE: Final = 8.0
"""Turns in a second, all players together: every phase is to meet players at play."""
LONGEST_ANSWER: Final = 3.0


class Phase(NamedTuple):
    what: str
    began: float
    turns: int
    """That were taken in it."""


class Run:
    """A site with players on it, and what is done to it."""

    def __init__(self, site: Site, given: argparse.Namespace) -> None:
        self.site, self.given = site, given
        self.give_up = time.monotonic() + 60 * given.minutes
        web, self.address = site.run_web()
        timekeeper, worker, bots, beat = site.run_workers()
        self.parts: dict[str, Process] = {
            "web": web,
            "timekeeper": timekeeper,
            "worker": worker,
            "bot worker": bots,
            "beat": beat,
            "Redis": site.redis,
            "PostgreSQL": site.postgres,
        }
        self.ledger = Ledger(wanted=given.turns)
        self.phases: list[Phase] = []

    def play(self) -> None:
        from proofs.kit.people import guests, stop

        given, pause = self.given, len(NAMES) / PACE
        people = guests(NAMES, [self.address], GAMES, self.ledger, pause=pause)
        share = given.turns // (len(self.parts) + 2)
        self.watch("nothing", lambda: None, share)
        for name, process in self.parts.items():
            self.watch(f"{name} killed", lambda process=process: self.kill(process), share)
        self.watch(f"Redis hung {given.hung:.0f} s", self.hang, 0)
        self.watch("the rest", lambda: time.sleep(given.down), given.turns)
        stop(people, self.ledger)

    def watch(self, what: str, happens: Callable[[], None], share: int) -> None:
        """Lets it happen, until so many turns were taken."""
        began, before = time.time(), self.ledger.turns
        happens()
        enough = min(before + share, self.given.turns)
        while self.ledger.turns < enough and not self.ledger.done and time.monotonic() < self.give_up:
            self.start_again()
            time.sleep(0.2)
        self.phases.append(Phase(what, began, self.ledger.turns - before))

    def kill(self, process: Process) -> None:
        process.kill()
        time.sleep(self.given.down)
        process.start()

    def start_again(self) -> None:
        """What ended by itself, as systemd does: a worker ends whose Redis dies while it starts."""
        for name, process in self.parts.items():
            if not process.is_alive():
                print(f"{name} ended by itself and is started again: {process.last_words()}", flush=True)
                process.start()

    def hang(self) -> None:
        self.site.redis.signal(signal.SIGSTOP)
        time.sleep(self.given.hung)
        self.site.redis.signal(signal.SIGCONT)


def waits_for_bots() -> list[Wait]:
    """How long each bot took to answer, by the log."""
    from games.models import LogEntry

    found, before = [], None
    for entry in LogEntry.objects.order_by("game_id", "number").select_related("player").iterator():
        if before and before.game_id == entry.game_id and entry.player and entry.player.is_bot:
            began = before.created_at.timestamp()
            found.append(Wait(began, entry.created_at.timestamp() - began))
        before = entry
    return found


def told(run: Run, found: Found) -> bool:
    """Prints what has come of it; whether all is well."""
    print(f"{'':<20}{'turns':>7}{'longest wait for':>28}{'longest answer':>18}")
    print(f"{'':<20}{'':>7}{'own turn':>14}{'the bot':>14}{'to a request':>18}")
    ledger, bots, answered = run.ledger, waits_for_bots(), False
    ends = [phase.began for phase in run.phases[1:]] + [time.time()]
    for (what, began, turns), end in zip(run.phases, ends, strict=True):
        turn, bot, answer = (
            max((seconds for since, seconds in waits if began <= since + seconds < end), default=0.0)
            for waits in (ledger.waits, bots, ledger.answers)
        )
        print(f"{what:<20}{turns:>7}{turn:>12.1f} s{bot:>12.1f} s{answer:>16.1f} s")
        if "hung" in what:
            answered = bool(turns) and in_time(answer, LONGEST_ANSWER)
            while_hung = a_time(answer, LONGEST_ANSWER)
    lost, doubled = found.number(LOST, MOVED), found.number(DOUBLED)
    refused, untold = found.number(REFUSED, JUDGED_AGAIN), found.number(UNTOLD)
    print(f"\n{found.turns} turns confirmed, {ledger.again} requests sent again")
    print(f"lost {lost}, doubled {doubled}, refused {refused}, untold {untold}")
    print(f"games whose log and caches disagree: {found.number(GAPS)}")
    print(f"longest answer to a request while Redis hung: {while_hung}")
    return found.good and found.turns >= run.given.turns and answered


def main() -> int:
    given = options(
        "restarts",
        __doc__,
        turns=2000,
        hung=(60.0, "seconds that Redis hangs"),
        down=(3.0, "seconds before a killed part starts"),
        minutes=(180.0, "until it is given up"),
    ).parse_args()
    with own_site() as site:
        site.join()
        run = Run(site, given)
        run.play()
        from django.db import connection

        from proofs.kit.stored import held_to_logs

        connection.close()  # it is of the time before PostgreSQL was killed
        good = told(run, held_to_logs(run.ledger))
    print("Proved." if good else "NOT PROVED.")
    return 0 if good else 1
