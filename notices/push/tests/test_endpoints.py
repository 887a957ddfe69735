"""Where messages never go, whatever a browser says its endpoint is."""

from __future__ import annotations

import socket

import pytest

from notices.push import line
from notices.push.endpoints import NotAService, checked, public_address_of
from notices.push.line import NoAnswer, post

GOOD = [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    "https://web.push.apple.com/QGuC",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYA",
    "https://fcm.googleapis.com:443/fcm/send/abc",
]
BAD = [
    "",
    "fcm.googleapis.com/fcm/send/abc",
    "http://fcm.googleapis.com/fcm/send/abc",
    "ftp://fcm.googleapis.com/fcm",
    "file:///etc/passwd",
    "gopher://fcm.googleapis.com/",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://fcm.googleapis.com:22/",
    "https://fcm.googleapis.com:99999/",
    "https://user@fcm.googleapis.com/fcm",
    "https://fcm.googleapis.com@127.0.0.1/",
    "https://fcm.googleapis.com:443@10.0.0.1/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://localhost/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://metadata.google.internal/",
    "https://fcm.googleapis.com.evil.example/",
    "https://evilfcm.googleapis.com/",
    "https://evil-push.apple.com/",
    "https://.push.apple.com/",
    "https://push.apple.com/",
    "https://push.apple.com.evil.example/",
    "https://web.push.apple.com.:443/",
    "https://homeworlds.example/accounts/delete/",
    "https://fcm.googleapis.com\\@127.0.0.1/",
    "https://127.0.0.1#fcm.googleapis.com/",
    "https://127.0.0.1?fcm.googleapis.com/",
    "https://fcm。googleapis。com/",
    "https://ⓕcm.googleapis.com/",
    "https://fcm.googleapis.com/\r\nHost: 127.0.0.1",
    "https://fcm.googleapis.com/ HTTP/1.1",
    "https://fcm.googleapis.com/" + "a" * 1000,
]


@pytest.mark.parametrize("endpoint", GOOD)
def test_known_services_are_known(endpoint):
    assert checked(endpoint).hostname


@pytest.mark.parametrize("endpoint", BAD)
def test_nothing_else_is_asked(endpoint, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: pytest.fail("it was looked up"))
    with pytest.raises(NotAService):
        post(endpoint, {}, b"")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104
        "224.0.0.1",
        "::1",
        "::ffff:10.0.0.1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
    ],
)
def test_a_known_name_that_stands_at_a_private_address_is_not_asked(address, monkeypatch):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("142.250.1.1", 443)),
        (family, socket.SOCK_STREAM, 6, "", (address, 443)),
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: found)
    monkeypatch.setattr(line, "_lines", {})
    monkeypatch.setattr(socket.socket, "connect", lambda *a: pytest.fail("it was asked"))
    with pytest.raises(NoAnswer, match="NotPublic"):
        post("https://fcm.googleapis.com/fcm/send/abc", {}, b"")


def test_the_address_that_was_looked_up_is_the_one_that_is_asked(monkeypatch):
    """The second time its name says something else, as in rebinding."""
    answers = [[(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("142.250.1.1", 443))]]
    asked: list[tuple[str, int]] = []

    def look_up(host, port, *a, **k):
        return answers.pop(0) if answers else [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))]

    def connect(self, address):
        asked.append(address)
        raise OSError("nobody is there")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(line, "_lines", {})
    with pytest.raises(NoAnswer):
        post("https://fcm.googleapis.com/fcm/send/abc", {}, b"")
    assert asked == [("142.250.1.1", 443)]


def test_a_name_that_nobody_knows_is_no_answer(monkeypatch):
    def look_up(*a, **k):
        raise socket.gaierror("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(OSError):
        public_address_of("fcm.googleapis.com", 443)
