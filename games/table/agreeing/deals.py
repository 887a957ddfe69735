"""What players can do about the clocks of a game together, and what is proposed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.access import Viewer, seat_of
from games.clocks.deadlines import PAUSED_AT_MOST, is_paused, pace_of
from games.clocks.paces import FOR_RUNNING_GAMES
from games.clocks.words import amount, clock_in_short
from games.clocks.words import who_plays as named
from games.log.consents import who_plays, who_stands
from games.models import Consent, Game, Matter, Seat, Status
from upkeep.clock import local_now


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Something that is proposed."""

    matter: str
    pace: str
    sentence: str
    mine: bool
    """The viewer has agreed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deals:
    """Of a running game, for somebody who plays in it."""

    public_id: str
    proposed: tuple[Deal, ...] = ()
    more_time: str = ""
    """How much the viewer can give all others; empty where no clock runs."""
    may_pause: bool = False
    may_resume: bool = False
    paused_at_most: str = ""
    clocks: tuple[tuple[str, str], ...] = ()
    """Those that can be proposed, by name, with their words; none where the game has one."""
    key: str = ""


def deals_of(game: Game, viewer: Viewer) -> Deals | None:
    """Of a game fetched with its seats; None for who does not play in it now. Some queries for each proposal,
    none while there is none."""
    own = seat_of(game, viewer)
    if own is None or game.status != Status.RUNNING:
        return None
    seats = list(game.seats.all())
    playing = who_plays(game, seats)
    if own.number not in playing or len(playing) < 2:
        return None
    pace, paused = pace_of(game), is_paused(game, local_now())
    proposed = tuple(_proposed(game, seats, own)) if game.asks_consent else ()
    open_matters = {deal.matter for deal in proposed}
    return Deals(
        public_id=game.public_id,
        proposed=proposed,
        more_time=amount(pace.gift) if pace else "",
        may_pause=pace is not None and not paused and Matter.PAUSE not in open_matters,
        may_resume=paused and Matter.RESUME not in open_matters,
        paused_at_most=amount(PAUSED_AT_MOST),
        clocks=()
        if pace
        else tuple([(name, clock_in_short(each)) for name, each in FOR_RUNNING_GAMES.items()]),
        key=secrets.token_urlsafe(16),
    )


def _proposed(game: Game, seats: Sequence[Seat], own: Seat) -> Iterator[Deal]:
    given = Consent.objects.filter(game=game).order_by("matter", "pace")
    for matter, pace in given.values_list("matter", "pace").distinct():
        standing = who_stands(game, Matter(matter), pace)
        if standing:
            names = ", ".join([named(seats[number]) for number in sorted(standing)])
            yield Deal(
                matter=matter,
                pace=pace,
                sentence=_sentence(Matter(matter), pace, names),
                mine=own.number in standing,
            )


def _sentence(matter: Matter, pace: str, names: str) -> str:
    match matter:
        case Matter.PAUSE:
            return gettext("For a pause of the clocks, {time} at most: {names}.").format(
                time=amount(PAUSED_AT_MOST), names=names
            )
        case Matter.RESUME:
            return gettext("For ending the pause: {names}.").format(names=names)
        case Matter.CLOCK:
            clock = clock_in_short(FOR_RUNNING_GAMES[pace])
            return gettext("For a clock, {clock}: {names}.").format(clock=clock, names=names)
