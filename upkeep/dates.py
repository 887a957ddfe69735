"""Dates and hours as they are said on pages and in mails: all of them, in one style, in the reader's language
and time zone. A page names the zone once (`zone`)."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from upkeep.clock import local_now

NEAR: Final = 6
"""Days within which a weekday says which."""


def when(at: datetime | None) -> str:
    """Standing alone: “today 14:05”, “Thu 14:05”, “2 Dec”, “2 Dec 2024”; empty for none."""
    if at is None:
        return ""
    local, days = _local(at)
    if days == 0:
        return gettext("today {time}").format(time=_hour(local))
    return exact(at) if abs(days) <= NEAR else day(local)


def exact(at: datetime | None) -> str:
    """In a sentence, and where the hour decides: “Thu 14:05”, “2 Dec 14:05”; empty for none."""
    if at is None:
        return ""
    local, days = _local(at)
    return f"{date_format(local, 'D') if abs(days) <= NEAR else day(local)} {_hour(local)}"


def day(at: date | None) -> str:
    """Of a moment in the reader's zone: “2 Dec”, of another year “2 Dec 2024”; empty for none."""
    if at is None:
        return ""
    local = timezone.localtime(at) if isinstance(at, datetime) else at
    # Names of months are small letters in some languages, for which Django has a sign of its own.
    if local.year == timezone.localtime(local_now()).year:
        return date_format(local, pgettext("format of a date", "j M"))
    return date_format(local, pgettext("format of a date", "j M Y"))


def whole(at: datetime | None) -> str:
    """Whenever it is read: “Thu 2 Dec 2024, 14:05”; empty for none."""
    return date_format(timezone.localtime(at), pgettext("format of a date", "D j M Y, H:i")) if at else ""


def in_mail(at: datetime | None) -> str:
    """The same with the zone: mails are read anywhere, and no page names it."""
    return f"{whole(at)} ({zone(at)})" if at else ""


def month(at: date | None) -> str:
    """“December 2024”; empty for none."""
    return date_format(at, "F Y") if at else ""


def machine(at: datetime | date | None) -> str:
    """For `datetime` attributes."""
    return at.isoformat() if at else ""


def clock(at: time | None) -> str:
    """An hour of every day: “07:30”."""
    return date_format(at, "H:i") if at else ""


def zone(at: datetime | None = None) -> str:
    """As it is called for short at that moment, now if none is given: “CET”."""
    return timezone.localtime(at or local_now()).tzname() or timezone.get_current_timezone_name()


def _local(at: datetime) -> tuple[datetime, int]:
    """And so many days from today."""
    local = timezone.localtime(at)
    return local, (local.date() - timezone.localtime(local_now()).date()).days


def _hour(local: datetime) -> str:
    return date_format(local, "H:i")
