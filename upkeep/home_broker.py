"""The queue in a folder, for a site without Redis: kombu's, with files that are there wholly or not at all.

kombu opens a file and then writes it. Who reads between the two, or after a crash, finds an empty one and
dies of it.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads
from kombu.utils.scheduling import FairCycle

logger = logging.getLogger(__name__)


class InOrder(FairCycle):  # type: ignore[misc]
    """From a queue only when nothing is in those before it, by their names, as kombu has it for Redis."""

    def get(self, callback: Any, **kwargs: Any) -> Any:
        self.pos = 0
        return super().get(callback, **kwargs)


class Channel(filesystem.Channel):
    def _reset_cycle(self) -> None:
        super()._reset_cycle()
        if self.connection.client.transport_options.get("queue_order_strategy") == "sorted":
            self._cycle = InOrder(self._get_and_deliver, sorted(self._active_queues), Empty)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        # The names sort by the time they were put; kombu reads them in this order.
        name = f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        _write_whole(Path(self.data_folder_out) / name, dumps(payload))

    def _get(self, queue: str) -> Any:
        while True:
            try:
                return super()._get(queue)
            except ValueError:  # kombu has taken the file out of the folder
                logger.warning("A message of the queue %s could not be read; the sweep will find it.", queue)

    def get_table(self, exchange: str) -> list[Any]:
        with self._alone(exchange):
            table: list[Any] = super().get_table(exchange)
            return table

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        with self._alone(exchange):
            super()._queue_bind(exchange, routing_key, pattern, queue)

    def _delete(
        self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **more: Any
    ) -> None:
        with self._alone(exchange):
            super()._delete(queue, exchange, routing_key, pattern, *args, **more)

    @contextlib.contextmanager
    def _alone(self, exchange: str) -> Iterator[None]:
        """Nobody else touches the table of who listens, and it can be read. Workers enter themselves."""
        file: Path = self._exchange_file(exchange)
        self.control_folder.mkdir(exist_ok=True)
        with (self.control_folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                loads(file.read_bytes())
            except FileNotFoundError:
                pass
            except ValueError:
                logger.warning("%s could not be read and was deleted.", file)
                file.unlink()
            yield


class Transport(filesystem.Transport):
    Channel = Channel


def _write_whole(file: Path, text: str) -> None:
    handle, part = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
    with os.fdopen(handle, "w") as written:
        written.write(text)
    os.replace(part, file)
