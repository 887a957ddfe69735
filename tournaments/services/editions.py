"""Editions that follow each other by themselves: those of the schedule in the settings, and those that a
director wanted. Of each series one edition is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from tournaments.models import Event, EventStatus, Repeats, Series, StandingEntry
from tournaments.plans import EventPlan
from tournaments.rights import why_not_enter
from tournaments.schedule import OF_THE_SITE, Scheduled, read_schedule
from tournaments.services.entering import take_in
from tournaments.services.keeping import lock_event
from tournaments.services.opening import announce
from tournaments.sheet import stayed_away
from tournaments.times import BETWEEN_EDITIONS
from upkeep.clock import database_now

WEEK: Final = timedelta(days=7)
MONTH: Final = timedelta(days=28)
"""Between editions that a director wants every month: the same day of the week."""


def open_editions() -> int:
    """Opens the next edition of each series of which none is open, and says of those that waited for the one
    before when they start; how many. Two queries where nothing is to be done, and one where the settings have
    no schedule."""
    scheduled = {each.key: each for each in read_schedule(settings.AUTOMATIC_EVENTS)}
    for key in scheduled.keys() - set(Series.objects.values_list("key", flat=True)):
        _begin_series(scheduled[key])
    opened = Event.objects.filter(series=OuterRef("pk"), status=EventStatus.OPEN)
    ours = Q(key__in=scheduled) | ~Q(key__startswith=OF_THE_SITE)
    lacking = Series.objects.filter(~Exists(opened), ours, ended_at=None).order_by("pk")
    made = sum(open_edition(series_id=pk, scheduled=scheduled) for pk in lacking.values_list("pk", flat=True))
    return made + _let_followers_start()


def _begin_series(each: Scheduled) -> None:
    now = database_now()
    series = Series(
        key=each.key, repeats=each.when.repeats, next_at=each.when.next_start(now), created_at=now
    )
    Series.objects.bulk_create([series], ignore_conflicts=True)


@transaction.atomic
def open_edition(*, series_id: int, scheduled: Mapping[str, Scheduled]) -> bool:
    """The next edition; False when somebody else has just opened it. Whoever is entered for all is in, but
    those who lost half of their games of the last one on time: they enter themselves again.

    Locks the series.
    """
    series = Series.objects.select_for_update(no_key=True).get(pk=series_id)
    last = Event.objects.filter(series=series).order_by("-edition").first()
    if series.ended_at is not None or (last is not None and last.status == EventStatus.OPEN):
        return False
    now = database_now()
    said = scheduled.get(series.key)
    plan = said.plan if said else EventPlan.of(last) if last else None
    if plan is None:
        return False
    series.edition += 1
    starts_at = _next_start(series, said, last, now)
    series.next_at = starts_at
    series.save(update_fields=["edition", "next_at"])
    title = plan.title if last is None or said else last.title.rpartition(" ")[0] or last.title
    event = announce(
        replace(plan, title=f"{title} {series.edition}", starts_at=starts_at),
        now,
        director=last.director if last else None,
        club=last.club if last else None,
        series=series,
    )
    _enter_all(event, last, now)
    return True


def _next_start(series: Series, said: Scheduled | None, last: Event | None, now: datetime) -> datetime | None:
    """None: when the last one is over."""
    if said is not None:
        start = said.when.next_start(now)
    elif series.repeats == Repeats.AFTER:
        start = None
    else:
        step = WEEK if series.repeats == Repeats.WEEKLY else MONTH
        start = (series.next_at or now) + step
        while start <= now:
            start += step
    if start is None and (last is None or last.is_over):
        return now + BETWEEN_EDITIONS
    return start


def _enter_all(event: Event, last: Event | None, now: datetime) -> None:
    """The event was made just now, so nobody else can have its row."""
    away = stayed_away(last) if last else set()
    standing = StandingEntry.objects.filter(series=event.series_id).select_related("player")
    standing.filter(player__in=away).delete()
    for each in standing.exclude(player__in=away).order_by("since", "pk"):
        if why_not_enter(event, each.player, now) is None:
            take_in(event, each.player, now)


def _let_followers_start() -> int:
    """Editions that wait for the one before, which is over."""
    running = Event.objects.filter(series=OuterRef("series"), status=EventStatus.RUNNING)
    waiting = Event.objects.filter(
        ~Exists(running),
        series__isnull=False,
        status=EventStatus.OPEN,
        starts_at=None,
        starts_when_full=False,
    )
    return sum(_say_start(event_id) for event_id in waiting.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _say_start(event_id: int) -> bool:
    event = lock_event(event_id)
    if event.status != EventStatus.OPEN or event.starts_at is not None:
        return False
    event.starts_at = database_now() + BETWEEN_EDITIONS
    event.save(update_fields=["starts_at"])
    return True
