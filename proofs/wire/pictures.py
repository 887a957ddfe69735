"""Eight clients that ask for pictures nobody has drawn yet, and what somebody's turns take meanwhile.

Each comes from an address of its own and asks as fast as it is answered, over all turns of all games in both
languages, so that nothing kept helps. The median of a turn may be half as long again as in quiet.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import count
from statistics import median
from typing import Final
from urllib.parse import urlsplit

from proofs.processes import NotHere
from proofs.site import Site, own_site

CLIENTS: Final = 8
MOST_TIMES: Final = 1.5
GAMES: Final = 6
SECONDS: Final = 300.0
HARDLY: Final = 20
"""Pictures; if fewer were drawn, nothing was proved."""


class Asker(threading.Thread):
    """Asks for the pictures of its share, one after the other, and counts the answers."""

    def __init__(self, address: str, number: int, paths: Iterator[str], stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.netloc, self.paths, self.stop = urlsplit(address).netloc, paths, stop
        self.headers = {"Host": "127.0.0.1:8000", "X-Forwarded-For": f"203.0.113.{number + 1}"}
        self.answers: Counter[int] = Counter()

    def run(self) -> None:
        while not self.stop.is_set():
            line = HTTPConnection(self.netloc, timeout=30)
            with contextlib.suppress(OSError, HTTPException):
                line.request("GET", next(self.paths), headers=self.headers)
                answer = line.getresponse()
                answer.read()
                self.answers[answer.status] += 1
            line.close()


@contextmanager
def asking(address: str, paths: list[str]) -> Iterator[list[Asker]]:
    stop = threading.Event()
    askers = [
        Asker(address, number, (paths[each % len(paths)] for each in count(number, CLIENTS)), stop)
        for number in range(CLIENTS)
    ]
    for asker in askers:
        asker.start()
    try:
        yield askers
    finally:
        stop.set()
        for asker in askers:
            asker.join(timeout=30)


def show(site: Site, turns: int) -> bool:
    site.env["TRUSTED_PROXIES"] = "1"
    _, address = site.run_web()
    site.run("bots")
    site.run("worker")
    site.run("beat")
    os.environ.update(
        site.env | {"PROCESS_ROLE": "web", "DATABASE_POOL": "0", "VAR_DIR": str(site.folder / "me")}
    )
    from proofs.players import Account, Game, Guest

    account = Account(wanted=100 * turns)
    guest = Guest("Ann", [address], GAMES, account, looks=False)
    guest.start()

    def next_turns(ready: Callable[[], bool] = lambda: True) -> float:
        """The median of the next turns, in seconds."""
        before, give_up = len(account.waits), time.monotonic() + SECONDS
        while (len(account.waits) < before + turns or not ready()) and time.monotonic() < give_up:
            if account.failures:
                raise account.failures[0]
            time.sleep(0.1)
        return median(wait.seconds for wait in account.waits[before:])

    next_turns()
    quiet = next_turns()
    games = list(Game.objects.values_list("public_id", "log_number"))
    paths = [
        f"/games/{public_id}/turns/{number}.png?lang={language}"
        for language in ("en", "fr")
        for public_id, last in games
        for number in range(last + 1)
    ]
    with asking(address, paths) as askers:
        busy = next_turns(lambda: sum(asker.answers[200] for asker in askers) >= HARDLY)
    account.stop.set()
    guest.join(timeout=30)
    answers = sum((asker.answers for asker in askers), Counter[int]())
    print(f"a turn in {1000 * quiet:.0f} ms; while {CLIENTS} clients ask for pictures {1000 * busy:.0f} ms")
    print("their answers: " + ", ".join(f"{number} times {code}" for code, number in sorted(answers.items())))
    others = set(answers) - {200, 429}
    print(
        f"pictures: {answers[200]} drawn, {answers[429]} put off, median of a turn {busy / quiet:.2f} times"
    )
    return busy / quiet <= MOST_TIMES and answers[200] >= HARDLY and not others


def main() -> int:
    options = argparse.ArgumentParser(prog="bin/prove pictures", description=__doc__)
    options.add_argument("--turns", type=int, default=60, help="of which the median is taken (60)")
    turns = options.parse_args().turns
    try:
        with own_site() as site:
            return 0 if show(site, turns) else 1
    except NotHere as missing:
        print(missing, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
