"""The queue of the workers. It is a hint only: what is lost here the sweep finds again."""

from __future__ import annotations

import logging
from typing import Any, Final

from celery import Task, current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from upkeep.breaker import Breaker

logger = logging.getLogger(__name__)
queue: Final = Breaker("queue")


class Bell(Task):  # type: ignore[type-arg]
    """A task without arguments, in a queue of its own, of which one waits at most: whoever asks for it while
    it waits has been heard already. Two who ask at the same moment may both be heard."""

    # Off the queue when it is done: who is at it keeps no other for later.
    acks_late = True

    def apply_async(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        if not self.app.conf.task_always_eager and self._waits(options.get("producer")):
            return None
        return super().apply_async(args, kwargs, **options)

    def _waits(self, producer: Any) -> bool:
        """Whether one is in the queue. Raises OperationalError when that cannot be reached."""
        name = self.app.amqp.router.route({}, self.name)["queue"].name
        with self.app.producer_or_acquire(producer) as asked:
            line = asked.connection
            try:
                return bool(asked.channel.queue_declare(queue=name).message_count)
            except (*line.recoverable_connection_errors, *line.recoverable_channel_errors) as error:
                raise OperationalError(str(error)) from error


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
