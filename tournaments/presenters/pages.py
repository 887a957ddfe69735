"""What does not fit on one page, a page at a time: the viewer's own, unless another is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.lists import Listing

Row = TypeVar("Row")


def listed_around(rows: Sequence[Row], own: int, asked: str, per_page: int) -> Listing[Row]:
    """The page that the address asks for, else the one with the row `own`."""
    pages = max(1, -(-len(rows) // per_page))
    number = number_asked(asked, pages, own // per_page + 1)
    return Listing(tuple(rows[(number - 1) * per_page : number * per_page]), number, pages, len(rows))


def number_asked(asked: str, most: int, usual: int) -> int:
    """As far as there is so much."""
    if asked.isascii() and asked.isdigit() and len(asked) < 7:
        return min(max(int(asked), 1), max(most, 1))
    return usual
