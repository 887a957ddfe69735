"""A first database in a file: its tables are made from the models at once. The history of migrations is of no
use to who has no rows yet, and takes five times as long; `test_schema.py` holds the two to each other."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


class _NoMigrations:
    """As the setting: no app has any."""

    def __contains__(self, app: str) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


def make_first_tables() -> bool:
    """Whether it was needed: where there is no file yet, or one with nothing in it. It is there wholly or not
    at all."""
    if connection.vendor != "sqlite" or connection.introspection.table_names():
        return False
    file = Path(str(connection.settings_dict["NAME"]))
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    connection.close()
    connection.settings_dict["NAME"] = str(part)
    try:
        _fill()
        connection.close()
        part.replace(file)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(file)
        for left in part.parent.glob(f"{part.name}*"):
            left.unlink()
    return True


def _fill() -> None:
    kept, settings.MIGRATION_MODULES = settings.MIGRATION_MODULES, _NoMigrations()
    try:
        call_command("migrate", run_syncdb=True, interactive=False, verbosity=0)
    finally:
        settings.MIGRATION_MODULES = kept
    history = MigrationRecorder(connection)
    history.ensure_schema()
    rows = [
        history.Migration(app=app, name=name) for app, name in sorted(MigrationLoader(None).disk_migrations)
    ]
    history.migration_qs.bulk_create(rows)
