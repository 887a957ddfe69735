"""How long everything lasts, and how much there is of it at most."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games.clocks.arithmetic import Pace

LONGEST_ROUND: Final = timedelta(days=30)
"""Of any game, however often its round is extended."""
SHORTEST_ROUND: Final = timedelta(days=1)
LONGEST_LIVE_ROUND: Final = timedelta(hours=6)
MOST_ROUNDS: Final = 15
LEAST_ENTRANTS: Final = 3
MOST_ENTRANTS: Final = 200
MOST_DIRECTED: Final = 3
"""Events of one director that are not over."""
MOST_KEPT_APART: Final = 100
"""Pairs of one event."""
LONGEST_WAIT: Final = timedelta(days=90)
"""From the opening to the start."""
LONGEST_TO_DECIDE: Final = timedelta(days=2)
"""For a director, once a round is over."""
BETWEEN_EDITIONS: Final = timedelta(days=7)
MOST_PUT_OFF: Final = 7
"""So often an event that nobody enters is put off; then it is cancelled."""


BANS: Final = tuple(timedelta(days=days) for days in (1, 3, 7, 14, 30))
"""From other events, for whoever did not turn up in one, in two after each other, and so on; the last is the
longest. A game of an event that is played to its end clears it."""


MOST_CO_DIRECTORS: Final = 4
BANNED: Final = timedelta(days=30)
"""Whoever is suspended for longer than that has no place in events."""
LOOKED_BACK: Final = timedelta(days=90)
"""For so long after its end nobody who is banned keeps a place."""


def put_off_by(pace: Pace) -> timedelta:
    """An event with too few entrants waits so long for more."""
    return timedelta(minutes=10) if pace.is_live else timedelta(days=1)


def reminded_before(pace: Pace) -> timedelta:
    """So long before the end of a round its players are told."""
    return timedelta(minutes=10) if pace.is_live else timedelta(days=3)


def votes_before(pace: Pace) -> timedelta:
    """So long before the end of a round a table may vote on how it is adjudicated."""
    return timedelta(minutes=30) if pace.is_live else timedelta(days=7)


def longest_round(pace: Pace) -> timedelta:
    return LONGEST_LIVE_ROUND if pace.is_live else LONGEST_ROUND


def play_off_pace(pace: Pace) -> Pace:
    """The clock of the games that decide a level match of a knock-out."""
    return Pace(pace.start / 2, pace.increment / 2, pace.cap / 2)


def play_off_lasts(round_lasts: timedelta) -> timedelta:
    """So long these games go on, one after another; then the better seed goes on."""
    return round_lasts / 2


def director_decides_within(pace: Pace) -> timedelta:
    """After the end of a round; then the site adjudicates."""
    return timedelta(minutes=10) if pace.is_live else LONGEST_TO_DECIDE


def director_pairs_within(pace: Pace) -> timedelta:
    """After a round, where the director pairs the next one."""
    return timedelta(minutes=10) if pace.is_live else timedelta(days=2)
