"""Each component killed and started again in turn while players play against bots; then Redis hangs.

Nothing the site has confirmed may be lost, nothing may count twice, and while Redis hangs every request that
ends a turn is answered in under three seconds.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import connection

from proofs.processes import NotHere, Process, free_port
from proofs.site import Site, own_site, wait_for_page

if TYPE_CHECKING:
    from proofs.players import Account, Guest, Verdict

PLAYERS: Final = 4
LONGEST_ANSWER: Final = 3.0


@dataclass(frozen=True)
class Scale:
    turns: int = 2000
    games: int = 12
    """Of each player, so that there are turns to take while the bots cannot answer."""
    down: float = 3.0
    """Seconds before a killed component is started again."""
    hung: float = 60.0
    pace: float = 8.0
    """Turns in a second, all players together: every phase is to meet players at play."""
    minutes: float = 30.0
    """After so long the proof is given up; a busy machine needs more than a quiet one."""


@dataclass(frozen=True)
class Row:
    what: str
    turns: int
    longest_turn: float
    longest_bot: float
    longest_answer: float


@dataclass(frozen=True)
class Result:
    rows: list[Row]
    verdict: Verdict
    retries: int

    @property
    def good(self) -> bool:
        hung = [row for row in self.rows if "hung" in row.what]
        in_time = all(row.turns and row.longest_answer < LONGEST_ANSWER for row in hung)
        return self.verdict.good and in_time


class Storm:
    """A site with players on it, and what is done to it."""

    def __init__(self, site: Site, scale: Scale) -> None:
        self.site, self.scale = site, scale
        self.give_up = time.monotonic() + 60 * scale.minutes
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.parts: dict[str, Process] = {
            "web": site.run("web", port=port),
            "timekeeper": site.run("timekeeper"),
            "worker": site.run("worker"),
            "bot worker": site.run("bots"),
            "beat": site.run("beat"),
            "Redis": site.redis,
            "PostgreSQL": site.postgres,
        }
        wait_for_page(self.address, self.parts["web"])
        self.account, self.guests = self._guests()
        self.phases: list[tuple[str, float, int]] = []
        """What happened, since when, how many turns were taken."""

    def _guests(self) -> tuple[Account, list[Guest]]:
        from proofs.players import Account, Guest

        account = Account(wanted=self.scale.turns, pause=PLAYERS / self.scale.pace)
        names = [f"Ann{number}" for number in range(PLAYERS)]
        return account, [
            Guest(name, [self.address], self.scale.games, account, looks=False) for name in names
        ]

    def rage(self) -> Result:
        for guest in self.guests:
            guest.start()
        share = self.scale.turns // (len(self.parts) + 2)
        self.watch("nothing", lambda: None, share)
        for name, process in self.parts.items():
            self.watch(f"{name} killed", lambda process=process: self.kill(process), share)
        self.watch(f"Redis hung {self.scale.hung:.0f} s", self.hang, 0)
        self.watch("the rest", lambda: time.sleep(self.scale.down), self.scale.turns)
        self.account.stop.set()
        for guest in self.guests:
            guest.join(timeout=60)
        if self.account.failures:
            raise self.account.failures[0]
        return self.result()

    def watch(self, what: str, happens: Callable[[], None], share: int) -> None:
        """Lets it happen, until so many turns were taken."""
        began, before = time.time(), self.account.turns
        happens()
        enough = min(before + share, self.scale.turns)
        while self.account.turns < enough:
            if self.account.failures or time.monotonic() > self.give_up:
                break
            self.start_again()
            time.sleep(0.2)
        self.phases.append((what, began, self.account.turns - before))

    def result(self) -> Result:
        from proofs.players import verdict, waits_for_bots

        connection.close()  # it is of the time before PostgreSQL was killed
        bots, rows = waits_for_bots(), []
        ends = [began for _, began, _ in self.phases[1:]] + [time.time()]
        for (what, began, turns), end in zip(self.phases, ends, strict=True):
            turn, bot, answer = (
                max((wait.seconds for wait in waits if began <= wait.ended < end), default=0.0)
                for waits in (self.account.waits, bots, self.account.answers)
            )
            rows.append(Row(what, turns, turn, bot, answer))
        return Result(rows, verdict(self.account), self.account.retries)

    def kill(self, process: Process) -> None:
        process.kill()
        time.sleep(self.scale.down)
        process.start()

    def start_again(self) -> None:
        """What ended by itself, as systemd does: a worker ends whose Redis dies while it starts."""
        for name, process in self.parts.items():
            if not process.is_alive():
                print(f"{name} ended by itself and is started again: {process.last_words()}", flush=True)
                process.start()

    def hang(self) -> None:
        self.site.redis.signal(signal.SIGSTOP)
        time.sleep(self.scale.hung)
        self.site.redis.signal(signal.SIGCONT)


def prove(scale: Scale) -> Result:
    with own_site() as site:
        ours = {"PROCESS_ROLE": "web", "DATABASE_POOL": "0", "VAR_DIR": str(site.folder / "me")}
        os.environ.update(site.env | ours)
        return Storm(site, scale).rage()


def table(result: Result) -> str:
    lines = [f"{'':<20}{'turns':>7}{'longest wait for':>28}{'longest answer':>18}"]
    lines.append(f"{'':<20}{'':>7}{'own turn':>14}{'the bot':>14}{'to a request':>18}")
    for row in result.rows:
        times = f"{row.longest_turn:>12.1f} s{row.longest_bot:>12.1f} s{row.longest_answer:>16.1f} s"
        lines.append(f"{row.what:<20}{row.turns:>7}{times}")
    found = result.verdict
    lines.append("")
    lines.append(f"{found.turns} turns confirmed, {result.retries} requests sent again")
    lines.append(
        f"lost {found.lost}, doubled {found.doubled}, refused {found.refused}, untold {found.unknown}"
    )
    lines.append(f"games whose log and caches disagree: {found.broken}")
    lines.append("Proved." if result.good else "NOT PROVED.")
    return "\n".join(lines)


def main() -> int:
    options = argparse.ArgumentParser(prog="bin/prove restarts", description=__doc__)
    options.add_argument("--turns", type=int, default=Scale.turns)
    options.add_argument("--hung", type=float, default=Scale.hung, help="seconds that Redis hangs")
    options.add_argument("--down", type=float, default=Scale.down, help="seconds before a killed part starts")
    options.add_argument("--minutes", type=float, default=Scale.minutes, help="until it is given up")
    given = options.parse_args()
    try:
        result = prove(Scale(turns=given.turns, hung=given.hung, down=given.down, minutes=given.minutes))
    except NotHere as missing:
        print(missing)
        return 2
    print(table(result))
    return 0 if result.good else 1


if __name__ == "__main__":
    sys.exit(main())
