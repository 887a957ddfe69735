"""Hashes of what was reached. A table of n cells, a power of two, stands in the cells from n to 2 n of one
array, so that it can grow in place: a search pays only for as much as it fills."""

from __future__ import annotations

from typing import Any


def add(table: Any, size: int, key: int) -> bool:
    """Whether the key is new. 0 marks an empty cell."""
    if key == 0:
        key = 1
    at = key & (size - 1)
    while True:
        there = table[size + at]
        if there == key:
            return False
        if there == 0:
            table[size + at] = key
            return True
        at = (at + 1) & (size - 1)


def clear(table: Any, size: int) -> None:
    for at in range(size, 2 * size):
        table[at] = 0


def grow(table: Any, size: int) -> int:
    """Takes what is there to a table four times as large; its size."""
    larger = 4 * size
    clear(table, larger)
    for at in range(size, 2 * size):
        if table[at]:
            add(table, larger, table[at])
    return larger
