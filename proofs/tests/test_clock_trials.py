"""Small runs of what `bin/prove clocks` tries, and of what `bin/bench sweep` measures with."""

from __future__ import annotations

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
    from benchmarks.site import sweep
    from proofs.kit.copies import generate, make_due, make_template

    template = make_template()
    generate(template, 3000)
    make_due(template, 3)
    assert sweep.uses_index()
