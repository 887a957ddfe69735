"""Lines of tasks carry the task's id, and that of the request that asked for it."""

from contextlib import AbstractContextManager
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_postrun, task_prerun

from upkeep.watching.logs import bound, ids

HEADER = "asked_by"
_running: dict[str, AbstractContextManager[None]] = {}


@before_task_publish.connect
def pass_on(headers: dict[str, Any] | None = None, **_more: Any) -> None:
    if headers is not None and (request := ids().get("request")):
        headers[HEADER] = request


@task_prerun.connect
def begin(task_id: str, task: Task[Any, Any], **_more: Any) -> None:
    asked_by = getattr(task.request, HEADER, None)
    _running[task_id] = bound(task=task_id, **({"request": asked_by} if asked_by else {}))
    _running[task_id].__enter__()


@task_postrun.connect
def end(task_id: str, **_more: Any) -> None:
    if running := _running.pop(task_id, None):
        running.__exit__(None, None, None)
