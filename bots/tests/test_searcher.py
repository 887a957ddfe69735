"""The compiled search for two players, where numba is installed."""

from __future__ import annotations

import pytest

from bots.core.children import MARK
from bots.core.many_core import ManyCore
from bots.core.search import ROOT_ROOM
from bots.core.searcher import Searcher
from homeworlds.notation import parse_position
from homeworlds.rules import Preset, Variant, preset_rules, with_options
from homeworlds.state import GameState, play
from homeworlds.turn import make_turn

RULES = preset_rules(Preset.MODERN, Variant.BINARY)
CROWDED = (
    "<1> North (0, y1b2) y3g2-; South (1, y3b2) -g1b3; Vega (b1) -r3b1b1; Mira (g1) -g3; Rigel (r3) -g3; "
    "Castor (r1) -y2; Altair (r3) g2g2-; Deneb (r1) -b3; Spica (r1) -y2; Pollux (b3) g1-"
)


def test_the_turns_to_choose_from_stay_what_they_are_while_others_are_listed() -> None:
    """Even where there are more of them than room."""
    pytest.importorskip("numba")
    searcher = Searcher()
    state = GameState(RULES, parse_position(CROWDED, RULES, ["North", "South"]))
    searcher._prepare(state, (), 20_000, 0)
    count = searcher._begin()
    marks = searcher.work.facts[1 : ROOT_ROOM + 1, MARK].copy()
    assert count and marks.all()
    searcher._kernel.explore(searcher.work, count, 3)
    assert (searcher.work.facts[1 : ROOT_ROOM + 1, MARK] == marks).all()


def test_any_seed_fits() -> None:
    pytest.importorskip("numba")
    searcher = Searcher()
    state = GameState(RULES, parse_position(CROWDED, RULES, ["North", "South"]))
    for seed in (2**31, 2**63, -(2**70)):
        searcher._prepare(state, (), 20_000, seed)
    cores = ManyCore()
    rules = preset_rules(Preset.MODERN, Variant.SINISTER)
    text = "<1> Ann (0, y1b2) y3--; Bob (1, y3b2) -g1-; Cleo (2, r1b3) --g3"
    for seed in (2**31, 2**63, -(2**70)):
        cores.start(GameState(rules, parse_position(text, rules, ["Ann", "Bob", "Cleo"])), seed=seed, nodes=9)


@pytest.mark.parametrize("nodes", [1, 3000, 30_000])
def test_a_draw_is_taken_where_all_else_loses_however_few_nodes_there_are(nodes: int) -> None:
    """One of 15,435 turns keeps the other from winning: both fall."""
    pytest.importorskip("numba")
    text = (
        "<1> North (0, b3) g2g3-; South (1, r3b2) g3g3-y3; Vega (g1) -r1b2b3; Mira (g1) r2y3b1b1-;"
        " Rigel (b2) y1-; Castor (y1) -g2; Altair (b1) r3g2-; Deneb (y3) -g1; Spica (y1) -r1"
    )
    rules = with_options(RULES, {"own_elimination": "loses", "empty_homeworld": "stays"})
    state = GameState(rules, parse_position(text, rules, ["North", "South"]))
    turn = Searcher().choose(state, nodes=nodes, seconds=600.0)
    outcome = play(state, make_turn(rules, state.position, turn)).state.outcome
    assert outcome is not None and outcome.draw
