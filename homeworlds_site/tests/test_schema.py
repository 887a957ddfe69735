"""The tables that migrations make are those of the models, from which the other tests have theirs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from upkeep.growing.tables import described

NOT_OURS = "'auth_group_permissions', 'id'"
"""Of the framework: its migration and its model do not agree how wide it is."""


@pytest.fixture
def migrated(
    site_environment: dict[str, str], database_url: str, tmp_path: Path
) -> Iterator[BaseDatabaseWrapper]:
    """A database beside the one of the tests, with what migrations make of an empty one."""
    url, name = urlsplit(database_url), f"{connection.settings_dict['NAME']}_migrated"
    another = connection.copy()
    another.settings_dict["NAME"] = name
    on_server = connection.vendor == "postgresql"
    if on_server:
        _at_server(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}")
    there = url._replace(path=f"/{name}").geturl() if on_server else f"sqlite:///{name}"
    command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
    try:
        environment = {**site_environment, "DATABASE_URL": there}
        subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True)
        yield another
    finally:
        another.close()
        if on_server:
            _at_server(f"DROP DATABASE {name} WITH (FORCE)")
        else:
            Path(name).unlink(missing_ok=True)


def _at_server(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def test_migrations_make_the_tables_of_the_models(migrated: BaseDatabaseWrapper) -> None:
    ours, theirs = described(connection), described(migrated)
    assert ours
    told = {f"only of the models: {each}" for each in ours - theirs}
    told |= {f"only of migrations: {each}" for each in theirs - ours}
    assert not {each for each in told if NOT_OURS not in each}, "\n".join(sorted(told))
