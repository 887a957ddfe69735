"""Every position a whole turn can end in."""

from __future__ import annotations

from typing import Any

from bots.core.layout import (
    CATASTROPHE,
    COUNT,
    CURSOR,
    FALLEN,
    FLEETS,
    KEY,
    LEFT,
    LINE,
    MOST_ENDS,
    NO_ROOM,
    PLAYERS,
    POWER,
    SACRIFICE,
    SEAT,
    SMALLEST_TABLE,
    STARS,
    STEPS,
)
from bots.core.options import FORBIDDEN, ends_here, may_pass_after_all
from bots.core.rows import mix, write_sums
from bots.core.steps import begin, copy_level, list_steps, look, make_catastrophe, make_step, remove
from bots.core.table import add, clear, grow


def tag(key: int, power: int, left: int) -> int:
    """Equal for half-made turns that can go on in the same ways."""
    how = 8 * power + left if left else 63
    return mix(key + how * 0x27D4EB2F165667C5)


def tag_of(nodes: Any, level: int) -> int:
    return tag(nodes[level, KEY], nodes[level, POWER], nodes[level, LEFT])


def after(nodes: Any, level: int, step: int) -> tuple[int, int]:
    """(power, actions left) after a step that is no catastrophe."""
    if step & 7 == SACRIFICE:
        kind = (step >> 10) & 15
        return kind // 3, kind % 3 + 1
    return nodes[level, POWER], nodes[level, LEFT] - 1


def end_mark(key: int) -> int:
    """Tells positions after the turn apart from each other and from half-made turns."""
    return mix(key + 0x52DCE729DA3ED1A3)


def make_end(levels: Any, nodes: Any, level: int, game: Any) -> None:
    """Writes the position after the turn to the next level, as far as systems go."""
    players, following, fallen = game[PLAYERS], level + 1, nodes[level, FALLEN]
    copy_level(levels, nodes, level, players)
    for at in range(nodes[level, COUNT] - 1, -1, -1):
        home = levels[following, at, STARS] >> 8
        if home and fallen >> (home - 1) & 1:
            levels[following, at, STARS] &= 255
            ships = 0
            for owner in range(players):
                ships |= levels[following, at, FLEETS + owner]
            if ships:
                write_sums(levels, following, at, players)
            else:
                remove(levels, nodes, following, at, players)


def end_key(levels: Any, nodes: Any, level: int, game: Any) -> int:
    """As `end_mark` of the position after the turn; the next level is used to make it."""
    key: int = nodes[level, KEY]
    if nodes[level, FALLEN]:
        make_end(levels, nodes, level, game)
        key = nodes[level, FALLEN] * 0x165667B19E3779F9
        for at in range(nodes[level + 1, COUNT]):
            key += mix(levels[level + 1, at, LINE])
    return end_mark(key)


def write_end(levels: Any, nodes: Any, level: int, game: Any, ends: Any, sizes: Any, number: int) -> None:
    """Stars and fleets of the position after the turn."""
    make_end(levels, nodes, level, game)
    count = nodes[level + 1, COUNT]
    sizes[number] = count
    for at in range(count):
        ends[number, at, 0] = levels[level + 1, at, STARS]
        for owner in range(game[PLAYERS]):
            ends[number, at, 1 + owner] = levels[level + 1, at, FLEETS + owner]


def is_new_end(levels: Any, nodes: Any, level: int, game: Any, table: Any, size: int) -> bool:
    """Whether the turn may end here, in a position not met before."""
    if game[FORBIDDEN] and nodes[level, FALLEN] >> game[SEAT] & 1:
        return False
    return add(table, size, end_key(levels, nodes, level, game))


def pass_at_last(levels: Any, nodes: Any, game: Any, ends: Any, sizes: Any) -> int:
    """How many more ends there are when no other was found."""
    fallen = game[FORBIDDEN] and nodes[0, FALLEN] >> game[SEAT] & 1
    if fallen or not may_pass_after_all(0, game):
        return 0
    if ends.shape[0]:
        write_end(levels, nodes, 0, game, ends, sizes, 0)
    return 1


def all_ends(levels: Any, nodes: Any, steps: Any, game: Any, table: Any, ends: Any, sizes: Any) -> int:
    """Counts the distinct positions a whole turn can end in, up to MOST_ENDS + 1; writes as many as `ends`
    has room for. Or NO_ROOM."""
    begin(levels, nodes, game)
    size = SMALLEST_TABLE
    clear(table, size)
    used = count = 0
    level = -1
    while count <= game[MOST_ENDS]:
        # The next level holds a half-made turn not met before.
        level += 1
        if ends_here(level, game) and is_new_end(levels, nodes, level, game, table, size):
            used += 1
            if count < ends.shape[0]:
                write_end(levels, nodes, level, game, ends, sizes, count)
            count += 1
        nodes[level, STEPS] = list_steps(levels, nodes, steps, level, game)
        nodes[level, CURSOR] = 0
        if level + 3 >= levels.shape[0]:
            return NO_ROOM
        while level >= 0 and count <= game[MOST_ENDS]:
            cursor = nodes[level, CURSOR]
            if cursor == nodes[level, STEPS]:
                level -= 1
                continue
            nodes[level, CURSOR] = cursor + 1
            step = steps[level, cursor]
            if 2 * used >= size:
                if 8 * size > table.shape[0]:
                    return NO_ROOM
                size = grow(table, size)
            if step & 7 == CATASTROPHE:
                make_catastrophe(levels, nodes, level, step, game)
                if add(table, size, tag_of(nodes, level + 1)):
                    used += 1
                    break
                continue
            key, over, fallen = look(levels, nodes, level, step, game)
            power, left = after(nodes, level, step)
            if left or over or fallen:
                if add(table, size, tag(key, power, left)):
                    used += 1
                    make_step(levels, nodes, level, step, key, over, fallen, game)
                    break
            elif add(table, size, end_mark(key)):
                # Nothing can follow, so the turn need not be made to know its end.
                used += 1
                if count < ends.shape[0]:
                    make_step(levels, nodes, level, step, key, over, fallen, game)
                    write_end(levels, nodes, level + 1, game, ends, sizes, count)
                count += 1
        if level < 0:
            break
    return count if count else pass_at_last(levels, nodes, game, ends, sizes)
