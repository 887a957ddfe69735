"""Whoever looks after the site of a proof: asks it what is wrong, and measures how long that takes."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from proofs.kit.threads import meanwhile
from proofs.kit.visitor import Answer, ask

TOKEN: Final = "only-for-a-proof"
BEARER: Final = {"Authorization": f"Bearer {TOKEN}"}
PROBES: Final = ("/livez", "/healthz", "/alarms")
PLACES: Final = ("/alarms", "/metrics", "staff")
PAGE: Final = "a page"
KNOWN: Final = {"Cookie": "sessionid=of-somebody-who-has-been-here-before"}
"""For visitors whom the site has to look up: a page for nobody in particular may come from the cache."""
RINGS: Final = re.compile(r'^homeworlds_alarm\{name="(\w+)"\} 1\.0$', re.MULTILINE)


class _Rows(HTMLParser):
    """The words of each row of the page of staff, by the name of its alarm."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self._row = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self._row = dict(attrs).get("data-alarm") or ""

    def handle_data(self, data: str) -> None:
        if self._row:
            self.said[self._row] = f"{self.said.get(self._row, '')} {data.strip()}".strip()


@dataclass
class Told:
    """Of one thing that is wrong: in which words, where, and after how many seconds."""

    name: str
    words: str = ""
    where: dict[str, float] = field(default_factory=dict)

    def everywhere(self, places: Iterable[str]) -> bool:
        return set(places) <= set(self.where)

    def line(self) -> str:
        where = ", ".join(f"{place} {seconds:.0f} s" for place, seconds in self.where.items())
        return f"{self.name:<12}{where or 'NOT TOLD'}\n{'':<12}{self.words}"


class Watcher:
    """With the token, and with a session of staff."""

    def __init__(self, address: str, session: str) -> None:
        self.address, self.session = address, session

    def alarms(self) -> tuple[dict[str, str], list[str]]:
        """What needs a hand, and what is not known; that nothing answers is not known either."""
        reply = ask(self.address, "/alarms", BEARER)
        if reply.status not in (200, 503):
            return {}, ["everything"]
        said = json.loads(reply.text)
        return said["alarms"], said["unknown"]

    def all_is_well(self) -> bool:
        return self.alarms() == ({}, []) and not self.counted()

    def counted(self) -> set[str]:
        return set(RINGS.findall(ask(self.address, "/metrics", BEARER).text))

    def shown(self) -> dict[str, str]:
        reply = ask(self.address, "/admin/health/", {"Cookie": f"sessionid={self.session}"})
        rows = _Rows()
        rows.feed(reply.text if reply.status == 200 else "")
        return rows.said

    def wait_for(self, names: Iterable[str], seconds: float, places: Iterable[str] = PLACES) -> list[Told]:
        """Until each of them is told in all these places, or the time is over."""
        told, began = {name: Told(name) for name in names}, time.monotonic()
        while not all(each.everywhere(places) for each in told.values()):
            if time.monotonic() - began > seconds:
                break
            self.look(told, began)
            time.sleep(0.3)
        return list(told.values())

    def look(self, told: dict[str, Told], began: float) -> None:
        def note(place: str, names: Iterable[str]) -> None:
            for name in told.keys() & set(names):
                told[name].where.setdefault(place, time.monotonic() - began)

        ringing = self.alarms()[0]
        note("/alarms", ringing)
        note("/metrics", self.counted())
        shown = self.shown()
        for name, words in ringing.items():
            if name in told:
                told[name].words = words
        note("staff", [name for name, words in ringing.items() if words in shown.get(name, "")])


@dataclass
class Times:
    """The longest answer to each path."""

    longest: dict[str, float] = field(default_factory=dict)
    answers: int = 0

    def add(self, path: str, reply: Answer) -> None:
        self.longest[path] = max(self.longest.get(path, 0.0), reply.seconds)
        self.answers += path == PAGE

    def line(self) -> str:
        return ", ".join(f"{path} {seconds:.1f} s" for path, seconds in sorted(self.longest.items()))


@contextmanager
def crowd(address: str, number: int, times: Times) -> Iterator[None]:
    """So many visitors who load the home page again and again."""

    def visit(over: threading.Event) -> None:
        while not over.is_set():
            times.add(PAGE, ask(address, "/", KNOWN))
            over.wait(0.5)

    with meanwhile(*[visit] * number):
        yield


def probe(address: str, times: Times, until: Callable[[], bool]) -> None:
    while not until():
        for path in PROBES:
            times.add(path, ask(address, path, BEARER))
        time.sleep(0.1)
