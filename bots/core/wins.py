"""Win in one: a search through all half-made turns from which the goal is not proven out of reach."""

from __future__ import annotations

from typing import Any

from bots.core.bounds import home_of, reached, still_needed
from bots.core.ends import after, tag, tag_of
from bots.core.layout import (
    CATASTROPHE,
    CURSOR,
    FALLEN,
    NEVER,
    NO_ROOM,
    SEAT,
    SMALLEST_TABLE,
    STEPS,
    WANTED,
)
from bots.core.options import ends_here
from bots.core.steps import begin, list_steps, look, make_catastrophe, make_step
from bots.core.table import add, clear, grow


def make(levels: Any, nodes: Any, level: int, step: int, game: Any) -> None:
    """Writes the next level."""
    if step & 7 == CATASTROPHE:
        make_catastrophe(levels, nodes, level, step, game)
    else:
        key, over, fallen = look(levels, nodes, level, step, game)
        make_step(levels, nodes, level, step, key, over, fallen, game)


def make_if_new(levels: Any, nodes: Any, level: int, step: int, game: Any, table: Any, size: int) -> bool:
    """Writes the next level, unless it was met before."""
    if step & 7 == CATASTROPHE:
        make_catastrophe(levels, nodes, level, step, game)
        return add(table, size, tag_of(nodes, level + 1))
    key, over, fallen = look(levels, nodes, level, step, game)
    power, left = after(nodes, level, step)
    if not add(table, size, tag(key, power, left)):
        return False
    make_step(levels, nodes, level, step, key, over, fallen, game)
    return True


def next_wanted(nodes: Any, needs: Any, level: int) -> int:
    """What the easiest of the steps need that need more than those followed."""
    least = NEVER
    for cursor in range(nodes[level, STEPS]):
        if nodes[level, WANTED] < needs[level, cursor] < least:
            least = needs[level, cursor]
    return least


def win(levels: Any, nodes: Any, steps: Any, needs: Any, game: Any, table: Any) -> int:
    """As `win_from` of the position that is given."""
    begin(levels, nodes, game)
    return win_from(levels, nodes, steps, needs, game, table)


def win_from(levels: Any, nodes: Any, steps: Any, needs: Any, game: Any, table: Any) -> int:
    """Whether the goal can be reached from the position at the first level: 0 no (nor by a seat without a
    homeworld), 1 + the level of the half-made turn that reaches it; the steps to it are those before the
    cursors. Or NO_ROOM."""
    if home_of(levels, nodes, 0, game[SEAT]) < 0:
        return 0
    if ends_here(0, game) and reached(nodes[0, FALLEN], game):
        return 1
    if still_needed(levels, nodes, 0, game) == NEVER:
        return 0
    size = SMALLEST_TABLE
    clear(table, size)
    used = 0
    level = -1
    while True:
        level += 1
        if level + 3 >= levels.shape[0]:
            return NO_ROOM
        # The steps worth following, with what is needed after them.
        kept = 0
        for cursor in range(list_steps(levels, nodes, steps, level, game)):
            step = steps[level, cursor]
            if not make_if_new(levels, nodes, level, step, game, table, size):
                continue
            following = level + 1
            used += 1
            if 2 * used >= size:
                if 8 * size > table.shape[0]:
                    return NO_ROOM
                size = grow(table, size)
            if reached(nodes[following, FALLEN], game):
                steps[level, 0] = step
                nodes[level, CURSOR] = 1
                return level + 2
            needed = still_needed(levels, nodes, following, game)
            if needed < NEVER:
                steps[level, kept] = step
                needs[level, kept] = needed
                kept += 1
        nodes[level, STEPS], nodes[level, CURSOR], nodes[level, WANTED] = kept, 0, -1
        nodes[level, WANTED] = next_wanted(nodes, needs, level)
        while level >= 0:
            cursor = nodes[level, CURSOR]
            while cursor < nodes[level, STEPS] and needs[level, cursor] != nodes[level, WANTED]:
                cursor += 1
            if cursor < nodes[level, STEPS]:
                nodes[level, CURSOR] = cursor + 1
                make(levels, nodes, level, steps[level, cursor], game)
                break
            nodes[level, WANTED], nodes[level, CURSOR] = next_wanted(nodes, needs, level), 0
            if nodes[level, WANTED] == NEVER:
                level -= 1
        if level < 0:
            return 0
