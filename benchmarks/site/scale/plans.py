"""How the database goes about statements: which big tables it reads from end to end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, Final

from django.db import connection

BIG: Final = 10_000
"""Rows of a table from which on nobody wants to read all of them."""
TAKES_ALL: Final = frozenset({"Sort", "Aggregate", "Hash", "Materialize", "Unique", "SetOp"})
"""Nodes that need all rows before they give one."""
WALKS: Final = frozenset({"Index Scan", "Index Only Scan"})
EXPLAINED: Final = ("SELECT", "WITH", "UPDATE", "DELETE", "INSERT")


def scans_of(statements: Iterable[str], rows: int = BIG) -> list[str]:
    """The table and the statement, for each sequential scan of a big table, and for each index of one that is
    walked from end to end; of tables with more rows than this."""
    big, found = _big(rows), []
    for sql in statements:
        if sql.lstrip(" (").upper().startswith(EXPLAINED):
            found += [f"{what}: {sql}" for what in _walked(_plan(sql), big)]
    return found


def _big(rows: int) -> set[str]:
    """Tables, and indexes, which may be of few rows of a big table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind IN ('r', 'i') AND reltuples > %s", [rows])
        return {row[0] for row in cursor}


def _plan(sql: str) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        (said,) = cursor.fetchone()
    plan: dict[str, Any] = (json.loads(said) if isinstance(said, str) else said)[0]["Plan"]
    return plan


def _walked(plan: dict[str, Any], big: set[str], limit: float = inf, merged: bool = False) -> Iterator[str]:
    """What gives more rows than a LIMIT above it takes is left before its end. So is an index that a merge
    join walks along, where the other side ends; if it ends late the time says so."""
    node = plan["Node Type"]
    limit = plan["Plan Rows"] if node == "Limit" else inf if node in TAKES_ALL else limit
    if plan["Plan Rows"] <= limit:
        if node == "Seq Scan" and plan["Relation Name"] in big:
            yield plan["Relation Name"]
        if node in WALKS and "Index Cond" not in plan and plan["Index Name"] in big and not merged:
            yield f"{plan['Relation Name']} by {plan['Index Name']}"
    for inner in plan.get("Plans", []):
        yield from _walked(inner, big, limit, node == "Merge Join")
