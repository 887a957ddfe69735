"""The state from which each point begins, kept beside in the same database, and brought back quickly: only
the tables that were written are written again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.db import connection

KEPT: Final = "kept"
NOT_KEPT: Final = ("django_migrations",)


class Kept:
    """All tables as they are now."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
            self._unchecked = bool(cursor.fetchone()[0])
            names = connection.introspection.table_names(cursor)
            self.tables = sorted(name for name in names if name not in NOT_KEPT)
            cursor.execute(f"DROP SCHEMA IF EXISTS {KEPT} CASCADE; CREATE SCHEMA {KEPT}")
            for name in self.tables:
                cursor.execute(f'CREATE TABLE {KEPT}."{name}" AS TABLE "{name}"')
            self._last = dict(self._sequences(cursor))

    def _sequences(self, cursor: Any) -> Iterator[tuple[str, tuple[str, int]]]:
        """By table: its sequence, and the next number."""
        cursor.execute(
            "SELECT table_name, pg_get_serial_sequence(quote_ident(table_name), column_name)"
            " FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'id'"
        )
        for name, sequence in cursor.fetchall():
            if sequence and name in self.tables:
                cursor.execute(f'SELECT coalesce(max(id), 0) + 1 FROM "{name}"')
                yield name, (sequence, cursor.fetchone()[0])

    def restore(self, written: Iterable[str]) -> None:
        """Foreign keys are checked at the end of a transaction, so that no order of the tables matters."""
        tables = sorted(set(written) & set(self.tables))
        if not tables:
            return
        said = ["BEGIN"]
        if self._unchecked:
            said.append("SET LOCAL session_replication_role = replica")
        said += [f'DELETE FROM "{name}"' for name in tables]
        for name in tables:
            said.append(f'INSERT INTO "{name}" TABLE {KEPT}."{name}"')
            if name in self._last:
                sequence, number = self._last[name]
                said.append(f"SELECT setval('{sequence}', {number}, false)")
        with connection.cursor() as cursor:
            cursor.execute("; ".join([*said, "COMMIT"]))

    def differing(self, tables: Iterable[str] | None = None) -> list[str]:
        """The tables that are not as they were kept."""
        chosen = self.tables if tables is None else sorted(set(tables) & set(self.tables))
        found = []
        with connection.cursor() as cursor:
            for name in chosen:
                kept, now = f'TABLE {KEPT}."{name}"', f'TABLE "{name}"'
                cursor.execute(
                    f"SELECT EXISTS(({kept} EXCEPT ALL {now}) UNION ALL ({now} EXCEPT ALL {kept}))"
                )
                if cursor.fetchone()[0]:
                    found.append(name)
        return found

    def drop(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {KEPT} CASCADE")
