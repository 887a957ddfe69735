"""Tasks: thin, over services; their arguments are ids."""

from celery import shared_task

from tournaments.services import following


@shared_task
def follow_event(event_id: int) -> None:
    following.follow_event(event_id=event_id)
