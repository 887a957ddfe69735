"""The queue in a folder, for a site without Redis: kombu's, with files that are there wholly or not at all,
and a folder for each queue.

kombu opens a file and then writes it. Who reads between the two, or after a crash, finds an empty one and
dies of it. And it lists all that waits in all queues for each message it takes, so that a queue is the slower
the longer it is: here a listing serves until all that it names is taken, by whomever.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import tempfile
import time
import uuid
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from queue import Empty
from typing import Any, Final
from urllib.parse import quote

from kombu.transport import filesystem
from kombu.transport.filesystem import exchange_queue_t
from kombu.utils.json import dumps, loads

from upkeep.brokers.turns import BY_URGENCY, let_others_go_first

logger = logging.getLogger(__name__)
SETTLED_NS: Final = 2_000_000_000
"""A folder's time of change tells two changes apart that are further from each other than this."""
WAITS: Final = ".msg"


class Channel(filesystem.Channel):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._listed: dict[str, deque[str]] = {}
        """Of each queue what was found in its folder and not taken by this channel yet, the oldest first."""
        self._folders: dict[str, Path] = {}
        self._empty_since: dict[str, int] = {}
        """When a folder was changed last in which nothing was found."""
        super().__init__(*args, **kwargs)

    @property
    def cycle(self) -> Any:
        """The queues in turn. If the options say so, as kombu has it for Redis, in their order: from one only
        when nothing is in those before it."""
        cycle = super().cycle
        if self._is_by_urgency():
            cycle.pos = 0
        return cycle

    def _is_by_urgency(self) -> bool:
        return self.connection.client.transport_options.get("queue_order_strategy") == BY_URGENCY

    def _folder(self, queue: str) -> Path:
        # Kept: whoever waits looks there some times a second, and making a path costs more than looking.
        if queue not in self._folders:
            self._folders[queue] = Path(self.data_folder_in) / queue.replace(os.sep, "_")
        return self._folders[queue]

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        # The names sort by the time they were put.
        file = self._folder(queue) / f"{time.time_ns():020}_{uuid.uuid4().hex}{WAITS}"
        text = dumps(payload)
        try:
            _write_whole(file, text)
        except FileNotFoundError:  # the first of its queue
            file.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(file, text)

    def _get(self, queue: str) -> Any:
        folder, listed = self._folder(queue), self._listed.setdefault(queue, deque())
        while True:
            if not listed:
                listed.extend(self._look(queue, folder))
            if not listed:
                raise Empty
            file = folder / listed.popleft()
            try:
                text = file.read_bytes()
                file.unlink()  # whoever does it has the message
            except FileNotFoundError:
                continue
            if self._is_by_urgency():
                let_others_go_first(self.cycle.resources, queue)
            try:
                return loads(text)
            except ValueError:
                logger.warning("A message of the queue %s could not be read; the sweep will find it.", queue)

    def _look(self, queue: str, folder: Path) -> Iterable[str]:
        """One look at a folder in which nothing has changed since it was empty lists nothing."""
        try:
            changed = folder.stat().st_mtime_ns
        except FileNotFoundError:
            return ()
        if changed == self._empty_since.get(queue):
            return ()
        found = _waiting(folder)
        if not found and time.time_ns() - changed > SETTLED_NS:
            self._empty_since[queue] = changed
        return sorted(found)

    def _size(self, queue: str) -> int:
        return len(_waiting(self._folder(queue)))

    def _purge(self, queue: str) -> int:
        folder, purged = self._folder(queue), 0
        for name in _waiting(folder):
            with contextlib.suppress(FileNotFoundError):
                (folder / name).unlink()
                purged += 1
        return purged

    def get_table(self, exchange: str) -> list[Any]:
        file = self._table_of(exchange)
        try:
            return [exchange_queue_t(*each) for each in loads(file.read_bytes())]
        except FileNotFoundError:
            return []
        except ValueError:
            logger.warning("%s could not be read: nobody listens to it until they say so again.", file)
            return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        listens = exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._changing(exchange) as table:
            if listens not in table:
                table.insert(0, listens)

    def _delete(
        self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **more: Any
    ) -> None:
        self._purge(queue)
        with self._changing(exchange) as table, contextlib.suppress(ValueError):
            table.remove(exchange_queue_t(routing_key or "", pattern or "", queue or ""))
        with contextlib.suppress(OSError):  # something has come meanwhile, or nothing ever did
            self._folder(queue).rmdir()

    def _table_of(self, exchange: str) -> Path:
        folder: Path = self.control_folder
        return folder / f"{quote(exchange, safe='')}.exchange"

    @contextlib.contextmanager
    def _changing(self, exchange: str) -> Iterator[list[Any]]:
        """The table of who listens, which nobody else changes meanwhile. Workers enter themselves."""
        self.control_folder.mkdir(exist_ok=True)
        with (self.control_folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            before = self.get_table(exchange)
            table = before.copy()
            yield table
            if table != before:
                _write_whole(self._table_of(exchange), dumps(table))


class Transport(filesystem.Transport):
    Channel = Channel


def _waiting(folder: Path) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if name.endswith(WAITS)]
    except FileNotFoundError:
        return []


def _write_whole(file: Path, text: str) -> None:
    handle, part = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
    with os.fdopen(handle, "w") as written:
        written.write(text)
    os.replace(part, file)
