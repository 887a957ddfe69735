"""Steps of migrations that a running site does not feel: PostgreSQL makes indexes while others read and
write. A migration with such a step is not atomic, but for one that makes the table, too."""

from __future__ import annotations

from functools import cache

from django.db import DatabaseError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

POSTGRESQL = "postgresql"


class AddIndexOnline(AddIndex):
    """An index of a model. What a step that was stopped has left half-made is made anew."""

    atomic = False

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor != POSTGRESQL:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        schema_editor.execute(f'DROP INDEX CONCURRENTLY IF EXISTS "{self.index.name}"')
        schema_editor.add_index(model, self.index, concurrently=True)


class AddTrigramIndex(Operation):
    """Lets PostgreSQL find part of a text, in any case, without reading all rows; no part of any model.
    Where there is no such index, as the extension is not there or may not be made, it is found slowly."""

    reversible = True
    atomic = False

    def __init__(self, model_name: str, field: str, name: str) -> None:
        self.model_name, self.field, self.name = model_name, field, name

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Nothing changes."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor != POSTGRESQL or not has_trigrams(schema_editor.connection):
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        column = model._meta.get_field(self.field).column
        online = "" if schema_editor.connection.in_atomic_block else "CONCURRENTLY"
        schema_editor.execute(f'DROP INDEX {online} IF EXISTS "{self.name}"')
        schema_editor.execute(
            f'CREATE INDEX {online} "{self.name}" ON "{model._meta.db_table}" '
            f'USING gin (UPPER("{column}") gin_trgm_ops)'
        )

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor == POSTGRESQL:
            schema_editor.execute(f'DROP INDEX CONCURRENTLY IF EXISTS "{self.name}"')

    def describe(self) -> str:
        return f"Search for parts of {self.model_name}.{self.field}"


def has_trigrams(here: BaseDatabaseWrapper) -> bool:
    """Makes the extension if it may."""
    try:
        with transaction.atomic(here.alias), here.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except DatabaseError:
        return False
    return True


@cache
def trigram_indexes() -> frozenset[str]:
    """The names of all that migrations make."""
    steps = [step for each in MigrationLoader(None).disk_migrations.values() for step in each.operations]
    return frozenset(step.name for step in steps if isinstance(step, AddTrigramIndex))
