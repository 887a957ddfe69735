"""Every whole turn of a position, by plain enumeration of the steps that homeworlds.turn allows.

The reference for homeworlds.search, which is many times faster; and what enumerates setup turns.
"""

from __future__ import annotations

from collections.abc import Iterator

from homeworlds.actions import Pass
from homeworlds.position import Position, position_key
from homeworlds.rules import RuleSet
from homeworlds.turn import HalfTurn


def all_ends(rules: RuleSet, position: Position) -> Iterator[HalfTurn]:
    """One turn that may end, as short as possible, for each distinct position a whole legal turn can
    end in. Positions are compared by `position_key`: systems never by name.

    A position can have a million, so this is not for a page request.
    """
    reached: set[tuple[object, ...]] = set()
    ends: set[str] = set()
    level = [HalfTurn(rules, position)]
    while level:
        following: list[HalfTurn] = []
        for half in _steps_on(level):
            mark = (position_key(half.position), half.actions_left, half.power, half.must_only_destroy)
            if mark in reached:
                continue
            reached.add(mark)
            following.append(half)
            if half.why_not_end() is None:
                key = position_key(half.end().position)
                if key not in ends:
                    ends.add(key)
                    yield half
        level = following


def _steps_on(level: list[HalfTurn]) -> Iterator[HalfTurn]:
    for half in level:
        for action in half.legal_actions():
            if not (half.turn and isinstance(action, Pass)):
                yield half.then(action)
