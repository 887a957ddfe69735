"""A player's calendar, as RFC 5545 has it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext
from icalendar import Calendar, Event

from accounts.models import Player
from accounts.vacation.keeping import vacation_of
from notices.feeds.models import CalendarMark
from notices.feeds.registry import Dated
from notices.hours import zone_of

KEPT: Final = timedelta(days=60)
"""For so long is remembered how often something was changed that is in the calendar no more."""
LOOKS_AGAIN: Final = timedelta(minutes=30)


def calendar_of(player: Player, dates: Iterable[Dated], now: datetime) -> bytes:
    """The same bytes as long as nothing has changed: what is said of an entry besides, how often and when it
    was changed, is kept by `_marks`."""
    zone, dates = zone_of(player), list(dates)
    marks = _marks(player, dates, now)
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//{_host()}//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", settings.SITE_NAME)
    calendar.add("refresh-interval", LOOKS_AGAIN, parameters={"VALUE": "DURATION"})
    for each in dates:
        mark, event = marks[each.uid], Event()
        event.add("uid", f"{each.uid}@{_host()}")
        event.add("dtstamp", mark.changed_at)
        event.add("last-modified", mark.changed_at)
        event.add("sequence", mark.sequence)
        event.add("dtstart", each.begins.astimezone(zone).replace(microsecond=0))
        if each.ends is not None:
            event.add("dtend", each.ends.astimezone(zone).replace(microsecond=0))
        event.add("summary", each.title)
        if each.words:
            event.add("description", each.words)
        event.add("url", each.link)
        event.add("transp", "OPAQUE" if each.is_busy else "TRANSPARENT")
        calendar.add_component(event)
    calendar.add_missing_timezones()
    made: bytes = calendar.to_ical()
    return made


def vacations(player: Player, now: datetime) -> Iterable[Dated]:
    """For the registry."""
    vacation = vacation_of(player, now)
    if vacation is not None:
        yield Dated(
            uid=f"vacation-{vacation.since:%Y%m%dT%H%M%S}-{player.public_id}",
            title=gettext("Vacation"),
            begins=vacation.since,
            ends=vacation.until,
            link=f"{settings.SITE_URL}/",
            words=gettext("Your clocks stand still in games that heed vacation."),
            is_busy=True,
        )


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or ""


@transaction.atomic
def _marks(player: Player, dates: Iterable[Dated], now: datetime) -> dict[str, CalendarMark]:
    """Of each entry; what says something else than when it was last looked at has the next number."""
    now = now.replace(microsecond=0)
    marks = {mark.uid: mark for mark in CalendarMark.objects.filter(player=player)}
    new, changed = [], []
    for each in dates:
        said, mark = _said(each), marks.get(each.uid)
        if mark is None:
            mark = marks[each.uid] = CalendarMark(player=player, uid=each.uid, said=said, changed_at=now)
            new.append(mark)
        elif mark.said != said:
            mark.said, mark.sequence, mark.changed_at = said, mark.sequence + 1, now
            changed.append(mark)
    if new:
        CalendarMark.objects.bulk_create(new, ignore_conflicts=True)
    if changed:
        CalendarMark.objects.bulk_update(changed, ["said", "sequence", "changed_at"])
    current = {each.uid for each in dates}
    old = [mark.pk for uid, mark in marks.items() if uid not in current and mark.changed_at < now - KEPT]
    if old:
        CalendarMark.objects.filter(pk__in=old).delete()
    return marks


def _said(each: Dated) -> str:
    parts = [each.title, each.begins.isoformat(), each.ends and each.ends.isoformat(), each.words, each.link]
    return hashlib.sha256("\n".join(part or "" for part in parts).encode()).hexdigest()[:32]
