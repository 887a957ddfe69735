"""Where messages may go: to the known push services, at public addresses, and nowhere else.

What a browser gives as its endpoint is what its reader says it is. So it names a service of the settings, by
TLS at its usual port; the service's name is looked up here, held, and asked for nothing but by that address.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from upkeep.outside import is_public

LONGEST: Final = 1000


class NotAService(Exception):
    """No push service of the settings."""


class NotPublic(OSError):
    """The name of a service leads to an address that is not everybody's."""


def checked(endpoint: str) -> SplitResult:
    """The endpoint in parts. Raises NotAService."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError as error:
        raise NotAService("It is no address.") from error
    if len(endpoint) > LONGEST or not endpoint.isascii() or any(sign.isspace() for sign in endpoint):
        raise NotAService("It is no address of a push service.")
    if is_local(parts):
        return parts
    if parts.scheme != "https" or port not in (None, 443) or "@" in parts.netloc:
        raise NotAService("Push services are reached by https, at its port.")
    if not any(_fits(parts.hostname or "", pattern) for pattern in settings.PUSH_HOSTS):
        raise NotAService("It is no push service that this site knows.")
    return parts


def is_local(parts: SplitResult) -> bool:
    """Whether it is the service that tests and proofs set up beside the site."""
    local = urlsplit(settings.PUSH_LOCAL_SERVICE)
    return bool(local.netloc) and (parts.scheme, parts.netloc) == (local.scheme, local.netloc)


def _fits(host: str, pattern: str) -> bool:
    """`*.` stands for any one name or more before the rest."""
    if pattern.startswith("*."):
        return host.endswith(pattern[1:]) and len(host) > len(pattern) - 1
    return host == pattern


def public_address_of(host: str, port: int) -> str:
    """One address of the host, to be held on to: asked again, the name may say something else. Raises
    NotPublic when any is not everybody's, and OSError when there is none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    for address in addresses:
        if not is_public(address):
            raise NotPublic(f"{host} stands at {address}, which is nobody's push service.")
    return str(addresses[0])
