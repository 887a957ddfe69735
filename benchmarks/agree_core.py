"""Holds the compiled core to the library: the same ends, the same answers to win in one, and the turns
given win when the library plays them."""

from __future__ import annotations

from itertools import islice
from typing import Final, TextIO

from bots import searching
from bots.core import Core, RoomUsedUp
from homeworlds.actions import Turn
from homeworlds.outcome import Alignments
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.search import Node, Search
from homeworlds.state import GameState
from homeworlds.tests.comparing import eliminates, wins_at_once
from homeworlds.tests.samples import sample
from homeworlds.threats import eliminating_turn, winning_turn
from homeworlds.turn import make_turn

UNLIMITED: Final = 1 << 60
"""Half-made turns."""


def run(report: TextIO, positions: int, first: int, most: int) -> int:
    """Prints as it goes from where to go on. The exit code: 0 without a mismatch."""
    core = Core()
    searching.use_core()
    done = passed_over = mismatches = ends = wins = 0
    number = first
    while done < positions:
        state, alignments = sample(number)
        number += 1
        try:
            counted = _compare_ends(core, state, most)
        except RoomUsedUp:
            counted = None
        if counted is None:
            passed_over += 1
            continue
        found = _compare_wins(core, state, alignments)
        if counted < 0 or found < 0:
            mismatches += 1
            report.write(f"{number - 1}: not the same {'ends' if counted < 0 else 'wins in one'}\n")
        done += 1
        ends += max(counted, 0)
        wins += max(found, 0)
        if done % 500 == 0:
            report.write(f"{done} positions, mismatches: {mismatches}; to go on: --from {number}\n")
            report.flush()
    report.write(
        f"{done} positions compared with the library ({ends} ends, {wins} wins and eliminations in "
        f"one; "
        f"{passed_over} passed over with more than {most} ends), mismatches: {mismatches}\n"
    )
    return 1 if mismatches else 0


def _compare_ends(core: Core, state: GameState, most: int) -> int | None:
    """How many; -1 for a mismatch, None for too many."""
    count, ends = core.ends(state.rules, state.position, most)
    if count > most:
        return None
    search = Search(state.rules, state.position)
    nodes = list(islice(search.ends(), most + 1))
    same = len(nodes) == count and {_systems(search, node) for node in nodes} == set(ends)
    return count if same else -1


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
    """How many wins and eliminations in one there are of all the mover could be asked about; -1 for a
    mismatch."""
    rules, position, seat = state.rules, state.position, state.position.mover
    wins = 0
    for victim in position.living:
        if victim == seat:
            continue
        for surviving in (True, False):
            by_library = eliminating_turn(state, seat, victim, surviving=surviving)
            can = by_library is not None
            turn = core.eliminating_turn(rules, position, seat, victim, surviving=surviving)
            if (turn is not None) != can:
                return -1
            if turn is not None:
                end = make_turn(rules, position, turn).end()
                if not eliminates(end, seat, victim, surviving):
                    return -1
            if surviving and not _bots_find(rules, position, seat, victim, by_library):
                return -1
            wins += can
    can = winning_turn(state, alignments) is not None
    turn = core.winning_turn(state, alignments)
    if (turn is not None) != can:
        return -1
    if turn is not None and not wins_at_once(state, make_turn(rules, position, turn), alignments):
        return -1
    return wins + can


def _bots_find(rules: RuleSet, position: Position, seat: int, victim: int, by_library: Turn | None) -> bool:
    """Whether what the bots ask when the core is switched on is answered as by the library."""
    asked = (rules, position, seat, victim)
    if searching.eliminates(*asked, limit=UNLIMITED) != (by_library is not None):
        return False
    return searching.eliminating_turn(*asked, limit=UNLIMITED) == by_library
