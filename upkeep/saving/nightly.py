"""Has the database saved every night, where no timer of systemd does it:

    python -m upkeep.saving.nightly /backups --at 04:00 --keep 14

At once, too, where the newest backup is older than a day. What fails is told like any error of the site, and
tried again after an hour. Between the nights it costs no Django: it is standard library only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BACKUPS: Final = "homeworlds-*.backup"
ALIVE: Final = "backups.alive"
"""Touched in VAR_DIR while it waits and while it saves; not after a backup that has failed."""
A_DAY: Final = 24 * 3600.0
AGAIN: Final = 3600.0
PAUSE: Final = 20.0


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m upkeep.saving.nightly", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--at", type=a_time, default="04:00", metavar="HH:MM", help="UTC")
    parser.add_argument("--keep", type=int, default=14, help="so many of the newest")
    asked = parser.parse_args(arguments)
    while True:
        due = first_due(newest(asked.folder), time.time(), asked.at)
        while time.time() < due:
            show_life()
            time.sleep(min(PAUSE, max(0.0, due - time.time())))
        while not save(asked.folder, asked.keep):
            time.sleep(AGAIN)


def show_life() -> None:
    folder = ROOT / (os.environ.get("VAR_DIR") or "var")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / ALIVE).touch()


def a_time(words: str) -> timedelta:
    """Since midnight. Raises ValueError."""
    moment = datetime.strptime(words, "%H:%M")  # noqa: DTZ007  of any day
    return timedelta(hours=moment.hour, minutes=moment.minute)


def newest(folder: Path) -> float:
    """When the newest backup was made; 0 if there is none."""
    return max((file.stat().st_mtime for file in folder.glob(BACKUPS)), default=0.0)


def first_due(last: float, now: float, at: timedelta) -> float:
    """Now, where the last one is older than a day; else the next time that it is `at`."""
    if now - last >= A_DAY:
        return now
    today = datetime.fromtimestamp(now, UTC).replace(hour=0, minute=0, second=0, microsecond=0) + at
    return (today if today.timestamp() > now else today + timedelta(days=1)).timestamp()


def save(folder: Path, keep: int) -> bool:
    if _manage("backup", str(folder), "--keep", str(keep)):
        return True
    _manage("report_failure", "backup")
    return False


def _manage(*words: str) -> bool:
    """Whether it went well; it says itself why not."""
    running = subprocess.Popen([sys.executable, "manage.py", *words], cwd=ROOT)
    while True:
        try:
            return running.wait(timeout=PAUSE) == 0
        except subprocess.TimeoutExpired:
            show_life()


if __name__ == "__main__":
    main(sys.argv[1:])
