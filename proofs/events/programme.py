"""The five events of the proof, one of each format, all with clocks of twenty seconds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction

from accounts.models import Player
from games.clocks.arithmetic import LIVE_BELOW, Pace
from homeworlds.rules import Variant
from proofs.events.crowd import Crowd
from tournaments.models import Event, Format, Points
from tournaments.plans import usual_plan
from tournaments.services.opening import announce, open_event
from upkeep.clock import database_now

CLOCK: Final = timedelta(seconds=20)
LIVE: Final = Pace.a_turn(CLOCK)
SAVED: Final = Pace(CLOCK, CLOCK, LIVE_BELOW)
"""As much for each turn, but kept: a clock that is for tables too."""
FIRST: Final = timedelta(seconds=25)
APART: Final = timedelta(seconds=10)


class Wanted(NamedTuple):
    format: Format
    variant: Variant
    entrants: int
    late: int = 0
    has_director: bool = True
    more: dict[str, Any] = {}


PROGRAMME: Final = (
    Wanted(
        Format.KNOCKOUT,
        Variant.BINARY,
        20,
        has_director=False,
        more={"best_of": 3, "round_lasts": timedelta(seconds=45)},
    ),
    Wanted(Format.DIVISIONS, Variant.BINARY, 16, more={"round_lasts": None}),
    Wanted(
        Format.SWISS,
        Variant.BINARY,
        30,
        late=1,
        has_director=False,
        more={"rounds": 4, "late_entry": True, "round_lasts": timedelta(seconds=60)},
    ),
    Wanted(
        Format.PODS,
        Variant.LAST_CAPTAIN_STANDING,
        31,
        more={"rounds": 3, "points": Points.ORDER, "clock": SAVED, "round_lasts": timedelta(days=1)},
    ),
    Wanted(
        Format.AT_ONCE,
        Variant.SINISTER,
        24,
        more={"rounds": 3, "has_final": True, "clock": SAVED, "round_lasts": None},
    ),
)


def open_all(crowd: Crowd, director: Player) -> list[Event]:
    """They start shortly after each other, when all have entered."""
    return [_open(crowd, director, wanted, FIRST + number * APART) for number, wanted in enumerate(PROGRAMME)]


def _open(crowd: Crowd, director: Player, wanted: Wanted, wait: timedelta) -> Event:
    usual = {"clock": LIVE, "excuses": 0, "vacation_allowed": False, "least": 8}
    plan = usual_plan(
        str(wanted.format.label),
        wanted.format,
        wanted.variant,
        **usual | {"starts_at": database_now() + wait} | wanted.more,
    )
    if wanted.has_director:
        event = open_event(director=director, plan=plan)
    else:
        # As an event of the site's own: then nobody is asked to adjudicate.
        with transaction.atomic():
            event = announce(plan, database_now())
    crowd.enter(event, wanted.entrants, late=wanted.late)
    return event
