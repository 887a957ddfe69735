"""What the sheet of a phone says: the ship that shall go, and a sacrifice step by step."""

from __future__ import annotations

import pytest

from board.charts.hunting import hunt_in_short
from board.tests.half_made import LINKS, state
from board.turn.choices import Choices, choices_of
from board.turn.making import Choosing
from board.turn.order import read_turn
from board.turn.slots import Slot, slots_of
from homeworlds.pieces import find_piece
from homeworlds.rules import Variant
from homeworlds.turn import HalfTurn

TABLE = "<0> Alice (0, b1y2) g3y1b1-; Bob (1, r1b3) -g3; Vega (r3) y1-; Rigel (g3) r1-"


def half(text: str = "") -> HalfTurn:
    return read_turn(state(TABLE), text).half


def offered(text: str = "", **chosen) -> Choices:
    return choices_of(half(text), Choosing(text=text, **chosen), LINKS)


def slots(text: str) -> tuple[Slot, ...]:
    return slots_of(half(text), LINKS)


def test_a_ship_that_was_chosen_shall_go_where_it_can():
    chosen = offered(at="Alice", ship=find_piece("b1"))
    assert chosen.going and chosen.going.ship == "b1" and chosen.going.chosen
    assert (chosen.leaves, chosen.going_by_button) == ("B1 leaves Alice", False)
    assert not offered(at="Alice").going


def test_the_only_ship_of_a_system_may_do_something_else():
    assert not offered(at="Vega").going
    assert offered(at="Vega", ship=find_piece("y1")).going
    # After a yellow sacrifice it can do nothing else.
    assert offered("sacrifice Y1 Alice", at="Vega").going
    # And where it cannot go, it shall not.
    assert not offered(at="Rigel", ship=find_piece("r1")).going


def test_a_sacrifice_is_its_ship_what_came_of_it_and_what_is_left():
    assert slots("") == slots("build G1 Alice") == ()
    given, *left = slots("sacrifice G3 Alice; build Y1 Alice")
    assert given.kind == "given" and given.spoken == "Sacrificed G3 at Alice. Back to before it."
    # Not the address that takes up what was begun on an earlier visit.
    assert given.link == LINKS.markup(Choosing(anew=True)) != LINKS.markup(Choosing())
    built, following, later = left
    assert (built.kind, built.link) == ("done", LINKS.markup(Choosing(text="sacrifice G3 Alice")))
    assert [(slot.kind, slot.words) for slot in (following, later)] == [("next", "build"), ("later", "build")]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("sacrifice Y1 Alice; move B1 Alice Vega", "#star-r3"),
        ("sacrifice B1 Alice; trade Y1 R1 Vega", "→"),
        ("sacrifice Y1 Alice; discover B1 Alice B3 New", "#star-b3"),
    ],
)
def test_a_step_shows_where_it_led(text, drawn):
    assert drawn in slots(text)[1].drawn


def test_only_who_hunts_is_told_whom():
    names = ("Ann", "Ben", "Cyd")
    homes = "<0> Ann (0, b1y2) g3--; Ben (1, r1b3) -g3-; Cyd (2, r1b3) --g3"
    hunted = state(homes, *names, variant=Variant.SINISTER)
    told = hunt_in_short(hunted, 0)
    assert "<b>Ben</b>" in told and "<b>Cyd</b><i> hunts you</i>" in told
    assert hunt_in_short(hunted, None) == "" == hunt_in_short(state(homes, *names), 0)
