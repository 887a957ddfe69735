"""Saving the whole database to one file, for `manage.py backup`; and the tools that a restore needs too."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Final

from django.core.management.base import CommandError
from django.db import connection

WORDS_AT_THE_END: Final = 600
ALL_OF_THEM: Final = "homeworlds-????????-??????.backup"


def all_in(folder: Path) -> list[Path]:
    """The backups that named themselves, the oldest first."""
    return sorted(folder.glob(ALL_OF_THEM))


def save_to(file: Path) -> None:
    """Writes the database to the file: wholly or not at all, as of one moment, while the site runs.

    Nobody else can read the file: it holds addresses, hashes of passwords and secret alignments.
    """
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _save_sqlite(part) if connection.vendor == "sqlite" else _save_postgres(part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(part, file)
        _sync_folder(file.parent)
    except (OSError, sqlite3.Error) as error:
        raise CommandError(f"Nothing was saved to {file}: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


def _save_sqlite(part: Path) -> None:
    with open_sqlite(database_file()) as source, open_sqlite(part) as copy:
        source.backup(copy)
        # A copy in one file: the site's own keeps a second one beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
    check_sqlite(part)


def _save_postgres(part: Path) -> None:
    with part.open("wb") as out:
        run_tool("pg_dump", "--format=custom", "--no-owner", "--no-privileges", stdout=out)
    run_tool("pg_restore", "--list", str(part))


def check_sqlite(file: Path) -> None:
    with open_sqlite(file) as copy:
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def database_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


@contextmanager
def open_sqlite(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, timeout=60)) as opened:
        yield opened


def _tool(name: str) -> str:
    path = shutil.which(name)
    if not path:
        raise CommandError(
            f"The program {name} is needed for PostgreSQL, and it is not on this machine. "
            "On Debian and Ubuntu it comes with the package postgresql-client."
        )
    return path


def _environment() -> dict[str, str]:
    """Where the database is, told to PostgreSQL's programs without showing the password to `ps`."""
    settings: Mapping[str, object] = connection.settings_dict
    named = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    given = {variable: str(settings[key]) for variable, key in named.items() if settings[key]}
    return {**os.environ, **given, "PGCONNECT_TIMEOUT": "10", "PGAPPNAME": "homeworlds backup"}


def run_tool(
    tool: str,
    *arguments: str,
    stdin: IO[bytes] | int = subprocess.DEVNULL,
    stdout: IO[bytes] | int = subprocess.PIPE,
) -> str:
    """What the program said; raises OSError with its last words when it failed."""
    done = subprocess.run(
        [_tool(tool), *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=_environment(),
        check=False,
    )
    if done.returncode:
        raise OSError(done.stderr.decode(errors="replace").strip()[-WORDS_AT_THE_END:])
    return (done.stdout or b"").decode(errors="replace")


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
