"""A first database in a file is made at once, wholly or not at all, as migrations would have made it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from upkeep.growing import at_once
from upkeep.growing.at_once import make_first_tables

pytestmark = pytest.mark.sqlite


@pytest.fixture
def empty(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The connection of the test leads to a file that is not there yet."""
    from django.db import connection

    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "first.sqlite3"))
    yield tmp_path / "first.sqlite3"
    connection.close()


def run(file: Path, *command: str) -> str:
    env = {"SECRET_KEY": "only-for-tests-and-debugging-" * 2, "SITE_URL": "http://127.0.0.1:8000"}
    env |= {"DATABASE_URL": f"sqlite:///{file}", "VAR_DIR": str(file.parent)}
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def of(file: Path, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(file) as opened:
        return opened.execute(sql).fetchall()


@pytest.mark.long
def test_the_same_tables_history_and_rights_as_by_migrations(tmp_path: Path) -> None:
    once, step_by_step = tmp_path / "once.sqlite3", tmp_path / "steps.sqlite3"
    run(once, "migrate_when_ready", "--seconds", "0")
    run(step_by_step, "migrate", "--no-input", "--verbosity", "0")
    for sql in (
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
        "SELECT app, name FROM django_migrations ORDER BY app, name",
        "SELECT codename FROM auth_permission ORDER BY codename",
        "SELECT app_label, model FROM django_content_type ORDER BY app_label, model",
    ):
        assert of(once, sql) == of(step_by_step, sql), sql
    assert "No migrations to apply" in run(once, "migrate", "--no-input")
    assert [file.name for file in tmp_path.iterdir() if ".part" in file.name] == []


def test_what_is_stopped_on_the_way_leaves_nothing(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill = at_once._fill

    def stops() -> None:
        fill()
        raise KeyboardInterrupt

    monkeypatch.setattr(at_once, "_fill", stops)
    with pytest.raises(KeyboardInterrupt):
        make_first_tables()
    assert [file.name for file in empty.parent.iterdir() if ".part" in file.name] == []
    assert of(empty, "SELECT name FROM sqlite_master") == []
    monkeypatch.setattr(at_once, "_fill", fill)
    assert make_first_tables()
    assert not make_first_tables()  # there is something in it now
