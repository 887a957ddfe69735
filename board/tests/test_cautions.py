"""One warning before a turn ends, the gravest, and the Red Alert for those who have it."""

import pytest

from board.tests.cautions import CALM, CROWD, LAST_SHIP, RESCUE
from board.turn import cautions
from board.turn.cautions import IN_ORDER, Kind, cautions_of
from board.turn.order import read_turn
from homeworlds.notation import parse_position
from homeworlds.pieces import find_piece
from homeworlds.records import replay_states
from homeworlds.rules import Catastrophes, FirstShip, OwnElimination, RuleSet, Variant
from homeworlds.state import GameState, begin
from homeworlds.tests.samples import records
from homeworlds.turn import make_turn

NAMES = ("Alice", "Bob", "Cleo")
"""Bob takes it unless Alice does something about it."""
THREE = "<0> Alice (0, y1b2) g1-r2-; Bob (1, g3y2) -g3-; Cleo (2, b3g1) --g3"
BOTH_FALL = "<1> Alice (0, y1b2) y3-; Bob (1, g3y3) -y1y2"


def cautions_at(position, turn="", *, alerted=False, stars=(), ends=True, **rules):
    chosen = RuleSet(**{"first_ship": FirstShip.ANY, **rules})
    players = 2 if chosen.variant is Variant.BINARY else 3
    state = GameState(chosen, parse_position(position, chosen, NAMES[:players]))
    read = read_turn(state, turn)
    assert not read.error
    return cautions_of(state, read.half, alerted=alerted, stars=tuple(map(find_piece, stars)), ends=ends)


def kind_at(*args, **options):
    found = cautions_at(*args, **options).caution
    return found.kind if found else None


@pytest.mark.parametrize(
    "position, turn, kind",
    [
        # Each beside something less grave.
        (LAST_SHIP.replace("g1-r2", "g1-"), "sacrifice G1 Alice", Kind.OWN_ELIMINATION),
        (LAST_SHIP, "sacrifice Y3 Vega", Kind.RED_ALERT),
        ("<0> Bob (1, r1g2) -g3", "homeworld B1 Y2 R1", Kind.SETUP),
        (CROWD, "sacrifice G2 Alice; build G1 Vega", Kind.UNUSED_ACTIONS),
        (CROWD, "build G1 Vega", Kind.OVERPOPULATION),
        (CALM.replace("g3y1", "g2y1"), "build G1 Alice", Kind.NO_LARGE_SHIP),
        (CALM, "build G1 Alice", None),
        ("<0>", "homeworld B1 Y2 G3", None),
        # What can be used no more, or is given up by a pass, is not missed.
        (CALM, "sacrifice G3 Alice; build Y1 Alice; pass; pass", Kind.NO_LARGE_SHIP),
        (CALM, "pass", None),
        ("<0> Alice (0, b1y2) r1r3g3-; Bob (1, r1b3) -g3", "sacrifice R1 Alice", None),
        # A turn that may not end here is not warned of.
        ("<0>", "", None),
    ],
)
def test_the_gravest_warning_is_given(position, turn, kind):
    assert kind_at(position, turn, alerted=True) == kind


@pytest.mark.parametrize(
    "turn, said",
    [
        ("sacrifice G2 Alice; catastrophe Vega green", "takes 2 actions that you"),
        ("build Y1 Alice; catastrophe Vega green", ""),
        ("catastrophe Vega green", "takes 1 action that you"),
        ("sacrifice G2 Alice; build Y1 Alice; build Y1 Alice; catastrophe Vega green", ""),
    ],
)
def test_a_catastrophe_that_no_action_may_follow_says_what_it_takes(turn, said):
    position = "<0> Alice (0, b1y2) g2y3g3-; Bob (1, r1b3) -g3; Vega (g2) g1g1g1r1-r2"
    found = cautions_at(position, turn, catastrophes=Catastrophes.AFTER_ACTIONS).caution
    assert (found is not None and found.kind is Kind.UNUSED_ACTIONS) == bool(said)
    assert not said or said in found.text
    elsewhere = cautions_at(position, turn).caution
    assert elsewhere is None or "follows a catastrophe" not in elsewhere.text


def test_unused_actions_are_warned_of_at_the_end_and_not_after_each_step():
    turn = "sacrifice G2 Alice; build G1 Vega"
    assert kind_at(CROWD, turn) is Kind.UNUSED_ACTIONS
    assert kind_at(CROWD, turn, ends=False) is Kind.OVERPOPULATION
    assert kind_at(CALM, "sacrifice Y1 Alice", ends=False) is None


def test_the_order_of_gravity_stands_in_one_place():
    assert [Kind.OWN_ELIMINATION, Kind.DRAW, *IN_ORDER] == list(Kind)


def test_the_overpopulation_told_of_is_the_one_that_costs_most():
    position = f"{CROWD}; Deneb (b2) b1b1b2-"
    text = cautions_at(position, "build G1 Vega").caution.text
    assert "green catastrophe at Vega" in text and "cost you G1, G1, G1, G2" in text
    harmless = "<0> Alice (0, b1y2) g3-; Bob (1, r1b3) -g3; Vega (g3) -r1r2r2r3"
    assert "cost" not in cautions_at(harmless, "build G1 Alice").caution.text


@pytest.mark.parametrize(
    "turn, alert",
    [("", True), (RESCUE, False), ("trade G1 R1 Alice", True), ("build G1 Alice", False)],
)
def test_a_red_alert_follows_the_turn_in_the_making(turn, alert):
    assert (kind_at(LAST_SHIP, turn, alerted=True) is Kind.RED_ALERT) == alert
    assert kind_at(LAST_SHIP, turn) is not Kind.RED_ALERT


@pytest.mark.parametrize(
    "variant, position, name",
    [
        (Variant.LAST_CAPTAIN_STANDING, THREE, "Bob"),
        (Variant.LAST_CAPTAIN_STANDING, THREE.replace("g1-r2-", "g1-r2-r2"), "Bob"),
        (Variant.SINISTER, THREE.replace("g1-r2-", "g1-r2-r2"), "Cleo"),
        (Variant.SINISTER, THREE, "Bob"),
        (Variant.GOOD_VS_EVIL, THREE.replace("g1-r2-", "g1--r2"), "Cleo"),
    ],
)
def test_a_red_alert_names_the_gravest_opponent_of_three(variant, position, name):
    found = cautions_at(position, alerted=True, variant=variant).caution
    assert (found.kind, found.threat.name) == (Kind.RED_ALERT, name)
    assert found.threat.steps == ("captured G1 of Alice at Alice",)


@pytest.mark.parametrize("own, alert", [(OwnElimination.LOSES, True), (OwnElimination.FORBIDDEN, False)])
def test_an_opponent_who_would_fall_too_is_warned_of_where_that_is_legal(own, alert):
    assert (kind_at(BOTH_FALL, alerted=True, own_elimination=own) is Kind.RED_ALERT) == alert


def test_the_timewarp_of_an_opponent_counts():
    position = "<0{}> Alice (0, y1b2) g1g2-r2; Bob (1, g3y3) -g3"
    assert kind_at(position.format(""), alerted=True) is None
    assert kind_at(position.format(" warp 1:1"), alerted=True) is Kind.RED_ALERT


def test_a_turn_that_ends_the_game_is_not_warned_of():
    position = "<0> Alice (0, b1y2) g1-r2; Bob (1, r1b3) r2-g1"
    assert kind_at(position, alerted=True) is Kind.RED_ALERT
    assert kind_at(position, "attack G1 Bob", alerted=True) is None
    hunt = "<0> Alice (0, y1b2) g1--r2; Bob (1, g3y2) r2-g1-; Cleo (2, b3g1) --g3"
    assert kind_at(hunt, "attack G1@1 Bob", alerted=True, variant=Variant.SINISTER) is None
    # Who is Evil, and so whether this one wins, is not asked.
    assert kind_at(hunt, "attack G1@1 Bob", alerted=True, variant=Variant.GOOD_VS_EVIL) is Kind.RED_ALERT


def test_a_search_without_end_is_said_to_be_not_checked(monkeypatch):
    position = "<1> Alice (0, g1b2) r3y1-; Bob (1, y1b3) -y2y3; Vega (g3) y3-"
    assert kind_at(position, alerted=True) is Kind.RED_ALERT
    monkeypatch.setattr(cautions, "MOST_HALF_TURNS", 5)
    found = cautions_at(position, alerted=True)
    assert found.caution is None and found.not_checked.endswith("possible for Alice.")


@pytest.mark.archive
def test_who_lost_a_recorded_game_by_its_last_turn_would_have_been_warned():
    asked = 0
    for record in records()[::60]:
        states = [state for _step, state in replay_states(record)]
        last = states[-1].outcome
        if last is None or last.draw or len(states) < 3 or states[-2].position.players != 2:
            continue
        position = states[-2].position
        if position.mover != record.winner or None in map(position.homeworld, range(2)):
            continue
        fallen = 1 - position.mover
        if fallen not in states[-1].position.out or fallen in states[-1].departed:
            continue
        state = states[-2]._replace(position=position._replace(mover=fallen))
        found = cautions_of(state, begin(state), alerted=True).caution
        assert found and found.kind is Kind.RED_ALERT
        played = make_turn(state.rules, position, found.threat.turn)
        assert fallen in played.end().eliminated
        asked += 1
    assert asked > 15


# --- Setup


@pytest.mark.parametrize(
    "stars, title", [(("b1", "y2"), None), (("b1", "y1"), "Gemini"), (("b1", "b2"), "Stars of one colour")]
)
def test_two_stars_are_advised_on_before_the_ship(stars, title):
    found = cautions_at("<0>", stars=stars).caution
    assert (found.title if found else None) == title


def test_advice_names_the_gravest_and_the_others_in_short():
    found = cautions_at("<0> Bob (1, r1g2) -g3", "homeworld B1 Y2 R1").caution
    assert found.title == "First ship not large"
    assert found.also == "Also: No green · Small universe."
    found = cautions_at("<0> Bob (1, r1g2) -g3", "homeworld B1 Y2 G3").caution
    assert "Bob’s" in found.text and not found.also
