"""The two measured sites, each with a process of its own, on a PostgreSQL and a Redis of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, cast

from proofs.kit.processes import LONGEST, ROOT, OwnPostgres, OwnRedis
from proofs.kit.site import alone_in, own_folder

SETTINGS: Final = (
    # Rows are made fast, and lost with the machine.
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_wal_size=8GB",
    "shared_buffers=512MB",
    "maintenance_work_mem=256MB",
    # What the measured statements cost is then what one process has done.
    "max_parallel_workers_per_gather=0",
    "autovacuum=off",
)


WORKER: Final = "import django; django.setup(); from benchmarks.site.scale.worker import main; main()"


class KeptPostgres(OwnPostgres):
    """One whose folder may be there from an earlier run."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        super().__init__(folder, env)
        self.arguments += [each for setting in SETTINGS for each in ("-c", setting)]

    def _initdb(self) -> None:
        if not self.folder.exists():
            super()._initdb()
        (self.folder / "postmaster.pid").unlink(missing_ok=True)


class Site:
    """Does what it is asked, one thing after the other."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._asked, self._answers = cast(IO[str], self._process.stdin), cast(IO[str], self._process.stdout)

    def ask(self, what: str, **more: Any) -> Any:
        self.begin(what, **more)
        return self.answer()

    def begin(self, what: str, **more: Any) -> None:
        self._asked.write(json.dumps({"what": what, **more}) + "\n")
        self._asked.flush()

    def answer(self) -> Any:
        line = self._answers.readline()
        if not line:
            raise RuntimeError("a measured site has ended; what it said stands above")
        return json.loads(line)

    def end(self) -> None:
        self._process.kill()
        self._process.wait(timeout=LONGEST)


@contextmanager
def two_sites(keep: Path | None) -> Iterator[tuple[Site, Site]]:
    """The small and the big one, migrated; in a folder that is kept, or gone afterwards. Raises NotHere."""
    with own_folder() as (folder, processes):
        folder, sites = (keep or folder).resolve(), list[Site]()
        folder.mkdir(exist_ok=True, parents=True)
        is_new = not (folder / "postgres").exists()
        server, redis = KeptPostgres(folder, dict(os.environ)), OwnRedis(folder, dict(os.environ))
        for process in (server, redis):
            processes.append(process)
            process.start()
        try:
            for number, called in enumerate(("small", "big")):
                url = server.create(called) if is_new else server.url(called)
                sites.append(Site(alone_in(folder / called, url, REDIS_URL=redis.url(number))))
            yield sites[0], sites[1]
        finally:
            for site in sites:
                site.end()
