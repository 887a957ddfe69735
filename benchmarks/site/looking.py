"""Open tables that ask for news as the page's script does, over connections that are kept."""

from __future__ import annotations

import re
import threading
import time
from html import unescape
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import urlsplit

from proofs.kit.people import Person

ASKS: Final = re.compile(r'hx-get="([^"]*/news/[^"]*)"')


class Looker(threading.Thread):
    """Some open tables, each asked for in its turn, all within `every` seconds."""

    def __init__(
        self,
        shown: list[tuple[Person, str]],
        every: float,
        took: list[float],
        errors: list[str],
        stop: threading.Event,
    ) -> None:
        super().__init__(daemon=True)
        self.pause, self.took, self.errors, self.stop = every / len(shown), took, errors, stop
        address = shown[0][0].browser.address
        self.line = HTTPConnection(urlsplit(address).netloc, timeout=30)
        self.people = {path: person for person, path in shown}
        self.asks: dict[str, str] = {}
        """By table: the address that its page asks; empty where it waits for its reader, or is over."""
        for path, person in self.people.items():
            self.show(path, person.browser.get(path).text)
            if not self.asks[path]:
                raise LookupError(f"{path} asks for no news")

    def show(self, path: str, page: str) -> None:
        """What the table's reader has open from now on."""
        found = ASKS.search(page)
        self.asks[path] = unescape(found[1]) if found else ""

    def run(self) -> None:
        due = time.monotonic()
        while not self.stop.is_set():
            for path in self.people:
                due += self.pause
                time.sleep(max(due - time.monotonic(), 0))
                if asked := self.asks[path]:
                    self.ask(path, asked)
                if self.stop.is_set():
                    return

    def ask(self, path: str, asked: str) -> None:
        began = time.monotonic()
        try:
            status, text = self._get(self.people[path], asked)
        except (OSError, HTTPException) as error:
            self.line.close()
            self.errors.append(f"{type(error).__name__} to a look")
            return
        self.took.append(time.monotonic() - began)
        if status not in (200, 204):
            self.errors.append(f"{status} to a look")
        # The answer to a turn that was sent meanwhile brings the news along.
        if status == 200 and self.asks[path] == asked:
            self.show(path, text)

    def _get(self, person: Person, path: str) -> tuple[int, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in person.browser.cookies.items())
        headers = {"Host": person.browser.public.netloc, "Cookie": cookies, "HX-Request": "true"}
        self.line.request("GET", path, headers=headers)
        answer = self.line.getresponse()
        return answer.status, answer.read().decode()
