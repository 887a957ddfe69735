"""Win in one: can a seat eliminate another, or win at all, with one turn, and by which.

Exact both ways: a search through all half-made turns from which homeworlds.bounds does not prove that
the goal is out of reach, those first that need the fewest actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from homeworlds.actions import Turn
from homeworlds.bounds import NEVER, Bound
from homeworlds.outcome import Alignment, Alignments
from homeworlds.position import sinister_target
from homeworlds.rules import Variant
from homeworlds.search import LimitReached, Node, Search
from homeworlds.state import GameState


def eliminating_turn(
    state: GameState,
    seat: int,
    victim: int,
    *,
    surviving: bool = True,
    limit: int | None = None,
) -> Turn | None:
    """A turn by which a living seat would eliminate another, if it were to move; None when there is none.

    A seat that has not set up neither threatens nor falls. Unless `surviving`, a turn by which the seat
    falls too will do, where the rule set has it legal. Raises LimitReached: undecided after so many
    half-made turns.

    >>> from homeworlds import Preset, format_turn, parse_position, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<1> Ann (0, r1b2) g3-; Bob (1, y1b3) r3-g3", rules, ["Ann", "Bob"])
    >>> state = GameState(rules, position)
    >>> format_turn(eliminating_turn(state, 0, 1), players=2)
    'attack G3 Bob'
    >>> eliminating_turn(state, 1, 0) is None
    True
    """
    if state.position.homeworld(seat) is None:
        return None
    rules = state.rules
    surviving = surviving or rules.forbids_own_elimination
    search = Search(rules, state.position, seat)
    return _turn(search, Bound(rules, search.coder, [victim], everyone=True, surviving=surviving), limit)


def winning_turn(
    state: GameState, alignments: Alignments | None = None, *, limit: int | None = None
) -> Turn | None:
    """A turn by which the seat to move wins at once; None when there is none.

    The game must be running. Raises ValueError: Good vs Evil without alignments. LimitReached: undecided
    after so many half-made turns.

    >>> from homeworlds import Preset, format_turn, parse_position, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<0> Ann (0, r1b2) g3-; Bob (1, y1b3) r3-g3", rules, ["Ann", "Bob"])
    >>> format_turn(winning_turn(GameState(rules, position)), players=2)
    'attack G3 Bob'
    """
    victims, everyone = victims_of(state, alignments)
    if not victims or state.position.homeworld(state.position.mover) is None:
        return None
    search = Search(state.rules, state.position)
    bound = Bound(state.rules, search.coder, victims, everyone=everyone, surviving=True)
    return _turn(search, bound, limit)


class Threat(NamedTuple):
    """A seat and its turn that would eliminate another, if it were to move."""

    seat: int
    turn: Turn


class RedAlert(NamedTuple):
    """What threatens a seat (rules.md 4)."""

    threat: Threat | None
    """The gravest."""
    unchecked: tuple[int, ...] = ()
    """Opponents with too many turns to be sure of; empty when there is a threat."""


def red_alert(state: GameState, seat: int, *, limit: int | None = None) -> RedAlert:
    """Whether some living opponent could eliminate a seat with one turn, each as if he were to move.

    His own fall does not keep him from it. Of several threats the first in turn order is the gravest, but
    in Sinister the hunter's, who would win by it. The `limit` is for each opponent.

    >>> from homeworlds import Preset, format_turn, parse_position, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<1> Ann (0, r1b2) g3-; Bob (1, y1b3) r3-g3", rules, ["Ann", "Bob"])
    >>> threat = red_alert(GameState(rules, position), 1).threat
    >>> threat.seat, format_turn(threat.turn, players=2)
    (0, 'attack G3 Bob')
    """
    unchecked = []
    for other in _opponents(state, seat):
        try:
            turn = eliminating_turn(state, other, seat, surviving=False, limit=limit)
        except LimitReached:
            unchecked.append(other)
            continue
        if turn is not None:
            return RedAlert(Threat(other, turn))
    return RedAlert(None, tuple(unchecked))


def _opponents(state: GameState, seat: int) -> list[int]:
    """Those who live, in turn order; in Sinister the hunter first."""
    position = state.position
    seats = [(seat + step) % position.players for step in range(1, position.players)]
    living = [other for other in seats if other not in position.out]
    if state.rules.variant is Variant.SINISTER:
        living.sort(key=lambda other: sinister_target(position, other) != seat)
    return living


def victims_of(state: GameState, alignments: Alignments | None) -> tuple[Sequence[int], bool]:
    """Who must fall, the mover surviving, for the mover to win: everyone of these, or any one of them.

    As homeworlds.outcome judges it: being the last one left includes the fall of each of them.
    Raises ValueError: Good vs Evil without alignments.
    """
    position, mover = state.position, state.position.mover
    others = [seat for seat in position.living if seat != mover]
    if state.rules.variant is Variant.SINISTER:
        target = sinister_target(position, mover)
        return ([] if target is None else [target]), True
    if state.rules.variant is not Variant.GOOD_VS_EVIL:
        return others, True
    if alignments is None:
        raise ValueError("Good vs Evil cannot be judged without the alignments")
    evil = [s for s in (mover, *others) if s in state.fallen or alignments[s] is Alignment.EVIL]
    # An Evil mover wins by any elimination; so does a Good one when no Evil is left.
    return (others, False) if mover in evil or not evil else (evil, True)


def _turn(search: Search, bound: Bound, limit: int | None) -> Turn | None:
    if bound.rules_out(search.position):
        return None
    start = search.start
    if bound.reached(start.fallen) and search.may_pass:
        return search.turn(search.passing()).end().turn
    reached: set[int] = set()
    queue: list[tuple[int, int, int, int, Node]] = [(0, 0, 0, 0, start)]
    while queue:
        _needed, _colours, steps, _order, parent = heappop(queue)
        for node in search.successors(parent):
            tag = search.tag(node)
            if tag in reached:
                continue
            reached.add(tag)
            if bound.reached(node.fallen):
                return search.turn(node).end().turn
            needed = bound.needed(node)
            if needed < NEVER:
                heappush(queue, (needed, bound.colours_left(node), steps + 1, len(reached), node))
            if limit is not None and len(reached) >= limit:
                raise LimitReached
    return None
