"""The five events of the proof, one of each format, with clocks of twenty seconds or, beside others, more."""

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

CLOCK: Final = 20
FIRST: Final = 25
APART: Final = 10
KNOCKOUT_LASTS: Final = 45
SWISS_LASTS: Final = 60
"""Seconds, as on a machine that is the proof's alone; all are longer by the pace of this one."""
LEAST: Final = 8
"""Entrants."""


class Wanted(NamedTuple):
    format: Format
    variant: Variant
    entrants: int
    late: int = 0
    has_director: bool = True
    more: dict[str, Any] = {}


def programme(pace: float) -> tuple[Wanted, ...]:
    def lasts(seconds: int) -> timedelta:
        return timedelta(seconds=round(seconds * pace))

    saved = Pace(lasts(CLOCK), lasts(CLOCK), LIVE_BELOW)
    """As much for each turn, but kept: a clock that is for tables too."""
    return (
        Wanted(
            Format.KNOCKOUT,
            Variant.BINARY,
            20,
            has_director=False,
            more={"best_of": 3, "round_lasts": lasts(KNOCKOUT_LASTS)},
        ),
        Wanted(Format.DIVISIONS, Variant.BINARY, 16, more={"round_lasts": None}),
        Wanted(
            Format.SWISS,
            Variant.BINARY,
            30,
            late=1,
            has_director=False,
            more={"rounds": 4, "late_entry": True, "round_lasts": lasts(SWISS_LASTS)},
        ),
        Wanted(
            Format.PODS,
            Variant.LAST_CAPTAIN_STANDING,
            31,
            more={"rounds": 3, "points": Points.ORDER, "clock": saved, "round_lasts": timedelta(days=1)},
        ),
        Wanted(
            Format.AT_ONCE,
            Variant.SINISTER,
            24,
            more={"rounds": 3, "has_final": True, "clock": saved, "round_lasts": None},
        ),
    )


def open_all(crowd: Crowd, director: Player, pace: float, share: float = 1.0) -> list[Event]:
    """They start shortly after each other, when all have entered; so much of them as is said."""
    live = Pace.a_turn(timedelta(seconds=round(CLOCK * pace)))
    return [
        _open(
            crowd, director, _smaller(wanted, share), live, timedelta(seconds=(FIRST + number * APART) * pace)
        )
        for number, wanted in enumerate(programme(pace))
    ]


def _smaller(wanted: Wanted, share: float) -> Wanted:
    return wanted._replace(entrants=max(LEAST, round(wanted.entrants * share)))


def _open(crowd: Crowd, director: Player, wanted: Wanted, live: Pace, wait: timedelta) -> Event:
    usual = {"clock": live, "excuses": 0, "vacation_allowed": False, "least": LEAST}
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
