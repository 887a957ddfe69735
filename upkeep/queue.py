"""The queue of the workers. It is a hint only: what is lost here the sweep finds again."""

from __future__ import annotations

import logging
from typing import Final

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from upkeep.breaker import Breaker

logger = logging.getLogger(__name__)
queue: Final = Breaker("queue")


def wake(task: str, *arguments: int) -> None:
    """Asks a worker for a task once the transaction is committed."""
    transaction.on_commit(lambda: enqueue(task, *arguments))


def wake_after(seconds: float, task: str, *arguments: int) -> None:
    """The same so many seconds later. The first worker of its queue that has time keeps it until then, out of
    turn: ask so for what is done in a moment."""
    transaction.on_commit(lambda: enqueue_after(seconds, task, *arguments))


def enqueue(task: str, *arguments: int) -> None:
    """Queues a task by its name, so that services need not import the tasks built on them."""
    enqueue_after(0.0, task, *arguments)


def enqueue_after(seconds: float, task: str, *arguments: int) -> None:
    if not queue.closed():
        return
    try:
        current_app.signature(task, args=arguments).apply_async(countdown=seconds)
    except OperationalError as error:
        logger.warning("The queue cannot be reached; the sweep will find %s%s.", task, arguments)
        queue.trip(error)
    else:
        queue.worked()
