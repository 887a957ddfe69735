"""Small runs of what `bin/prove clocks` tries."""

from __future__ import annotations

from datetime import timedelta

import pytest

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_a_turn_and_the_end_of_its_time_one_comes_first():
    from proofs.timing.trials import races

    found = races(10)
    assert found.figures.startswith("10 races")
    assert ", 0 otherwise" in found.figures


@pytest.mark.faults
def test_many_sweepers_end_every_game_once(site_environment):
    from proofs.timing.trials import sweepers

    found = sweepers(site_environment, 2, 20)
    assert found.proved, found.figures


def test_the_breaker_holds_and_what_fell_is_undone():
    from proofs.timing.trials import breaker

    found = breaker(30)
    assert found.proved, found.figures


def test_the_sweep_looks_for_what_is_due_by_the_index():
    """Of a million games too it reads those alone that are due."""
    from django.db import connection

    from benchmarks.site.measuring import statements_of
    from games.services.clocks.sweeping import sweep_clocks
    from proofs.kit.copies import make_due, make_template
    from proofs.kit.rows import execute
    from upkeep.clock import database_now
    from upkeep.models import Heartbeat

    template = make_template()
    make_due(template, 1000, timedelta(days=9))
    make_due(template, 3)
    execute("ANALYZE")
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": database_now()})
    asked = [sql for sql in statements_of(sweep_clocks) if '"sweep_at" <=' in sql]
    assert asked
    for sql in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {sql}")
            assert any("game_clock_due" in row[0] for row in cursor), sql
