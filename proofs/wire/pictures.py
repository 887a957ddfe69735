"""Eight clients that ask for pictures nobody has drawn yet, and what somebody's turns take meanwhile.

Each comes from an address of its own and asks as fast as it is answered, over all turns of all games in both
languages, so that nothing kept helps. The median of a turn, which is a time, may be half as long again as in
quiet.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from statistics import median
from typing import Final, TypeAlias

from proofs.kit.neighbours import in_time, is_alone
from proofs.kit.options import options
from proofs.kit.processes import becomes
from proofs.kit.site import Site, own_site
from proofs.kit.threads import meanwhile
from proofs.kit.visitor import NO_ANSWER, ask

Work: TypeAlias = Callable[[threading.Event], None]
CLIENTS: Final = 8
MOST_TIMES: Final = 1.5
GAMES: Final = 6
SECONDS: Final = 3600.0
"""Until it is given up."""
HARDLY: Final = 20
"""Pictures; if fewer were drawn, nothing was proved."""


def asking(address: str, number: int, paths: Iterator[str], answers: Counter[int]) -> Work:
    """Asks for one of its pictures after the other, and counts the answers."""
    headers = {"Host": "127.0.0.1:8000", "X-Forwarded-For": f"203.0.113.{number + 1}"}

    def work(over: threading.Event) -> None:
        while not over.is_set():
            answers[ask(address, next(paths), headers).status] += 1

    return work


def show(site: Site, turns: int) -> bool:
    site.env["TRUSTED_PROXIES"] = "1"
    _, address = site.run_web()
    site.run("bots")
    site.run("worker")
    site.run("beat")
    site.join()
    from games.models import Game
    from proofs.kit.ledger import Ledger
    from proofs.kit.people import guests, stop

    ledger = Ledger(wanted=100 * turns)
    people = guests(["Ann"], [address], GAMES, ledger)

    def next_turns(ready: Callable[[], bool] = lambda: True) -> float:
        """The median of the next turns, in seconds."""
        before = len(ledger.waits)
        becomes(lambda: ledger.done or (len(ledger.waits) >= before + turns and ready()), SECONDS)
        return median(wait.seconds for wait in ledger.waits[before:])

    next_turns()
    quiet = next_turns()
    games = list(Game.objects.values_list("public_id", "log_number"))
    paths = [
        f"/games/{public_id}/turns/{number}.png?lang={language}"
        for language in ("en", "fr")
        for public_id, last in games
        for number in range(last + 1)
    ]
    counted = [Counter[int]() for _ in range(CLIENTS)]
    shares = [(paths[each % len(paths)] for each in count(number, CLIENTS)) for number in range(CLIENTS)]
    clients = [asking(address, number, shares[number], counted[number]) for number in range(CLIENTS)]
    with meanwhile(*clients):
        busy = next_turns(lambda: sum(answers[200] for answers in counted) >= HARDLY)
    stop(people, ledger)
    answers = sum(counted, Counter[int]())
    print(f"a turn in {1000 * quiet:.0f} ms; while {CLIENTS} clients ask for pictures {1000 * busy:.0f} ms")
    print("their answers: " + ", ".join(f"{number} times {code}" for code, number in sorted(answers.items())))
    others = set(answers) - {200, 429, NO_ANSWER}
    if not is_alone():
        print("The times of turns are told and not judged, beside busy processes.")
    print(
        f"pictures: {answers[200]} drawn, {answers[429]} put off, median of a turn {busy / quiet:.2f} times"
    )
    return in_time(busy / quiet, MOST_TIMES) and answers[200] >= HARDLY and not others


def main() -> int:
    turns = options("pictures", __doc__, turns=(60, "of which the median is taken")).parse_args().turns
    with own_site() as site:
        return 0 if show(site, turns) else 1
