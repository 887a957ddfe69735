"""Going on with an event from whatever is stored, as far as it goes."""

from __future__ import annotations

from typing import Final

from tournaments.services.adjudicating import look_at_rounds
from tournaments.services.finishing import finish_if_due
from tournaments.services.pairing import add_legs_if_due, close_if_complete, pair_if_due
from tournaments.services.starting import start_if_due
from tournaments.services.tables import begin_tables, notify_round_begun
from upkeep.watching.logs import bind

MOST_STEPS: Final = 100
"""An event that never comes to rest is looked at again by the next sweep."""


def follow_event(*, event_id: int) -> int:
    """Starts, begins tables, closes rounds, pairs, adjudicates and finishes, until nothing is due; how many
    steps that took. Each is a transaction of its own, or several; done twice, or in two places at once, each
    is done once."""
    bind(event=str(event_id))
    for number in range(MOST_STEPS):
        if not step(event_id=event_id):
            return number
    return MOST_STEPS


def step(*, event_id: int) -> bool:
    """The next thing that is due; whether there was one."""
    return (
        start_if_due(event_id=event_id)
        or bool(begin_tables(event_id=event_id))
        or notify_round_begun(event_id=event_id)
        or look_at_rounds(event_id=event_id)
        or add_legs_if_due(event_id=event_id)
        or close_if_complete(event_id=event_id)
        or pair_if_due(event_id=event_id)
        or finish_if_due(event_id=event_id)
    )
