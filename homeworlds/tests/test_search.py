"""The fast search agrees with plain enumeration on positions of random games."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from homeworlds.enumeration import all_ends
from homeworlds.position import position_key
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.search import count_ends
from homeworlds.tests.random_play import random_game
from homeworlds.threats import eliminating_turn
from homeworlds.turn import make_turn

MOST_ENDS = 150
"""Positions with more are left out, for time."""


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_search_finds_what_enumeration_finds(preset: Preset, players: int) -> None:
    variant = Variant.BINARY if players == 2 else Variant.LAST_CAPTAIN_STANDING
    rules = preset_rules(preset, variant)
    compared = 0
    for seed in range(2):
        for state in random_game(rules, players, Random(f"search {preset} {players} {seed}"), 6 * players):
            position = state.position
            if state.outcome is not None or position.homeworld(position.mover) is None:
                continue
            halves = list(islice(all_ends(rules, position), MOST_ENDS + 1))
            if len(halves) > MOST_ENDS:
                continue
            ends = [half.end() for half in halves]
            assert count_ends(rules, position) == len({position_key(end.position) for end in ends})
            for victim in position.living:
                if victim != position.mover:
                    found = eliminating_turn(rules, position, position.mover, victim)
                    can = any(victim in e.eliminated and position.mover not in e.eliminated for e in ends)
                    assert (found is not None) == can
                    if found is not None:
                        assert victim in make_turn(rules, position, found).end().eliminated
            compared += 1
    assert compared
