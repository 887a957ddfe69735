"""The sheet of somebody's first homeworlds."""

from __future__ import annotations

from board.tests.half_made import LINKS, state
from board.tests.positions import piece
from board.turn.choices import choices_of
from board.turn.first import FirstSheet, first_sheet, strong_start
from board.turn.making import Choosing
from board.turn.order import read_turn
from homeworlds.advice import setup_advice
from homeworlds.rules import DEFAULT_PRESET, Variant, preset_rules
from homeworlds.state import GameState, begin, start_game

USUAL = preset_rules(DEFAULT_PRESET, Variant.BINARY)
EMPTY = start_game(USUAL, ["Alice", "Bob"])


def sheet(order: str = "", *stars: str, at: GameState = EMPTY) -> FirstSheet:
    half = read_turn(at, order).half
    return first_sheet(half, [piece(star) for star in stars], LINKS)


def test_every_star_stands_in_the_row_of_its_power() -> None:
    rows = sheet().rows
    assert [(row.power, row.colour) for row in rows] == [
        ("attack", "red"),
        ("move", "yellow"),
        ("build", "green"),
        ("trade", "blue"),
    ]
    assert [each.id for each in rows[3].pieces if each] == ["star-b1", "star-b2", "star-b3"]


def test_after_the_stars_the_ships_keep_the_columns_of_their_sizes() -> None:
    after = sheet("", "y1", "b2")
    assert [[each.id if each else "" for each in row.pieces] for row in after.rows][2] == ["", "", "ship-g3"]
    assert [place.kind for place in after.places] == ["done", "done", "next"]
    assert after.waits == "End turn waits for a ship"
    assert sheet().waits == "End turn waits for 2 stars and a ship"


def test_a_chosen_piece_leads_to_where_another_is_chosen() -> None:
    first, second, ship = sheet("homeworld Y1 B2 G3").places
    assert "star=B2" in first.link and "star=Y1" not in first.link and "star=Y1" in second.link
    assert "star=Y1&amp;star=B2" in ship.link and ship.spoken == "Large green: choose another"


def test_nothing_speaks_against_a_strong_start_whoever_has_set_up() -> None:
    for order in ("Y1 B2 G3", "Y1 B3 G3", "Y2 B3 G3", "G1 B1 G3"):
        after = EMPTY.play(f"homeworld {order}")
        setup = strong_start(begin(after))
        assert setup is not None and setup.ship == piece("g3")
        assert not setup_advice(after.position, 1, setup.stars, setup.ship), order


def test_a_strong_start_is_filled_in_and_ends_nothing() -> None:
    assert 'href="/t/?turn=homeworld+Y1+B2+G3"' in sheet().strong
    assert sheet("homeworld Y1 B2 G3").strong == ""


def test_the_homeworld_is_judged_in_three_lines() -> None:
    good = sheet("homeworld Y1 B2 G3").judged
    assert [line.good for line in good] == [True] * 3
    assert good[0].words == "Two sizes of star: your home is harder to reach."


def test_what_speaks_against_it_stands_in_its_line_or_below() -> None:
    bad = sheet("homeworld R1 R1 Y3").judged
    assert [line.good for line in bad] == [False, False, True, False, False]
    assert bad[0].words.startswith("Gemini. ") and bad[1].words.startswith("No green. ")
    assert {line.words.split(".")[0] for line in bad[3:]} == {
        "Fewer than three colours",
        "Stars of one colour",
    }
    after = EMPTY.play("homeworld Y1 B2 G3")
    alike = sheet("homeworld G1 B2 G3", at=after).judged[-1]
    assert "Alice’s" in alike.words and not alike.good


def test_what_is_to_be_tapped_is_there() -> None:
    def tap(text: str, **chosen: str) -> str:
        half = (
            read_turn(state(), chosen.pop("turn", "")).half if not text else read_turn(state(text), "").half
        )
        return choices_of(half, Choosing(at="Alice", ship=piece("g3")), LINKS).tap

    assert tap("") == "Tap a lit system"
    # No system is within reach, but stars of the bank are.
    assert tap("<0> Alice (0, b1y2) g3-; Bob (1, r1b2) -g3") == "Tap a dashed place"
    # A ship was given for builds, and nothing green is left in the bank.
    spent = state("<0> Alice (0, b1y2) g1y3-; Bob (1, r1b2) -g3")
    half = read_turn(spent, "sacrifice G1 Alice; build Y1 Alice").half
    assert choices_of(half, Choosing(), LINKS).tap == "Nothing more can be done"
