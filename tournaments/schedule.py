"""The events that the site holds by itself, and the schedule in the settings that says when.

An entry of the schedule is `name@when`: a name among AUTOMATIC, and a weekday or a day of the month with a
time in UTC, or `after`: a week after the last one is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_noop

from games.clocks.paces import BRISK, LIVE, NORMAL, PACES
from homeworlds.rules import Variant
from tournaments.models import Format, Repeats
from tournaments.plans import EventPlan, usual_plan

OF_THE_SITE: Final = "site-"
"""How the keys of their series begin."""
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WHEN: Final = re.compile(r"(?P<day>[a-z]{3}|\d{1,2}) (?P<hour>\d{2}):(?P<minute>\d{2})")


def _plan(title: str, format_: Format, variant: Variant, clock: str, **changes: Any) -> EventPlan:
    return usual_plan(title, format_, variant, clock=PACES[clock], **changes)


AUTOMATIC: Final[Mapping[str, EventPlan]] = {
    "divisions": _plan(gettext_noop("Divisions"), Format.DIVISIONS, Variant.BINARY, BRISK, most=100),
    "swiss": _plan(
        gettext_noop("Swiss"), Format.SWISS, Variant.BINARY, BRISK, round_lasts=timedelta(days=21)
    ),
    "knockout": _plan(
        gettext_noop("Cup"), Format.KNOCKOUT, Variant.BINARY, BRISK, round_lasts=timedelta(days=21)
    ),
    "pods": _plan(gettext_noop("Pods"), Format.AT_ONCE, Variant.SINISTER, NORMAL, rounds=4, least=6),
    "last-captain": _plan(
        gettext_noop("Last captain"), Format.PODS, Variant.LAST_CAPTAIN_STANDING, BRISK, rounds=3, least=6
    ),
    "evening": _plan(
        gettext_noop("An evening of games"),
        Format.SWISS,
        Variant.BINARY,
        LIVE,
        rounds=4,
        round_lasts=timedelta(minutes=65),
        most=32,
    ),
}
"""By the names that the schedule uses; each edition adds its number to the title."""


class When(NamedTuple):
    repeats: Repeats
    day: int = 0
    """Of the week, from 0, Monday; or of the month, from 1."""
    at: time = time(0)
    """UTC."""

    def next_start(self, after: datetime) -> datetime | None:
        """None: when the last edition is over."""
        if self.repeats is Repeats.AFTER:
            return None
        day = after.astimezone(UTC).date()
        while True:
            start = datetime.combine(day, self.at, UTC)
            fits = day.weekday() == self.day if self.repeats is Repeats.WEEKLY else day.day == self.day
            if fits and start > after:
                return start
            day += timedelta(days=1)


class Scheduled(NamedTuple):
    key: str
    """Of the series."""
    plan: EventPlan
    when: When


def read_schedule(entries: Iterable[str]) -> list[Scheduled]:
    """Raises ImproperlyConfigured, with a sentence.

    >>> [(each.key, str(each.when.repeats)) for each in read_schedule(["swiss@mon 18:00", "divisions@after"])]
    [('site-swiss', 'weekly'), ('site-divisions', 'after')]
    """
    found = [_read(entry.strip()) for entry in entries if entry.strip()]
    keys = [each.key for each in found]
    for key in keys:
        if keys.count(key) > 1:
            raise ImproperlyConfigured(
                f"AUTOMATIC_EVENTS names “{key.removeprefix(OF_THE_SITE)}” twice; it is held at one time."
            )
    return found


def _read(entry: str) -> Scheduled:
    name, _, said = entry.partition("@")
    if name not in AUTOMATIC:
        raise ImproperlyConfigured(
            f"AUTOMATIC_EVENTS names “{name}”; the site knows {', '.join(sorted(AUTOMATIC))}."
        )
    return Scheduled(OF_THE_SITE + name, AUTOMATIC[name], _when(entry, said.strip()))


def _when(entry: str, said: str) -> When:
    if said == "after":
        return When(Repeats.AFTER)
    found = _WHEN.fullmatch(said)
    if found and int(found["hour"]) < 24 and int(found["minute"]) < 60:
        at = time(int(found["hour"]), int(found["minute"]))
        if found["day"] in _WEEKDAYS:
            return When(Repeats.WEEKLY, _WEEKDAYS.index(found["day"]), at)
        # Every month has so many days.
        if found["day"].isdigit() and 1 <= int(found["day"]) <= 28:
            return When(Repeats.MONTHLY, int(found["day"]), at)
    raise ImproperlyConfigured(
        f"AUTOMATIC_EVENTS says “{entry}”; write a weekday or a day of the month from 1 to 28 and a time in "
        "UTC, such as swiss@mon 18:00 or pods@1 18:00, or divisions@after."
    )
