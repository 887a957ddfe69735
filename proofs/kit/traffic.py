"""Many addresses of a site, of which two a second are asked for, whatever becomes of the site meanwhile."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final

from proofs.kit.threads import meanwhile
from proofs.kit.visitor import Visitor

PAUSE: Final = 0.5
PATIENCE: Final = 60.0
MOST_AT_ONCE: Final = 64
"""Who wait for an answer; more would be nobody's visitors any more."""
LINK: Final = re.compile(r'(?:href|src)="(/[^"#?]*)"')
NOT_ASKED: Final = re.compile(r"/(?:accounts/logout|admin)|/(?:language|time-zone)/")


@dataclass
class Asked:
    """What came of all that was asked for."""

    requests: int = 0
    longest: float = 0.0
    failed: dict[str, int] = field(default_factory=dict)
    """By address and status, how often."""

    def add(self, path: str, status: int, expected: int, seconds: float) -> None:
        self.requests += 1
        self.longest = max(self.longest, seconds)
        if status != expected:
            what = f"{path}: {status or 'no answer'}"
            self.failed[what] = self.failed.get(what, 0) + 1

    def line(self, what: str) -> str:
        lost = sum(self.failed.values())
        return f"{what}: {self.requests} requests, {lost} failed, longest wait {self.longest:.1f} s"


def addresses(visitor: Visitor, begun: Sequence[str], number: int) -> dict[str, int]:
    """So many addresses that pages lead to, from these on, each with the status of its answer. Raises
    RuntimeError when there are fewer."""
    found: dict[str, int] = {}
    waiting = list(begun)
    for path in waiting:
        answer = visitor.get(path)
        if answer.status in (200, 301, 302):
            found[path] = answer.status
        if len(found) == number:
            return found
        if "text/html" in answer.headers.get("Content-Type", ""):
            waiting += [each for each in LINK.findall(answer.text) if _is_new(each, waiting)]
    raise RuntimeError(f"There are {len(found)} addresses only, and {number} are to be asked for.")


def _is_new(path: str, known: Sequence[str]) -> bool:
    return path not in known and not NOT_ASKED.search(path)


@contextmanager
def traffic(visitor: Visitor, paths: dict[str, int]) -> Iterator[Asked]:
    """One after the other, two a second whether or not they are answered, with the cookies of the visitor,
    which stay as they are."""
    asked, lock = Asked(), threading.Lock()

    def ask(path: str, expected: int) -> None:
        own = visitor.at(visitor.address)
        own.cookies, own.seconds = dict(visitor.cookies), PATIENCE
        answer = own.get(path)
        with lock:
            asked.add(path, answer.status, expected, answer.seconds)

    def begin(over: threading.Event) -> None:
        with ThreadPoolExecutor(MOST_AT_ONCE) as pool:
            for path, expected in cycle(paths.items()):
                if over.wait(PAUSE):
                    return
                pool.submit(ask, path, expected)

    with meanwhile(begin):
        yield asked
