"""What is done at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from proofs.kit.processes import LONGEST


@contextmanager
def meanwhile(*works: Callable[[threading.Event], object]) -> Iterator[None]:
    """Each in a thread of its own while the block lasts; each is given what says that it is over."""
    over = threading.Event()
    threads = [threading.Thread(target=work, args=[over], daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(timeout=60)


def together(*works: Callable[[], object]) -> None:
    """Each in a thread, with a connection of its own where it asks the database; until all have ended. Raises
    what the first that failed raised, and TimeoutError where one hangs."""
    from django.conf import settings
    from django.db import connection

    failures: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as failure:  # noqa: BLE001  told below
            failures.append(failure)
        finally:
            if settings.configured:
                connection.close()

    threads = [threading.Thread(target=run, args=[work], daemon=True) for work in works]
    for thread in threads:
        thread.start()
    give_up = time.monotonic() + LONGEST
    for thread in threads:
        thread.join(timeout=max(give_up - time.monotonic(), 0))
    if failures:
        raise failures[0]
    if any(thread.is_alive() for thread in threads):
        raise TimeoutError(f"What was to be done at once: not after {LONGEST:.0f} seconds.")
