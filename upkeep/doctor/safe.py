"""Whether what was saved could be brought back: the age of the last backup, and a trial restore."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from upkeep.doctor.findings import Asked, Finding, good, look, unknown
from upkeep.saving.restore import check_fits, newest
from upkeep.watching.run_by import backups_folder
from upkeep.watching.standing import of_backup

SECONDS: Final = 3600.0


def of_backups(asked: Asked) -> Iterator[Finding]:
    trouble = of_backup()
    yield look(str(trouble)) if trouble else good("The last backup is young enough.")
    folder = Path(asked.backups or backups_folder())
    try:
        file = newest(folder)
        check_fits(file)
    except CommandError as error:
        yield look(f"{error} Say where backups are with --backups FOLDER, or make one.")
        return
    yield _tried(file, asked.into)


def _tried(file: Path, into: str) -> Finding:
    if connection.vendor == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            return _restored(file, f"{folder}/trial.sqlite3")
    if into:
        return _restored(file, into)
    name = f"{connection.settings_dict['NAME']}_doctor"
    quoted = connection.ops.quote_name(name)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {quoted}")
    except DatabaseError:
        user = connection.settings_dict["USER"] or "homeworlds"
        return unknown(
            f"Whether {file.name} can be brought back (it is whole): “sudo -u postgres createdb --owner "
            f"{user} {name}”, then --into {name}; drop it afterwards."
        )
    try:
        return _restored(file, name)
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {quoted}")


def _restored(file: Path, into: str) -> Finding:
    """By the command that people use, in a process of its own: it works on another database."""
    command = [sys.executable, "manage.py", "restore", str(file), "--beside", into]
    done = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    lines = (done.stdout + done.stderr).strip().splitlines() or ["no word"]
    if done.returncode:
        return look(f"{file.name} cannot be brought back: {lines[-1]} Make another one, and try that.")
    return good(f"{file.name} was brought back on trial: {lines[-1]}")
