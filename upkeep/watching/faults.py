"""Errors of the site's own, kept in the database by a thread of each process, whichever it is.

Nobody waits for it: whoever writes a line at the level of errors only leaves it here.
`fault_mail` tells staff.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from upkeep.watching.logs import VISITORS, Line, RequestFilter, scrubbed

logger = logging.getLogger(__name__)
MOST_AT_ONCE: Final = 100
"""Of different faults that wait for a database that is away."""
RETRY_SECONDS: Final = 5.0
LAST_SECONDS: Final = 2.0
LONGEST: Final = 20_000
LONGEST_HEADLINE: Final = 200


@dataclass
class Seen:
    headline: str
    text: str
    process: str
    count: int = 0


class FaultHandler(logging.Handler):
    """Leaves out what a visitor brings about by sending nonsense: Django calls that an error too."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(RequestFilter())
        self.keeper = Keeper()

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith((VISITORS, __name__)):
            return
        text = Line().format(record)[:LONGEST]
        self.keeper.add(fingerprint(record), headline(record), text)


class Keeper:
    """What has been seen in this process and does not stand in the database yet."""

    def __init__(self) -> None:
        self._forget()
        os.register_at_fork(after_in_child=self._forget)
        atexit.register(self.last_words)

    def _forget(self) -> None:
        """A child has no threads but its own, and what its parent saw the parent writes down."""
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._more = threading.Event()
        self._seen: dict[str, Seen] = {}
        self._thread: threading.Thread | None = None

    def add(self, key: str, words: str, text: str) -> None:
        with self._lock:
            if key not in self._seen and len(self._seen) >= MOST_AT_ONCE:
                return
            seen = self._seen.setdefault(key, Seen(words, text, process_name()))
            seen.text, seen.count = text, seen.count + 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="faults", daemon=True)
                self._thread.start()
        self._more.set()

    def last_words(self) -> None:
        """What still waits when the process ends, or is just being written, is given a moment."""
        give_up = time.monotonic() + LAST_SECONDS
        while (self._seen or self._writing.locked()) and time.monotonic() < give_up:
            time.sleep(0.01)

    def _work(self) -> None:
        while True:
            self._more.wait()
            self._more.clear()
            while not self.write_down():
                time.sleep(RETRY_SECONDS)

    def write_down(self) -> bool:
        """Whether nothing is left; what could not be written waits for the next time."""
        with self._writing:
            return self._write_down()

    def _write_down(self) -> bool:
        # The handler is made before Django is.
        from django.db import DatabaseError, InterfaceError, connection

        with self._lock:
            taken, self._seen = self._seen, {}
        try:
            while taken:
                key = next(iter(taken))
                keep(key, taken[key])
                del taken[key]
        except (DatabaseError, InterfaceError):
            logger.warning("%d errors cannot be written down now; they wait.", len(taken))
        finally:
            connection.close()
            self._put_back(taken)
        return not taken

    def _put_back(self, left: Mapping[str, Seen]) -> None:
        with self._lock:
            for key, seen in left.items():
                if key in self._seen:
                    self._seen[key].count += seen.count
                else:
                    self._seen[key] = seen


def keep(key: str, seen: Seen) -> None:
    """Adds to the row of this fault, or makes it."""
    from django.db import IntegrityError, transaction
    from django.db.models import F
    from django.db.models.functions import Now

    from upkeep.models import Fault

    facts = {"headline": seen.headline, "text": seen.text, "process": seen.process}
    rows = Fault.objects.filter(fingerprint=key)
    more = {**facts, "count": F("count") + seen.count, "untold": F("untold") + seen.count, "last_at": Now()}
    if rows.update(**more):
        return
    try:
        with transaction.atomic():
            Fault.objects.create(fingerprint=key, count=seen.count, untold=seen.count, **facts)
    except IntegrityError:  # another process made it just now
        rows.update(**more)


def fingerprint(record: logging.LogRecord) -> str:
    """The same for the same fault, whoever met it: made of places in the code, not of what they said."""
    parts = [record.name, str(record.msg)]
    if record.exc_info and record.exc_info[0]:
        frames = traceback.extract_tb(record.exc_info[2])
        parts = [
            record.exc_info[0].__qualname__,
            *(f"{frame.filename}:{frame.name}" for frame in frames[-3:]),
        ]
        parts.append(str(frames[-1].lineno) if frames else "")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def headline(record: logging.LogRecord) -> str:
    words = scrubbed(record.getMessage()).splitlines()[:1]
    if record.exc_info and record.exc_info[0]:
        frames = traceback.extract_tb(record.exc_info[2])
        place = f" in {os.path.basename(frames[-1].filename)}, {frames[-1].name}" if frames else ""
        words = [f"{record.exc_info[0].__name__}{place}", *words]
    return ": ".join(words)[:LONGEST_HEADLINE]


def process_name() -> str:
    return "beat" if "beat" in sys.argv else os.environ.get("PROCESS_ROLE", "")[:20]
