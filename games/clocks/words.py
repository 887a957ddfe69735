"""Clocks in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from games.clocks.arithmetic import Pace
from games.clocks.deadlines import pace_of
from games.models import Game, Seat

HOUR: Final = timedelta(hours=1)
MINUTE: Final = timedelta(minutes=1)


def amount(time: timedelta) -> str:
    """In its two largest units, rounded down: “3 days 4 hours”, “5 hours”, “2 minutes”."""
    days, rest = time.days, time - timedelta(days=time.days)
    hours, minutes, seconds = rest // HOUR, rest % HOUR // MINUTE, int((rest % MINUTE).total_seconds())
    if time < timedelta(0):
        return amount(timedelta(0))
    if days:
        return _joined(_days(days), _hours(hours))
    if hours:
        return _joined(_hours(hours), _minutes(minutes))
    if minutes:
        return _joined(_minutes(minutes), _seconds(seconds) if minutes < 5 else "")
    return _seconds(seconds) or ngettext("{number} second", "{number} seconds", 0).format(number=0)


def moment(at: datetime) -> str:
    """In the reader's zone, which it names."""
    local = timezone.localtime(at)
    return f"{date_format(local, 'DATETIME_FORMAT')} ({local.tzname()})"


def clock_in_short(pace: Pace) -> str:
    if pace.is_by_turns:
        return gettext("{time} for every turn").format(time=amount(pace.start))
    return gettext("{start} and {increment} more a turn").format(
        start=amount(pace.start), increment=amount(pace.increment)
    )


def clock_sentence(pace: Pace) -> str:
    """What everybody's clock holds."""
    if pace.is_by_turns:
        return gettext("Everybody has {time} for every turn.").format(time=amount(pace.start))
    sentence = gettext(
        "Everybody has {start} at the start and {increment} more after every turn, {cap} at most."
    )
    return sentence.format(start=amount(pace.start), increment=amount(pace.increment), cap=amount(pace.cap))


def weekend_sentence(zone: str) -> str:
    return gettext("The clocks stand still on weekends (time zone {zone}).").format(zone=zone)


def loss_sentence() -> str:
    return gettext("Whose clock runs out loses.")


def excuses_sentence(excuses: int) -> str:
    if not excuses:
        return gettext("Whose clock runs out is passed over, and others may take the seat.")
    return ngettext(
        "Whose clock runs out is excused once; then the turns are passed, and others may take the seat.",
        "Whose clock runs out is excused {number} times; then the turns are passed, and others may take the "
        "seat.",
        excuses,
    ).format(number=excuses)


def what_follows(game: Game, seats: Sequence[Seat]) -> str:
    """What happens when the clock of the seat to move runs out; empty while none runs."""
    pace = pace_of(game)
    if pace is None or game.due_at is None or game.next_seat is None:
        return ""
    seat = seats[game.next_seat]
    if game.players == 2:
        sentence = gettext("Then {name} loses on time.")
    elif seat.excuses_left:
        sentence = gettext("Then {name} is excused, and has {time} more.")
    else:
        sentence = gettext("Then {name}’s seat is adrift: its turns are passed, and others may take it.")
    return sentence.format(name=seat.shown_name, time=amount(pace.excused()))


def _joined(first: str, second: str) -> str:
    return f"{first} {second}".strip()


def _days(number: int) -> str:
    return ngettext("{number} day", "{number} days", number).format(number=number) if number else ""


def _hours(number: int) -> str:
    return ngettext("{number} hour", "{number} hours", number).format(number=number) if number else ""


def _minutes(number: int) -> str:
    return ngettext("{number} minute", "{number} minutes", number).format(number=number) if number else ""


def _seconds(number: int) -> str:
    return ngettext("{number} second", "{number} seconds", number).format(number=number) if number else ""
