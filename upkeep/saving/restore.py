"""Bringing the database back from a file of `manage.py backup`, for `manage.py restore`."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from upkeep.growing.online import has_trigrams, trigram_indexes
from upkeep.growing.taking_over import GONE, UPGRADE_FIRST, Release, release_of
from upkeep.saving.backup import all_in, check_sqlite, database_file, open_sqlite, run_tool

SQLITE_HEAD: Final = b"SQLite format 3\0"
POSTGRES_HEAD: Final = b"PGDMP"
IS_EXTENSION: Final = re.compile(r"^\d+; \d+ \d+ (?:EXTENSION|COMMENT - EXTENSION) ")
OF_INDEX: Final = re.compile(r"^\d+; \d+ \d+ INDEX \S+ (\S+) ")
APPLIED_ROW: Final = re.compile(r"^\d+\t(\w+)\t(\w+)\t", re.MULTILINE)


def newest(folder: Path) -> Path:
    """The newest backup in it. Raises CommandError when there is none."""
    try:
        found = all_in(folder)
    except OSError as error:
        raise CommandError(f"{folder} cannot be read: {error.strerror}.") from error
    if not found:
        raise CommandError(f"There is no backup in {folder}.")
    return found[-1]


def use_database(name: str) -> None:
    """From now on this process works on another database of the same server, or another file."""
    connection.close()
    connection.settings_dict["NAME"] = name


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
    if release_of(applied) is Release.OLDER:
        raise CommandError(f"{file} is older than the release before; restore it by that. {UPGRADE_FIRST}")
    known = set(MigrationLoader(None).disk_migrations) | GONE
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
    target = database_file()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open_sqlite(file) as source, open_sqlite(target) as database:
        source.backup(database)


def _bring_back_postgres(file: Path) -> None:
    # `pg_restore --clean` would leave tables that only a newer release has: here all of them go first.
    tables = [connection.ops.quote_name(table) for table in _tables()]
    trigrams = has_trigrams(connection)
    connection.close()
    with tempfile.TemporaryFile() as script, tempfile.NamedTemporaryFile("w") as wanted:
        # Someone who reads a table would make us wait for ever.
        script.write(b"SET lock_timeout = '20s';\nSET client_min_messages = warning;\n")
        script.writelines(f"DROP TABLE {table} CASCADE;\n".encode() for table in tables)
        script.flush()
        wanted.writelines(_without_extensions(run_tool("pg_restore", "--list", str(file)), trigrams))
        wanted.flush()
        chosen = ("--no-owner", "--no-privileges", f"--use-list={wanted.name}")
        run_tool("pg_restore", *chosen, "--file=-", str(file), stdout=script)
        script.seek(0)
        run_tool(
            "psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", stdin=script
        )


def _without_extensions(listed: str, trigrams: bool) -> Iterator[str]:
    """The entries to bring back. Extensions are not among them: they belong to whoever has made them, a
    superuser maybe, and no other may as much as comment on them. Nor is what needs one that cannot be had."""
    for line in listed.splitlines(keepends=True):
        if IS_EXTENSION.search(line):
            continue
        if not trigrams and (index := OF_INDEX.search(line)) and index[1] in trigram_indexes():
            continue
        yield line


def _tables() -> list[str]:
    with connection.cursor() as cursor:
        return [info.name for info in connection.introspection.get_table_list(cursor) if info.type in "tp"]


def _applied_in(file: Path) -> set[tuple[str, str]]:
    """The migrations the saved database had seen."""
    if connection.vendor == "sqlite":
        check_sqlite(file)
        with open_sqlite(file) as saved:
            return set(saved.execute("SELECT app, name FROM django_migrations"))
    rows = run_tool("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
    return {(app, name) for app, name in APPLIED_ROW.findall(rows)}
