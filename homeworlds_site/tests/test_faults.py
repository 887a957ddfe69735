"""Errors of the site's own reach staff: written down by a thread, mailed by the sweep, never often."""

import logging
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.db import DatabaseError
from django.db.models import F
from django.test import Client, override_settings
from django.urls import path

from homeworlds_site import urls
from upkeep.models import Fault
from upkeep.watching import fault_mail, faults
from upkeep.watching.fault_mail import REPORT_TASK, report_faults, wake_reporter
from upkeep.watching.faults import FaultHandler

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def handler(settings) -> Iterator[FaultHandler]:
    """As in every process of the site; what its thread would write is written by `settle`."""
    settings.ADMINS = [("Sue", "sue@example.org")]
    handler = FaultHandler()
    handler.setLevel(logging.ERROR)
    handler.keeper._thread = threading.current_thread()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


def settle(handler: FaultHandler) -> None:
    assert handler.keeper.write_down()


def breaks(words: str = "at alice@example.org") -> None:
    try:
        raise ZeroDivisionError(words)
    except ZeroDivisionError:
        logging.getLogger("celery.app.trace").exception("A task raised.")


def an_hour_passes() -> None:
    Fault.objects.update(mailed_at=F("mailed_at") - timedelta(hours=1, seconds=1))


def test_the_sweep_waits_for_no_report(handler, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(fault_mail, "enqueue", asked.append)
    wake_reporter()
    breaks()
    settle(handler)
    wake_reporter()
    assert (asked, mail.outbox) == ([REPORT_TASK], [])
    report_faults()
    wake_reporter()
    assert (len(asked), len(mail.outbox)) == (1, 1)


def test_the_same_fault_makes_one_mail_an_hour_with_its_count(handler):
    for number in range(3):
        breaks(f"for the {number}th time")
    settle(handler)
    report_faults()
    [letter] = mail.outbox
    assert letter.to == ["sue@example.org"]
    assert "It happened 3 times since the last mail." in letter.body
    assert "ZeroDivisionError" in letter.subject and "Traceback" in letter.body
    for _more in range(5):
        breaks()
    settle(handler)
    report_faults()
    assert len(mail.outbox) == 1
    an_hour_passes()
    report_faults()
    report_faults()
    assert len(mail.outbox) == 2
    assert "It happened 5 times since the last mail." in mail.outbox[1].body
    assert "alice@example.org" not in mail.outbox[1].body
    assert Fault.objects.get().count == 8


def test_ten_mails_an_hour_in_all_and_the_last_ones_say_that_more_wait(handler):
    for number in range(13):
        logging.getLogger("anything").error("Fault %s" % number)  # noqa: UP031  a message of its own each
    settle(handler)
    report_faults()
    report_faults()
    assert len(mail.outbox) == 10
    assert "3 other errors wait." in mail.outbox[-1].body
    an_hour_passes()
    report_faults()
    assert len(mail.outbox) == 13


def test_two_processes_count_the_same_fault_together(handler):
    other = FaultHandler()
    other.keeper._thread = threading.current_thread()
    logging.getLogger().addHandler(other)
    breaks()
    logging.getLogger().removeHandler(other)
    settle(handler)
    settle(other)
    assert Fault.objects.get().count == 2


@pytest.mark.parametrize("argv, name", [(["celery", "beat"], "beat"), (["celery", "worker"], "worker")])
def test_it_says_which_part_it_was(handler, monkeypatch, argv, name):
    monkeypatch.setattr(sys, "argv", argv)
    monkeypatch.setenv("PROCESS_ROLE", "worker")
    breaks()
    settle(handler)
    report_faults()
    assert mail.outbox[0].subject.startswith(f"[Homeworlds] {name}: ")


def broken(request):
    mail.outbox.append("inside")
    raise ZeroDivisionError


def test_no_mail_is_sent_inside_the_request_that_failed(handler):
    with override_settings(ROOT_URLCONF=(*urls.urlpatterns, path("broken/", broken))):
        answer = Client(raise_request_exception=False).get("/broken/")
    assert answer.status_code == 500
    assert mail.outbox == ["inside"]
    settle(handler)
    report_faults()
    assert "ZeroDivisionError" in mail.outbox[1].subject


@pytest.mark.parametrize("sent", ["host", "body", "csrf", "nowhere"])
def test_nothing_an_anonymous_visitor_sends_makes_mail(handler, sent):
    visitor = Client(raise_request_exception=False, enforce_csrf_checks=True)
    if sent == "host":
        assert visitor.get("/", headers={"Host": "evil.example"}).status_code == 400
    elif sent == "body":
        answer = visitor.post("/accounts/login/", {"login": "x" * 300_000})
        assert answer.status_code in (400, 403, 413)
        logging.getLogger("django.security.RequestDataTooBig").error("Request body exceeded the limit.")
    elif sent == "csrf":
        assert visitor.post("/accounts/login/").status_code == 403
    else:
        assert visitor.get("/nowhere/").status_code == 404
    settle(handler)
    assert not Fault.objects.exists()


def test_a_mail_server_that_refuses_is_asked_again_in_five_minutes_and_nothing_is_lost(handler, monkeypatch):
    breaks()
    settle(handler)

    def refuses(*_letter):
        raise SMTPRecipientsRefused({})

    with monkeypatch.context() as patch:
        patch.setattr(fault_mail, "mail_admins", refuses)
        report_faults()
    report_faults()
    assert not mail.outbox
    assert Fault.objects.get().untold == 1
    Fault.objects.update(mailed_at=F("mailed_at") - fault_mail.AGAIN)
    report_faults()
    assert "It happened once." in mail.outbox[0].body


def test_what_happens_while_the_database_is_away_is_kept_until_it_is_back(handler, monkeypatch):
    breaks()

    def away(*_fault):
        raise DatabaseError

    with monkeypatch.context() as patch:
        patch.setattr(faults, "keep", away)
        assert not handler.keeper.write_down()
    breaks()
    settle(handler)
    assert Fault.objects.get().count == 2


def test_the_thread_writes_without_being_asked_in_a_child_too(handler):
    handler.keeper._forget()
    breaks()
    give_up = time.monotonic() + 60
    while not Fault.objects.exists() and time.monotonic() < give_up:
        time.sleep(0.05)
    assert Fault.objects.get().count == 1
    child = os.fork()
    if not child:
        os._exit(handler.keeper._thread is not None or bool(handler.keeper._seen))
    assert os.waitpid(child, 0)[1] == 0


def test_a_process_of_the_site_writes_down_what_broke_even_as_its_last_word(tmp_path):
    """With the settings of production, for those of the tests keep nothing."""
    code = """
import logging
from django.core.management import call_command
call_command("migrate", "upkeep", verbosity=0)
call_command("migrate", "accounts", verbosity=0)
logging.getLogger("celery.app.trace").error("The task broke for %s.", "alice@example.org")
logging.getLogger("django.security.DisallowedHost").error("Invalid HTTP_HOST header.")
"""
    env = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "the-key-of-the-tests-" * 3,
        "SITE_URL": "http://localhost",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'own.sqlite3'}",
        "PROCESS_ROLE": "worker",
    }
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, timeout=200)
    with closing(sqlite3.connect(tmp_path / "own.sqlite3")) as database:
        rows = database.execute("SELECT headline, process, count, untold FROM upkeep_fault").fetchall()
    assert rows == [("The task broke for [hidden].", "worker", 1, 1)]
