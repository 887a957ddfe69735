"""The mails that an embedded site puts into a folder instead of sending them, and the page with them."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.errors import MessageError
from itertools import islice
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

FILE_BACKEND: Final = "django.core.mail.backends.filebased.EmailBackend"
SHOWN: Final = 20
_BETWEEN: Final = b"\n" + b"-" * 79 + b"\n"
_PROXY_HEADERS: Final = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")


@dataclass(frozen=True, slots=True)
class Mail:
    to: str
    subject: str
    date: str
    text: str


def may_read_mails(request: HttpRequest) -> bool:
    """Mails hold codes and links that open accounts: only a developer reads them, at the machine itself."""
    if not (settings.DEBUG or settings.EMAIL_BACKEND == FILE_BACKEND):
        return False
    if any(header in request.headers for header in _PROXY_HEADERS):
        return False
    # The name, too: otherwise a page from elsewhere could give this machine a name of its own.
    named = urlsplit(f"//{request.get_host()}").hostname or ""
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and (named == "localhost" or _is_loopback(named))


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def last_mails() -> list[Mail]:
    """The youngest first; none where mails go elsewhere."""
    folder = settings.EMAIL_FILE_PATH
    if settings.EMAIL_BACKEND != FILE_BACKEND or not folder or not Path(folder).is_dir():
        return []
    files = sorted(Path(folder).glob("*.log"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    mails = (mail for file in files for mail in reversed(_mails_in(file)))
    return list(islice(mails, SHOWN))


def _mails_in(file: Path) -> list[Mail]:
    return [_parsed(part) for part in file.read_bytes().split(_BETWEEN) if part.strip()]


def _parsed(raw: bytes) -> Mail:
    message = message_from_bytes(raw, policy=policy.default)
    try:
        body = message.get_body(("plain",))
        text = body.get_content() if body else ""
    except (MessageError, LookupError):
        text = raw.decode(errors="replace")
    return Mail(
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        date=str(message["Date"] or ""),
        text=text,
    )


@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    """To everybody else the page does not exist."""
    if not may_read_mails(request):
        raise Http404
    in_folder = settings.EMAIL_BACKEND == FILE_BACKEND
    return render(request, "pages/developers_mail.html", {"mails": last_mails(), "folder": in_folder})
