"""Positions of games that are over, read: chances, the best turn, and what is certain."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

import pytest

from bots.analysis import Reading, read
from bots.core.search import WON
from bots.core.searcher import Found, Searcher
from bots.tests.cast import NAMES, bot, dealt, play_game
from homeworlds.actions import Pass, Turn
from homeworlds.notation import parse_position, parse_turn
from homeworlds.outcome import Alignment, Departure
from homeworlds.position import Position
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from homeworlds.state import GameState, depart, play, start_game
from homeworlds.turn import make_turn

RULES = preset_rules(Preset.MODERN, Variant.BINARY)
QUIET = GameState(RULES, parse_position("<0> Alice (0, y1b2) g3-; Bob (1, r1b3) -g3", RULES, NAMES[:2]))
WINNING = GameState(RULES, parse_position("<0> Alice (0, r1b2) g3y1-; Bob (1, y1b3) r3-g3", RULES, NAMES[:2]))
NODES = 20_000


class StandIn:
    """A search that passes, unless it is told otherwise, and finds the values one after the other."""

    def __init__(self, *values: int | None, turn: str = "pass") -> None:
        self.values, self.turn, self.asked = list(values), turn, list[tuple[int, int]]()

    def choose(
        self,
        state: GameState,
        before: list[Position],
        *,
        nodes: int,
        seconds: float,
        report: Callable[[Found], None],
    ) -> Turn:
        self.asked.append((state.position.mover, len(before)))
        value = self.values.pop(0)
        if value is not None:
            report(Found(4, value, nodes))
        return (Pass(),) if len(self.asked) > 1 else parse_turn(self.turn, 2)


def searched(state: GameState, stand_in: StandIn, played: Position | None = None) -> Reading:
    return read(state, nodes=NODES, played=played, searcher=cast(Searcher, stand_in))


def passed(state: GameState) -> Position:
    return play(state, make_turn(state.rules, state.position, (Pass(),))).state.position


def test_before_all_have_set_up_it_is_even_and_no_turn_is_looked_for() -> None:
    state = start_game(RULES, NAMES[:2])
    assert read(state, nodes=NODES) == Reading((0.5, 0.5))


def test_after_the_end_the_winner_has_all() -> None:
    assert read(depart(QUIET, 0, Departure.RESIGNATION).state, nodes=NODES) == Reading((0.0, 1.0))


def test_a_win_in_one_turn_is_found_and_certain() -> None:
    reading = read(WINNING, nodes=NODES)
    (state,) = [play(WINNING, make_turn(RULES, WINNING.position, reading.best)).state]
    assert state.outcome is not None and state.outcome.winners == (0,)
    assert reading.promised == 1.0
    certain = searched(WINNING, StandIn(WON - 1, turn="attack g3 Bob"))
    assert (certain.chances, certain.promised) == ((1.0, 0.0), 1.0)


def test_the_values_of_a_search_are_logits_of_the_mover_and_never_certain() -> None:
    assert searched(QUIET, StandIn(0, 0)).chances == (0.5, 0.5)
    reading = searched(QUIET, StandIn(200, -100))
    assert reading.chances[0] == pytest.approx(0.731, abs=0.001)
    assert reading.promised == pytest.approx(0.622, abs=0.001)
    assert (reading.depth, reading.best) == (4, (Pass(),))
    assert searched(QUIET, StandIn(WON - 5, WON - 4)).chances == (0.995, pytest.approx(0.005))


def test_what_is_promised_is_looked_at_from_the_other_side_with_all_that_was_before() -> None:
    stand_in = StandIn(0, 0)
    read(QUIET, [WINNING.position], nodes=NODES, searcher=cast(Searcher, stand_in))
    assert stand_in.asked == [(0, 1), (1, 2)]


def test_where_the_best_turn_was_played_it_is_not_looked_at_twice() -> None:
    stand_in = StandIn(100)
    assert searched(QUIET, stand_in, played=passed(QUIET)).promised is None
    assert len(stand_in.asked) == 1


def test_a_search_without_time_to_compare_goes_by_the_answer() -> None:
    reading = searched(QUIET, StandIn(None, -200), played=passed(QUIET))
    assert reading.chances[0] == reading.promised == pytest.approx(0.731, abs=0.001)


@pytest.mark.parametrize("variant", list(Variant))
def test_in_every_variant_the_living_share_the_whole(variant: Variant) -> None:
    players = 2 if variant is Variant.BINARY else 4
    rules = RuleSet(variant=variant)
    alignments = dealt(players) if variant is Variant.GOOD_VS_EVIL else None
    games = [
        play_game(rules, [bot("random")] * players, seed=seed, most=20, alignments=alignments)[0]
        for seed in range(4)
    ]
    state = next(state for state in games if state.outcome is None and len(state.position.living) == players)
    if players > 2:
        state = depart(state, state.position.living[-1], Departure.TIME, alignments).state
    for _ in range(2):
        reading = read(state, nodes=NODES, alignments=alignments)
        assert sum(reading.chances) == pytest.approx(1)
        assert {n for n, chance in enumerate(reading.chances) if chance} == set(state.position.living)
        assert reading == read(state, nodes=NODES, alignments=alignments)
        state = play(state, make_turn(rules, state.position, reading.best), alignments).state
        if state.outcome is not None:
            break


def test_who_has_more_is_likelier_to_win() -> None:
    position = parse_position("<1> Alice (0, y1b2) g3y3b3-; Bob (1, r1b3) -g1", RULES, NAMES[:2])
    chances = read(GameState(RULES, position), nodes=NODES).chances
    assert chances[0] > 0.8


def test_by_the_alignments_evil_wins_at_once() -> None:
    rules = RuleSet(variant=Variant.GOOD_VS_EVIL)
    text = "<0> Alice (0, r1b2) g3y1--; Bob (1, y1b3) r3-g3-; Carol (2, y2b1) --g3"
    state = GameState(rules, parse_position(text, rules, NAMES[:3]))
    evil = [Alignment.EVIL, Alignment.GOOD, Alignment.GOOD]
    assert read(state, nodes=NODES, alignments=evil).promised == 1.0
    good = [Alignment.GOOD, Alignment.GOOD, Alignment.EVIL]
    assert read(state, nodes=NODES, alignments=good).promised != 1.0


def test_the_compiled_search_reads_a_game_as_it_went() -> None:
    pytest.importorskip("numba")
    searcher = Searcher()
    reading = read(WINNING, nodes=NODES, searcher=searcher)
    assert (reading.chances, reading.promised) == ((1.0, 0.0), 1.0)
    rng = random.Random(5)
    state = QUIET
    before: list[Position] = []
    for _ in range(4):
        one = read(state, before, nodes=NODES, searcher=searcher)
        assert one == read(state, before, nodes=NODES, searcher=searcher)
        assert one.depth >= 2 and sum(one.chances) == pytest.approx(1) and one.promised is not None
        before.append(state.position)
        turn = one.best if rng.random() < 0.5 else (Pass(),)
        state = play(state, make_turn(RULES, state.position, turn)).state
