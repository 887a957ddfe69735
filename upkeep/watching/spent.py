"""What a request or a task spends in the database: seconds, statements, and which of them was the slowest.

It is noted as Django sends each statement, and asks the database nothing. Values are never kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Final

from django.conf import settings
from django.db import connection

MOST_SLOW: Final = 5
"""Of one request or task so many slow statements are told."""
LONGEST: Final = 400
_COLUMNS: Final = re.compile(r"^(SELECT(?: DISTINCT)?) .{60,}? FROM ", re.DOTALL)
_VALUES: Final = re.compile(
    r"'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|(?<![\w\"$.%])-?\d+(?:\.\d+)?(?![\w\"])", re.DOTALL
)
_MANY: Final = re.compile(r"\((%s|\?)(?:, ?(?:%s|\?))+\)")
_mine: ContextVar[Spent | None] = ContextVar("spent", default=None)


class Spent:
    """Of one request or task. Statements that took `slow` seconds or more are kept; 0: none."""

    __slots__ = ("seconds", "slow", "slow_ones", "slowest", "slowest_sql", "statements")

    def __init__(self, slow: float) -> None:
        self.slow = slow
        self.seconds = self.slowest = 0.0
        self.statements = 0
        self.slowest_sql = ""
        self.slow_ones: list[tuple[float, str]] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        began = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            took = perf_counter() - began
            self.statements += 1
            self.seconds += took
            if took > self.slowest:
                self.slowest, self.slowest_sql = took, sql
            if self.slow and took >= self.slow and len(self.slow_ones) < MOST_SLOW:
                self.slow_ones.append((took, sql))

    def commit(self, took: float) -> None:
        """Not counted as a statement; it is the one that waits for the disk."""
        self.seconds += took
        if took > self.slowest:
            self.slowest, self.slowest_sql = took, "COMMIT"
        if self.slow and took >= self.slow and len(self.slow_ones) < MOST_SLOW:
            self.slow_ones.append((took, "COMMIT"))


@contextmanager
def spending() -> Iterator[Spent]:
    """All that this thread asks the database for inside."""
    spent = Spent(settings.SLOW_STATEMENT_MS / 1000)
    before = _mine.set(spent)
    try:
        with connection.execute_wrapper(spent):
            yield spent
    finally:
        _mine.reset(before)


@contextmanager
def committing() -> Iterator[None]:
    """Around a commit, which goes past Django's own way of watching statements."""
    spent = _mine.get()
    if spent is None:
        yield
        return
    began = perf_counter()
    try:
        yield
    finally:
        spent.commit(perf_counter() - began)


def without_values(sql: str) -> str:
    """A statement as it may stand in a log: no values, in a line, and without the long list of columns."""
    text = " ".join(str(sql).split())
    text = _MANY.sub(r"(\1, …)", _VALUES.sub("?", _COLUMNS.sub(r"\1 … FROM ", text)))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
