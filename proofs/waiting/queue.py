"""A burst, as when a club's evening begins: notices, events, analyses and turns of bots, all due at once, on
the queue in a folder and on Redis.

The mail server takes 0.05 s for a mail, 8 s for one in a hundred, and every ten seconds a worker is killed.
No row may be called for twice at a time, none be lost, and none be done twice; what is urgent may not stand
behind the rest. Then the site is left alone, and must end with an empty queue.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.parser import BytesHeaderParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias

from proofs.kit.killer import killing
from proofs.kit.mail import MailServer
from proofs.kit.neighbours import a_time, in_time
from proofs.kit.options import options
from proofs.kit.processes import NotHere, apart, wait_for
from proofs.kit.site import OwnSite, folder_site, own_site, workers_listen

KINDS: Final = ("folder", "redis")
EVENTS_WITHIN, TURNS_WITHIN = 5.0, 10.0
MOST_WAITING: Final = 25
"""Messages: bells that are rung at the same moment may both be heard."""
SEES_EVERY = 0.5
SAYS_EVERY = 15.0
USUAL, SLOW, ONE_IN = 0.05, 8.0, 100
"""Seconds for a mail, and for one in so many."""
AFTER_A_KILL: Final = 2.0
"""Seconds between a worker's death and when its last mail is taken, either way."""
SETTLES = 12.0
"""Seconds in which the steps that come now and then have been taken, before the queue is looked at."""


class Found(NamedTuple):
    """What came of one half."""

    waited: dict[str, float]
    calls: int
    """The most of one row that waited at a time."""
    longest: int
    """The most messages that waited at a time."""
    lost: list[str]
    doubled: list[str]
    left: int
    """Messages at the end, of a site that nobody has visited."""
    kills: int
    again: int
    """Mails that came again because their worker was killed before the database knew of them."""
    seconds: float


Look: TypeAlias = Callable[[], Iterator[dict[str, Any]]]
"""At all that waits in the broker."""


class Waiting(threading.Thread):
    def __init__(self, look: Look) -> None:
        super().__init__(daemon=True)
        self.look, self.calls, self.longest = look, 0, 0
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(SEES_EVERY):
            self.count()

    def count(self) -> int:
        heads = [each["headers"] for each in self.look() if "task" in each.get("headers", {})]
        asked = [(head["task"], head["argsrepr"]) for head in heads]
        rows = Counter(each for each in asked if each[1] != "()")
        self.calls = max([self.calls, *rows.values()])
        self.longest = max(self.longest, len(asked))
        return len(asked)


def of_folder(queue: Path) -> Iterator[dict[str, Any]]:
    for file in queue.glob("*/*.msg"):
        try:
            yield json.loads(file.read_bytes())
        except (OSError, ValueError):  # taken meanwhile
            continue


def of_redis(url: str) -> Iterator[dict[str, Any]]:
    import redis

    with redis.Redis.from_url(url) as client:
        for key in client.keys("*"):
            if client.type(key) == b"list":
                yield from map(json.loads, client.lrange(key, 0, -1))


@contextmanager
def site_of(kind: str) -> Iterator[tuple[OwnSite, Look]]:
    if kind == "folder":
        with folder_site() as site:
            yield site, lambda: of_folder(site.folder / "broker" / "queue")
    else:
        with own_site() as site:
            yield site, lambda: of_redis(site.redis.url(0))


OURS: Final = {"MAIL_RETRY_SECONDS": "30", "CLOCK_BREAKER": "off"}


class Post(MailServer):
    """A mail server that takes its time, for some mails a long one, and remembers when each came."""

    def __init__(self, dice: random.Random) -> None:
        self.dice, self.lock = dice, threading.Lock()
        self.taken: dict[str, list[float]] = defaultdict(list)
        """By Message-ID: when each copy was accepted, by the clock on the wall."""
        super().__init__()

    def pause(self) -> float:
        with self.lock:
            return USUAL if self.dice.randrange(ONE_IN) else SLOW

    def take(self, letter: bytes) -> None:
        name = str(BytesHeaderParser().parsebytes(letter)["Message-ID"]).strip()
        with self.lock:
            self.taken[name].append(time.time())


def prove(kind: str, given: argparse.Namespace) -> Found:
    post = Post(random.Random(given.seed))
    with site_of(kind) as (site, look):
        site.env |= {"EMAIL_URL": post.url, **OURS}
        site.join()
        from proofs.waiting.burst import Burst

        burst = Burst(given)
        # As the shipped units run them, two of each worker.
        workers = [process for process in site.run_workers(2) if not process.name.startswith("beat")]
        wait_for("all workers listen", workers_listen, 60 * given.minutes)
        watch, began = Waiting(look), time.monotonic()
        said = began
        burst.begin()
        watch.start()
        with killing(workers, given.every) as killer:
            while any(burst.left().values()) and time.monotonic() < began + 60 * given.minutes:
                time.sleep(SEES_EVERY)
                if time.monotonic() > said + SAYS_EVERY:
                    said = time.monotonic()
                    left = ", ".join(f"{number} {what}" for what, number in burst.left().items())
                    print(f"{kind}, {said - began:4.0f} s: left {left}", flush=True)
        seconds = time.monotonic() - began
        time.sleep(60 * given.alone)
        left_alone = _left_alone(watch, burst)
        watch.stopped.set()
        again, twice = _twice(post, killer.times)
        lost, unseen = burst.lost(), burst.not_posted(post.taken)
        return Found(
            waited=burst.waited(),
            calls=watch.calls,
            longest=watch.longest,
            lost=[*lost, f"{unseen} notices never came to the mail server"] if unseen else lost,
            doubled=burst.doubled() + twice,
            left=left_alone,
            kills=len(killer.times),
            again=again,
            seconds=seconds,
        )


def _left_alone(watch: Waiting, burst: Any) -> int:
    """The fewest messages that wait while the sweeps come and go."""
    give_up = time.monotonic() + SETTLES
    while not burst.rests() and time.monotonic() < give_up:
        time.sleep(SEES_EVERY)
    return min(watch.count() for _look in [time.sleep(SEES_EVERY / 5) for _each in range(20)])


def _twice(post: Post, kills: list[float]) -> tuple[int, list[str]]:
    """How many mails came again because of a kill, and those that did for no such reason."""
    again, doubled = 0, []
    for name, times in post.taken.items():
        for first in times[:-1]:
            if any(abs(first - kill) <= AFTER_A_KILL for kill in kills):
                again += 1
            else:
                doubled.append(f"the mail {name} came {len(times)} times")
    return again, doubled


def main() -> int:
    parser = options(
        "queue",
        __doc__,
        seed=(1, "of the games and of the mail server's dice"),
        notices=3000,
        events=20,
        analyses=10,
        turns=30,
        every=(10.0, "seconds between two kills"),
        alone=(10.0, "minutes that it is left alone then"),
        minutes=(60.0, "until it is given up"),
    )
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--half", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.half:
        Path(given.half).write_text(json.dumps(prove(given.only, given)._asdict()))
        return 0
    kinds = [given.only] if given.only else list(KINDS)
    return told(given, {kind: _half(kind) for kind in kinds})


def _half(kind: str) -> Found:
    """In a process of its own: each has its database."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "found"
        done = apart(__name__, *sys.argv[1:], "--only", kind, "--half", file)
        if done.returncode or not file.exists():
            raise NotHere(f"The half on the {kind} did not come to its end.")
        return Found(**json.loads(file.read_text()))


def told(given: argparse.Namespace, halves: dict[str, Found]) -> int:
    for kind, found in halves.items():
        for line in (*found.lost, *found.doubled):
            print(f"{kind}: {line}")
        print(
            f"{kind}: {found.seconds:.0f} s, {found.kills} workers killed, {found.again} mails again for it, "
            f"at most {found.longest} messages waited, {found.left} at the end; seed {given.seed}."
        )
        for what, most in (("events", EVENTS_WITHIN), ("turns", TURNS_WITHIN)):
            print(f"{kind}: the last of the {what} after {a_time(found.waited[what], most)}")
    found, within = list(halves.values()), {"events": EVENTS_WITHIN, "turns": TURNS_WITHIN}
    lost, doubled = (
        sum(map(len, lines)) for lines in zip(*[(f.lost, f.doubled) for f in found], strict=True)
    )
    calls = max(1, *(each.calls for each in found))
    waited = {what: max(each.waited[what] for each in found) for what in within}
    said = {what: f"{within[what] if waited[what] <= within[what] else waited[what]:.3g}" for what in within}
    print(
        f"queue: {given.notices} notices, {given.events} events, {given.analyses} analyses, "
        f"{given.turns} turns; at most {calls} call a row, {lost} lost, {doubled} doubled; "
        f"events within {said['events']} s, turns within {said['turns']} s, {' and '.join(halves)}"
    )
    quick = all(in_time(waited[what], most) for what, most in within.items())
    short = all(each.longest <= MOST_WAITING and not each.left for each in found)
    return 0 if short and quick and calls == 1 and not lost and not doubled else 1
