"""Where a map draws its ships."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

CELL = re.compile(
    r'<div class="column">|<[ia] class="berth|<(?:div|a) class="home[^"]*" id="home-\d"'
    r'|<(?:div|a) class="system[^"]*" id="berth-.*?<bdi class="name" title="([^"]*)"',
    re.DOTALL,
)


class Spot(NamedTuple):
    """Where on the page a card is."""

    column: int
    """1 to 3; 0 and 4 are the homes above and below."""
    cell: int


def drawn(html: str) -> tuple[dict[str, Spot], list[Spot]]:
    """Where the systems of a map are, by name, and where the homes are."""
    spots: dict[str, Spot] = {}
    homes: list[Spot] = []
    column = cell = 0
    for found in CELL.finditer(html):
        if found[0] == '<div class="column">':
            column, cell = column + 1, 0
        elif 'class="home' in found[0][:20]:
            homes.append(Spot(4 if column else 0, len(homes)))
        else:
            if found[1] is not None:
                spots[unescape(found[1])] = Spot(column, cell)
            cell += 1
    return spots, homes
