"""How the site is reached: its name, its certificate, and what the proxy says of visitors."""

from __future__ import annotations

import http.client
import ipaddress
import json
import socket
import ssl
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from upkeep.doctor.findings import Asked, Finding, good, look, unknown

SECONDS: Final = 10.0
LEAST_DAYS: Final = 14
FORGED: Final = "203.0.113.99"
"""An address that nobody has: whoever sends it in a header must not be taken for it."""
DAY: Final = 24 * 3600


class Seen(NamedTuple):
    secure: bool
    place: str
    own: str
    """The address that was asked from."""


def of_name(asked: Asked) -> Iterator[Finding]:
    host = urlsplit(settings.SITE_URL).hostname or ""
    try:
        found = sorted({str(each[4][0]) for each in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)})
    except OSError:
        yield look(f"{host} leads nowhere: make an A record (and AAAA) at whoever has your domain.")
        return
    inside = [each for each in found if not ipaddress.ip_address(each.partition("%")[0]).is_global]
    if inside:
        yield unknown(
            f"{host} is {', '.join(inside)} here, which leads nobody here from outside: look from elsewhere."
        )
    else:
        yield good(f"{host} is {', '.join(found)}.")
    if not any(":" in each for each in found):
        yield look(f"{host} has no AAAA record: who has version 6 of the internet alone does not reach it.")


def of_certificate(asked: Asked) -> Iterator[Finding]:
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme != "https":
        yield look("SITE_URL has no https: passwords go by in the open. Set up the proxy with TLS.")
        return
    host, port = parts.hostname or "", parts.port or 443
    try:
        left = _days_left(host, port)
    except ssl.SSLCertVerificationError as error:
        yield look(f"Browsers refuse the certificate of {host}: {error.verify_message}. Get another one.")
    except OSError as error:
        yield look(f"Nobody answers at {host}:{port} in TLS ({type(error).__name__}): start the proxy.")
    else:
        renew = "renew it now, and see why that is not done by itself"
        if left < LEAST_DAYS:
            yield look(f"The certificate of {host} ends in {left:.0f} days: {renew}.")
        else:
            yield good(f"The certificate of {host} is good for {left:.0f} days.")


def _days_left(host: str, port: int) -> float:
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, port), timeout=SECONDS) as line,
        context.wrap_socket(line, server_hostname=host) as wrapped,
    ):
        ends: Any = (wrapped.getpeercert() or {})["notAfter"]
    return (ssl.cert_time_to_seconds(ends) - time.time()) / DAY


def of_proxy(asked: Asked) -> Iterator[Finding]:
    if not settings.METRICS_TOKEN:
        yield unknown("What the proxy says of visitors: set METRICS_TOKEN, with which the site tells it.")
        return
    try:
        seen = _seen()
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
        yield look(
            f"{settings.SITE_URL} does not answer as the site ({type(error).__name__}): see the proxy."
        )
        return
    if settings.HTTPS and not seen.secure:
        yield look(
            "The proxy lets visitors say whether they came by TLS: it must set X-Forwarded-Proto itself."
        )
    if seen.place == FORGED:
        yield look(
            "Visitors can forge their address, and so escape all limits: TRUSTED_PROXIES is too high, or the "
            "proxy does not append to X-Forwarded-For."
        )
    elif seen.place != seen.own and ipaddress.ip_address(seen.place).is_loopback:
        yield look(
            "All visitors count as one, the proxy: TRUSTED_PROXIES is too low (behind one proxy it is 1)."
        )
    elif seen.secure == settings.HTTPS:
        yield good(
            f"The proxy says by itself how and from where visitors come (this time from {seen.place})."
        )


def _seen() -> Seen:
    """How the site sees one who forges both headers."""
    parts = urlsplit(settings.SITE_URL)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    line = kind(parts.hostname or "", parts.port, timeout=SECONDS)
    try:
        line.connect()
        own = str(line.sock.getsockname()[0])
        headers = {
            "Authorization": f"Bearer {settings.METRICS_TOKEN}",
            "X-Forwarded-For": FORGED,
            settings.PROXY_HEADER or "X-Forwarded-Proto": "http" if settings.HTTPS else "https",
        }
        line.request("GET", "/healthz", headers=headers)
        you = json.loads(line.getresponse().read())["you"]
        return Seen(bool(you["secure"]), str(you["place"]), own)
    finally:
        line.close()
