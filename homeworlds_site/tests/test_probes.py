"""What watchers ask: whether the site lives, whether it is well, and its figures."""

import threading
import time
from datetime import timedelta

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import connection

from accounts.services import ensure_bots
from accounts.tests.cast import person
from games.models import Game, LogEntry
from games.notices.kinds import NoticeKind
from games.services import SeatWish, create_game
from games.tests.play import play_peaceful_turns
from homeworlds.rules import RuleSet
from notices.models import Notice
from upkeep import selectors
from upkeep.models import Tally
from upkeep.services import tally, timed
from upkeep.tests.elements import as_sent, nowhere_in
from upkeep.watching import tables
from upkeep.watching.health import Check, findings
from upkeep.watching.measures import PREFIX, _measures, exposition, gauge

BEARER = {"headers": {"Authorization": "Bearer open-sesame"}}


def test_the_process_lives_whoever_asks(client):
    response = client.get("/livez", headers={"Host": "10.0.0.7"})
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert "Set-Cookie" not in response.headers


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/livez", "/healthz", "/metrics"])
def test_watchers_get_the_headers_of_the_site_and_no_way_around_by_tls(client, settings, address):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 3600
    page, probe = client.get("/robots.txt", secure=True), client.get(address, secure=True)
    ours = {
        name for name in page.headers if name not in ("Cache-Control", "Expires", "Vary", "Content-Length")
    }
    assert {"Content-Security-Policy", "Strict-Transport-Security", "X-Frame-Options"} <= ours
    ours -= {"Content-Type", "Content-Language"}
    assert {name: probe.headers.get(name) for name in ours} == {name: page.headers[name] for name in ours}
    assert "no-store" in probe["Cache-Control"]
    assert (
        client.get(address, headers={"Host": "10.0.0.7"}).status_code == probe.status_code
    )  # and without TLS


def test_a_probe_is_only_asked(client):
    assert client.post("/livez").status_code == 405


@pytest.mark.django_db(transaction=True)
class TestHealth:
    def test_all_is_well_after_a_sweep(self, client):
        tally(selectors.SWEEP)
        response = client.get("/healthz", headers={"Host": "10.0.0.7"})
        assert response.status_code == 200
        found = response.json()
        assert found["ok"] is True
        assert set(found["checks"]) == {"database", "cache", "broker", "sweep", "queue"}
        assert 0 <= found["checks"]["sweep"]["age"] < 5

    def test_no_sweep_yet_or_an_old_one_is_not_well(self, client, settings):
        assert client.get("/healthz").json()["checks"]["sweep"]["age"] is None
        tally(selectors.SWEEP)
        settings.SWEEP_LATE_SECONDS = -1
        response = client.get("/healthz")
        assert response.status_code == 503
        assert response.json()["checks"]["sweep"]["ok"] is False

    def test_a_cache_that_fails_is_named_and_nothing_more_is_said(self, client, monkeypatch, caplog):

        def fail(*_args, **_more):
            raise ConnectionError("redis://:s3same@redis/1")

        monkeypatch.setattr(type(caches["default"]), "set", fail)
        response = client.get("/healthz")
        assert response.status_code == 503
        assert response.json()["checks"]["cache"]["error"] == "ConnectionError"
        assert nowhere_in(response, "s3same")
        # Whoever asks tells the admins, each in their own way.
        assert not [line for line in caplog.records if line.name == "django.request"]

    @pytest.mark.postgres
    def test_a_database_that_refuses_the_user_is_not_told_as_no_answer(self, client):
        params = connection.settings_dict
        before = params["USER"]
        connection.close()
        try:
            params["USER"] = "nobody_of_this_name"
            found = client.get("/healthz").json()["checks"]["database"]
        finally:
            params["USER"] = before
        assert (found["ok"], found["error"]) == (False, "password refused")


def test_one_that_hangs_is_waited_for_a_second_and_asked_once():
    free, asked = threading.Event(), []

    def hang():
        asked.append(1)
        free.wait(60)
        return {}

    checks = {"slow": Check(hang), "other": Check(dict)}
    began = time.monotonic()
    first, second = findings(checks), findings(checks)
    assert time.monotonic() - began < 30
    for found in (first, second):
        assert found["slow"].as_dict()["error"] == "no answer"
        assert found["other"].ok
    assert asked == [1]
    free.set()
    for _attempt in range(50):
        if findings(checks)["slow"].ok:
            return
    pytest.fail("it does not get well again")


@pytest.mark.django_db
class TestMeasures:
    @pytest.mark.parametrize("token, given", [("", {}), ("open-sesame", {}), ("", BEARER), ("other", BEARER)])
    def test_only_who_knows_the_token_sees_them(self, client, settings, token, given):
        settings.METRICS_TOKEN = token
        assert client.get("/metrics", **given).status_code == 404

    def test_they_come_from_the_database(self, client, settings, django_capture_on_commit_callbacks):
        settings.METRICS_TOKEN = "open-sesame"
        ensure_bots()
        alice = person("Alice")
        tally(selectors.SWEEP)
        with django_capture_on_commit_callbacks(execute=True):
            seats = [SeatWish(player=alice), SeatWish(bot_level="random")]
            games = [create_game(creator=alice, rules=RuleSet(), seats=seats) for _ in range(4)]
        play_peaceful_turns(games[0], 1)
        made = games[0].created_at
        Game.objects.filter(pk__in=[game.pk for game in games]).update(bot_due_at=None)
        Game.objects.filter(pk=games[0].pk).update(bot_due_at=made, changed_at=made - timedelta(minutes=3))
        for _ in range(3):
            game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
        Game.objects.filter(pk=game.pk).update(expires_at=made)
        for number in range(5):
            Notice.objects.create(
                player=alice, key=game.public_id, kind=NoticeKind.TURN, news=number,
                created_at=made - timedelta(minutes=7), due_at=made if number else None,
            )  # fmt: skip
        tally("bot_turn", label="hard", amount=2.5)
        response = client.get("/metrics", **BEARER)
        assert response["Content-Type"].startswith("text/plain; version=0.0.4")
        lines = dict(line.rsplit(" ", 1) for line in as_sent(response).splitlines() if line[0] != "#")
        assert lines["homeworlds_bot_queue_games"] == "1.0"
        assert lines["homeworlds_overdue_games"] == "2.0"
        assert lines["homeworlds_open_games"] == "3.0"
        assert lines["homeworlds_outbox_notices"] == "4.0"
        assert 420 <= float(lines["homeworlds_outbox_oldest_seconds"]) < 480
        assert 180 <= float(lines["homeworlds_bot_queue_oldest_seconds"]) < 240
        assert lines['homeworlds_bot_turn_seconds_count{label="hard"}'] == "1.0"
        assert lines['homeworlds_bot_turn_seconds_sum{label="hard"}'] == "2.5"
        assert 0 <= float(lines["homeworlds_sweep_age_seconds"]) < 60
        assert lines["homeworlds_sweep_seconds_count"] == "1.0"
        assert float(lines["homeworlds_turns_total"]) == LogEntry.objects.latest("pk").pk

    def test_another_app_adds_its_own_by_one_line(self):
        gauge("homeworlds_test_rows", "Rows of a test.")(lambda: 17)
        try:
            assert "# TYPE homeworlds_test_rows gauge\nhomeworlds_test_rows 17.0\n" in exposition()
        finally:
            del _measures["homeworlds_test_rows"]


@pytest.mark.django_db(transaction=True)
def test_tallies_of_several_processes_add_up():
    def count():
        for _time in range(5):
            with timed("work", label="hard"):
                pass
        connection.close()

    threads = [threading.Thread(target=count) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    row = Tally.objects.get(name="work")
    assert (row.label, row.count) == ("hard", 15)
    assert row.total > 0


@pytest.mark.django_db
def test_what_failed_is_not_counted():
    with pytest.raises(ValueError), timed("work"):
        raise ValueError
    assert not Tally.objects.exists()


def rows_shown(name):
    line = next(
        line for line in exposition().splitlines() if line.startswith(f'{PREFIX}table_rows{{table="{name}"}}')
    )
    return float(line.split()[1])


@pytest.mark.django_db
def test_sizes_of_all_tables_are_figures(monkeypatch):
    """Counted where nobody has estimated them; PostgreSQL's own estimate is not waited for."""
    monkeypatch.setattr(tables, "COUNTED_TO", 2)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT relname FROM pg_class WHERE relname = 'accounts_player' AND reltuples >= 0"
            )
            if cursor.fetchall():
                cursor.execute("UPDATE pg_class SET reltuples = -1 WHERE relname = 'accounts_player'")
    assert rows_shown("accounts_player") == 0
    person("Alice")
    assert rows_shown("accounts_player") == 1
    for name in ("Bob", "Charlie", "Dora"):
        person(name)
    assert rows_shown("accounts_player") == 3  # and no further
    shown = {
        line.split('"')[1] for line in exposition().splitlines() if line.startswith(f"{PREFIX}table_rows{{")
    }
    assert {model._meta.db_table for model in apps.get_models()} <= shown
    sizes = [line for line in exposition().splitlines() if line.startswith(f"{PREFIX}table_bytes{{")]
    assert sizes and all(float(line.split()[1]) >= 0 for line in sizes)
