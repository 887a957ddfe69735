"""A program that chooses turns, as a process of its own."""

from __future__ import annotations

import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

LONGEST_ANSWER: Final = 10_000
"""Lines before a turn."""


class EngineFailed(Exception):
    """It gave no turn; the text says why."""


class Engine:
    """Started with the first question, and again after a failure."""

    def __init__(self, command: Sequence[str], limits: str, patience: float) -> None:
        self.command = list(command)
        self.limits = limits
        self.patience = patience
        """Seconds by the clock on the wall for one turn; the first includes the start."""
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def ask(self, position: str) -> str:
        """The turn it gives for a position in JSON. Raises EngineFailed, and the program is ended."""
        try:
            self._tell(f"position {position}\ngo {self.limits}".rstrip() + "\n")
            return self._turn()
        except EngineFailed:
            self.stop()
            raise

    def _tell(self, text: str) -> None:
        try:
            process = self._process = self._process or self._start()
        except OSError as error:
            raise EngineFailed(f"it cannot be started: {error.strerror}") from error
        assert process.stdin is not None  # noqa: S101
        with suppress(OSError):  # What it said before it ended is read all the same.
            process.stdin.write(text)
            process.stdin.flush()

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
        )
        self._lines = queue.Queue()
        threading.Thread(target=_listen, args=(process, self._lines), daemon=True).start()
        return process

    def _turn(self) -> str:
        until = time.monotonic() + self.patience
        for _number in range(LONGEST_ANSWER):
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise EngineFailed(f"no turn within {self.patience:g} seconds") from None
            if line is None:
                raise EngineFailed("it ended")
            word, _, rest = line.strip().partition(" ")
            if word == "turn":
                return rest
            if word == "error":
                raise EngineFailed(f"it refused: {rest[:200]}")
        raise EngineFailed("it talks without end")

    def stop(self) -> None:
        """Ends the program, asked first and then by force."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            process.communicate("quit\n", timeout=0.5)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Puts every line there, and None at the end."""
    assert process.stdout is not None  # noqa: S101
    try:
        for line in process.stdout:
            lines.put(line)
    except (OSError, ValueError):
        pass  # The pipe was closed: the program was stopped.
    finally:
        lines.put(None)


def command_of(text: str) -> list[str]:
    """What starts it: a number is one of our levels, anything else a command as a shell has it."""
    if text.isdecimal():
        return [sys.executable, "-m", "bots.protocol", "--level", text]
    return shlex.split(text)
