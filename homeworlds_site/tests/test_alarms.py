"""What needs a hand is told in one sentence, alike to staff, to programs that watch and at the machine."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path

import psycopg
import pytest
import yaml
from celery.signals import heartbeat_sent
from django.conf import settings as site
from django.contrib.staticfiles import storage
from django.core.management import call_command
from django.db import OperationalError, connection, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F
from django.test import Client
from django.utils import translation
from django.utils.functional import empty

from accounts.tests.cast import log_in_as_staff, person
from games.measures import of_clocks, of_reports
from games.models import Heartbeat, Report, Room, TalkMessage
from games.notices.kinds import NoticeKind
from games.tests.play import table_of
from homeworlds.rules import RuleSet
from homeworlds_site import celery
from notices.measures import of_mails
from notices.models import AccountMail, Notice
from proofs.kit.mail import MailServer, Mood
from proofs.kit.processes import ROOT
from tournaments.models import Act, Event, EventStatus, Result, Round
from tournaments.services import following
from tournaments.tests import events
from upkeep.away.errors import Away
from upkeep.clock import database_now
from upkeep.models import Fault, Tally
from upkeep.selectors import BACKUP, SWEEP, WORKER
from upkeep.services import tally
from upkeep.tests.elements import page_of
from upkeep.watching import alarms, health, standing
from upkeep.watching.alarms import State, Trouble, names, states
from upkeep.watching.listening import Listening
from upkeep.watching.measures import _measures

BEARER = {"headers": {"Authorization": "Bearer open-sesame"}}
ALL = [
    "database", "cache", "broker", "disk", "room", "migrations", "static", "sweep", "clock", "waiting",
    "timekeeper", "worker", "bots", "backup", "mail", "notices", "clocks", "reports", "events",
]  # fmt: skip
HALF = timedelta(minutes=30)
RULES = ROOT / "deploy" / "prometheus" / "homeworlds-rules.yml"
Usage = namedtuple("Usage", "total used free")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers stay for a while; a test asks anew, and gives a busy machine its time."""
    monkeypatch.setattr(alarms, "SECONDS", 10.0)
    for name, alarm in alarms._alarms.items():
        fresh = health.Check(alarm.check.ask)
        monkeypatch.setitem(alarms._alarms, name, replace(alarm, check=fresh))


@pytest.fixture
def token(settings) -> None:
    settings.METRICS_TOKEN = "open-sesame"


@pytest.fixture
def well(settings) -> None:
    """All that has to be there is there."""
    tally(SWEEP)
    tally(BACKUP)
    for queue in (site.TIME_QUEUE, site.CELERY_TASK_DEFAULT_QUEUE, site.BOT_QUEUE):
        tally(WORKER, label=queue)
    settings.WATCHED_FOLDERS = []


def ages(name: str, by: timedelta, label: str = "") -> None:
    Tally.objects.filter(name=name, label=label).update(changed_at=F("changed_at") - by)


def ringing() -> dict[str, str]:
    return {state.name: state.says for state in states() if state.trouble}


# --- Each of them


def test_there_are_these_and_no_others():
    assert sorted(names()) == sorted(ALL)


def test_nothing_rings_when_all_is_well(well):
    assert ringing() == {}


def test_a_clock_that_nobody_believes_is_told_with_what_to_do(well):
    heart = Heartbeat.objects.create(pk=1, at=database_now())
    assert ringing() == {}
    for days, words in ((30, "30 days, 0:00:00 ahead"), (-30, "30 days, 0:00:00 behind")):
        Heartbeat.objects.filter(pk=heart.pk).update(ahead=timedelta(days=days))
        assert words in ringing()["clock"] and "clock_jump --accept" in ringing()["clock"]


def test_the_sweep_and_the_workers_are_missed_when_they_were_not_heard_of(well):
    Tally.objects.all().delete()
    assert {"sweep", "timekeeper", "worker", "bots", "backup"} == set(ringing())
    assert "There has been no sweep yet" in ringing()["sweep"]
    assert "There has never been a backup" in ringing()["backup"]


def test_a_sweep_a_worker_and_a_backup_may_be_so_old_and_no_older(well):
    ages(SWEEP, timedelta(seconds=50))
    ages(WORKER, timedelta(seconds=80), "bots")
    ages(BACKUP, timedelta(hours=25))
    assert ringing() == {}
    ages(SWEEP, timedelta(minutes=3))
    ages(WORKER, timedelta(seconds=20), "bots")
    ages(BACKUP, timedelta(hours=2))
    said = ringing()
    assert set(said) == {"sweep", "bots", "backup"}
    assert "4 minutes ago" in said["sweep"]
    assert "“bots”: start it anew (“sudo systemctl restart homeworlds-bots”)" in said["bots"]
    assert "27 hours old" in said["backup"]


def test_who_listens_to_a_queue_is_heard_now_and_then_without_waiting(well, monkeypatch, tmp_path, settings):
    Tally.objects.filter(name=WORKER).delete()
    settings.VAR_DIR = tmp_path
    receivers = list(heartbeat_sent.receivers)
    try:
        queues = type("Queues", (), {"consume_from": {"bots": None}})
        worker = type("Worker", (), {"app": type("App", (), {"amqp": type("Amqp", (), {"queues": queues})})})
        celery.show_life("bots@here", instance=worker)
        for _beat in range(5):
            heartbeat_sent.send(sender=None)
        for thread in [each for each in threading.enumerate() if each.name == "listening"]:
            thread.join(timeout=10)
    finally:
        heartbeat_sent.receivers[:] = receivers
    assert (tmp_path / "bots.alive").exists()
    assert list(Tally.objects.filter(name=WORKER).values_list("label", "count")) == [("bots", 1)]
    assert set(ringing()) == {"timekeeper", "worker"}


def test_a_worker_that_cannot_write_ends_in_a_sentence_instead_of_looking_dead(tmp_path, settings, capsys):
    (tmp_path / "file").touch()
    settings.VAR_DIR = tmp_path / "file" / "var"
    with pytest.raises(SystemExit) as ended:
        celery.show_life("bots@here", instance=None)
    said = capsys.readouterr().err
    assert ended.value.code == 78
    assert said.startswith("VAR_DIR: this user cannot write in ") and said.count("\n") == 1


def test_a_worker_that_cannot_reach_the_database_goes_on(monkeypatch):
    def away(*_args: object, **_more: object) -> None:
        raise OperationalError

    monkeypatch.setattr("upkeep.watching.listening.tally", away)
    Listening(["bots"]).write_down()
    assert not Tally.objects.filter(name=WORKER).exists()


@pytest.mark.parametrize(
    "free, rings",
    [(5_000_000_000, False), (900_000_000, True), (200_000_000, True)],
    ids=["half", "9 %", "2 %"],
)
def test_a_disk_is_told_of_before_it_is_full(settings, monkeypatch, tmp_path, free, rings):
    settings.WATCHED_FOLDERS = [tmp_path / "not there", tmp_path]
    whole = shutil.disk_usage

    def usage(folder: str) -> Usage:
        whole(folder)
        return Usage(10_000_000_000, 10_000_000_000 - free, free)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    trouble = standing.of_disk()
    assert bool(trouble) is rings
    if trouble:
        assert f"({free // 1_000_000} MB) of the disk of {tmp_path} are left" in str(trouble)


def test_a_disk_with_few_bytes_left_rings_however_small_its_share(settings, monkeypatch):
    settings.WATCHED_FOLDERS = ["/"]
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(1_000_000_000, 750_000_000, 250_000_000))
    assert standing.of_disk()


def test_a_database_without_room_is_told_and_the_trial_leaves_nothing(monkeypatch):
    assert standing.of_room() is None
    assert not Fault.objects.exists()

    def full(**_row: object) -> None:
        raise OperationalError from psycopg.errors.DiskFull()

    monkeypatch.setattr(Fault.objects, "create", full)
    assert "disk of the database is full" in str(standing.of_room())


@pytest.mark.sqlite
def test_sqlite_rings_before_it_may_grow_no_more_and_then_too():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        used = cursor.fetchone()[0]
        try:
            cursor.execute(f"PRAGMA max_page_count = {used + 1 + used // 20}")
            assert "nearly reached its largest size" in str(standing.of_room())
        finally:
            cursor.execute("PRAGMA max_page_count = 4294967294")
    assert standing.of_room() is None


def test_what_is_not_migrated_is_counted(well):
    recorder = MigrationRecorder(connection)
    [latest] = MigrationExecutor(connection).loader.graph.leaf_nodes("upkeep")
    recorder.record_unapplied(*latest)
    try:
        assert "One change of the tables is not applied: run “homeworlds migrate”" in ringing()["migrations"]
    finally:
        recorder.record_applied(*latest)


@pytest.fixture
def static(settings, tmp_path: Path) -> Iterator[Path]:
    """Collected, as in production."""
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "page.css").write_text("a {}")
    settings.STATICFILES_DIRS = [tmp_path / "ours"]
    settings.STATIC_ROOT = str(tmp_path / "collected")
    manifest = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": manifest}}
    storage.staticfiles_storage._wrapped = empty
    call_command("collectstatic", interactive=False, verbosity=0)
    storage.staticfiles_storage._wrapped = empty
    yield tmp_path
    storage.staticfiles_storage._wrapped = empty


def test_static_files_that_are_missing_forgotten_or_old_are_named(static):
    assert standing.of_static_files() is None
    [collected] = (static / "collected").glob("page.*.css")
    collected.rename(static / "away")
    assert "(page.css)" in str(standing.of_static_files())
    (static / "away").rename(collected)
    (static / "ours" / "new.css").write_text("b {}")
    assert "(new.css)" in str(standing.of_static_files())
    (static / "ours" / "new.css").unlink()
    shutil.rmtree(static / "collected")
    assert "(staticfiles.json)" in str(standing.of_static_files())


def test_static_files_of_an_older_release_are_told(static):
    later = (static / "collected" / "staticfiles.json").stat().st_mtime + 60
    os.utime(static / "ours" / "page.css", (later, later))
    assert "collectstatic" in str(standing.of_static_files())


@pytest.fixture
def mail_server(settings) -> Iterator[MailServer]:
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", int(server.url.rpartition(":")[2])
    yield server
    server.close()


def test_a_mail_server_that_refuses_hangs_or_is_away_is_told(well, mail_server, settings, monkeypatch):
    assert standing.of_mail() is None
    mail_server.mood = Mood.REFUSES
    assert "refuses (SMTPConnectError)" in ringing()["mail"]
    mail_server.mood, settings.EMAIL_TIMEOUT = Mood.SILENT, 30
    monkeypatch.setattr(alarms, "SECONDS", 1.0)
    assert "does not answer" in ringing()["mail"]
    mail_server.close()
    assert "refuses (ConnectionRefusedError)" in str(standing.of_mail())


@pytest.mark.parametrize(
    "hours, tries, settled, rings",
    [
        (3, 0, False, True),
        (1, 0, False, False),
        (1, 1, False, True),
        (0.1, 3, False, False),
        (9, 2, True, False),
    ],
)
def test_notices_that_ought_to_have_been_sent_are_counted(hours, tries, settled, rings):
    now = database_now()
    Notice.objects.create(
        player=person("Alice"), key="g", kind=NoticeKind.TURN, news=1, tries=tries,
        created_at=now - timedelta(hours=hours), due_at=None if settled else now + timedelta(hours=1),
    )  # fmt: skip
    assert bool(of_mails()) is rings


def test_mails_that_wait_on_purpose_ring_nothing_and_those_about_accounts_do():
    now = database_now()
    old = now - timedelta(hours=3)
    Notice.objects.create(
        player=person("Alice"), key="g", kind=NoticeKind.TURN, news=1, tries=1,
        created_at=old, due_at=now, held_until=now + timedelta(minutes=5),
    )  # fmt: skip
    assert not of_mails()
    AccountMail.objects.create(kind="code", address="bob@example.com", created_at=old, due_at=now)
    assert of_mails()


def test_clocks_that_none_lets_fall_are_told_of(well):
    heart = Heartbeat.objects.create(at=database_now())
    assert of_clocks() is None
    Heartbeat.objects.filter(pk=heart.pk).update(tripped_at=database_now())
    assert "let_clocks_fall" in ringing()["clocks"]
    Heartbeat.objects.update(tripped_at=None)
    assert of_clocks() is None


def test_an_event_that_does_not_go_on_rings_once_it_must_have(well, monkeypatch, calls):
    alice = person("Alice")
    event = events.started(alice, events.people(4), round_lasts=timedelta(days=2))
    events.wins(events.running(event)[0])

    def passes(**time: int) -> None:
        late = {"at": F("at") - timedelta(**time)}
        models.QuerySet(Act).update(**late)
        models.QuerySet(Result).update(**late)

    def fails(**wish: int) -> bool:
        raise RuntimeError

    monkeypatch.setattr(following, "close_if_complete", fails)
    with pytest.raises(RuntimeError):
        events.followed(event)
    passes(minutes=14)
    assert "events" not in ringing()
    passes(minutes=2)
    assert "An event has not gone on" in ringing()["events"]
    ages(SWEEP, timedelta(minutes=3))
    assert "events" not in ringing(), "nobody sweeps, which is told"
    tally(SWEEP)
    monkeypatch.undo()
    events.followed(event)
    assert "events" not in ringing()
    Event.objects.filter(pk=event.pk).update(status=EventStatus.OPEN, starts_at=database_now() - HALF)
    assert "events" in ringing()
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING, starts_at=None)
    Round.objects.update(look_at=database_now() + HALF, called_at=database_now() - timedelta(days=2) - HALF)
    assert "events" in ringing(), "a round is over, and nobody can adjudicate its games"
    Round.objects.update(called_at=database_now() - timedelta(days=2))
    assert "events" not in ringing()


def test_open_reports_are_counted(well):
    alice, bob = person("Alice"), person("Bob")
    game = table_of(alice, bob, rules=RuleSet())
    for number in (1, 2):
        said = TalkMessage.objects.create(
            game=game, room=Room.PLAYERS, author=bob, text="Rude.", key=str(number), log_number=0,
            created_at=database_now(),
        )  # fmt: skip
        Report.objects.create(message=said, reporter=alice, created_at=database_now())
    assert "2 reports of players wait" in ringing()["reports"]
    Report.objects.update(settled_at=database_now())
    assert of_reports() is None


# --- Where they are told


def test_a_wrong_password_is_not_told_as_no_answer(well, monkeypatch, token, client):
    monkeypatch.setattr(health, "ask_database", lambda: {"ok": False, "error": str(Away.PASSWORD)})
    said = client.get("/alarms", **BEARER).json()
    assert set(said["alarms"]) == {"database"}
    assert "refuses the user or the password" in said["alarms"]["database"]
    assert {"sweep", "backup", "reports", "notices", "migrations"} <= set(said["unknown"])
    measured = client.get("/metrics", **BEARER).content.decode()
    assert 'homeworlds_alarm{name="database"} 1.0\n' in measured
    assert 'name="sweep"' not in measured and "homeworlds_sweep_age_seconds" not in measured


@pytest.mark.parametrize("given, asked", [("", BEARER), ("other", BEARER), ("open-sesame", {})])
def test_only_who_knows_the_token_hears_of_them(client, settings, given, asked):
    settings.METRICS_TOKEN = given
    assert client.get("/alarms", **asked).status_code == 404


def test_programs_staff_and_the_machine_are_told_the_same(well, token, client):
    assert client.get("/alarms", **BEARER).status_code == 200
    assert client.get("/alarms", **BEARER).json() == {"ok": True, "alarms": {}, "unknown": []}
    ages(BACKUP, timedelta(days=3))
    answer = client.get("/alarms", **BEARER)
    assert answer.status_code == 503
    [(name, sentence)] = answer.json()["alarms"].items()
    assert name == "backup"
    assert 'homeworlds_alarm{name="backup"} 1.0\n' in client.get("/metrics", **BEARER).content.decode()
    assert 'homeworlds_alarm{name="sweep"} 0.0\n' in client.get("/metrics", **BEARER).content.decode()
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("alarms", stdout=out)
    assert (ended.value.code, out.getvalue()) == (1, f"backup: {sentence}\n")


def test_the_page_of_staff_has_all_of_them_with_what_needs_a_hand_first(well, token):
    ages(BACKUP, timedelta(days=3))
    sue = person("Sue")
    sue.is_staff = True
    sue.save()
    staff = Client()
    log_in_as_staff(staff, sue)
    page = page_of(staff.get("/admin/health/"))
    rows = page.select("[data-alarm]")
    assert rows[0]["data-alarm"] == "backup"
    assert sorted(row["data-alarm"] for row in rows) == sorted(ALL)
    assert "Needs a hand" in rows[0].text and "The last backup is 72 hours old" in rows[0].text
    assert all("Needs a hand" not in row.text for row in rows[1:])
    assert "/admin/health/" in page_of(staff.get("/admin/")).targets


def test_the_machine_says_that_all_is_well(well):
    out = StringIO()
    call_command("alarms", stdout=out)
    assert out.getvalue() == "All is well.\n"


def test_one_that_breaks_or_hangs_is_told_as_such_and_holds_up_no_other(well, monkeypatch):
    free = threading.Event()

    def breaks() -> None:
        raise ValueError("postgresql://homeworlds:s3same@db/homeworlds")

    for name, ask in (("static", breaks), ("reports", lambda: free.wait(60) and None)):
        alarm = alarms._alarms[name]
        monkeypatch.setitem(alarms._alarms, name, replace(alarm, check=health.Check(ask)))
    monkeypatch.setattr(alarms, "SECONDS", 3.0)
    began = time.monotonic()
    said = ringing()
    assert time.monotonic() - began < 30
    free.set()
    assert set(said) == {"static", "reports"}
    assert "ValueError" in said["static"] and "s3same" not in said["static"]
    assert "nothing answered in time" in said["reports"]


def test_a_name_is_taken_once():
    with pytest.raises(ValueError, match="database"):
        alarms.add_alarm("database", "Database", lambda: None)


def test_a_sentence_is_said_in_the_language_of_its_reader():
    state = State("database", "Database", Trouble(standing.OF_THE_DATABASE[Away.NO_ANSWER]))
    with translation.override("fr"):
        assert state.says.startswith("PostgreSQL ne répond pas")
    assert state.says.startswith("PostgreSQL does not answer")


@pytest.mark.parametrize("away", Away)
def test_everything_that_can_be_wrong_with_the_database_has_its_sentence(away):
    assert str(Trouble(standing.OF_THE_DATABASE[away])).endswith(".")


# --- The rules for Prometheus


def test_every_alarm_has_a_rule_and_every_rule_a_measure_and_words():
    [group] = yaml.safe_load(RULES.read_text())["groups"]
    watched = "".join(rule["expr"] for rule in group["rules"])
    for name in names():
        assert name in watched.replace('"', "|").split("|"), f"no rule watches {name}"
    measured = {"up", alarms.METRIC, *_measures}
    for rule in group["rules"]:
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert set(rule["annotations"]) == {"summary", "description"}
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert any(name in rule["expr"] for name in measured), rule["alert"]
