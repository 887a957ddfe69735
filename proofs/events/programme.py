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

    saved = {"clock": Pace(lasts(CLOCK), lasts(CLOCK), LIVE_BELOW)}
    """As much for each turn, but kept: a clock that is for tables too."""
    knockout = {"best_of": 3, "round_lasts": lasts(KNOCKOUT_LASTS)}
    swiss = {"rounds": 4, "late_entry": True, "round_lasts": lasts(SWISS_LASTS)}
    pods = {"rounds": 3, "points": Points.ORDER, "round_lasts": timedelta(days=1), **saved}
    at_once = {"rounds": 3, "has_final": True, "round_lasts": None, **saved}
    return (
        Wanted(Format.KNOCKOUT, Variant.BINARY, 20, has_director=False, more=knockout),
        Wanted(Format.DIVISIONS, Variant.BINARY, 16, more={"round_lasts": None}),
        Wanted(Format.SWISS, Variant.BINARY, 30, late=1, has_director=False, more=swiss),
        Wanted(Format.PODS, Variant.LAST_CAPTAIN_STANDING, 31, more=pods),
        Wanted(Format.AT_ONCE, Variant.SINISTER, 24, more=at_once),
    )


def open_all(crowd: Crowd, director: Player, pace: float, share: float = 1.0) -> list[Event]:
    """They start shortly after each other, when all have entered; so much of them as is said."""
    live = Pace.a_turn(timedelta(seconds=round(CLOCK * pace)))
    found = []
    for number, wanted in enumerate(programme(pace)):
        starts = database_now() + timedelta(seconds=(FIRST + number * APART) * pace)
        usual = {"clock": live, "excuses": 0, "vacation_allowed": False, "least": LEAST, "starts_at": starts}
        title = str(wanted.format.label)
        plan = usual_plan(title, wanted.format, wanted.variant, **usual | wanted.more)
        if wanted.has_director:
            event = open_event(director=director, plan=plan)
        else:
            # As an event of the site's own: then nobody is asked to adjudicate.
            with transaction.atomic():
                event = announce(plan, database_now())
        crowd.enter(event, max(LEAST, round(wanted.entrants * share)), late=wanted.late)
        found.append(event)
    return found
