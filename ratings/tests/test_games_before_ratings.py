"""Games finished as rated before there were ratings: the migration counts them as if there had been."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import Player
from accounts.tests.cast import person
from games.models import SeatOrder
from homeworlds.rules import Variant
from ratings.models import PlayerRating, RatedResult, RatingChange, RatingCounter
from ratings.services.recomputing import recompute_ratings
from ratings.tests.rating import timed_out, unguarded, won

pytestmark = pytest.mark.django_db
FORGOTTEN = (RatingChange, PlayerRating, RatedResult, RatingCounter)
count_games = import_module("ratings.migrations.0006_games_before_ratings").count_games


@pytest.fixture
def people(db) -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


def all_rows() -> list[list[dict[str, object]]]:
    orders = ("number", "pool", "player"), ("pool", "player"), ("number",), ("pk",)
    return [
        list(model.objects.order_by(*order).values(*[f.name for f in model._meta.fields if f.name != "id"]))
        for model, order in zip(FORGOTTEN, orders, strict=True)
    ]


def forget() -> None:
    for model in FORGOTTEN:
        unguarded(model).delete()


def test_what_it_writes_is_what_the_live_site_had_written(people):
    alice, bob, cleo, dan = people
    won(alice, bob)
    won(*people)
    won(bob, cleo, dan, variant=Variant.SINISTER)
    for _ in range(5):
        timed_out(cleo, dan)
    for _ in range(12):  # two of which are too many
        won(alice, cleo)
    won(dan, alice, visibility="link")
    live = all_rows()
    assert {row["why_not"] for row in live[2]} == {"", "pair-too-often", "not-public"}
    assert {row["why"] for row in live[0]} == {"won", "lost", "absent"}
    forget()
    count_games(apps, None)
    assert all_rows() == live
    assert recompute_ratings(write=False) == []


def test_nobody_had_told_its_players_to_draw_lots(people):
    alice, bob, *_ = people
    won(alice, bob, seat_order=SeatOrder.FIXED)
    assert RatedResult.objects.get().why_not == "not-by-lot"
    forget()
    count_games(apps, None)
    assert RatedResult.objects.get().why_not == ""
    assert PlayerRating.objects.get(player=alice).rating > 1500


def test_a_site_that_rates_already_is_left_alone(people):
    won(people[0], people[1])
    before = all_rows()
    count_games(apps, None)
    assert all_rows() == before
