"""The table of moments: what an outage does to each, and that none is missing."""

from __future__ import annotations

from django.apps import apps
from django.db.models import DateField, Model

from upkeep.timekeeping.moments import moving, staying

OURS = {
    "accounts", "clubs", "games", "ladders", "notices", "pages", "ratings", "records", "study",
    "tournaments", "upkeep",
}  # fmt: skip


def moments() -> set[tuple[type[Model], str]]:
    return {
        (model, column.name)
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in OURS
        for column in model._meta.local_concrete_fields
        if isinstance(column, DateField)
    }


def test_the_table_says_of_every_column_that_is_a_moment_what_an_outage_does_to_it():
    told = {*moving(), *((model, column) for model, column, _why in staying())}
    missing = sorted(f"{model._meta.label}.{column}" for model, column in moments() - told)
    assert not missing, (
        f"{', '.join(missing)}: say in register_all of the app's moments.py whether an outage moves it "
        "(upkeep.timekeeping.moments.moves) or why it stays (stays)."
    )
    assert told <= moments()


def test_what_stays_says_why_in_a_sentence():
    assert [why for _model, _column, why in staying() if not (why[0].isupper() and why.endswith("."))] == []
