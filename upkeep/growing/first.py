"""What the first migration of an app is written with."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


def fields(**named: models.Field) -> list[tuple[str, models.Field]]:
    """Those of a model in their order, after the number that each of its rows has."""
    number = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
    return [("id", number), *named.items()]


class CreateModels(Operation):
    """All of an app at once. One after the other, each would have all models that know each other made again:
    most of the time of a migration."""

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)
        for each in self.models:
            each.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for each in self.models:
            each.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for each in reversed(self.models):
            each.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {', '.join(each.name for each in self.models)}"
