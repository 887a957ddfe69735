"""A migration leaves tables that the previous release can work with: an upgrade changes them under its feet.

What must be renamed or removed takes two releases: one stops using it, the next takes it away. What is
safe for a reason this test cannot see is let through by the migration itself, with that reason:
`previous_release_survives = "Nothing writes to it since 1.4."`
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from upkeep.growing.batches import InBatches

ROOT = Path(__file__).resolve().parents[2]
OURS = {
    "accounts",
    "clubs",
    "games",
    "ladders",
    "notices",
    "pages",
    "ratings",
    "study",
    "tournaments",
    "upkeep",
}
GONE = (migrations.DeleteModel, migrations.RenameModel, migrations.RenameField, migrations.RemoveField)
TIGHTER = (migrations.AddConstraint, migrations.AlterUniqueTogether)


def complaints(operation: Operation, app: str, before: ProjectState) -> list[str]:
    """What the previous release would stumble over."""
    what = operation.describe()
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return [each for inner in operation.database_operations for each in complaints(inner, app, before)]
    if isinstance(operation, GONE):
        return [f"{what}: the previous release still asks for it"]
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if not (field.null or field.has_db_default() or field.many_to_many):
            return [f"{what}: the previous release does not fill it; give it db_default, or null=True"]
    if isinstance(operation, migrations.AlterField):
        model: ModelState = before.models[app, operation.model_name_lower]
        return tightened(what, model.get_field(operation.name), operation.field)
    if isinstance(operation, TIGHTER):
        return [f"{what}: the previous release may write what it forbids"]
    if isinstance(operation, migrations.RunPython):
        return [f"{what}: all rows in one transaction; go by batches (upkeep.growing.batches)"]
    if isinstance(operation, migrations.RunSQL):
        return [f"{what}: nobody can tell what the previous release thinks of it"]
    return []


def tightened(what: str, old: models.Field, new: models.Field) -> list[str]:
    found = []
    if old.get_internal_type() != new.get_internal_type():
        found.append(f"{what}: another type")
    if old.null and not new.null:
        found.append(f"{what}: the previous release may leave it empty")
    if (old.max_length or 0) > (new.max_length or 0):
        found.append(f"{what}: shorter than what the previous release writes")
    if new.unique and not old.unique:
        found.append(f"{what}: the previous release may write it twice")
    return found


def test_every_migration_is_survived_by_the_release_before() -> None:
    loader = MigrationLoader(None)
    found = []
    for app, name in sorted(loader.disk_migrations):
        if app not in OURS:
            continue
        migration = loader.disk_migrations[app, name]
        state = loader.project_state((app, name), at_end=False)
        steps = [each for op in migration.operations for each in getattr(op, "models", [op])]
        made = {each.name_lower for each in steps if isinstance(each, migrations.CreateModel)}
        for operation in migration.operations:
            # Of a table made just now the previous release knows nothing.
            if getattr(operation, "model_name_lower", getattr(operation, "model_name", "")) not in made:
                found += [f"{app}.{name}: {each}" for each in complaints(operation, app, state)]
            operation.state_forwards(app, state)
        if getattr(migration, "previous_release_survives", ""):
            found = [each for each in found if not each.startswith(f"{app}.{name}:")]
    assert not found, "\n".join(found)


BAD = {
    "removed": migrations.RemoveField("game", "position"),
    "renamed": migrations.RenameField("game", "position", "board"),
    "deleted": migrations.DeleteModel("Game"),
    "table renamed": migrations.RenameModel("Game", "Match"),
    "not null": migrations.AddField("game", "mood", models.CharField(max_length=9, default="calm")),
    "tightened": migrations.AlterField("game", "position", models.CharField(max_length=9)),
    "no longer empty": migrations.AlterField("game", "started_at", models.DateTimeField()),
    "constraint": migrations.AddConstraint(
        "game", models.CheckConstraint(condition=models.Q(log_number__gt=1), name="x")
    ),
    "raw": migrations.RunSQL("SELECT 1"),
    "all at once": migrations.RunPython(migrations.RunPython.noop),
}
GOOD = {
    "null": migrations.AddField("game", "mood", models.CharField(max_length=9, null=True)),
    "default of the database": migrations.AddField(
        "game", "mood", models.CharField(max_length=9, default="calm", db_default="calm")
    ),
    "only words": migrations.AlterField("game", "position", models.TextField(blank=True, help_text="Other.")),
    "may be empty now": migrations.AlterField("game", "created_at", models.DateTimeField(null=True)),
    "by batches": InBatches("games: x", "game", lambda rows: None),
    "index": migrations.AddIndex("game", models.Index(fields=["created_at"], name="x")),
    "table": migrations.CreateModel("Mood", fields=[("id", models.BigAutoField(primary_key=True))]),
}


@pytest.fixture(scope="module")
def now() -> ProjectState:
    return MigrationLoader(None).project_state()


@pytest.mark.parametrize("kind", BAD)
def test_a_step_that_the_previous_release_does_not_survive_is_found(kind: str, now: ProjectState) -> None:
    assert len(complaints(BAD[kind], "games", now)) == 1


@pytest.mark.parametrize("kind", GOOD)
def test_a_step_that_it_survives_is_let_through(kind: str, now: ProjectState) -> None:
    assert complaints(GOOD[kind], "games", now) == []


def test_a_fresh_clone_needs_nothing_to_look_for_missing_migrations(tmp_path: Path) -> None:
    bare = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
    done = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "No changes detected\n", "")
