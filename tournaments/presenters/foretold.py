"""What to expect of an event, before it is announced, in a sentence."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext, ngettext

from games.clocks.arithmetic import Pace
from games.clocks.words import amount
from tournaments.models import Format
from tournaments.pairing.forecast import DAYS_A_TURN, Forecast, simulate
from tournaments.pairing.refusals import Impossible
from tournaments.plans import EventPlan

MOST_PLAYED: Final = 20
"""So many players are enough to know what to expect."""
EVENTS: Final = 4
SLOWEST: Final = 24
"""So many meetings of each player are tried out in pods by score, each of whose rounds takes a search; of
more a page that waits for it says nothing."""
DAY: Final = timedelta(days=1)
USUAL_START: Final = timedelta(days=4)
"""Of the clock for which the forecast knows the pace of play."""


def forecast_sentence(plan: EventPlan) -> str:
    """With as many players as there may be; empty where these cannot be paired, or it would take too long.
    The same choices are reckoned once."""
    entrants = max(min(plan.most, MOST_PLAYED), 2)
    if plan.format is Format.PODS and plan.rounds * (plan.size - 1) > SLOWEST:
        return ""
    found = _foretold(str(plan.format), entrants, plan.rounds, plan.size, _days_a_turn(plan.clock))
    if found is None:
        return ""
    words = [
        gettext("With {players} players:").format(players=entrants),
        _games(plan.format, found),
    ]
    if not plan.format.is_for_two:
        words.append(_repeats(found))
    words.append(
        gettext("It takes about {time}, and the strongest wins {number} times of 10.").format(
            time=_time(found.days), number=round(10 * found.strongest_wins)
        )
    )
    return " ".join(words)


def _games(format_: Format, found: Forecast) -> str:
    games = ngettext("{number} game", "{number} games", round(found.games)).format(number=round(found.games))
    if format_ is Format.DIVISIONS:
        return gettext("{games}, all at once.").format(games=games)
    rounds = ngettext("{number} round", "{number} rounds", round(found.rounds))
    return gettext("{rounds} with {games}.").format(
        rounds=rounds.format(number=round(found.rounds)), games=games
    )


def _repeats(found: Forecast) -> str:
    share = 100 * found.repeats / found.meetings if found.meetings else 0
    if share < 0.5:
        return gettext("Nobody meets the same player twice.")
    return gettext("{number} of 100 meetings are repeats.").format(number=round(share))


def _time(days: float) -> str:
    """In the largest unit."""
    time = timedelta(days=days)
    return amount(timedelta(days=round(days))) if time >= 2 * DAY else amount(time)


def _days_a_turn(pace: Pace) -> float:
    """People take the longer the more time they have."""
    return DAYS_A_TURN * (pace.start / USUAL_START)


@lru_cache(maxsize=512)
def _foretold(format_: str, entrants: int, rounds: int, size: int, days_a_turn: float) -> Forecast | None:
    try:
        return simulate(
            format_,
            entrants=entrants,
            rounds=rounds,
            size=size,
            events=1 if format_ == Format.PODS else EVENTS,
            days_a_turn=days_a_turn,
        )
    except Impossible:
        return None
