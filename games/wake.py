"""Waking workers. The queue is a hint only: what is lost here the sweep finds again."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from upkeep.breaker import Breaker

logger = logging.getLogger(__name__)
queue = Breaker("queue")

BOT_TASK = "games.tasks.play_bot_turn"
NOTICE_TASK = "games.tasks.send_notice"
LEAVER_TASK = "games.tasks.settle_leaver"
MARK_TASK = "games.tasks.mark_game"


def wake_bot(*, game_id: int, number: int) -> None:
    """Asks a worker, once the transaction is committed, for the bot's turn that answers an entry."""
    transaction.on_commit(partial(enqueue, BOT_TASK, game_id, number))


def wake_notice(*, notice_id: int, tries: int) -> None:
    """Asks a worker, once the transaction is committed, for the try that follows `tries` others."""
    transaction.on_commit(partial(enqueue, NOTICE_TASK, notice_id, tries))


def wake_leaver(*, leaver_id: int) -> None:
    """Asks a worker, once the transaction is committed, to settle the games of a deleted player."""
    transaction.on_commit(partial(enqueue, LEAVER_TASK, leaver_id))


def wake_marker(*, game_id: int, checked: int) -> None:
    """Asks a worker, once the transaction is committed, to look at what follows `checked` entries."""
    transaction.on_commit(partial(enqueue, MARK_TASK, game_id, checked))


def enqueue(task: str, *arguments: int) -> None:
    """Queues a task by its name, so that services need not import the tasks built on them."""
    if not queue.closed():
        return
    try:
        current_app.signature(task, args=arguments).apply_async()
    except OperationalError as error:
        logger.warning("The queue cannot be reached; the sweep will find %s%s.", task, arguments)
        queue.trip(error)
    else:
        queue.worked()
