"""Counts the taps that a turn needs: the shortest way through the links that the page offers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from itertools import count
from typing import NamedTuple

from django.http import QueryDict

from board.turn.buttons import Choice
from board.turn.choices import choices_of
from board.turn.making import Choosing, Links
from board.turn.order import text_of
from board.turn.screen import map_link
from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.state import GameState, begin
from homeworlds.turn import HalfTurn

LINKS = Links(page="/t/", fragment="/t/f/", show="/t/show/", end="/t/turn/", end_fragment="/t/f/turn/")


MOST = {
    Homeworld: 3,
    Build: 2,
    Trade: 3,
    Move: 3,
    Discover: 3,
    Attack: 2,
    Sacrifice: 2,
    Catastrophe: 1,
    Pass: 1,
}
"""Taps of a step, besides a choice among several ships or stars and End turn."""
AFTER_SACRIFICE = {**MOST, Move: 2, Discover: 2}


def offered_names(state: GameState, turn: Turn) -> Turn:
    """The same turn where each system discovered has the name that is offered for it."""
    half, called = begin(state), dict[str, str]()
    for action in turn:
        if isinstance(action, Discover):
            half = half.then(replace(_called(action, called), name=None))
            found = half.turn[-1]
            assert isinstance(action.name, str)
            assert isinstance(found, Discover)
            assert isinstance(found.name, str)
            called[action.name] = found.name
        else:
            half = half.then(_called(action, called))
    return half.turn


def _called(action: Action, called: dict[str, str]) -> Action:
    fields = [field for field in ("system", "origin", "destination") if hasattr(action, field)]
    return replace(
        action, **{name: called.get(getattr(action, name), getattr(action, name)) for name in fields}
    )


def most_taps(state: GameState, turn: Turn) -> int:
    """What a legal turn in canonical form may need, End turn included."""
    half, taps = begin(state), 1
    for action in turn:
        taps += (MOST if half.power is None else AFTER_SACRIFICE)[type(action)] + _choices(half, action)
        half = half.then(action)
    return taps


def _choices(half: HalfTurn, action: Action) -> int:
    """How many choices there are among several ships, stars, or pieces to build."""
    alike = [
        each for each in half.legal_actions() if type(each) is type(action) and _place(each) == _place(action)
    ]
    system = half.position.find(_place(action))
    ships = len(set(system.fleets[half.mover])) > 1 if system else False
    match action:
        case Build() | Attack():
            return int(len(alike) > 1)
        case Trade() | Sacrifice():
            return int(ships)
        case Move():
            return int(ships and half.power is not None)
        case Discover(star=star):
            stars = {
                each.star for each in alike if isinstance(each, Discover) and each.star.size == star.size
            }
            return int(ships and half.power is not None) + int(len(stars) > 1)
    return 0


def _place(action: Action) -> str:
    place = getattr(action, "system", None) or getattr(action, "origin", "")
    return str(place)


class Ways(NamedTuple):
    """The shortest ways to make a turn, from the table without a choice."""

    taps: int
    """End turn included."""
    onward: Mapping[Choosing, tuple[Choosing, ...]]
    """From each choice on such a way, those that are next; none from the last."""


def taps_of(state: GameState, turn: Turn) -> int:
    """Of a legal turn in canonical form, from the table without a choice to End turn and with it."""
    return ways_of(state, turn).taps


def ways_of(state: GameState, turn: Turn) -> Ways:
    """Of a legal turn in canonical form."""
    half = begin(state)
    halves = {"": half}
    for action in turn:
        half = half.then(action)
        halves[text_of(half)] = half
    # Nobody needs to look elsewhere.
    places = {"", *map(_place, turn)}
    edge, before = {Choosing()}, dict[Choosing, set[Choosing]]({Choosing(): set()})
    for taps in count(1):
        made = {choosing for choosing in edge if choosing.text == text_of(half)}
        if made:
            return Ways(taps, _onward(made, before))
        found: dict[Choosing, set[Choosing]] = {}
        for choosing in edge:
            for target in _targets(halves[choosing.text], choosing):
                if target not in before and target.text in halves and target.at in places:
                    found.setdefault(target, set()).add(choosing)
        if not found:
            break
        before |= found
        edge = set(found)
    raise AssertionError(f"No taps make {text_of(half)}.")


def _onward(
    made: set[Choosing], before: Mapping[Choosing, set[Choosing]]
) -> dict[Choosing, tuple[Choosing, ...]]:
    onward: dict[Choosing, tuple[Choosing, ...]] = dict.fromkeys(made, ())
    while made:
        for choosing in made:
            for earlier in before[choosing]:
                onward[earlier] = (*onward.get(earlier, ()), choosing)
        made = set().union(*[before[choosing] for choosing in made])
    return onward


def _targets(half: HalfTurn, choosing: Choosing) -> list[Choosing]:
    choices = choices_of(half, choosing, LINKS)
    buttons: list[Choice] = [choice for row in choices.rows for choice in row.choices]
    buttons += [*choices.catastrophes, *choices.elsewhere]
    buttons += [choices.passing] if choices.passing else []
    links = [unescape(re.search(r'href="([^"]*)"', button.link)[1]) for button in buttons]  # type: ignore[index]
    links += [map_link(choices, choosing, LINKS, system.name)["href"] for system in half.position.systems]
    links += [LINKS.to(berth.target)["href"] for berth in choices.berths.values()]
    return [Choosing.from_query(QueryDict(link.partition("?")[2])) for link in links]
