"""Clocks in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext, ngettext

from accounts.models import Player
from accounts.vacation.arithmetic import LEAST
from accounts.vacation.keeping import budget_of, may_begin, vacation_of
from games.clocks.absence import PASSES, open_until, takes_substitutes
from games.clocks.arithmetic import NOTHING, Pace
from games.clocks.deadlines import heeds_vacation, left_of, pace_of
from games.models import Game, Seat
from upkeep.dates import exact

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


def amount_in_short(time: timedelta) -> str:
    """The same with signs for the units, and one alone below an hour: “3 d 4 h”, “5 h 12 min”, “2 min”. It
    stands in one line: its spaces are no-break spaces."""
    time = max(time, timedelta(0))
    hours, minutes = time % timedelta(days=1) // HOUR, time % HOUR // MINUTE
    if time.days:
        words = _joined(gettext("{number} d").format(number=time.days), _hours_in_short(hours))
    elif hours:
        words = _joined(_hours_in_short(hours), _minutes_in_short(minutes))
    else:
        words = _minutes_in_short(minutes) or gettext("{number} s").format(number=int(time.total_seconds()))
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def clock_in_short(pace: Pace) -> str:
    if pace.is_by_turns:
        return gettext("{time} for every turn").format(time=amount(pace.start))
    return gettext("{start} and {increment} more a turn").format(
        start=amount(pace.start), increment=amount(pace.increment)
    )


def clock_in_list(game: Game) -> str:
    """As a row of a list has room for it: “4 d + 1 d a turn”."""
    pace = pace_of(game)
    if pace is None and game.days_per_turn is None:
        return gettext("no clock")
    if pace is None or pace.is_by_turns:
        time = amount_in_short(pace.start if pace else timedelta(days=game.days_per_turn or 0))
        return gettext("{time} a turn").format(time=time)
    start, more = amount_in_short(pace.start), amount_in_short(pace.increment)
    return gettext("{start} + {increment} a turn").format(start=start, increment=more)


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


def vacation_sentence(allowed: bool) -> str:
    if allowed:
        return gettext("While players are on vacation, their clocks stand still.")
    return gettext("Vacation stops no clock of this game.")


def away(game: Game, seat: Seat, now: datetime) -> str:
    """Until when a seat's player is on vacation, and how much of it is left to take; empty: the clock heeds
    none."""
    vacation = vacation_of(seat.player, now) if seat.player and heeds_vacation(game) else None
    if seat.player is None or vacation is None:
        return ""
    words = gettext("on vacation until {moment}").format(moment=exact(vacation.until))
    left = budget_of(seat.player).held(now)
    if left < LEAST:
        return words
    return gettext("{vacation}, with {time} left after it").format(vacation=words, time=amount(left))


def passed_so_far(seat: Seat) -> str:
    """Of a seat adrift."""
    return gettext("passed so far: {passes} of {most}").format(passes=seat.passes, most=PASSES)


def what_becomes_of(game: Game, seat: Seat) -> str:
    """What becomes of a seat adrift, and when, as said of anybody's."""
    if not takes_substitutes(game):
        return gettext(
            "Its turns are passed; after the third, the seat is lost. Nobody else takes a seat here."
        )
    return gettext(
        "Until {moment} others may take the seat. Till then its turns are passed, one a day at most; after "
        "the third, not before that moment, the seat is lost."
    ).format(moment=exact(open_until(game, seat)))


def who_plays(seat: Seat) -> str:
    """The player of a seat: “Erin for Alice” where Erin plays on for Alice. The homeworld keeps its name."""
    if not seat.has_substitute or seat.player is None:
        return seat.shown_name
    return gettext("{player} for {name}").format(player=seat.player.name, name=seat.shown_name)


def who_has_how_long(game: Game, seats: Sequence[Seat]) -> str:
    """As a turn begins: “Bob has 4 days.”; empty while no clock runs."""
    if game.next_seat is None or game.due_at is None:
        return ""
    time = amount(left_of(game, game.next_seat))
    return gettext("{name} has {time}.").format(name=who_plays(seats[game.next_seat]), time=time)


def what_follows(game: Game, seats: Sequence[Seat], reader: Player | None = None) -> str:
    """What happens when the clock of the seat to move runs out, said to the reader if it is the reader's;
    empty while none runs."""
    pace = pace_of(game)
    if pace is None or game.due_at is None or game.next_seat is None:
        return ""
    seat = seats[game.next_seat]
    own = reader is not None and seat.player_id == reader.pk
    if seat.player and heeds_vacation(game) and may_begin(seat.player, game.due_at):
        time = budget_of(seat.player).held(game.due_at)
        sentence = (
            gettext("Then your vacation begins by itself, for {time} at most.")
            if own
            else gettext("Then {name}’s vacation begins by itself, for {time} at most.")
        )
    elif game.players == 2:
        time = NOTHING
        sentence = gettext("Then you lose on time.") if own else gettext("Then {name} loses on time.")
    elif seat.excuses_left:
        time = pace.excused()
        sentence = (
            gettext("Then you are excused, and have {time} more.")
            if own
            else gettext("Then {name} is excused, and has {time} more.")
        )
    else:
        time = NOTHING
        sentence = (
            gettext("Then your seat is adrift: its turns are passed, and others may take it.")
            if own
            else gettext("Then {name}’s seat is adrift: its turns are passed, and others may take it.")
        )
    return sentence.format(name=who_plays(seat), time=amount(time))


def _joined(first: str, second: str) -> str:
    return f"{first} {second}".strip()


def _hours_in_short(number: int) -> str:
    return gettext("{number} h").format(number=number) if number else ""


def _minutes_in_short(number: int) -> str:
    return gettext("{number} min").format(number=number) if number else ""


def _days(number: int) -> str:
    return ngettext("{number} day", "{number} days", number).format(number=number) if number else ""


def _hours(number: int) -> str:
    return ngettext("{number} hour", "{number} hours", number).format(number=number) if number else ""


def _minutes(number: int) -> str:
    return ngettext("{number} minute", "{number} minutes", number).format(number=number) if number else ""


def _seconds(number: int) -> str:
    return ngettext("{number} second", "{number} seconds", number).format(number=number) if number else ""
