"""The search for two players: principal variation search over whole turns, of which the best at first sight
are followed. A win in one is asked for at every position, exactly.

It keeps its own stack: what numba compiles of functions that call each other in a circle cannot be kept.
"""

from __future__ import annotations

from typing import Any

from bots.core.children import (
    ABORTED,
    CUT,
    DONE,
    DRAWN,
    KEPT,
    LIMIT,
    MARK,
    MOST,
    RESTRICTED,
    ROOT_SEAT,
    SACRIFICES,
    SAFE,
    SINGLE,
    STOP,
    USED,
    WARP,
    WHICH,
    WORTH,
    actions_at,
    ask_children,
    keep,
    list_children,
    sort_children,
    turn_around,
    wins_at,
)
from bots.core.features import count_features
from bots.core.layout import SEAT
from bots.core.rows import mix
from bots.core.steps import begin

WON = 1_000_000
DECIDED = 900_000
"""A worth beyond this is a win in so many turns."""
PLIES = 24
ROOT_ROOM = 1025
"""Children kept at the root, and one spare; it stands at 0 of the pool, its children from 1 on."""
INNER_ROOM = 25
ROOT_WIDTH = 48
EXTENSIONS = 3
"""Turns followed beyond the depth while somebody is threatened."""
RESTRICTED_MOST = 20_000
NO_WAY_OUT = 2000
"""What it costs when no turn was found by which the other does not win, and not all were looked at."""
EXACT, AT_LEAST, AT_MOST = range(3)

# The columns of `frames`, a row for each turn of the line that is looked at.
(
    AT,
    DEEP,
    EXTRA,
    ALPHA,
    BETA,
    LOWER,
    BEST,
    CHOSEN,
    TRIED,
    COUNT,
    STAGE,
    NUMBER,
    THREAT,
    HINT,
    SELF_DRAWN,
    CHILD,
    PHASE,
    PATH,
) = range(18)
FRAME = 18
FULL, REDUCED, SCOUT, AGAIN = range(4)
"""How a child is looked at: as the first one; with a window of nothing and less deep; with a window of
nothing; in full after that."""


def key_at(state: Any, facts: Any, slot: int, ply: int) -> int:
    """Of the position with the seat to move, and the Timewarp that is still to come."""
    seat = (state[ROOT_SEAT] + ply) & 1
    warp = state[WARP] if ply < 2 else 0
    key: int = mix(facts[slot, MARK] + 0x1D8AF066A2F4B3C1 * (seat + 1) + 0x2F77E0AC6A4D8E1B * warp)
    return key


def repeats(frames: Any, earlier: Any, key: int, ply: int) -> bool:
    """Whether the position was there before, in this line or in the game."""
    found = False
    for above in range(ply - 2, -1, -2):
        found = found or frames[above, PATH] == key
    for number in range(earlier.shape[0]):
        found = found or earlier[number] == key
    return found


def relative(value: int, ply: int) -> int:
    """A win in so many turns from the root, as one from here; with minus the ply the other way round."""
    if value > DECIDED:
        return value + ply
    return value - ply if value < -DECIDED else value


def explore(work: Any, count: int, depth: int) -> int:
    """One iteration over so many turns of the position at 0, listed from 1 on in the order, after which the
    best is the first. Its worth: without meaning when ABORTED, but the first is no worse than before."""
    state, frames = work.state, work.frames
    begin_iteration(state, frames, work.order, work.facts, count, depth)
    ply, known = 0, False
    while True:
        if advance(work, ply):
            launch(frames, ply)
            ply += 1
            known = enter(work, ply)
        elif ply:
            finish(work, ply)
            known = True
        else:
            worth: int = frames[0, BEST]
            return worth
        while known and ply and not state[ABORTED]:
            ply -= 1
            known = receive(frames, work.order, ply, -frames[ply + 1, BEST])
            if known:
                # It has to be looked at again.
                launch(frames, ply)
                ply += 1
                known = enter(work, ply)
        if state[ABORTED]:
            return 0


def begin_iteration(state: Any, frames: Any, order: Any, facts: Any, count: int, depth: int) -> None:
    state[ABORTED] = 0
    frames[0, PATH], frames[0, DEEP], frames[0, EXTRA] = key_at(state, facts, 0, 0), depth, EXTENSIONS
    frames[0, BEST], frames[0, LOWER], frames[0, BETA], frames[0, TRIED] = -WON - 1, -WON, WON, 0
    frames[0, COUNT], frames[0, NUMBER], frames[0, STAGE], frames[0, CHOSEN] = count, 0, 1, 0
    for number in range(count):
        facts[order[1 + number], DONE] = 0


def enter(work: Any, ply: int) -> bool:
    """Whether it is known at once what the position is worth, which stands at BEST then."""
    state, frames, known = work.state, work.frames, work.known
    slot, depth = frames[ply, AT], frames[ply, DEEP]
    state[USED] += 1
    if state[USED] >= state[LIMIT] or state[STOP]:
        state[ABORTED] = 1
        return True
    key = key_at(state, work.facts, slot, ply)
    frames[ply, BEST] = 0
    if repeats(frames, work.earlier, key, ply):
        return True
    entry = key & (known.shape[0] - 1)
    frames[ply, HINT] = 0
    if known[entry, 0] == key:
        frames[ply, HINT] = known[entry, 3]
        if known[entry, 2] >> 2 >= depth:
            value, bound = relative(known[entry, 1], -ply), known[entry, 2] & 3
            if (
                bound == EXACT
                or (bound == AT_LEAST and value >= frames[ply, BETA])
                or (bound == AT_MOST and value <= frames[ply, ALPHA])
            ):
                frames[ply, BEST] = value
                return True
    seat = (state[ROOT_SEAT] + ply) & 1
    if wins_at(work, slot, seat, actions_at(state, ply)):
        frames[ply, BEST] = WON - ply
        return True
    threat = wins_at(work, slot, 1 - seat, actions_at(state, ply + 1))
    frames[ply, BEST] = -work.facts[slot, WORTH]
    if ply >= PLIES - 2:
        return True
    if depth <= 0:
        if not threat or not frames[ply, EXTRA]:
            return True
        frames[ply, DEEP], frames[ply, EXTRA] = 1, frames[ply, EXTRA] - 1
    frames[ply, PATH], frames[ply, THREAT] = key, threat
    frames[ply, BEST], frames[ply, LOWER] = -WON, frames[ply, ALPHA]
    frames[ply, CHOSEN] = frames[ply, TRIED] = frames[ply, COUNT] = frames[ply, NUMBER] = 0
    frames[ply, STAGE], frames[ply, SELF_DRAWN] = -1, 0
    return False


def advance(work: Any, ply: int) -> bool:
    """Chooses the next child to look at, if there is one."""
    frames, facts, order = work.frames, work.facts, work.order
    if frames[ply, BEST] >= frames[ply, BETA]:
        return False
    base = 1 + ROOT_ROOM + (ply - 1) * INNER_ROOM if ply else 1
    while True:
        if frames[ply, STAGE] >= 0:
            while frames[ply, NUMBER] < frames[ply, COUNT]:
                child = order[base + frames[ply, NUMBER]]
                if frames[ply, STAGE] == 0 and (
                    facts[child, WORTH] < frames[ply, BETA] or frames[ply, NUMBER] > 2
                ):
                    break
                frames[ply, NUMBER] += 1
                if not facts[child, DONE]:
                    facts[child, DONE] = 1
                    frames[ply, CHILD] = child
                    frames[ply, PHASE] = phase_of(frames, ply)
                    return True
        if frames[ply, STAGE] == 1:
            return False
        open_stage(work, ply, base)


def phase_of(frames: Any, ply: int) -> int:
    if not frames[ply, TRIED]:
        return FULL
    return REDUCED if frames[ply, DEEP] >= 3 and frames[ply, TRIED] >= 4 else SCOUT


def open_stage(work: Any, ply: int, base: int) -> None:
    """Lists the children of the next stage: turns without a sacrifice may be enough, and the others follow.
    Under a threat there is one stage, of turns that meet it."""
    state, frames = work.state, work.frames
    depth, threat = frames[ply, DEEP], frames[ply, THREAT]
    room = INNER_ROOM if depth >= 4 else 7 + 4 * depth
    ask_children(state, frames[ply, AT], ply, base, room)
    state[DRAWN] = 0
    if threat or actions_at(state, ply) > 1:
        frames[ply, STAGE] = 1
        state[WHICH], state[MOST] = RESTRICTED, RESTRICTED_MOST
        if threat:
            state[SAFE] = actions_at(state, ply + 1)
    elif frames[ply, STAGE] < 0:
        frames[ply, STAGE] = 0
        state[WHICH] = SINGLE
    else:
        frames[ply, STAGE] = 1
        state[WHICH], state[MOST] = SACRIFICES, RESTRICTED_MOST
        state[KEPT] = frames[ply, COUNT]
        turn_around(work.order, base, state[KEPT])
    list_children(work)
    frames[ply, COUNT], frames[ply, NUMBER] = state[KEPT], 0
    frames[ply, SELF_DRAWN] |= state[DRAWN]
    sort_children(work.order, work.facts, base, state[KEPT])
    hint_first(work.order, work.facts, base, state[KEPT], frames[ply, HINT])


def hint_first(order: Any, facts: Any, base: int, kept: int, hinted: int) -> None:
    """What was best here before is tried first."""
    for number in range(1, kept):
        slot = order[base + number]
        if facts[slot, MARK] == hinted:
            for place in range(number, 0, -1):
                order[base + place] = order[base + place - 1]
            order[base] = slot
            return


def launch(frames: Any, ply: int) -> None:
    """Writes the frame of the child chosen."""
    phase, below = frames[ply, PHASE], ply + 1
    frames[below, AT], frames[below, EXTRA] = frames[ply, CHILD], frames[ply, EXTRA]
    frames[below, DEEP], frames[below, BETA] = frames[ply, DEEP] - 1, -frames[ply, LOWER]
    if phase in (FULL, AGAIN):
        frames[below, ALPHA] = -frames[ply, BETA]
    else:
        frames[below, ALPHA] = -frames[ply, LOWER] - 1
    if phase == REDUCED:
        frames[below, DEEP] -= 1 if frames[ply, TRIED] < 12 else 2


def receive(frames: Any, order: Any, ply: int, value: int) -> bool:
    """Takes what a child is worth here; whether it has to be looked at again. At the root the best is the
    first of the order."""
    phase = frames[ply, PHASE]
    if phase == REDUCED and value > frames[ply, LOWER]:
        frames[ply, PHASE] = SCOUT
        return True
    if phase == SCOUT and frames[ply, LOWER] < value < frames[ply, BETA]:
        frames[ply, PHASE] = AGAIN
        return True
    frames[ply, TRIED] += 1
    if value > frames[ply, BEST]:
        frames[ply, BEST], frames[ply, CHOSEN] = value, frames[ply, CHILD]
        frames[ply, LOWER] = max(frames[ply, LOWER], value)
        if ply == 0:
            for place in range(frames[0, NUMBER] - 1, 0, -1):
                order[1 + place] = order[place]
            order[1] = frames[0, CHILD]
    return False


def finish(work: Any, ply: int) -> None:
    """Writes what the position is worth by its children, and remembers it."""
    frames, known, facts = work.frames, work.known, work.facts
    best = frames[ply, BEST]
    if not frames[ply, TRIED]:
        # By every turn looked at the other could win with his next one.
        best = -(WON - ply - 2)
        if work.state[CUT]:
            best = -facts[frames[ply, AT], WORTH] - NO_WAY_OUT
    if frames[ply, SELF_DRAWN] and best < 0:
        best = 0
    bound = EXACT
    if best >= frames[ply, BETA]:
        bound = AT_LEAST
    elif best <= frames[ply, ALPHA]:
        bound = AT_MOST
    frames[ply, BEST] = best
    key = frames[ply, PATH]
    entry = key & (known.shape[0] - 1)
    known[entry, 0], known[entry, 1] = key, relative(best, ply)
    known[entry, 2] = frames[ply, DEEP] << 2 | bound
    known[entry, 3] = facts[frames[ply, CHOSEN], MARK] if frames[ply, CHOSEN] else 0


def keep_safe(work: Any) -> int:
    """Of the turns listed for the position at 0 only those, at most ROOT_WIDTH, by which the other does not
    win in one, the best at first sight first. How many."""
    state, order = work.state, work.order
    sort_children(order, work.facts, 1, state[KEPT])
    seat, actions, safe = 1 - state[ROOT_SEAT], actions_at(state, 1), 0
    for number in range(state[KEPT]):
        slot = order[1 + number]
        if safe < ROOT_WIDTH and not wins_at(work, slot, seat, actions):
            order[1 + safe] = slot
            safe += 1
    return safe


def set_root(work: Any) -> int:
    """Takes the position that is given in `game`; its key."""
    begin(work.levels, work.nodes, work.game)
    work.state[ROOT_SEAT] = work.game[SEAT]
    keep(work.levels, work.nodes, 0, work.pool, work.facts, 0, 0)
    return key_at(work.state, work.facts, 0, 0)


def features_at_root(work: Any) -> int:
    """Writes the features of the position given, for the seat that is not to move; the number of ships."""
    set_root(work)
    return count_features(work.levels, work.nodes, 0, work.game, 1 - work.game[SEAT], work.found)
