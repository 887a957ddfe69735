"""Workers in processes of their own, to be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BEGIN, ENDS = "] received", ("] succeeded in", "] raised unexpected")


class Worker:
    """A Celery worker with one process that plays, and its log in a file."""

    def __init__(self, name: str, folder: Path, env: dict[str, str], *options: str) -> None:
        self.log = folder / f"{name}.log"
        self.lost = 0
        self._thinks: tuple[int, float] = (0, 0.0)
        command = ["celery", "--app", "homeworlds_site", "worker", "--loglevel", "INFO", "--concurrency", "1"]
        command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "-n", f"{name}@%h"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *command, *options],
                cwd=ROOT,
                env={**env, "PROCESS_ROLE": "worker"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def thinks_for(self) -> float:
        """Seconds since we first saw it on the turn it is on; 0 when it is idle."""
        unfinished, done = self._counts()
        if not unfinished:
            return 0.0
        if self._thinks[0] != done + 1:
            self._thinks = (done + 1, time.monotonic())
        return time.monotonic() - self._thinks[1]

    def _counts(self) -> tuple[int, int]:
        text = self.log.read_text()
        done = sum(text.count(end) for end in ENDS) + self.lost
        return text.count(BEGIN) - done, done

    def kill(self, *, wholly: bool) -> bool:
        """Kills it, or only the process that plays; whether that was in the middle of a turn."""
        if wholly:
            self.stop()
        else:
            for child in children_of(self.process.pid):
                with suppress(ProcessLookupError):  # it may have ended by itself since it was listed
                    os.kill(child, signal.SIGKILL)
        unfinished, _ = self._counts()
        self.lost += unfinished > 0
        return unfinished > 0

    def stop(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=60)


def children_of(parent: int) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, ppid in pairs if int(ppid) == parent]
