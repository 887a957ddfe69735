"""Lines about what was slow, with its parts: how long in all, how long in the database, in how many
statements, and which took longest. Nothing in them tells of whom: neither address nor value nor player."""

from __future__ import annotations

import logging
from typing import Any, Final, NamedTuple

from django.conf import settings

from upkeep.watching.logs import bound
from upkeep.watching.spent import Spent, without_values

logger: Final = logging.getLogger(__name__)


class AskedAs(NamedTuple):
    """The id by which all lines of a request know it, and what it spends in the database."""

    number: str
    spent: Spent


def tell_of_request(method: str, view: str, status: int, seconds: float, asked: AskedAs) -> None:
    """For who has found that it was slow, or that a statement of it was: most are neither."""
    spent = asked.spent
    with bound(request=asked.number):
        if 0 < settings.SLOW_REQUEST_MS <= 1000 * seconds:
            logger.warning(
                "%s was slow", method, extra=_parts(spent, view=view, status=status, ms=_ms(seconds))
            )
        _tell_of_statements(spent, view=view)


def tell_of_task(task: str, spent: Spent) -> None:
    """Of its statements only: some tasks take minutes, as they should."""
    if spent.slow_ones:
        _tell_of_statements(spent, task_kind=task)


def _tell_of_statements(spent: Spent, **where: str) -> None:
    for seconds, sql in spent.slow_ones:
        logger.warning(
            "A statement was slow", extra={**where, "ms": _ms(seconds), "sql": without_values(sql)}
        )


def _parts(spent: Spent, **more: Any) -> dict[str, Any]:
    return {
        **more,
        "sql_ms": _ms(spent.seconds),
        "statements": spent.statements,
        "slowest_ms": _ms(spent.slowest),
        "slowest": without_values(spent.slowest_sql),
    }


def _ms(seconds: float) -> int:
    return round(1000 * seconds)
