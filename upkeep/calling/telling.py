"""The operator is told by mail to ADMINS_EMAIL and at ALARM_URL, each way by itself, past queue and
database.

Which alarms, and what was told before, stands in a file in VAR_DIR: the database may be what is away.
"""

from __future__ import annotations

import fcntl
import importlib
import json
import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import mail_admins
from django.utils import translation
from django.utils.translation import gettext as _

from upkeep import outside
from upkeep.calling.look import FILE
from upkeep.calling.memory import HOOK, MAIL, News, remember, remembered
from upkeep.outside import Closed, NoAnswer

HOOK_SECONDS: Final = 10.0
PING: Final = "ping+"
PINGS: Final = frozenset({"hc-ping.com"})
"""Hosts that are pinged though nobody says so: what is not well goes to /fail there."""
GOOD: Final = range(200, 300)


class NotTold(Exception):
    """Its text says why, without the address."""


def tell(ringing: Mapping[str, str], unknown: Collection[str]) -> list[str]:
    """Tells what is new, by each way; a line for each that could not, and for each that has."""
    said = []
    with _memory() as memory, translation.override(settings.LANGUAGE_CODE):
        for name, send in ways().items():
            way, now = memory.way(name), time.time()
            if not (news := way.news(ringing, unknown, now)):
                continue
            try:
                send(news)
            except NotTold as reason:
                way.failed(now)
                said.append(f"{name}: not told, and tried again: {reason}.")
            else:
                way.was_told(news, now)
                said.append(f"{name}: {subject(news)}")
    return said


def ways() -> dict[str, Callable[[News], None]]:
    found: dict[str, Callable[[News], None]] = {}
    if settings.ADMINS:
        found[MAIL] = by_mail
    if settings.ALARM_URL:
        found[HOOK] = by_hook
    return found


@contextmanager
def _memory() -> Iterator[Any]:
    """One at a time: two would both tell."""
    file = Path(settings.VAR_DIR) / FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        memory = remembered(file)
        yield memory
        remember(file, memory)


def subject(news: News) -> str:
    rings = ", ".join([*news.begun, *news.again])
    if not rings:
        return _("Well again: %(names)s") % {"names": ", ".join(news.over)}
    if not news.begun:
        return _("Still needs a hand: %(names)s") % {"names": rings}
    return _("Needs a hand: %(names)s") % {"names": rings}


def text(news: News) -> str:
    lines = [f"{name}: {words}" for name, words in {**news.begun, **news.again}.items()]
    if news.over:
        lines.append(_("Well again: %(names)s") % {"names": ", ".join(news.over)})
    return "\n".join([*lines, "", settings.SITE_URL])


def by_mail(news: News) -> None:
    try:
        mail_admins(subject(news), text(news))
    except (OSError, ValueError) as error:  # smtplib's errors are the first
        raise NotTold(type(error).__name__) from error


def by_hook(news: News) -> None:
    address: str = settings.ALARM_URL
    try:
        if address.startswith(PING) or urlsplit(address).hostname in PINGS:
            _ping(address.removeprefix(PING), news)
        elif address.startswith(("http://", "https://")) and not _is_known(address):
            _post(address, news)
        else:
            _by_service(address, news)
    except (Closed, NoAnswer) as error:
        raise NotTold(str(error)) from error


def _ping(address: str, news: News) -> None:
    """As healthchecks has it: the address when all of it is well, /fail when something rings."""
    rings = bool(news.begun or news.again)
    _ask(
        "POST",
        address.rstrip("/") + ("/fail" if rings else ""),
        text(news).encode(),
        "text/plain; charset=utf-8",
    )


def _post(address: str, news: News) -> None:
    said = {
        "site": settings.SITE_URL,
        "subject": subject(news),
        "text": text(news),
        "alarms": {**news.begun, **news.again},
        "over": list(news.over),
    }
    _ask("POST", address, json.dumps(said).encode(), "application/json")


def _ask(method: str, address: str, body: bytes, kind: str) -> None:
    answer = outside.ask(
        method, address, body=body, headers={"Content-Type": kind}, seconds=HOOK_SECONDS, own=True
    )
    if answer.status not in GOOD:
        raise NotTold(f"the answer was {answer.status}")


def _is_known(address: str) -> bool:
    """Whether a service gives out such addresses, whose language apprise speaks."""
    return type(_sender(address)).__name__ not in ("NoneType", "NotifyJSON", "NotifyForm", "NotifyXML")


def _by_service(address: str, news: News) -> None:
    sender = _sender(address)
    if sender is None:
        raise NotTold("ALARM_URL is no address of a service that apprise knows")
    if not sender.notify(body=text(news), title=subject(news), body_format="text"):
        raise NotTold("the service did not take it")


def _sender(address: str) -> Any:
    """Loaded when there is something to tell, and not before."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of what it tries before something newer
        library = importlib.import_module("apprise")
        asset = library.AppriseAsset(
            app_id=settings.SITE_NAME,
            app_desc=settings.SITE_NAME,
            app_url=settings.SITE_URL,
            image_url_mask="",
            image_url_logo="",
        )
        return library.Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
