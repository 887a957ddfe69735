"""Filling columns of a big table while the site uses it: a step of a migration that goes by batches.

One statement over all rows, or one transaction, would hold each of them until the last is done.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.db import DatabaseError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import QuerySet
from django.utils import timezone

logger = logging.getLogger(__name__)
SIZE: Final = 1000
SAY_EVERY: Final = 10.0
"""Seconds between two lines that say how far it is."""
LOCK_SECONDS: Final = 2
TRIES: Final = 60
"""Of a batch, one of whose rows somebody else keeps."""
PROGRESS: Final = "filled"
"""The name of the tally that remembers the last id."""


class InBatches(Operation):
    """Gives the rows of a model to `fill`, in the order of their ids, so many in a transaction of their own.
    How far it is, is written in that same transaction: what was stopped goes on there, and no row is filled
    twice.

    `name` is its own among all migrations. The migration is not atomic, and depends on that of `upkeep`. Rows
    that the previous release adds meanwhile have higher ids: they are filled too, until there are none left.
    """

    atomic = False
    reversible = True

    def __init__(
        self, name: str, model_name: str, fill: Callable[[QuerySet[Any]], object], *, size: int = SIZE
    ) -> None:
        self.name, self.model_name, self.fill, self.size = name, model_name, fill, size

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Nothing changes."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.in_atomic_block:
            raise ValueError(f"{self.name}: a migration that goes by batches says atomic = False")
        rows = to_state.apps.get_model(app_label, self.model_name)._base_manager.order_by("pk")
        Filling(self, rows.using(schema_editor.connection.alias), schema_editor.connection).run()

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """What was filled stays; forwards again begins anew."""
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("DELETE FROM upkeep_tally WHERE name = %s AND label = %s", [PROGRESS, self.name])

    def describe(self) -> str:
        return f"Fill {self.model_name} by batches: {self.name}"


class Filling:
    """One run of such a step."""

    def __init__(self, step: InBatches, rows: QuerySet[Any], database: BaseDatabaseWrapper) -> None:
        self.step, self.rows, self.database = step, rows, database
        self.began, self.said, self.done = time.monotonic(), time.monotonic(), 0

    def run(self) -> None:
        last = self._remembered()
        left = self.rows.filter(pk__gt=last).count()
        if last:
            logger.info("%s: goes on where it was stopped, %d rows are left.", self.step.name, left)
        while (reached := self._batch(last)) is not None:
            last = reached
            self._say(left)
        logger.info("%s: %d rows, %.0f s.", self.step.name, self.done, time.monotonic() - self.began)

    def _batch(self, last: int) -> int | None:
        """The last id of it, once it is committed; None when no row is left."""
        ids = list(self.rows.filter(pk__gt=last).values_list("pk", flat=True)[: self.step.size])
        if not ids:
            return None
        for tried in range(TRIES):
            try:
                self._fill(ids)
                break
            except OperationalError:
                if tried == TRIES - 1:
                    raise
                time.sleep(1)
        self.done += len(ids)
        return int(ids[-1])

    def _fill(self, ids: list[int]) -> None:
        alias = self.database.alias
        with transaction.atomic(alias), self.database.cursor() as cursor:
            if self.database.vendor == "postgresql":
                cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
            self.step.fill(self.rows.filter(pk__gte=ids[0], pk__lte=ids[-1]))
            self._remember(cursor, ids[-1])

    def _remembered(self) -> int:
        with self.database.cursor() as cursor:
            cursor.execute(
                "SELECT total FROM upkeep_tally WHERE name = %s AND label = %s", [PROGRESS, self.step.name]
            )
            row = cursor.fetchone()
        return int(row[0]) if row else 0

    def _remember(self, cursor: Any, last: int) -> None:
        """An id is far below what a float holds exactly."""
        values = [float(last), timezone.now(), PROGRESS, self.step.name]
        cursor.execute(
            "UPDATE upkeep_tally SET total = %s, changed_at = %s WHERE name = %s AND label = %s", values
        )
        if not cursor.rowcount:
            cursor.execute(
                "INSERT INTO upkeep_tally (total, changed_at, name, label, count) VALUES (%s, %s, %s, %s, 1)",
                values,
            )
        if cursor.rowcount != 1:
            raise DatabaseError(f"{self.step.name}: how far it is could not be written")

    def _say(self, left: int) -> None:
        now = time.monotonic()
        if now - self.said < SAY_EVERY:
            return
        self.said = now
        more = max(left - self.done, 0)
        seconds = more * (now - self.began) / self.done
        logger.info(
            "%s: %d of %d rows (%d %%), %.0f s more.",
            self.step.name,
            self.done,
            max(left, self.done),
            100 * self.done // max(left, self.done),
            seconds,
        )
