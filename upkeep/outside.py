"""Asking servers whose addresses players have typed in: the one client for that.

A name is resolved once. Unless every address that it has is a public one nothing is asked; the connection is
made to an address that was looked at, whatever the name leads to a moment later. TLS knows the name all the
same. No redirect is followed, no proxy asked, and neither a slow nor a talkative server holds up its caller.
"""

from __future__ import annotations

import http.client
import io
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS: Final = 5.0
"""In all, from the first look at the name to the last byte of the answer."""
MOST_BYTES: Final = 8192
"""Of the answer, its head with it; what comes after is not read."""
PORTS: Final = frozenset({443, 8443})
LONGEST_ADDRESS: Final = 1000
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
OF_THE_INTERNET: Final = ipaddress.IPv6Network("2000::/3")
CLOSED: Final = tuple(
    ipaddress.ip_network(each)
    for each in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
        "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20",
    )
)  # fmt: skip
"""Special-purpose networks, as IANA lists them; of version 6 those within what is open."""
IpAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


class Closed(Exception):
    """Nothing is asked at this address. `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NoAnswer(Exception):
    """The server cannot be reached, or does not answer in time, or not as HTTP has it."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """By names in small letters."""
    body: bytes


def checked(address: str, *, own: bool = False) -> SplitResult:
    """The address, if its form allows to ask there. Raises Closed (form, https, credentials, port,
    inside). One of the operator's `own` may stand anywhere, and without TLS."""
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable():
        raise Closed("form")
    if any(sign in address for sign in ' \\"<>^`{|}'):
        raise Closed("form")
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise Closed("form") from None
    if not host or "%" in host:
        raise Closed("form")
    if parts.username is not None or parts.password is not None:
        raise Closed("credentials")
    if parts.scheme in ("http", "https") if own else _is_of_tests(parts):
        return parts
    if parts.scheme != "https":
        raise Closed("https")
    if (port or 443) not in PORTS:
        raise Closed("port")
    if (literal := _literal(host)) is not None and not is_public(literal):
        raise Closed("inside")
    return parts


def _literal(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def ask(
    method: str,
    address: str,
    *,
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    hosts: Collection[str] = (),
    seconds: float = SECONDS,
    own: bool = False,
) -> Answer:
    """One request, and the answer, whatever its status. `hosts`: the only ones that may be asked, if any are
    named. `own`: the operator has set it, and players have not. Raises Closed (host as well) and NoAnswer."""
    give_up = time.monotonic() + seconds
    parts = checked(address, own=own)
    if hosts and parts.hostname not in hosts:
        raise Closed("host")
    where = _places(parts, give_up, anywhere=own or _is_of_tests(parts))
    try:
        return _asked(method, parts, where, body, headers or {}, give_up)
    except (OSError, http.client.HTTPException) as error:
        raise NoAnswer(_said(error)) from error


def pause_asked_for(said: str, now: datetime, *, least: timedelta, most: timedelta) -> timedelta:
    """What a Retry-After says, in seconds or as a date, within these; what cannot be read is the least."""
    said = said.strip()
    if said.isascii() and said.isdecimal():
        pause = timedelta(seconds=min(int(said), int(most.total_seconds())))
    else:
        try:
            until = parsedate_to_datetime(said)
            pause = until.replace(tzinfo=until.tzinfo or UTC) - now
        except (TypeError, ValueError):
            pause = least
    return min(max(pause, least), most)


def is_public(address: IpAddress) -> bool:
    """Whether it is somebody's on the internet; what holds an address of version 4 is judged by that, too."""
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not _is_closed(address)
    if address.scope_id is not None:
        return False
    if (held := _held_by(address)) is not None:
        return is_public(held)
    return address in OF_THE_INTERNET and address.is_global and not _is_closed(address)


def _is_closed(address: IpAddress) -> bool:
    return any(address.version == each.version and address in each for each in CLOSED)


def _held_by(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address of version 4 that somebody is asked at by this one of version 6."""
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address.sixtofour is not None:
        return address.sixtofour
    if (int(address) >> 32) & 0xFDFFFFFF == 0x5EFE:  # ISATAP
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped


def _is_of_tests(parts: SplitResult) -> bool:
    """A server of this machine's own, which the operator has named."""
    return parts.scheme in ("http", "https") and parts.netloc in settings.OUTSIDE_LOCAL


def _places(parts: SplitResult, give_up: float, *, anywhere: bool) -> list[IpAddress]:
    """Where the host is, by one look. Raises Closed and NoAnswer."""
    found = _resolved(str(parts.hostname), give_up)
    if not found:
        raise NoAnswer("no address")
    if not anywhere and not all(is_public(each) for each in found):
        raise Closed("inside")
    return found


def _resolved(host: str, give_up: float) -> list[IpAddress]:
    """By the system's resolver, which may hang."""
    found: Future[list[Any]] = Future()

    def look() -> None:
        try:
            found.set_result(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as error:
            found.set_exception(error)

    # One that hangs is left behind, and holds up no process that ends.
    threading.Thread(target=look, name="resolver", daemon=True).start()
    try:
        places = found.result(timeout=max(give_up - time.monotonic(), 0.0))
    except (OSError, UnicodeError, TimeoutError) as error:
        raise NoAnswer(_said(error)) from error
    return list(dict.fromkeys([ipaddress.ip_address(each[4][0]) for each in places]))


def _asked(
    method: str,
    parts: SplitResult,
    where: list[IpAddress],
    body: bytes | None,
    headers: Mapping[str, str],
    give_up: float,
) -> Answer:
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    line = http.client.HTTPConnection(host, port)
    line.sock = _connected(where, port, give_up)
    try:
        if parts.scheme == "https":
            line.sock.settimeout(_left(give_up))
            line.sock = _context().wrap_socket(line.sock, server_hostname=host)
        line.sock.settimeout(_left(give_up))
        line.request(
            method, path, body=body, headers={**headers, "Host": parts.netloc, "Connection": "close"}
        )
        return _read(line.sock, method, give_up)
    finally:
        line.close()


def _connected(where: list[IpAddress], port: int, give_up: float) -> socket.socket:
    """To the first of them that can be reached."""
    last: OSError = TimeoutError()
    for place in where[:2]:
        try:
            return socket.create_connection((str(place), port), timeout=_left(give_up))
        except OSError as error:
            last = error
    raise last


def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _left(give_up: float) -> float:
    left = give_up - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _read(line: socket.socket, method: str, give_up: float) -> Answer:
    answer = http.client.HTTPResponse(_Measured(line, give_up), method=method)  # type: ignore[arg-type]
    try:
        answer.begin()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        try:
            body = answer.read(MOST_BYTES)
        except http.client.IncompleteRead as cut:
            body = cut.partial
        return Answer(answer.status, headers, body)
    finally:
        answer.close()


class _Measured:
    """A socket as the library's reader wants it: what it gives ends after MOST_BYTES, and in time."""

    def __init__(self, line: socket.socket, give_up: float) -> None:
        self._line, self._give_up = line, give_up

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Bytes(self._line, self._give_up))


class _Bytes(io.RawIOBase):
    def __init__(self, line: socket.socket, give_up: float) -> None:
        self._line, self._give_up, self._more = line, give_up, MOST_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._more <= 0:
            return 0
        self._line.settimeout(_left(self._give_up))
        count = self._line.recv_into(memoryview(buffer)[: self._more])
        self._more -= count
        return count


def _said(error: Exception) -> str:
    """Its kind alone: what an error says may hold an address."""
    return type(error).__name__
