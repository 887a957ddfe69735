"""The turns worth following from a position of two players: the best ends by their worth at first sight."""

from __future__ import annotations

from typing import Any

from bots.core.ends import after, end_mark, tag, tag_of
from bots.core.features import count_features, value_of
from bots.core.layout import (
    ACTIONS,
    ANY,
    BANK,
    CATASTROPHE,
    COUNT,
    CURSOR,
    DISCOVER,
    FALLEN,
    FLEETS,
    KEY,
    LEFT,
    OVERPOPULATED,
    PIECES,
    POWER,
    SACRIFICE,
    SEAT,
    SMALLEST_TABLE,
    STEPS,
    VICTIMS,
    YELLOW,
)
from bots.core.options import FORBIDDEN, ends_here, may_pass_after_all
from bots.core.rows import crowded, mix
from bots.core.steps import list_steps, look, make_catastrophe, make_step
from bots.core.table import add, clear, grow
from bots.core.wins import win_from

# What `facts` has of a position in the pool: its worth for the seat that has moved, systems, bank, key, and
# whether it was searched.
WORTH, ROWS, IN_BANK, MARK, DONE = range(5)
FACTS = 5

# The places of `state`: counters and limits of a search, then what `list_children` is asked and how many
# children are kept. Kernels that are called with numbers written out would be compiled for each of them.
USED, LIMIT, STOP, ABORTED, NOISE, TARGET, DRAWN, ROOT_SEAT, WARP, ENDS, CUT = range(11)
SLOT, PLY, BASE, ROOM, WHICH, SAFE, MOST, KEPT, LIVED = range(11, 20)
STATE = 20
UNLIMITED = 1 << 40

WHOLE, SINGLE, SACRIFICES, RESTRICTED = range(4)
"""Which turns: all; without a sacrifice; with one, restricted; all, restricted. Restricted: no ship discovers
by the sacrifice of a yellow one."""
BOTH_OUT = 1
"""Instead of a key: a turn by which both fall."""


def place(levels: Any, nodes: Any, game: Any, pool: Any, facts: Any, slot: int) -> None:
    """Writes a position of the pool to the first level, for game[ACTIONS] actions."""
    count, over = facts[slot, ROWS], 0
    for at in range(count):
        for column in range(FLEETS + 2):
            levels[0, at, column] = pool[slot, at, column]
        over += crowded(levels[0, at, PIECES])
    nodes[0, COUNT], nodes[0, BANK], nodes[0, KEY] = count, facts[slot, IN_BANK], facts[slot, MARK]
    nodes[0, OVERPOPULATED], nodes[0, FALLEN] = over, 0
    nodes[0, POWER], nodes[0, LEFT] = ANY, game[ACTIONS]


def keep(levels: Any, nodes: Any, level: int, pool: Any, facts: Any, slot: int, worth: int) -> None:
    """Writes the position at this level into the pool."""
    count = nodes[level, COUNT]
    for at in range(count):
        for column in range(FLEETS + 2):
            pool[slot, at, column] = levels[level, at, column]
    facts[slot, WORTH], facts[slot, ROWS], facts[slot, DONE] = worth, count, 0
    facts[slot, IN_BANK], facts[slot, MARK] = nodes[level, BANK], nodes[level, KEY]


def actions_at(state: Any, ply: int) -> int:
    """Of the seat to move after so many turns: Timewarp is for its first one."""
    if ply > 1:
        return 1
    extra: int = (state[WARP] >> (2 * ((state[ROOT_SEAT] + ply) & 1))) & 3
    return 1 + extra


def wins_at(work: Any, slot: int, seat: int, actions: int) -> bool:
    """Whether the seat, if it were to move there, could eliminate the other and survive."""
    game = work.win_game
    game[SEAT], game[ACTIONS], game[VICTIMS] = seat, actions, 1 << (1 - seat)
    work.state[USED] += 1
    place(work.win_levels, work.win_nodes, game, work.pool, work.facts, slot)
    found = win_from(work.win_levels, work.win_nodes, work.win_steps, work.win_needs, game, work.win_table)
    return found > 0


def sift_down(order: Any, facts: Any, base: int, size: int) -> None:
    """The least worthy of the kept ones is the first of the order."""
    at = 0
    while True:
        child = base + 2 * at + 1
        if child >= base + size:
            return
        if child + 1 < base + size and facts[order[child + 1], WORTH] < facts[order[child], WORTH]:
            child += 1
        upper, lower = order[base + at], order[child]
        if facts[upper, WORTH] <= facts[lower, WORTH]:
            return
        order[base + at], order[child] = lower, upper
        at = child - base


def sift_up(order: Any, facts: Any, base: int, at: int) -> None:
    while at:
        parent = (at - 1) // 2
        upper, lower = order[base + parent], order[base + at]
        if facts[upper, WORTH] <= facts[lower, WORTH]:
            return
        order[base + parent], order[base + at] = lower, upper
        at = parent


def judge(levels: Any, nodes: Any, level: int, game: Any, found: Any, weights: Any, noise: int) -> int:
    """The worth at first sight for the seat that has moved, with a little that depends on the seed."""
    seat = game[SEAT]
    ships = count_features(levels, nodes, level, game, seat, found)
    return value_of(found, ships, weights, seat) + (mix(nodes[level, KEY] + noise) & 7)


def insert(work: Any, level: int, worth: int) -> None:
    """Keeps the position at this level, which is among the best. With state[SAFE] the other seat, with so
    many actions, must not win from it. The last slot of the room is spare."""
    state, order, facts = work.state, work.order, work.facts
    base, kept, last = state[BASE], state[KEPT], state[ROOM] - 1
    spare = base + kept if kept < last else order[base + last]
    keep(work.levels, work.nodes, level, work.pool, facts, spare, worth)
    if state[SAFE] and wins_at(work, spare, 1 - work.game[SEAT], state[SAFE]):
        return
    if kept < last:
        order[base + kept] = spare
        sift_up(order, facts, base, kept)
        state[KEPT] = kept + 1
        order[base + last] = base + last
        return
    order[base + last] = order[base]
    order[base] = spare
    sift_down(order, facts, base, kept)


def wanted(power: int, step: int, which: int) -> bool:
    verb = step & 7
    if verb == CATASTROPHE or which == WHOLE:
        return True
    if power == YELLOW and verb == DISCOVER and which != SINGLE:
        return False
    if power == ANY and which == SINGLE:
        return verb != SACRIFICE
    return which != SACRIFICES or power != ANY or verb == SACRIFICE


def end_here(work: Any, level: int) -> bool:
    """Takes a position after the turn that was not met before; whether it is the one looked for."""
    state, fallen = work.state, work.nodes[level, FALLEN]
    if not state[TARGET] and not fallen >> work.game[SEAT] & 1:
        state[LIVED] = 1
    if fallen:
        if fallen == 3 and not work.game[FORBIDDEN]:
            state[DRAWN] = 1
            return bool(state[TARGET] == BOTH_OUT)
        return False
    if state[TARGET]:
        return bool(work.nodes[level, KEY] == state[TARGET])
    state[USED] += 1
    state[ENDS] += 1
    worth = judge(work.levels, work.nodes, level, work.game, work.found, work.weights, state[NOISE])
    if state[KEPT] < state[ROOM] - 1 or worth > work.facts[work.order[state[BASE]], WORTH]:
        insert(work, level, worth)
    return False


def ask_children(state: Any, slot: int, ply: int, base: int, room: int) -> None:
    """The first half of a question; none is kept yet."""
    state[SLOT], state[PLY], state[BASE], state[ROOM] = slot, ply, base, room
    state[KEPT], state[SAFE], state[MOST], state[WHICH], state[TARGET] = 0, 0, UNLIMITED, WHOLE, 0
    state[LIVED] = 0


def list_children(work: Any) -> int:
    """Adds to the kept children those that are asked for, in no order. CUT is 1 when there are more than MOST
    ends, or too many half-made turns. The level of the turn looked for, or -1."""
    levels, nodes, steps, game, table = work.levels, work.nodes, work.steps, work.game, work.table
    state = work.state
    which, most = state[WHICH], state[MOST]
    game[SEAT], game[ACTIONS] = (state[ROOT_SEAT] + state[PLY]) & 1, actions_at(state, state[PLY])
    place(levels, nodes, game, work.pool, work.facts, state[SLOT])
    size = SMALLEST_TABLE
    clear(table, size)
    used, level = 0, -1
    state[ENDS], state[CUT] = 0, 0
    while True:
        level += 1
        # A turn of catastrophes alone is one of those without a sacrifice.
        if (
            ends_here(level, game)
            and (which != SACRIFICES or nodes[level, POWER] != ANY)
            and add(table, size, end_mark(nodes[level, KEY] + nodes[level, FALLEN]))
        ):
            used += 1
            if end_here(work, level):
                return level
        nodes[level, STEPS], nodes[level, CURSOR] = list_steps(levels, nodes, steps, level, game), 0
        if level + 3 >= levels.shape[0]:
            state[CUT] = 1
        deeper = False
        while level >= 0 and not deeper:
            cursor = nodes[level, CURSOR]
            if cursor == nodes[level, STEPS]:
                level -= 1
                continue
            nodes[level, CURSOR] = cursor + 1
            step = steps[level, cursor]
            if not wanted(nodes[level, POWER], step, which):
                continue
            if 2 * used >= size:
                if 8 * size > table.shape[0]:
                    state[CUT] = 1
                else:
                    size = grow(table, size)
            if state[STOP] or state[ENDS] > most or state[CUT]:
                state[CUT] = 1
                return -1
            fresh, deeper = take_step(levels, nodes, level, step, game, table, size)
            used += fresh
            if fresh and not deeper and end_here(work, level + 1):
                return level + 1
        if level < 0:
            break
    if which != SINGLE and may_pass_after_all(state[LIVED] + state[KEPT], game) and game[FORBIDDEN]:
        return 0 if end_here(work, 0) else -1
    return -1


def take_step(
    levels: Any, nodes: Any, level: int, step: int, game: Any, table: Any, size: int
) -> tuple[bool, bool]:
    """Writes the next level, unless it was met before; whether it is new, and whether more can follow."""
    if step & 7 == CATASTROPHE:
        make_catastrophe(levels, nodes, level, step, game)
        fresh = add(table, size, tag_of(nodes, level + 1))
        return fresh, fresh
    key, over, fallen = look(levels, nodes, level, step, game)
    power, left = after(nodes, level, step)
    more = left > 0 or over > 0 or fallen > 0
    fresh = add(table, size, tag(key, power, left) if more else end_mark(key))
    if fresh:
        make_step(levels, nodes, level, step, key, over, fallen, game)
    return fresh, fresh and more


def turn_around(order: Any, base: int, kept: int) -> None:
    """The best last, as children can be added to."""
    for number in range(kept // 2):
        first, last = base + number, base + kept - 1 - number
        order[first], order[last] = order[last], order[first]


def sort_children(order: Any, facts: Any, base: int, kept: int) -> None:
    """The best first."""
    for number in range(1, kept):
        slot = order[base + number]
        worth = facts[slot, WORTH]
        at = base + number
        while at > base and facts[order[at - 1], WORTH] < worth:
            order[at] = order[at - 1]
            at -= 1
        order[at] = slot
