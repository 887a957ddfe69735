"""An index of a table in use is made while others write, and made anew when a step was stopped half-way."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.migrations.operations.base import Operation
from django.test.utils import CaptureQueriesContext

from upkeep.growing.online import AddIndexOnline, AddTrigramIndex

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
NAME = "fault_first_or_part"
STEPS = {
    "of a model": AddIndexOnline("fault", models.Index(fields=["first_at"], name=NAME)),
    "of parts of a text": AddTrigramIndex("fault", "headline", NAME),
}


@pytest.fixture(autouse=True)
def without_it() -> Iterator[None]:
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS {NAME}")


def made_by(step: Operation) -> list[str]:
    """The statements that made an index; the one that is there is whole."""
    now = SimpleNamespace(apps=apps)
    with CaptureQueriesContext(connection) as asked, connection.schema_editor(atomic=False) as editor:
        step.database_forwards("upkeep", editor, now, now)
    with connection.cursor() as cursor:
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = %s::regclass", [NAME])
        assert cursor.fetchall() == [(True,)]
    return [query["sql"] for query in asked if "CREATE INDEX" in query["sql"]]


@pytest.mark.parametrize("what", STEPS)
def test_it_locks_nobody_out_and_is_made_anew_when_it_is_there(what: str) -> None:
    for _twice in range(2):
        [statement] = made_by(STEPS[what])
        assert statement.startswith("CREATE INDEX CONCURRENTLY")
