"""The turns worth following from a position of more than two players: the best ends as the mover sees them,
and what each of them lets others do."""

from __future__ import annotations

from typing import Any

from bots.core.children import SACRIFICES, SINGLE, take_step, wanted
from bots.core.ends import end_mark, make_end
from bots.core.layout import (
    ACTIONS,
    ANY,
    BANK,
    COUNT,
    CURSOR,
    EVERYONE,
    FALLEN,
    FLEETS,
    KEY,
    LEFT,
    LINE,
    OVERPOPULATED,
    PIECES,
    PLAYERS,
    POWER,
    SEAT,
    SMALLEST_TABLE,
    STEPS,
    SURVIVING,
    VICTIMS,
)
from bots.core.many_features import count_standing, weigh_standings
from bots.core.options import FORBIDDEN, ends_here, may_pass_after_all
from bots.core.rows import crowded, mix
from bots.core.steps import begin, list_steps
from bots.core.table import add, clear, grow
from bots.core.wins import win_from

# What `facts` has of a position in the pool: its worth for the seat that has moved, less what it must dread
# there; systems, bank, key, living seats; then what each seat has.
WORTH_SEEN, DREAD, MANY_ROWS, MANY_BANK, MANY_MARK, LIVING, STANDINGS = range(7)
MANY_FACTS = STANDINGS + 6

# The places of `state`: counters and limits of a search, then what `list_many` is asked.
(
    MANY_USED,
    MANY_LIMIT,
    MANY_STOP,
    MANY_NOISE,
    MANY_TARGET,
    MANY_ENDS,
    MANY_CUT,
    MANY_SLOT,
    MANY_BASE,
    MANY_ROOM,
    MANY_WHICH,
    MANY_CAREFUL,
    MANY_MOST,
    MANY_KEPT,
    MANY_ASKS,
    MANY_ZERO,
) = range(16)
MANY_STATE = 16
"""ZERO is always 0: a kernel that is called with a number written out would be compiled for it."""

# The columns of `asks`, a row for each thing that the mover dreads: who would do it, with so many actions, to
# whom, and how bad it would be.
KILLER, KILLER_ACTIONS, KILLED, ALL_OF_THEM, GRAVITY = range(5)
ASKS = 5
DREADED = 20_000
"""What it costs when the worst can happen at once."""


def place_many(levels: Any, nodes: Any, game: Any, pool: Any, facts: Any, slot: int) -> None:
    """Writes a position of the pool to the first level, for game[ACTIONS] actions."""
    count, over, columns = facts[slot, MANY_ROWS], 0, FLEETS + game[PLAYERS]
    for at in range(count):
        for column in range(columns):
            levels[0, at, column] = pool[slot, at, column]
        over += crowded(levels[0, at, PIECES])
    nodes[0, COUNT], nodes[0, BANK] = count, facts[slot, MANY_BANK]
    nodes[0, KEY] = facts[slot, MANY_MARK]
    nodes[0, OVERPOPULATED], nodes[0, FALLEN] = over, 0
    nodes[0, POWER], nodes[0, LEFT] = ANY, game[ACTIONS]


def keep_many(levels: Any, nodes: Any, level: int, game: Any, work: Any, slot: int, living: int) -> None:
    """Writes the position at this level into the pool."""
    pool, facts = work.pool, work.facts
    count, columns = nodes[level, COUNT], FLEETS + game[PLAYERS]
    for at in range(count):
        for column in range(columns):
            pool[slot, at, column] = levels[level, at, column]
    facts[slot, MANY_ROWS], facts[slot, MANY_BANK] = count, nodes[level, BANK]
    facts[slot, MANY_MARK], facts[slot, LIVING] = nodes[level, KEY], living


def whole_key(levels: Any, nodes: Any, level: int) -> int:
    key = 0
    for at in range(nodes[level, COUNT]):
        key += mix(levels[level, at, LINE])
    return key


def take_many(work: Any, living: int) -> int:
    """Takes the position that is given in `game` as slot 0; its key."""
    begin(work.levels, work.nodes, work.game)
    keep_many(work.levels, work.nodes, 0, work.game, work, 0, living)
    return int(work.nodes[0, KEY])


def kills_at(work: Any, slot: int, seat: int, actions: int, victims: int, everyone: int) -> int:
    """0, or 1 + the level of the half-made turn by which the seat, if it were to move there, would eliminate
    the victims and survive."""
    game = work.win_game
    game[SEAT], game[ACTIONS], game[VICTIMS] = seat, actions, victims
    game[EVERYONE], game[SURVIVING] = everyone, 1
    work.state[MANY_USED] += 1
    place_many(work.win_levels, work.win_nodes, game, work.pool, work.facts, slot)
    found: int = win_from(
        work.win_levels, work.win_nodes, work.win_steps, work.win_needs, game, work.win_table
    )
    return max(found, 0)


def keep_kill(work: Any, slot: int, seat: int, found: int, target: int) -> None:
    """Writes the position after the turn that `kills_at` has found as another position of the pool, and what
    it is worth to the seat, but for what is dreaded there."""
    levels, nodes, level = work.win_levels, work.win_nodes, found - 1
    fallen, first = nodes[level, FALLEN], work.state[MANY_ZERO]
    living = work.facts[slot, LIVING] & ~fallen
    make_end(levels, nodes, level, work.win_game)
    nodes[level + 1, KEY] = whole_key(levels, nodes, level + 1)
    keep_many(levels, nodes, level + 1, work.win_game, work, target, living)
    work.game[SEAT] = seat
    place_many(work.levels, work.nodes, work.game, work.pool, work.facts, target)
    work.facts[target, WORTH_SEEN] = judge_many(work, first, living, fallen)
    note_standings(work, target)


def judge_many(work: Any, level: int, living: int, fallen: int) -> int:
    """The worth at first sight for the seat that has moved, with a little that depends on the seed."""
    seat = work.game[SEAT]
    late = count_standing(work, level, seat, living)
    weigh_standings(work, late, living)
    worth = 0
    for other in range(work.game[PLAYERS]):
        worth += work.share[seat, other] * work.standing[other]
        if fallen >> other & 1:
            worth += 100 * work.gain[other]
    noise: int = mix(work.nodes[level, KEY] + work.state[MANY_NOISE]) & 7
    return worth // 100 + noise


def note_standings(work: Any, slot: int) -> None:
    for seat in range(work.game[PLAYERS]):
        work.facts[slot, STANDINGS + seat] = work.standing[seat]


def dread_at(work: Any, slot: int) -> int:
    """The first of what is asked for that could be done, each as if it were that player's turn."""
    living = work.facts[slot, LIVING]
    for row in range(work.state[MANY_ASKS]):
        killer = work.asks[row, KILLER]
        victims = work.asks[row, KILLED] & living
        if not living >> killer & 1 or not victims:
            continue
        everyone = work.asks[row, ALL_OF_THEM]
        if kills_at(work, slot, killer, work.asks[row, KILLER_ACTIONS], victims, everyone):
            gravity: int = work.asks[row, GRAVITY]
            return DREADED * gravity // 100
    return 0


def lower(order: Any, facts: Any, base: int, size: int) -> None:
    """The least worthy of the kept ones is the first of the order."""
    at = 0
    while True:
        child = base + 2 * at + 1
        if child >= base + size:
            return
        if child + 1 < base + size and facts[order[child + 1], WORTH_SEEN] < facts[order[child], WORTH_SEEN]:
            child += 1
        upper, below = order[base + at], order[child]
        if facts[upper, WORTH_SEEN] <= facts[below, WORTH_SEEN]:
            return
        order[base + at], order[child] = below, upper
        at = child - base


def raise_up(order: Any, facts: Any, base: int, at: int) -> None:
    while at:
        parent = (at - 1) // 2
        upper, below = order[base + parent], order[base + at]
        if facts[upper, WORTH_SEEN] <= facts[below, WORTH_SEEN]:
            return
        order[base + parent], order[base + at] = below, upper
        at = parent


def insert_many(work: Any, spare: int) -> None:
    """Keeps the position that stands in the spare slot."""
    state, order = work.state, work.order
    base, kept, last = state[MANY_BASE], state[MANY_KEPT], state[MANY_ROOM] - 1
    if kept < last:
        order[base + kept] = spare
        raise_up(order, work.facts, base, kept)
        state[MANY_KEPT] = kept + 1
        order[base + last] = base + last
        return
    order[base + last] = order[base]
    order[base] = spare
    lower(order, work.facts, base, kept)


def end_many(work: Any, level: int) -> bool:
    """Takes a position after the turn that was not met before; whether it is the one looked for."""
    state, nodes = work.state, work.nodes
    fallen, living = nodes[level, FALLEN], work.facts[state[MANY_SLOT], LIVING]
    if fallen >> work.game[SEAT] & 1:
        return False
    at = level
    if fallen:
        make_end(work.levels, nodes, level, work.game)
        at = level + 1
        nodes[at, KEY] = whole_key(work.levels, nodes, at)
    if state[MANY_TARGET]:
        return bool(nodes[at, KEY] == state[MANY_TARGET])
    state[MANY_USED] += 1
    state[MANY_ENDS] += 1
    worth = judge_many(work, at, living & ~fallen, fallen)
    base, last = state[MANY_BASE], state[MANY_ROOM] - 1
    full, least = state[MANY_KEPT] == last, work.facts[work.order[base], WORTH_SEEN]
    if full and worth <= least:
        return False
    spare = work.order[base + last] if full else base + state[MANY_KEPT]
    keep_many(work.levels, nodes, at, work.game, work, spare, living & ~fallen)
    note_standings(work, spare)
    dread = dread_at(work, spare) if state[MANY_CAREFUL] else 0
    work.facts[spare, WORTH_SEEN], work.facts[spare, DREAD] = worth - dread, dread
    if not full or worth - dread > least:
        insert_many(work, spare)
    return False


def ask_many(state: Any, slot: int, base: int, room: int) -> None:
    """The first half of a question; none is kept yet."""
    state[MANY_SLOT], state[MANY_BASE], state[MANY_ROOM] = slot, base, room
    state[MANY_KEPT], state[MANY_TARGET] = 0, 0


def list_many(work: Any, seat: int, actions: int) -> int:
    """Adds to the kept ends those that are asked for, in no order. CUT is 1 when there are more than MOST, or
    too many half-made turns. The level of the turn looked for, or -1."""
    levels, nodes, steps, game, table = work.levels, work.nodes, work.steps, work.game, work.table
    state = work.state
    which, most = state[MANY_WHICH], state[MANY_MOST]
    game[SEAT], game[ACTIONS] = seat, actions
    place_many(levels, nodes, game, work.pool, work.facts, state[MANY_SLOT])
    size = SMALLEST_TABLE
    clear(table, size)
    used, level = 0, -1
    state[MANY_ENDS], state[MANY_CUT] = 0, 0
    while True:
        level += 1
        # A turn of catastrophes alone is one of those without a sacrifice.
        if (
            ends_here(level, game)
            and (which != SACRIFICES or nodes[level, POWER] != ANY)
            and add(table, size, end_mark(nodes[level, KEY] + nodes[level, FALLEN]))
        ):
            used += 1
            if end_many(work, level):
                return level
        nodes[level, STEPS], nodes[level, CURSOR] = list_steps(levels, nodes, steps, level, game), 0
        if level + 4 >= levels.shape[0]:
            state[MANY_CUT] = 1
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
                    state[MANY_CUT] = 1
                else:
                    size = grow(table, size)
            if state[MANY_STOP] or state[MANY_ENDS] > most or state[MANY_CUT]:
                state[MANY_CUT] = 1
                return -1
            fresh, deeper = take_step(levels, nodes, level, step, game, table, size)
            used += fresh
            if fresh and not deeper and end_many(work, level + 1):
                return level + 1
        if level < 0:
            break
    if which != SINGLE and may_pass_after_all(state[MANY_ENDS] + state[MANY_KEPT], game) and game[FORBIDDEN]:
        return 0 if end_many(work, 0) else -1
    return -1


def sort_many(work: Any) -> None:
    """The best first."""
    order, facts, base = work.order, work.facts, work.state[MANY_BASE]
    for number in range(1, work.state[MANY_KEPT]):
        slot = order[base + number]
        worth = facts[slot, WORTH_SEEN]
        at = base + number
        while at > base and facts[order[at - 1], WORTH_SEEN] < worth:
            order[at] = order[at - 1]
            at -= 1
        order[at] = slot
