"""Holds the compiled core to the library: the same ends, as many turns listed by the search for two players,
the same answers to win in one, and the turns given win when the library plays them."""

from __future__ import annotations

from collections import Counter
from itertools import count as numbers
from itertools import islice
from typing import Final

from bots import searching
from bots.core import Core, RoomUsedUp
from bots.core.searcher import Searcher
from homeworlds.actions import Turn
from homeworlds.outcome import Alignments
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.search import Node, Search
from homeworlds.state import GameState
from homeworlds.tests.comparing import eliminates, wins_at_once
from homeworlds.tests.samples import Sample, sample
from homeworlds.threats import eliminating_turn, winning_turn
from homeworlds.turn import make_turn

UNLIMITED: Final = 1 << 60
"""Half-made turns."""
TOLD_EVERY: Final = 100


class PassedOver(Exception):
    """A position that is not asked about."""


class Wrong(Exception):
    """What is not as it should be."""


def run(*, positions: int, first: int, most: int) -> int:
    """So many samples from this number on that are not passed over; prints from where to go on."""
    core, searcher, wrong, counted = Core(), Searcher(), 0, Counter[str]()
    searching.use_core()
    for number in numbers(first):
        if counted["positions"] == positions:
            break
        try:
            counted.update(_judge(core, searcher, sample(number), most))
        except PassedOver:
            counted["passed over"] += 1
            continue
        except Wrong as error:
            wrong += 1
            print(f"{number}: {error}")
        counted["positions"] += 1
        if counted["positions"] % TOLD_EVERY == 0:
            done = f"{counted['positions']} positions, mismatches: {wrong}"
            print(f"{done}; to go on: --from {number + 1}", flush=True)
    print(
        f"{counted['positions']} positions compared with the library ({counted['ends']} ends, "
        f"{counted['wins']} wins and eliminations in one; {counted['passed over']} passed over with more "
        f"than {most} ends), mismatches: {wrong}"
    )
    return 1 if wrong else 0


def _judge(core: Core, searcher: Searcher, asked: Sample, most: int) -> dict[str, int]:
    return {"ends": _compare_ends(core, searcher, asked.state, most), "wins": _compare_wins(core, *asked)}


def _compare_ends(core: Core, searcher: Searcher, state: GameState, most: int) -> int:
    """How many. Raises PassedOver, Wrong."""
    try:
        count, ends = core.ends(state.rules, state.position, most)
    except RoomUsedUp:
        raise PassedOver from None
    if count > most:
        raise PassedOver
    search = Search(state.rules, state.position)
    nodes = list(islice(search.ends(), most + 1))
    if len(nodes) != count or {_systems(search, node) for node in nodes} != set(ends):
        raise Wrong("not the same ends")
    position = state.position
    if position.players == 2 and None not in (position.homeworld(0), position.homeworld(1)):
        turns = searcher.count_turns(state)
        if turns != sum(not node.fallen for node in nodes):
            raise Wrong(f"the search for two players lists {turns} turns")
    return count


def _systems(search: Search, node: Node) -> tuple[int, ...]:
    """Of the position after the turn: homeworlds of the fallen are ordinary, or gone when empty."""
    coder = search.coder
    systems = []
    for number in node.systems:
        home = (number >> coder.home_shift) - 1
        if home >= 0 and node.fallen >> home & 1:
            ordinary = number & ((1 << coder.home_shift) - 1)
            number, _returned = coder.settled(ordinary, homeworlds_stay=False)
        if number:
            systems.append(number)
    return tuple(sorted(systems))


def _compare_wins(core: Core, state: GameState, alignments: Alignments | None) -> int:
    """How many wins and eliminations in one there are of all the mover could be asked about. Raises Wrong."""
    rules, position, seat = state.rules, state.position, state.position.mover
    wins, same = 0, True
    for victim in position.living:
        if victim == seat:
            continue
        for surviving in (True, False):
            by_library = eliminating_turn(state, seat, victim, surviving=surviving)
            turn = core.eliminating_turn(rules, position, seat, victim, surviving=surviving)
            same = same and (turn is None) == (by_library is None)
            if turn is not None:
                end = make_turn(rules, position, turn).end()
                same = same and eliminates(end, seat, victim, surviving)
            if surviving:
                same = same and _bots_find(rules, position, seat, victim, by_library)
            wins += by_library is not None
    can, turn = winning_turn(state, alignments) is not None, core.winning_turn(state, alignments)
    same = same and (turn is not None) == can
    if turn is not None:
        same = same and wins_at_once(state, make_turn(rules, position, turn), alignments)
    if not same:
        raise Wrong("not the same wins in one")
    return wins + can


def _bots_find(rules: RuleSet, position: Position, seat: int, victim: int, by_library: Turn | None) -> bool:
    """Whether what the bots ask when the core is switched on is answered as by the library."""
    asked = (rules, position, seat, victim)
    if searching.eliminates(*asked, limit=UNLIMITED) != (by_library is not None):
        return False
    return searching.eliminating_turn(*asked, limit=UNLIMITED) == by_library
