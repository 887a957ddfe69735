"""How long requests and tasks take, as histograms for Prometheus.

Labels are names of views and tasks, status codes and states, which the code knows: never an address, an id or
anything that a visitor chooses. Each process counts in a file of its own (`shared_folder`), so this module is
imported after the settings.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

from upkeep.watching.shared_folder import measured_by_all, own_folder, place
from upkeep.watching.spent import Spent

if TYPE_CHECKING:
    from prometheus_client import Metric

logger = logging.getLogger(__name__)
NO_VIEW: Final = "none"
"""For what no view has answered: files, addresses that lead nowhere, and who is turned away before."""
FAST: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LONG: Final = (0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
disable_created_metrics()
_own: Final = CollectorRegistry()


def _histogram(name: str, words: str, labels: Iterable[str], buckets: tuple[float, ...]) -> Histogram:
    return Histogram(name, words, labels, buckets=buckets, registry=_own)


REQUESTS: Final = _histogram(
    "homeworlds_request_seconds", "Time of requests.", ("view", "status"), FAST
)  # fmt: skip
REQUEST_SQL: Final = _histogram(
    "homeworlds_request_sql_seconds", "Time of a request in the database.", ("view",), FAST
)  # fmt: skip
STATEMENTS: Final = Counter(
    "homeworlds_request_statements_total", "Statements of requests.", ("view",), registry=_own
)
TASKS: Final = _histogram("homeworlds_task_seconds", "Time of tasks.", ("task", "state"), LONG)
TASK_SQL: Final = _histogram(
    "homeworlds_task_sql_seconds", "Time of a task in the database.", ("task",), LONG
)
TASK_WAITS: Final = _histogram(
    "homeworlds_task_wait_seconds", "Time from when a task is due until a worker takes it.", ("task",), LONG
)
ALL: Final = (REQUESTS, REQUEST_SQL, STATEMENTS, TASKS, TASK_SQL, TASK_WAITS)


_views: Final[dict[tuple[str, int], Histogram]] = {}
"""Each looked for once: that would take half as long as the rest."""


def request_took(view: str, status: int, seconds: float, spent: Spent | None) -> None:
    with _Dispensable():
        if not place.ready(settings.ROLE):
            return
        counted = _views.get((view, status))
        if counted is None:
            counted = _views[view, status] = REQUESTS.labels(view, status)
        counted.observe(seconds)
        if spent is not None and spent.statements:
            REQUEST_SQL.labels(view).observe(spent.seconds)
            STATEMENTS.labels(view).inc(spent.statements)


def task_waited(task: str, seconds: float) -> None:
    with _Dispensable():
        if place.ready(settings.ROLE):
            # Clocks of two machines differ by a little.
            TASK_WAITS.labels(task).observe(max(seconds, 0.0))


def task_took(task: str, state: str, seconds: float, spent: Spent) -> None:
    with _Dispensable():
        if place.ready(settings.ROLE):
            TASKS.labels(task, state).observe(seconds)
            TASK_SQL.labels(task).observe(spent.seconds)


class _Dispensable:
    """Nothing fails because it could not be measured."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: object, _where: object) -> bool:
        if kind is None or not issubclass(kind, (OSError, ValueError)):
            return False
        logger.debug("This could not be measured: %s.", kind.__name__)
        return True


def timings() -> list[Metric]:
    """Of all processes that share a folder with this one; else its own."""
    return measured_by_all() if own_folder() else list(_own.collect())
