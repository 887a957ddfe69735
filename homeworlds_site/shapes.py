"""What the values of settings must look like: each of these gives None, or why a value is none, as the end
of a sentence that begins with the setting's name. None of them shows the value, which may be a secret."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from email.utils import parseaddr
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit
from zoneinfo import ZoneInfo

HOST: Final = re.compile(r"(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\.[A-Za-z0-9_-]+)*\.?")
IP6: Final = re.compile(r"\[[0-9A-Fa-f:.]+\]")
HEADER: Final = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
LEAST_KEY: Final = 50
LEAST_SIGNS: Final = 5
AUTOMATIC_NAMES: Final = ("divisions", "evening", "knockout", "last-captain", "pods", "swiss")
_WHEN: Final = re.compile(
    r"after|(?:mon|tue|wed|thu|fri|sat|sun|0?[1-9]|1\d|2[0-8]) (?:[01]\d|2[0-3]):[0-5]\d"
)
SERVICES: Final = (
    "discord", "gotify", "gotifys", "matrix", "matrixs", "mmost", "mmosts", "ntfy", "ntfys", "pover", "slack",
    "tgram",
)  # fmt: skip
"""Whose languages apprise speaks, as it begins their addresses."""
ESCAPES: Final = "write / ? # @ and % in a user or password as %2F %3F %23 %40 and %25"


def site_address(value: str) -> str | None:
    must = "is the whole address of the site, such as https://homeworlds.example"
    parts = _parts(value.rstrip("/"))
    if parts is None or parts.scheme not in ("http", "https") or not is_host(parts):
        return must
    if "@" in parts.netloc:
        return "is an address without user and password"
    if parts.path or parts.query or parts.fragment:
        return "is the address of a whole host, with nothing behind its name and port"
    return None


def host_name(value: str) -> str | None:
    if value == "*" or HOST.fullmatch(value.removeprefix(".")) or IP6.fullmatch(value):
        return None
    return "holds host names alone, such as homeworlds.example, without scheme, port or path"


def host_and_port(value: str) -> str | None:
    parts = _parts(f"//{value}")
    if parts and is_host(parts) and parts.port and parts.netloc == value and "@" not in value:
        return None
    return "holds hosts with their ports, such as 127.0.0.1:8900"


def push_host(value: str) -> str | None:
    if HOST.fullmatch(value.removeprefix("*.")) and not value.startswith("."):
        return None
    return "holds host names alone, such as push.example or *.push.example"


def local_service(value: str) -> str | None:
    parts = _parts(value)
    whole = parts and parts.scheme in ("http", "https") and is_host(parts) and parts.port
    if parts and whole and value == f"{parts.scheme}://{parts.netloc}" and "@" not in value:
        return None
    return "is scheme, host and port alone, such as http://127.0.0.1:8900"


def header(value: str) -> str | None:
    if HEADER.fullmatch(value):
        return None
    return "is the name of a header alone, such as X-Forwarded-Proto"


def secret_key(value: str) -> str | None:
    if value.startswith("django-insecure-"):
        return "is the one of an example: make one of your own"
    if len(value) < LEAST_KEY or len(set(value)) < LEAST_SIGNS:
        return f"is too easy to guess: give it {LEAST_KEY} random signs or more"
    return None


def keys_of_before(key: str) -> Callable[[str], str | None]:
    def must(value: str) -> str | None:
        keys = value.replace(",", " ").split()
        if key in keys:
            return "holds the key that is in use: only those of before belong there"
        if len(set(keys)) < len(keys):
            return "holds one key twice"
        if any(each.startswith("SECRET_KEY") for each in keys):
            return "holds keys alone, without the name of their setting"
        if any(len(each) < 8 or each[0] in "\"'" for each in keys):
            return "holds what is no key: each has 8 signs or more and stands in no quotes"
        return None

    return must


def token(value: str) -> str | None:
    if len(value) < 12 or not re.fullmatch(r"[!-~]+", value):
        return "is 12 signs or more of plain ASCII, without blanks"
    return None


def folder(value: str) -> str | None:
    """One to write in, which need not be there yet."""
    if value[0] == "~" or "$" in value:
        return "is a folder by its plain name (nothing in it is expanded)"
    place = Path(value)
    if place.resolve() == Path("/"):
        return "is a folder of its own"
    for each in (place, *place.parents):
        if each.is_dir():
            return None
        if each.exists():
            return "is a folder, and a file stands there or on the way"
    return None


def absolute_folder(value: str) -> str | None:
    if not value.startswith("/") or "$" in value or Path(value).is_file():
        return "holds folders by their whole names, from / on"
    return None


def database(value: str) -> str | None:
    if value.startswith("sqlite://"):
        return None if len(value) > len("sqlite:///") else "names no file: sqlite:////folder/file"
    parts = _parts(value)
    if parts is None:
        return f"is no whole address of a database: {ESCAPES}"
    if parts.scheme not in ("postgres", "postgresql"):
        return "begins with postgresql:// or sqlite:///"
    if not parts.path.strip("/") or "/" in parts.path.strip("/"):
        return f"ends with the name of a database, as in postgresql://user@host/name; {ESCAPES}"
    return f"has no user before the @, or one sign too many: {ESCAPES}" if parts.fragment else None


def password_of(url: str) -> Callable[[str], str | None]:
    def must(value: str) -> str | None:
        return "is for PostgreSQL, and DATABASE_URL names SQLite" if url.startswith("sqlite") else None

    return must


def redis_address(value: str) -> str | None:
    return _redis(value, "is redis://host/1, or rediss:// with TLS")


def broker(value: str) -> str | None:
    if value.startswith(("filesystem://", "memory://")):
        return None
    if value.startswith(("amqp://", "amqps://")):
        parts = _parts(value)
        return None if parts and is_host(parts) else f"names no host: {ESCAPES}"
    return _redis(value, "is redis://host/0, or rediss:// with TLS")


def _redis(value: str, must: str) -> str | None:
    parts = _parts(value)
    if parts is None:
        return f"is no whole address: {ESCAPES}"
    if parts.scheme not in ("redis", "rediss"):
        return must
    if not is_host(parts) or parts.fragment:
        return f"names no host: {ESCAPES}"
    if parts.path not in ("", "/") and not parts.path[1:].isdecimal():
        return "ends with the number of a database, such as /0"
    return None


MAIL_SCHEMES: Final = "submission, smtps, smtp, file or console"


def mail_server(value: str) -> str | None:
    scheme = value.partition(":")[0]
    if ":" not in value or scheme not in (
        "smtp", "smtps", "submission", "submit", "file", "console", "memory", "dummy"
    ):  # fmt: skip
        return f"begins with {MAIL_SCHEMES} and a colon"
    parts = _parts(value)
    if parts is None:
        return f"is no whole address of a mail server: {ESCAPES}"
    if scheme == "file":
        return None if parts.path.strip("/") and not parts.netloc else "names no folder: file:///folder"
    if scheme in ("smtp", "smtps", "submission", "submit"):
        if not is_host(parts) or parts.path.strip("/") or parts.fragment:
            return f"names no mail server, as in submission://user:password@host:587; {ESCAPES}"
        if parts.password is not None and not parts.username:
            return f"has a password and no user; {ESCAPES}"
    return None


def vapid_key(value: str) -> str | None:
    try:
        key = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except (binascii.Error, ValueError):
        key = b""
    if re.fullmatch(r"[A-Za-z0-9_-]+", value) and len(key) == 32 and any(key):
        return None
    return "is a key that “manage.py vapid_keys” has made, 43 signs"


def mail_address(value: str) -> str | None:
    _name, address = parseaddr(value)
    box, at, host = address.rpartition("@")
    if at and box and HOST.fullmatch(host) and " " not in address and value.count("@") == 1:
        return None
    return "is an address of mail, such as homeworlds@homeworlds.example"


def bare_mail_address(value: str) -> str | None:
    if "<" in value or " " in value or mail_address(value):
        return "holds addresses of mail, such as you@homeworlds.example"
    return None


def user_and_password(value: str) -> str | None:
    user, colon, password = value.partition(":")
    if user and colon and len(password) >= 8 and re.fullmatch(r"[!-~]+", value):
        return None
    return "is user:password, without blanks, the password of 8 signs or more"


def named_value(value: str) -> str | None:
    name, equals, said = value.partition("=")
    if re.fullmatch(r"[A-Z][A-Z0-9_]*", name) and equals and said.strip():
        return None
    return "holds NAME=value, as MAILGUN_WEBHOOK_SIGNING_KEY=..."


def time_zone(value: str) -> str | None:
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):  # each for another kind of name
        return "is the name of a time zone, such as Europe/Paris"
    return None


def contact(value: str) -> str | None:
    """A link or an address of mail that is one, or words."""
    scheme = re.match(r"([a-z][a-z0-9+.-]*):(?=\S)", value, re.IGNORECASE)
    if scheme:
        parts = _parts(value)
        whole = parts and parts.scheme in ("http", "https") and is_host(parts)
        return (
            None if whole and " " not in value else "is a whole link with https, an address of mail, or words"
        )
    if "@" in value and " " not in value:
        return mail_address(value) and "is an address of mail, a link, or words"
    return None if value.strip() == value else "begins and ends with a sign that can be seen"


def event(value: str) -> str | None:
    name, at, when = value.partition("@")
    if name not in AUTOMATIC_NAMES:
        return f"knows {', '.join(AUTOMATIC_NAMES)}"
    if at and _WHEN.fullmatch(when.strip()):
        return None
    return (
        "takes a weekday or a day of the month from 1 to 28 and a time in UTC, such as swiss@mon 18:00 or "
        "pods@1 18:00, or divisions@after"
    )


def report_address(value: str) -> str | None:
    parts = _parts(value)
    if (
        parts
        and parts.scheme in ("http", "https")
        and parts.username
        and is_host(parts)
        and parts.path.rpartition("/")[2].isdecimal()
    ):
        return None
    return "is what Sentry calls a DSN, https://key@host/number"


def ping_address(value: str) -> str | None:
    parts = _parts(value)
    whole = parts and parts.scheme in ("http", "https") and is_host(parts)
    if parts and whole and " " not in value and "@" not in parts.netloc:
        return None
    return "is the address of a server with https:// or http://, without user and password"


def trace_address(value: str) -> str | None:
    parts = _parts(value)
    whole = parts and parts.scheme in ("http", "https") and is_host(parts) and not parts.query
    if parts and whole and " " not in value and "@" not in parts.netloc and not parts.fragment:
        return None
    return "is the address of a collector that takes OTLP by HTTP, such as http://127.0.0.1:4318"


def alarm_address(value: str) -> str | None:
    scheme, _, rest = value.partition("://")
    if scheme in SERVICES:
        return None if rest and " " not in value else "has nothing behind the name of its service"
    if ping_address(value.removeprefix("ping+")) is None:
        return None
    return f"begins with https://, http://, ping+https:// or the name of a service: {', '.join(SERVICES)}"


def is_host(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    return bool(HOST.fullmatch(unquote(host)) or IP6.fullmatch(f"[{host}]") or host.startswith("%2f"))


def _parts(value: str) -> SplitResult | None:
    try:
        parts = urlsplit(value)
        _port = parts.port
    except ValueError:
        return None
    return parts if _port != 0 else None
