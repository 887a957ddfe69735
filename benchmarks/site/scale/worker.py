"""A measured site as a process: reads what to do from its standard input, a line of JSON each."""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import Any

from benchmarks.site.scale.plans import scans_of


class Worker:
    def __init__(self) -> None:
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        self._clients: dict[str, Any] = {}
        self._backend = 0

    def make(self, games: int) -> float:
        from benchmarks.site.scale.rows import make

        return make(games)

    def pages(self) -> list[list[str]]:
        from benchmarks.site.scale.pages import pages

        return [list(page) for page in pages()]

    def time(self, who: str, address: str) -> float:
        """Seconds of the processor, of this process and of the database's that serves it."""
        self._forget()
        client = self._client(who)
        gc.collect()
        began = self._worked()
        self._get(client, address)
        return self._worked() - began

    def queries(self, who: str, address: str) -> list[Any]:
        """How many, and which big tables they read from end to end."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        self._forget()
        with CaptureQueriesContext(connection) as asked:
            self._get(self._client(who), address)
        return [len(asked), scans_of([query["sql"] for query in asked])]

    def command(self, name: str) -> list[Any]:
        """Whether the command finds nothing wrong, how many MiB it needs at most, and its seconds."""
        from benchmarks.site.scale.memory import needed

        return list(needed(name))

    def _forget(self) -> None:
        """What is kept for some seconds would be measured in one round and not in the next."""
        from django.core.cache import cache

        cache.clear()

    def _get(self, client: Any, address: str) -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise LookupError(f"{address} answers {answer.status_code}")

    def _client(self, who: str) -> Any:
        if who not in self._clients:
            from django.test import Client

            from accounts.models import Player
            from accounts.tests.cast import log_in_as_staff

            self._clients[who] = client = Client()
            if who:
                log_in_as_staff(client, Player.objects.get(name=who))
        return self._clients[who]

    def _worked(self) -> float:
        """The clocks of processes are read to the nanosecond, by the number that Linux gives each."""
        if not self._backend:
            from django.db import connection

            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                (self._backend,) = cursor.fetchone()
        return time.process_time() + time.clock_gettime(~self._backend << 3 | 2)


def main() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr
    worker = Worker()
    for line in sys.stdin:
        asked = json.loads(line)
        answers.write(json.dumps(getattr(worker, asked.pop("what"))(**asked)) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
