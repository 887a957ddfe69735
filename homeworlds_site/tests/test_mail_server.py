"""The way to a real mail server: kept open for a while, and given up when it takes too long."""

from __future__ import annotations

import contextlib
import itertools
import smtplib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from django.core.mail import EmailMessage, mail_admins

from games.tests.smtp_server import ANSWERS, SmtpServer
from notices.mail_line import MailLine
from notices.smtp import GOODBYE_SECONDS, EmailBackend

LIMIT = 1.0
LONGEST = LIMIT + 1.5
"""A busy machine may take its time to notice."""


@pytest.fixture(autouse=True)
def by_smtp(settings) -> None:
    settings.EMAIL_BACKEND = "notices.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"


@pytest.fixture
def server(settings) -> Iterator[SmtpServer]:
    with SmtpServer() as running:
        settings.EMAIL_PORT = running.port
        yield running


def send_one(line: MailLine) -> None:
    connection, since = line.take()
    well = False
    try:
        connection.send_messages([EmailMessage("Rain", "It rains.", "a@example.com", ["bob@example.com"])])
        well = True
    finally:
        line.give_back(connection, since, well=well)


def wait_until_nobody_talks(server: SmtpServer) -> None:
    give_up = time.monotonic() + 10
    while server.talking:
        assert time.monotonic() < give_up
        time.sleep(0.02)


def test_mails_go_by_one_connection(server: SmtpServer) -> None:
    line = MailLine()
    for _ in range(3):
        send_one(line)
    assert (len(server.taken), server.connections) == (3, 1)
    line.hang_up()
    wait_until_nobody_talks(server)


def test_it_is_closed_when_no_mail_has_come_for_a_while(server: SmtpServer) -> None:
    line = MailLine(idle=0.1)
    send_one(line)
    wait_until_nobody_talks(server)
    send_one(line)
    assert (len(server.taken), server.connections) == (2, 2)


def test_one_that_the_server_has_ended_meanwhile_is_not_used(server: SmtpServer) -> None:
    line = MailLine()
    connection, since = line.take()
    assert isinstance(connection, EmailBackend) and connection.connection
    line.give_back(connection, since, well=True)
    connection.connection.sock.shutdown(socket.SHUT_RDWR)
    send_one(line)
    assert (len(server.taken), server.connections) == (1, 2)
    line.hang_up()


def test_one_to_another_server_is_not_used(server: SmtpServer, settings) -> None:
    line = MailLine()
    send_one(line)
    with SmtpServer() as other:
        settings.EMAIL_PORT = other.port
        send_one(line)
        line.hang_up()
        assert (len(server.taken), len(other.taken)) == (1, 1)


def test_one_over_which_a_mail_failed_is_not_kept(server: SmtpServer) -> None:
    line = MailLine()
    connection, since = line.take()
    line.give_back(connection, since, well=False)
    send_one(line)
    assert server.connections == 2
    line.hang_up()


# --- Too slow

HELLO = b"220 tests\r\n250 tests\r\n"
TLS_RECORD = b"\x16\x03\x03\x3f\xff"


class Dripping:
    """Answers with what it is given, and then for ever with a byte after the other, none of them late."""

    def __init__(self, says: bytes) -> None:
        self.says = says
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            line, _address = self.listener.accept()
            with line:
                line.sendall(self.says)
                for _ in itertools.count():
                    time.sleep(0.05)
                    line.sendall(b"2")


@pytest.fixture(params=["greeting", "encryption", "mail"])
def dripping(request: pytest.FixtureRequest, settings) -> Iterator[Dripping]:
    begins = {"greeting": b"220-", "encryption": TLS_RECORD, "mail": HELLO + b"250"}
    running = Dripping(begins[request.param])
    settings.EMAIL_PORT = running.port
    settings.EMAIL_USE_SSL = request.param == "encryption"
    yield running
    running.listener.close()


def test_a_mail_is_given_up_when_the_server_drips(dripping: Dripping, settings) -> None:
    settings.EMAIL_SECONDS = LIMIT
    began = time.monotonic()
    with pytest.raises(TimeoutError, match=r"longer than 1\.0 s"):
        send_one(MailLine())
    assert LIMIT <= time.monotonic() - began < LONGEST + GOODBYE_SECONDS


def test_reports_of_errors_have_the_same_limit(settings) -> None:
    settings.EMAIL_SECONDS, settings.ADMINS = LIMIT, [("Staff", "staff@example.com")]
    server = Dripping(b"220-")
    settings.EMAIL_PORT = server.port
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        mail_admins("Broken", "It broke.")
    assert time.monotonic() - began < LONGEST
    server.listener.close()


def test_what_the_server_refuses_is_told_as_before(server: SmtpServer, monkeypatch) -> None:
    monkeypatch.setitem(ANSWERS, b"RCPT", b"550 no\r\n")
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        send_one(MailLine())
