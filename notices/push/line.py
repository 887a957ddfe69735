"""Handing one message to a push service: five seconds, no redirects, and little of the answer is read."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import urllib3
from urllib3.exceptions import HTTPError

from notices.push.endpoints import checked, is_local, public_address_of

SECONDS: Final = 5.0
KEPT_FOR: Final = 60.0
"""Seconds for which a looked-up address, and the connection to it, is used again."""
MOST_READ: Final = 2048


class NoAnswer(OSError):
    """Nothing came from the service, or nothing of any use."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    retry_after: str
    """As it was said; empty: nothing was."""
    words: str


_lines: dict[str, tuple[float, urllib3.HTTPConnectionPool]] = {}
"""By scheme and host; a worker has one thread."""


def post(endpoint: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Raises NotAService, and NoAnswer."""
    parts = checked(endpoint)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    try:
        answer = _line_to(endpoint).urlopen(
            "POST",
            path or "/",
            body=body,
            headers={**headers, "Host": parts.netloc},
            retries=False,
            redirect=False,
            preload_content=False,
            timeout=urllib3.Timeout(total=SECONDS),
        )
        try:
            words = answer.read(MOST_READ, decode_content=False).decode(errors="replace")
        finally:
            if int(answer.headers.get("Content-Length") or 0) > MOST_READ:
                answer.close()
            answer.release_conn()
    except (HTTPError, OSError, ValueError) as error:
        forget(endpoint)
        raise NoAnswer(type(error).__name__) from error
    return Answer(answer.status, answer.headers.get("Retry-After") or "", words)


def forget(endpoint: str) -> None:
    """The next message looks the name up anew."""
    parts = checked(endpoint)
    kept = _lines.pop(f"{parts.scheme}://{parts.netloc}", None)
    if kept is not None:
        kept[1].close()


def _line_to(endpoint: str) -> urllib3.HTTPConnectionPool:
    parts = checked(endpoint)
    name, now = f"{parts.scheme}://{parts.netloc}", time.monotonic()
    kept = _lines.get(name)
    if kept is None or now - kept[0] > KEPT_FOR:
        forget(endpoint)
        _lines[name] = kept = now, _new_line(parts.scheme, parts.hostname or "", parts.port, is_local(parts))
    return kept[1]


def _new_line(scheme: str, host: str, port: int | None, local: bool) -> urllib3.HTTPConnectionPool:
    """To the address that the name has now; the certificate is the name's."""
    if local and scheme == "http":
        return urllib3.HTTPConnectionPool(host, port, maxsize=1, block=False)
    address = public_address_of(host, port or 443)
    return urllib3.HTTPSConnectionPool(
        address, port or 443, maxsize=1, server_hostname=host, assert_hostname=host
    )
