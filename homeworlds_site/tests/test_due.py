"""What is due is asked for in one statement, and the sweep takes the steps that it is due of."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games.models import Game, Heartbeat
from games.services import SeatWish, create_game
from homeworlds.rules import RuleSet
from notices.models import Notice
from upkeep import sweep as module
from upkeep.kept.whether import Whether
from upkeep.models import Tally
from upkeep.sweep import A_MINUTE, sweep

pytestmark = pytest.mark.django_db
AT_REST = 7
"""Statements of a sweep that finds nothing, with the clock of the database and the count of sweeps."""


def counted(seconds_ago: float, name: str = "any") -> Tally:
    return Tally.objects.create(name=name, changed_at=timezone.now() - timedelta(seconds=seconds_ago))


def test_each_is_asked_as_of_its_moment_and_all_in_one_statement(django_assert_num_queries):
    made = []

    def older_than_a_minute(now):
        made.append(now)
        return Tally.objects.filter(changed_at__lte=now - timedelta(minutes=1))

    whether = Whether(
        {
            "old": [older_than_a_minute],
            "of that name": [lambda now: Tally.objects.filter(name="4 of 5000-01-01")],
            "nowhere": [lambda now: Tally.objects.filter(pk__in=[])],
            "either": [
                lambda now: Tally.objects.filter(pk__in=[]),
                lambda now: Tally.objects.filter(Q(name="any") & Q(changed_at__lte=now)),
            ],
        }
    )
    row, now = counted(59), timezone.now()
    with django_assert_num_queries(3):
        assert whether(now) == {"either"}
        assert whether(now + timedelta(seconds=2)) == {"old", "either"}
        assert whether(row.changed_at - timedelta(seconds=1)) == set()
    assert len(made) == 1
    Tally.objects.update(name="4 of 5000-01-01")
    assert whether(now) == {"of that name"}


def test_a_moment_that_nobody_gave_is_a_mistake():
    whether = Whether({"late": [lambda now: Tally.objects.filter(changed_at__lte=timezone.now())]})
    with pytest.raises(ValueError, match="not made of the one"):
        whether(timezone.now())


def at_rest(monkeypatch) -> None:
    """As a sweep leaves it that was there just now."""
    steps = {name: step for name, step in module._STEPS.items() if step.every is None}
    monkeypatch.setattr(module, "_STEPS", steps)
    sweep()


def test_a_sweep_that_finds_nothing_asks_a_few_statements(monkeypatch):
    at_rest(monkeypatch)
    with CaptureQueriesContext(connection) as asked:
        assert sweep() == []
    assert len(asked) <= AT_REST, "\n".join(query["sql"] for query in asked)
    assert sum("EXISTS" in query["sql"] for query in asked) == 1


@pytest.mark.parametrize(
    "name, model, column",
    [
        ("waiting turns", Game, "bot_due_at"),
        ("full tables", Game, "musters_until"),
        ("vacations", Player, "vacation_followed_from"),
        ("waiting mails", Notice, "due_at"),
    ],
)
def test_a_step_is_taken_when_its_rows_are_due_and_not_before(name, model, column, alice, bob, monkeypatch):
    create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(player=bob)])
    taken = []
    step = module._STEPS[name]._replace(take=lambda: taken.append(name))
    monkeypatch.setattr(module, "_STEPS", {name: step})
    in_a_moment = timezone.now() + timedelta(seconds=30)
    model.objects.update(**{column: in_a_moment})
    sweep()
    assert taken == []
    model.objects.update(**{column: in_a_moment - timedelta(seconds=31)})
    sweep()
    assert taken == [name]


def test_every_step_says_when_it_is_due_or_how_often_it_looks():
    """The clocks beat with each sweep."""
    silent = {
        name for name, step in module._STEPS.items() if not step.due and not (step.every or 0) >= A_MINUTE
    }
    assert silent == {"clocks"}
    Heartbeat.objects.all().delete()
    sweep()
    assert Heartbeat.objects.exists()
