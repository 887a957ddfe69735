"""What an error means, how long is waited for a database, and who gets in while it is away."""

import errno
import sqlite3
import threading
import time

import psycopg
import pytest
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError, IntegrityError, OperationalError, connection, connections
from psycopg_pool import PoolTimeout

from upkeep.away import bulkhead as module
from upkeep.away.bulkhead import Bulkhead
from upkeep.away.errors import Away, _of_words, what_is_away
from upkeep.away.impatient import giving_up_after


def by_django(error: Exception) -> DatabaseError:
    wrapped = OperationalError(str(error))
    wrapped.__cause__ = error
    return wrapped


def of_sqlite(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    "error, away",
    [
        (by_django(of_sqlite("SQLITE_FULL")), Away.NO_ROOM),
        (by_django(of_sqlite("SQLITE_BUSY_SNAPSHOT")), Away.NO_ANSWER),
        (by_django(of_sqlite("SQLITE_ERROR")), None),
        (by_django(psycopg.errors.DiskFull()), Away.NO_ROOM),
        (by_django(psycopg.errors.QueryCanceled()), Away.NO_ANSWER),
        (by_django(psycopg.errors.AdminShutdown()), Away.BROKEN_OFF),
        (by_django(psycopg.errors.ReadOnlySqlTransaction()), Away.READ_ONLY),
        (by_django(psycopg.errors.UndefinedTable()), None),
        (by_django(psycopg.errors.UniqueViolation()), None),
        (by_django(PoolTimeout()), Away.NO_ANSWER),
        (by_django(psycopg.errors.ConnectionTimeout()), Away.NO_ANSWER),
        (OSError(errno.ENOSPC, "No space left on device"), Away.NO_ROOM),
        (OSError(errno.ENOENT, "No such file"), None),
        (IntegrityError("ours"), None),
        (ZeroDivisionError(), None),
        (None, None),
    ],
)
def test_an_error_of_the_database_says_what_is_wrong_and_one_of_ours_nothing(error, away):
    assert what_is_away(error) is away


def test_it_is_found_behind_the_session_that_could_not_be_saved():
    interrupted = SessionInterrupted()
    interrupted.__context__ = by_django(psycopg.errors.DiskFull())
    assert what_is_away(interrupted) is Away.NO_ROOM


@pytest.mark.parametrize(
    "words, tried_password, away",
    [
        ('FATAL:  password authentication failed for user "homeworlds"', True, Away.PASSWORD),
        ("connection failed: fe_sendauth: no password supplied", True, Away.PASSWORD),
        ("connection failed: ВАЖНО:  пользователь не прошёл проверку", True, Away.PASSWORD),
        ('FATAL:  no pg_hba.conf entry for host "10.0.0.7"', False, Away.PASSWORD),
        ('FATAL:  role "homeworlds" does not exist', False, Away.PASSWORD),
        ('FATAL:  database "homeworlds" does not exist', True, Away.NO_DATABASE),
        ("FATAL:  sorry, too many clients already", True, Away.TOO_MANY),
        ("FATAL:  the database system is starting up", False, Away.BROKEN_OFF),
        ("connection failed: Connection refused", False, Away.NOT_THERE),
        ("consuming input failed: server closed the connection unexpectedly", False, Away.BROKEN_OFF),
    ],
)
def test_who_is_not_let_in_by_postgresql_is_told_by_its_words(words, tried_password, away):
    assert _of_words(words, tried_password=tried_password) is away


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong, away",
    [
        ({"USER": "nobody_of_this_name"}, Away.PASSWORD),
        ({"NAME": "no_database_of_this_name"}, Away.NO_DATABASE),
        ({"PORT": "1"}, Away.NOT_THERE),
        ({"HOST": "no-such-host.invalid"}, Away.NOT_THERE),
    ],
)
def test_a_real_server_that_lets_nobody_in_is_understood(wrong, away):
    other = connections["default"].copy()
    other.settings_dict.update(wrong)
    with pytest.raises(OperationalError) as refused:
        other.ensure_connection()
    assert what_is_away(refused.value) is away


@pytest.mark.postgres
@pytest.mark.django_db
def test_an_answer_that_does_not_come_is_given_up_and_the_connection_with_it():
    with connection.cursor():
        params = connection.get_connection_params()
    began = time.monotonic()
    with giving_up_after(0.3).connect(**params) as line:
        assert line.execute("SELECT 1").fetchone() == (1,)
        with pytest.raises(psycopg.OperationalError) as late:
            line.execute("SELECT pg_sleep(60)")
        assert time.monotonic() - began < 20
        assert line.closed
    assert what_is_away(late.value) is Away.NO_ANSWER


# --- The bulkhead


class Comings:
    """Visitors who stay inside until they are let go."""

    def __init__(self, bulkhead: Bulkhead) -> None:
        self.bulkhead, self.inside, self.sent_away = bulkhead, 0, 0
        self.leave = threading.Event()
        self.threads: list[threading.Thread] = []

    def come(self) -> None:
        def visit() -> None:
            with self.bulkhead.passed() as entered:
                if not entered:
                    self.sent_away += 1
                    return
                self.inside += 1
                self.leave.wait(60)

        self.threads.append(threading.Thread(target=visit))
        self.threads[-1].start()

    def wait(self, count: int) -> None:
        give_up = time.monotonic() + 30
        while self.inside < count and time.monotonic() < give_up:
            time.sleep(0.01)
        assert self.inside == count

    def end(self) -> None:
        self.leave.set()
        for thread in self.threads:
            thread.join(timeout=10)


@pytest.fixture
def comings():
    comings = Comings(Bulkhead())
    comings.bulkhead.for_threads(4)
    yield comings
    comings.end()


def test_two_threads_are_left_for_watchers_and_a_server_with_fewer_has_no_door():
    bulkhead = Bulkhead()
    bulkhead.for_threads(8)
    assert bulkhead.places == 6
    bulkhead.for_threads(1)
    assert bulkhead.places is None


def test_who_comes_when_many_are_inside_waits_for_a_place_while_the_database_answers(comings, monkeypatch):
    monkeypatch.setattr(module, "database_answers", lambda: True)
    comings.come()
    comings.come()
    comings.wait(2)
    comings.come()
    time.sleep(3 * module.PATIENCE)
    assert (comings.inside, comings.sent_away) == (2, 0)
    comings.leave.set()
    comings.wait(3)


def test_who_comes_when_all_hang_with_the_database_is_sent_away_at_once(comings, monkeypatch):
    monkeypatch.setattr(module, "database_answers", lambda: False)
    comings.come()
    comings.come()
    comings.wait(2)
    began = time.monotonic()
    with comings.bulkhead.passed() as entered:
        assert not entered
    assert time.monotonic() - began < 10 * module.PATIENCE
    began = time.monotonic()
    for _more in range(20):
        with comings.bulkhead.passed() as entered:
            assert not entered
    assert time.monotonic() - began < 10 * module.PATIENCE
    comings.end()
    with comings.bulkhead.passed() as entered:
        assert entered
