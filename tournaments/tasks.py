"""Tasks: thin, over services; their arguments are ids."""

from celery import shared_task

from tournaments.services import following
from tournaments.wake import EVENT_BELL
from upkeep import due
from upkeep.queue import Bell


@shared_task(base=Bell, name=EVENT_BELL)
def follow_events() -> None:
    due.answer(EVENT_BELL)


@shared_task
def follow_event(event_id: int) -> None:
    """The release before asks for each event. It goes with the next one."""
    following.follow_event(event_id=event_id)
