"""Whose time runs, until when and what then; which seats are adrift, and who may take them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext

from games.access import Viewer, seat_of
from games.clocks.absence import is_adrift, is_open_to_substitutes
from games.clocks.deadlines import is_paused, left_now
from games.clocks.words import amount, away, passed_so_far, what_becomes_of, what_follows, who_plays
from games.models import Game, Seat, Status
from upkeep.clock import local_now
from upkeep.dates import exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """Of a running game with a clock; what the viewer's own seat has to do with it."""

    notes: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """By seat: what is on its clock, and its player's vacation, or that it is adrift; and the address of the
    clock's statement."""
    until: str = ""
    """Until when the player to move has time, and what follows then."""
    adrift: tuple[str, ...] = ()
    """What becomes of each seat adrift, and when."""
    may_come_back: bool = False
    to_take: tuple[tuple[int, str], ...] = ()
    """Number and name of the seats that the viewer may ask for."""


def clocks_of(game: Game, viewer: Viewer) -> Clocks | None:
    """Of a game fetched with its seats; no query. None without a clock, and after the end."""
    if game.status != Status.RUNNING or not game.clock_left:
        return None
    now = local_now()
    seats = list(game.seats.all())
    notes: dict[int, tuple[str, str]] = {}
    for number, seat in enumerate(seats):
        link = clock_address(game.public_id, number)
        if is_adrift(game, seat):
            notes[number] = gettext("stays away: {passed}").format(passed=passed_so_far(seat)), link
        elif seat.player is not None and seat.player.is_human and number not in game.departed:
            left = amount(left_now(game, number, now))
            notes[number] = " · ".join(filter(None, [left, away(game, seat, now)])), link
    own = seat_of(game, viewer)
    may_take = own is None and not viewer.is_anonymous and viewer.is_human and not viewer.is_guest
    return Clocks(
        notes=notes,
        until=_until(game, seats, viewer),
        adrift=tuple([_adrift(game, seat) for seat in seats if is_adrift(game, seat)]),
        may_come_back=own is not None and is_adrift(game, own) and not own.returned,
        to_take=tuple(
            [
                (number, seat.name)
                for number, seat in enumerate(seats)
                if may_take and is_open_to_substitutes(game, seat, now)
            ]
        ),
    )


def _adrift(game: Game, seat: Seat) -> str:
    words = gettext("{name} stays away ({passed}). {sentence}").format(
        name=who_plays(seat), passed=passed_so_far(seat), sentence=what_becomes_of(game, seat)
    )
    if game.next_seat != seat.number or game.bot_due_at is None or game.bot_due_at <= local_now():
        return words
    waits = gettext("It is to move: its turn is passed {moment} at the earliest.")
    return f"{words} {waits.format(moment=exact(game.bot_due_at))}"


def _until(game: Game, seats: Sequence[Seat], viewer: Viewer) -> str:
    if game.paused_until is not None and is_paused(game, local_now()):
        sentence = gettext("The game is paused: no clock runs, until {moment} at most.")
        return sentence.format(moment=exact(game.paused_until))
    if game.due_at is None or game.next_seat is None:
        return ""
    seat, until = seats[game.next_seat], exact(game.due_at)
    if not viewer.is_anonymous and seat.player_id == viewer.pk:
        sentence = gettext("You have until {moment}.").format(moment=until)
        return f"{sentence} {what_follows(game, seats, viewer)}"
    sentence = gettext("{name} has until {moment}.").format(name=who_plays(seat), moment=until)
    return f"{sentence} {what_follows(game, seats)}"


def clock_address(public_id: str, seat: int) -> str:
    return reverse("games:clock", args=[public_id, seat])
