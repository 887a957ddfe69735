"""Saving the whole database to one file and bringing it back; for `manage.py backup` and `restore`."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Final

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

SQLITE_HEAD: Final = b"SQLite format 3\0"
POSTGRES_HEAD: Final = b"PGDMP"
APPLIED_ROW: Final = re.compile(r"^\d+\t(\w+)\t(\w+)\t", re.MULTILINE)
WORDS_AT_THE_END: Final = 600


# --- Saving


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
    with _sqlite(_database_file()) as source, _sqlite(part) as copy:
        source.backup(copy)
        # A copy in one file: the site's own keeps a second one beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
    _check_sqlite(part)


def _save_postgres(part: Path) -> None:
    with part.open("wb") as out:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", stdout=out)
    _run("pg_restore", "--list", str(part))


# --- Bringing back


def check_fits(file: Path) -> None:
    """Raises CommandError with a sentence when the file cannot be brought back into this database."""
    try:
        with file.open("rb") as opened:
            head = opened.read(len(SQLITE_HEAD))
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    kinds = {"sqlite": head == SQLITE_HEAD, "postgresql": head.startswith(POSTGRES_HEAD)}
    if not any(kinds.values()):
        raise CommandError(f"{file} is no backup of this site.")
    if not kinds[connection.vendor]:
        other = "SQLite" if connection.vendor == "postgresql" else "PostgreSQL"
        raise CommandError(f"{file} was saved from {other}; DATABASE_URL names a database of another kind.")
    try:
        applied = _applied_in(file)
    except (OSError, sqlite3.Error) as error:
        raise CommandError(f"{file} is damaged: {error}.") from error
    known = set(MigrationLoader(None).disk_migrations)
    ours = {app for app, _ in known}
    if newer := {(app, name) for app, name in applied if app in ours} - known:
        names = ", ".join(sorted(f"{app}.{name}" for app, name in newer))
        raise CommandError(f"{file} was saved by a newer release of the site, which knows {names}.")


def holds_data() -> bool:
    """Whether there is anything in the database that a restore would destroy: people or games."""
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table, condition in (("games_game", "TRUE"), ("accounts_player", "kind <> 'bot'")):
            if table in tables:
                cursor.execute(f"SELECT 1 FROM {table} WHERE {condition} LIMIT 1")  # noqa: S608  our own names
                if cursor.fetchone():
                    return True
    return False


def bring_back(file: Path) -> None:
    """Puts what the file holds in the place of all that the database holds, in one transaction."""
    try:
        _bring_back_sqlite(file) if connection.vendor == "sqlite" else _bring_back_postgres(file)
    except (OSError, sqlite3.Error) as error:
        raise CommandError(f"{file} was not brought back, the database is as it was: {error}.") from error


def _bring_back_sqlite(file: Path) -> None:
    connection.close()
    target = _database_file()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _sqlite(file) as source, _sqlite(target) as database:
        source.backup(database)


def _bring_back_postgres(file: Path) -> None:
    # `pg_restore --clean` would leave tables that only a newer release has: here all of them go first.
    tables = [connection.ops.quote_name(table) for table in _tables()]
    connection.close()
    with tempfile.TemporaryFile() as script:
        # Someone who reads a table would make us wait for ever.
        script.write(b"SET lock_timeout = '20s';\n")
        script.writelines(f"DROP TABLE {table} CASCADE;\n".encode() for table in tables)
        script.flush()
        _run("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(file), stdout=script)
        script.seek(0)
        _run("psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", stdin=script)


def _tables() -> list[str]:
    with connection.cursor() as cursor:
        return [info.name for info in connection.introspection.get_table_list(cursor) if info.type in "tp"]


# --- What both need


def _applied_in(file: Path) -> set[tuple[str, str]]:
    """The migrations the saved database had seen."""
    if connection.vendor == "sqlite":
        _check_sqlite(file)
        with _sqlite(file) as saved:
            return set(saved.execute("SELECT app, name FROM django_migrations"))
    rows = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
    return {(app, name) for app, name in APPLIED_ROW.findall(rows)}


def _check_sqlite(file: Path) -> None:
    with _sqlite(file) as copy:
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _database_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


@contextmanager
def _sqlite(file: Path) -> Iterator[sqlite3.Connection]:
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


def _run(
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
