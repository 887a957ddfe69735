"""How long tasks take, and how long they wait for a worker: by the kind of the task."""

from __future__ import annotations

import time
from contextlib import ExitStack
from datetime import datetime
from typing import Any, Final

from celery import Task
from celery.signals import before_task_publish, task_postrun, task_prerun

from upkeep.watching import slow, timings
from upkeep.watching.spent import Spent, spending

DUE: Final = "due_since"
"""The header with the moment from which on a task waits, by the clock of who asks for it."""
_running: Final[dict[str, tuple[ExitStack, Spent, float]]] = {}


@before_task_publish.connect
def note_when(headers: dict[str, Any] | None = None, **_more: Any) -> None:
    if headers is not None:
        eta = headers.get("eta")
        headers[DUE] = max(time.time(), datetime.fromisoformat(eta).timestamp() if eta else 0.0)


@task_prerun.connect
def begin(task_id: str, task: Task[Any, Any], **_more: Any) -> None:
    if task.request.is_eager:  # a part of whatever asked for it
        return
    since = getattr(task.request, DUE, None)
    if since is not None:
        timings.task_waited(task.name, time.time() - since)
    inside = ExitStack()
    spent = inside.enter_context(spending())
    _running[task_id] = inside, spent, time.perf_counter()


@task_postrun.connect
def end(task_id: str, task: Task[Any, Any], state: str | None = None, **_more: Any) -> None:
    if running := _running.pop(task_id, None):
        inside, spent, began = running
        inside.close()
        timings.task_took(task.name, state or "UNKNOWN", time.perf_counter() - began, spent)
        slow.tell_of_task(task.name, spent)
