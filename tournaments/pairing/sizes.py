"""How many sit at each table."""

from __future__ import annotations

from typing import Final

from tournaments.pairing.refusals import Impossible

SMALLEST: Final = 3
LARGEST: Final = 6


def table_sizes(players: int, size: int) -> list[int]:
    """As many tables of this size as can be, the others one smaller, the largest first.

    Nobody plays at a table of two: where smaller ones will not do, a few tables are larger (five in fours
    are one table of five; threes are filled up with fours).
    """
    check_size(size)
    if players < SMALLEST:
        raise Impossible("too-few", players=players, needed=SMALLEST)
    return even_parts(players, min(-(-players // size), players // SMALLEST))


def check_size(size: int) -> None:
    if not SMALLEST <= size <= LARGEST:
        raise Impossible("size", size=size)


def even_parts(whole: int, parts: int) -> list[int]:
    """Sizes that differ by at most one, the larger first."""
    least, more = divmod(whole, parts)
    return [least + 1] * more + [least] * (parts - more)
