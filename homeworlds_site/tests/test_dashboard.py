"""The dashboard: what each panel asks for is exported by a site that people and bots have used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client import Metric

from accounts.services import ensure_bots
from accounts.tests.cast import person
from games.models import SeatOrder
from games.services import SeatWish, create_game
from homeworlds.rules import RuleSet
from homeworlds_site.tests.told_figures import (
    DASHBOARD,
    TOKEN,
    asked_for,
    faults,
    panels,
    run_as_worker,
    told,
    unbounded,
)
from upkeep.selectors import BACKUP
from upkeep.services import tally
from upkeep.tasks import sweep

PROVISIONING = DASHBOARD.parent / "provisioning"
pytestmark = pytest.mark.django_db


@pytest.fixture
def metrics(client: Client, settings: Any) -> list[Metric]:
    """After turns of somebody and of a bot, a sweep, a backup, and some who look for what is not there."""
    settings.METRICS_TOKEN = TOKEN
    ensure_bots()
    alice = person("Alice")
    client.force_login(alice, backend="accounts.backends.PeopleBackend")
    seats = [SeatWish(player=alice), SeatWish(bot_level="random")]
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
    for address in ("/", f"/games/{game.public_id}/", "/games/abcd2345/", "/no/such/17", "/?page=17"):
        client.get(address)
    order = {"turn": "homeworld B1 Y2 G3", "answers": game.log_number, "key": "k"}
    assert client.post(f"/games/{game.public_id}/turn/", order).status_code == 303
    tally("bot_turn", label="random", amount=0.2)
    tally(BACKUP)
    run_as_worker(sweep, waited=0.2)
    return told(client)


def test_every_panel_asks_for_what_is_exported(metrics: list[Metric]) -> None:
    found = {panel.title: faults(query, metrics) for panel in panels() for query in panel.queries}
    assert len(found) == len(panels()) >= 15
    assert not {title: wrong for title, wrong in found.items() if wrong}


@pytest.mark.parametrize(
    "query, wrong",
    [
        ("rate(homeworlds_request_second_count[5m])", "no metric is called homeworlds_request_second_count"),
        ("sum by (path) (homeworlds_request_seconds_count)", "none of them has a label path"),
        ('homeworlds_request_seconds_count{code="500"}', "none of them has a label code"),
        ('homeworlds_request_seconds_count{view=~"games:turn|games:trun"}', "view is never games:trun"),
        (
            "histogram_quantile(0.5, sum by (le) (rate(homeworlds_wait_bucket[5m])))",
            "no metric is called homeworlds_wait_bucket",
        ),
        ("vector(1e3)", "no metric is called vector"),
        ("17", "it asks for nothing"),
    ],
)  # fmt: skip
def test_a_panel_that_asks_for_what_is_not_there_would_be_found(
    metrics: list[Metric], query: str, wrong: str
) -> None:
    assert wrong in faults(query, metrics)


def test_a_query_is_read_as_it_is_meant() -> None:
    query = '60 * topk(8, sum by (task, le) (rate(a_b:c{x="y", z=~"1|2"}[5m])) / on (q) max(d)) or e == 1'
    assert asked_for(query) == (
        {"a_b:c", "d", "e"},
        {"task", "le", "x", "z", "q"},
        [("x", "y"), ("z", "1"), ("z", "2")],
    )


def test_no_label_of_any_metric_can_have_any_number_of_values(metrics: list[Metric]) -> None:
    assert unbounded(metrics) == []


def test_every_panel_says_what_it_shows_and_in_which_unit() -> None:
    found = json.loads(DASHBOARD.read_text())
    assert len({each["title"] for each in found["panels"]}) == len(found["panels"])
    for each in found["panels"]:
        assert each["description"].endswith(".") and each["targets"], each["title"]
        assert each["fieldConfig"]["defaults"]["unit"] and each["datasource"]["uid"] == "${source}"
        assert all(target["legendFormat"] for target in each["targets"])
    corners = [(each["gridPos"]["x"], each["gridPos"]["y"]) for each in found["panels"]]
    assert len(set(corners)) == len(corners)


def test_grafana_finds_the_dashboard_and_a_prometheus() -> None:
    [provider] = yaml.safe_load((PROVISIONING / "dashboards.yml").read_text())["providers"]
    folder = Path(provider["options"]["path"].removeprefix("/srv/homeworlds/site/"))
    assert (DASHBOARD.parents[2] / folder / DASHBOARD.name).is_file() and provider["type"] == "file"
    [source] = yaml.safe_load((PROVISIONING / "datasources.yml").read_text())["datasources"]
    assert (source["type"], source["isDefault"]) == ("prometheus", True)
