"""Berths: given when a system is discovered, kept for its life, shared by none."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from board.map.places import MIN_BERTHS, Place, Places, place_turn, preferred_berths, settle
from board.tests.positions import FOUR, RULES, piece, position_of, recorded_games
from board.tests.stages import all_stages
from homeworlds.actions import Discover, Homeworld, Move, Pass, Sacrifice
from homeworlds.outcome import Departure
from homeworlds.position import Position
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import begin, depart, play, start_game
from homeworlds.turn import HalfTurn, make_turn


@pytest.mark.parametrize(
    ("players", "seat", "order"),
    [
        (2, 1, [0, 1, 2, 3, 4, 5]),
        (2, 0, [3, 2, 1, 0, 4, 5]),
        (3, 0, [0, 1, 2, 3, 4, 5]),
        (4, 3, [0, 1, 2, 3, 4, 5]),
        (6, 0, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_a_seat_takes_the_berths_in_its_order(players: int, seat: int, order: list[int]) -> None:
    assert list(islice(preferred_berths(players, seat), 6)) == order


def test_a_discovery_takes_the_first_free_berth_of_the_column() -> None:
    position = position_of("<0> Ann (0, g3b2) y3g1-; Ben (1, y2b1) -y3; Old (y1) g1-")
    places = Places({"Old": Place(1, 3)}, {"Ann": 0, "Ben": 1})
    half = HalfTurn(RULES, position).then(Discover(piece("g1"), "Old", piece("b2"), "New"))
    assert place_turn(places, half).systems == {"New": Place(2, 3)}
    half = HalfTurn(RULES, position).then(Discover(piece("g1"), "Ann", piece("b1"), "New"))
    assert place_turn(places, half).systems == {"Old": Place(1, 3), "New": Place(1, 2)}


def test_a_berth_freed_by_a_step_is_free_for_the_next_step() -> None:
    position = position_of("<0> Ann (0, g3b2) y3g1-; Ben (1, y2b1) -y3; Old (y1) g1-")
    places = Places({"Old": Place(1, 3)}, {"Ann": 0, "Ben": 1})
    turn = (
        Sacrifice(piece("y3"), "Ann"),
        Move(piece("g1"), "Old", "Ann"),
        Discover(piece("g1"), "Ann", piece("b1"), "New"),
        Pass(),
    )
    assert place_turn(places, make_turn(RULES, position, turn)).systems == {"New": Place(1, 3)}


def test_a_new_system_may_take_over_the_name_of_the_one_just_left() -> None:
    """The name says nothing then: the star stands in another column."""
    before = position_of("<0> Ann (0, g3b2) y3-; Ben (1, y2b1) -y3; Old (y1) g1-")
    after = position_of("<1> Ann (0, g3b2) y3-; Ben (1, y2b1) -y3; Old (y2) g1-")
    places = settle(Places(), before)
    assert places.systems == {"Old": Place(1, 3)}
    assert settle(places, after).systems["Old"].column == 2


def test_no_berth_is_given_to_a_homeworld() -> None:
    state = start_game(RULES, ("Ann", "Ben"))
    half = begin(state).then(Homeworld((piece("b2"), piece("g3")), piece("y3")))
    places = place_turn(Places(), half)
    assert places.systems == {}
    assert places.homes == {"Ann": 0}


def test_a_homeworld_stays_in_the_frame_after_its_player_is_out() -> None:
    names = ("Ann", "Ben", "Cyd")
    position = position_of("<0> Ann (0, g3b2) y3--; Ben (1, y2b1) r1-y3-; Cyd (2, r1g2) --g3", names)
    places = settle(Places(), position)
    after = position_of("<0 out 1> Ann (0, g3b2) y3--; Ben (y2b1) r1-y3-; Cyd (2, r1g2) --g3", names)
    places = settle(places, after)
    assert places.home_of(1) == "Ben"
    assert "Ben" not in places.systems
    assert settle(Places(), after) == places


def test_a_departure_frees_what_it_dissolves() -> None:
    state = start_game(FOUR, ("Ann", "Ben", "Cyd"))
    places = Places()
    for stars in ("b2g3", "b2g3", "b1g2"):
        half = begin(state).then(Homeworld((piece(stars[:2]), piece(stars[2:])), piece("y3")))
        places = settle(place_turn(places, half), half.position)
        state = play(state, half).state
    state = depart(state, 1, Departure.RESIGNATION).state
    assert settle(places, state.position).home_of(1) == "Ben"
    gone = state.position._replace(
        systems=tuple(system for system in state.position.systems if system.name != "Ben")
    )
    assert settle(places, gone).home_of(1) is None


def test_berths_never_shrink() -> None:
    crowd = "S0 (b1) g1-; S1 (y1) g1-; S2 (g1) y1-; S3 (r1) y1-; S4 (r1) r1-"
    position = position_of(f"<0> Ann (0, g3b2) y3-; Ben (1, y2b1) -y3; {crowd}")
    places = settle(Places(), position)
    assert places.berths == 5
    assert sorted(place.berth for place in places.systems.values()) == [0, 1, 2, 3, 4]
    empty = position_of("<0> Ann (0, g3b2) y3-; Ben (1, y2b1) -y3")
    assert settle(places, empty) == Places({}, {"Ann": 0, "Ben": 1}, 5, frozenset(range(5)))
    assert Places().berths == MIN_BERTHS


def test_json_gives_the_same_places_back() -> None:
    places = Places({"Old <&>": Place(1, 3)}, {"Ann": 0}, 5)
    assert Places.from_json(json.loads(json.dumps(places.to_json()))) == places


def check(places: Places, position: Position, before: Places) -> None:
    """The promise of the map: nobody moves, nobody shares."""
    discovered = {system.name for system in position.systems if system.name not in places.homes}
    assert set(places.systems) == discovered
    assert len(set(places.systems.values())) == len(places.systems)
    for name, place in places.systems.items():
        system = position.find(name)
        assert system is not None
        assert system.stars[0].size == place.column
        assert place.berth < places.berths
        if name in before.systems and before.systems[name].column == place.column:
            assert before.systems[name] == place
    assert places.berths >= before.berths


def random_turn(half: HalfTurn, rng: random.Random) -> HalfTurn:
    while not half.must_end() and (half.why_not_end() is not None or rng.random() < 0.8):
        actions = list(half.legal_actions())
        travels = [action for action in actions if isinstance(action, Discover | Move)]
        half = half.then(rng.choice(travels if travels and rng.random() < 0.5 else actions))
    return half


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_system_moves_or_shares_a_berth_in_random_play(players: int) -> None:
    rng = random.Random(players)
    variant = Variant.BINARY if players == 2 else Variant.LAST_CAPTAIN_STANDING
    names = ("Ann", "Ben", "Cyd", "Dan", "Eve", "Fay")[:players]
    for _ in range(4):
        state, places = start_game(preset_rules(Preset.BOOKLET, variant), names), Places()
        for _ in range(80):
            half = random_turn(begin(state), rng)
            if half.why_not_end() is not None:
                continue
            before, places = places, place_turn(places, half)
            check(places, half.position, before)
            state = play(state, half).state
            before, places = places, settle(places, state.position)
            check(places, state.position, before)
            if state.outcome is not None:
                break


@pytest.mark.archive
def test_no_system_moves_or_shares_a_berth_in_recorded_games(shared: Path) -> None:
    for recorded in recorded_games(shared, 200):
        before = Places()
        for stage in all_stages(recorded):
            check(stage.places, stage.position, before)
            before = stage.places
