"""The tables of the release before, in the database of a test."""

from __future__ import annotations

from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from upkeep.growing.taking_over import FIRST, LATER


def without_additions() -> None:
    """The tables as the first migrations make them; in no transaction, which SQLite could not do."""
    applied = MigrationRecorder(connection).applied_migrations()
    for app in sorted({app for app, name in applied if app in LATER and (app, name) not in FIRST}):
        call_command("migrate", app, "0001_initial", "--no-input", "--verbosity", "0")
