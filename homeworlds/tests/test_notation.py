"""Reading leniently, writing one form, and never anything but a Refusal."""

from __future__ import annotations

import string
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
)
from homeworlds.names import LONGEST_NAME
from homeworlds.notation import (
    LONGEST_TURN,
    format_action,
    format_position,
    format_turn,
    parse_action,
    parse_position,
    parse_turn,
    split_steps,
)
from homeworlds.pieces import PIECES, Colour, find_piece
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import Bank, RuleSet
from homeworlds.tests.misreadings import MISREADINGS
from homeworlds.turn import format_half_turn, parse_half_turn

R1, Y1, G1, G3, B2 = (piece for piece in PIECES if str(piece) in ("R1", "Y1", "G1", "G3", "B2"))
NAMES = ("A", "B", "C")

READINGS: list[tuple[str, Action]] = [
    ("build G1 Sys", Build(G1, "Sys")),
    ("BUILD g1 Sys", Build(G1, "Sys")),
    ("b G1 Sys", Build(G1, "Sys")),
    ("bui G1 Sys", Build(G1, "Sys")),
    ("construct G1 Sys", Build(G1, "Sys")),
    ("con G1 Sys", Build(G1, "Sys")),
    ("  build\tG1   Sys ", Build(G1, "Sys")),
    ("t G1 Y1 Sys", Trade(G1, Y1, "Sys")),
    ("Trade g1 y1 Sys", Trade(G1, Y1, "Sys")),
    ("m G1 From To", Move(G1, "From", "To")),
    ("move G1 g3 West", Move(G1, "g3", "West")),
    ("d G1 From B2 New", Discover(G1, "From", B2, "New")),
    ("discover G1 From B2", Discover(G1, "From", B2, None)),
    ("discover G1 G3 B2 Qo'nos", Discover(G1, "G3", B2, "Qo'nos")),
    ("a R1 Sys", Attack(R1, "Sys")),
    ("attack R1@2 Sys", Attack(R1, "Sys", 2)),
    ("capture r1@0 @1", Attack(R1, "@1", 0)),
    ("cap R1 Sys", Attack(R1, "Sys")),
    ("attack R1N Sys", Attack(R1, "Sys", 0)),
    ("attack R1e Sys", Attack(R1, "Sys", 1)),
    ("attack r1S Sys", Attack(R1, "Sys", 2)),
    ("s G3 Sys", Sacrifice(G3, "Sys")),
    ("sac g3 pass", Sacrifice(G3, "pass")),
    ("c Sys green", Catastrophe("Sys", Colour.GREEN)),
    ("cat Sys G", Catastrophe("Sys", Colour.GREEN)),
    ("catastrophe G3 gre", Catastrophe("G3", Colour.GREEN)),
    ("Catastrophe red RED", Catastrophe("red", Colour.RED)),
    ("p", Pass()),
    ("PASS", Pass()),
    ("h B2 R1 G3", Homeworld((R1, B2), G3)),
    ("homeworld R1 B2 G3 A", Homeworld((R1, B2), G3, "A")),
    ("home B2 - G3", Homeworld((B2,), G3)),
]


CANONICAL = [
    "homeworld R1 B2 G3",
    "homeworld B2 - G3",
    "build G1 Sys",
    "trade G1 Y1 Sys",
    "discover G1 From B2 New",
    "move G1 From To",
    "attack R2@1 Sys",
    "sacrifice G3 Sys",
    "catastrophe Sys green",
    "pass",
    "sacrifice Y2 G3; move Y1 West Qo'nos; discover Y1 Qo'nos B2 @1",
]

BAD_POSITIONS = [
    "",
    "A (0, r1b2) g3--",
    "<3> A (0, r1b2) g3--",
    "<0 out 3> A (0, r1b2) g3--",
    "<0 out 0> A (r1b2) g3--",
    "<1 out 0> A (0, r1b2) g3--",
    f"<0 out {'1' * 5000}>",
    f"<0 warp 0:{'1' * 5000}>",
    f"<0 one-star {'1' * 5000}>",
    "<0 warp 0:4>",
    "<0 warp 0:0>",
    "<0 warp 3:1>",
    "<0 out 1 warp 1:1>",
    "<0 warp 0:1,0:2>",
    "<0 one-star 0> A (0, r1b2) g3--",
    "<0> A (0, r1b2) g3-",
    "<0> A (0, r1b2) g3---",
    "<0> A (3, r1b2) g3--",
    "<0> A (0, r1b2g3) g3--",
    "<0> A (0, ) g3--",
    "<0> A (0, r4b2) g3--",
    "<0> A (0, r1b2) g4--",
    "<0> A r1b2 g3--",
    "<0> A B (0, r1b2) g3--",
    "<0> V (r1) --",
    "<0> A (0, r1b2) g3--; A (y1) g1--",
    "<0> A (0, r1b2) g3--; a (y1) g1--",
    "<0> A (0, r1b2) g3--; B (0, y1) g1--",
    f"<0> {'x' * 21} (0, r1b2) g3--",
    "<0> A\u202e (0, r1b2) g3--",
]

POSITIONS = [
    "<0>",
    "<1 out 0,2>",
    "<0 out 0,1,2>",
    "<2 warp 0:1,2:3 one-star 0,1>",
    "<0> A (0, g3b2) r1r3g1--; B (1, y1b1) -y3-; DS1 (y2) b2-r1-",
    "<1 out 0,2> A (g3b2) --r1; @1 (1, y1) -y3-; Qo'nos (b2) b2--; G3 (y2) --b1",
]


@pytest.mark.parametrize("text, action", READINGS)
def test_actions_are_read_leniently(text: str, action: Action) -> None:
    assert parse_action(text, 3) == action


@pytest.mark.parametrize("text, code", MISREADINGS)
def test_what_cannot_be_read_is_refused_and_quoted(text: str, code: RefusalCode) -> None:
    with pytest.raises(Refusal) as caught:
        parse_action(text, 3)
    assert caught.value.code == code
    assert caught.value.input == text
    assert text in str(caught.value)


@pytest.mark.parametrize("players, letters", [(2, "NS"), (3, "NES"), (4, "NESW")])
def test_compass_letters_name_the_seats_of_the_records(players: int, letters: str) -> None:
    for seat, letter in enumerate(letters):
        assert parse_action(f"attack R1{letter} Sys", players) == Attack(R1, "Sys", seat)


def test_compass_letters_end_with_four_players() -> None:
    with pytest.raises(Refusal):
        parse_action("attack R1N Sys", 5)


@pytest.mark.parametrize("text", CANONICAL)
def test_the_canonical_form_is_written_as_it_is_read(text: str) -> None:
    assert format_turn(parse_turn(text, 3), 3) == text
    assert format_turn(parse_turn(text.upper(), 3), 3).casefold() == text.casefold()


def test_the_owner_is_written_only_with_three_or_more_players() -> None:
    assert format_action(Attack(R1, "Sys", 1), 2) == "attack R1 Sys"
    assert format_action(Attack(R1, "Sys", 1), 3) == "attack R1@1 Sys"


def test_lines_and_semicolons_separate_actions() -> None:
    wanted = (Sacrifice(G1, "A"), Build(Y1, "A"), Pass())
    for text in ("s G1 A; b Y1 A; p", "s G1 A\nb Y1 A\np", "s G1 A\r\n\r\nb Y1 A ;; p;\n"):
        assert parse_turn(text, 2) == wanted
    assert parse_turn(" \n; ", 2) == ()


def test_the_step_that_cannot_be_read_is_counted() -> None:
    with pytest.raises(Refusal) as caught:
        parse_turn("build G1 A\n\nfly", 2)
    assert caught.value.step == 1
    assert caught.value.input == "fly"


@pytest.mark.parametrize(
    "text, steps",
    [
        ("1. build G1 Sys\n2. pass", ["build G1 Sys", "pass"]),
        ("1) build G1 Sys; 2) pass", ["build G1 Sys", "pass"]),
        ("12.build G1 Sys", ["build G1 Sys"]),
        ("build G1 Sys # good; better\npass", ["build G1 Sys", "pass"]),
        ("build G1 Sys // good\r\npass", ["build G1 Sys", "pass"]),
        ("build G1 Sys (good; better); pass (why not?)", ["build G1 Sys", "pass"]),
        ("build G1 Sys (never closed; pass", ["build G1 Sys"]),
        ("# a plan\n// of two steps\n\npass #", ["pass"]),
        ("pass # and nothing else", ["pass"]),
        ("discover G1 From B2 # away", ["discover G1 From B2"]),
        ("homeworld R1 B2 G3 // mine", ["homeworld R1 B2 G3"]),
        # Where a name can stand, it is a name.
        ("discover G1 From B2 #", ["discover G1 From B2 #"]),
        ("discover G1 # B2 //New", ["discover G1 # B2 //New"]),
        ("discover G1 # B2 //New # comment", ["discover G1 # B2 //New"]),
        ("build G1 1.", ["build G1 1."]),
        ("move G1 #1 //2 # comment", ["move G1 #1 //2"]),
        ("catastrophe # green", ["catastrophe # green"]),
        # What is no order stays to be refused.
        ("fly # high", ["fly # high"]),
        ("build G1 Sys comment", ["build G1 Sys comment"]),
    ],
)
def test_numbers_and_comments_around_steps_are_passed_over(text: str, steps: list[str]) -> None:
    assert split_steps(text) == steps
    assert split_steps("\n".join(steps)) == steps


def test_a_numbered_and_commented_turn_is_the_turn_without() -> None:
    text = "1. sacrifice G2 A # wait; see\n2. build G1 A (one)\n3. build Y1 A // two"
    assert parse_turn(text, 2) == parse_turn("sacrifice G2 A; build G1 A; build Y1 A", 2)


@pytest.mark.parametrize("text", ["x" * 10_000, "pass;" * 2_000, "\n" * 10_000])
def test_an_order_of_ten_thousand_characters_is_too_long(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_turn(text, 2)
    assert caught.value.code == RefusalCode.TOO_LONG
    assert caught.value.params == {"count": 10_000, "most": LONGEST_TURN}


@pytest.mark.parametrize("text", POSITIONS)
def test_positions_are_written_as_they_are_read(text: str) -> None:
    position = parse_position(text, RuleSet(), NAMES)
    assert format_position(position) == text
    assert parse_position(f"  {text.replace('; ', ';')};", RuleSet(), NAMES) == position


@pytest.mark.parametrize("text", BAD_POSITIONS)
def test_contradictory_positions_are_refused_and_quoted(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_position(text, RuleSet(), NAMES)
    assert caught.value.code in (RefusalCode.BAD_POSITION, RefusalCode.BAD_NAME, RefusalCode.UNKNOWN_PIECE)
    assert caught.value.input == text


def test_more_pieces_than_the_bank_has_are_refused() -> None:
    text = "<0> A (0, r1r1) r1--; B (1, r1r1) -r1-"
    with pytest.raises(Refusal) as caught:
        parse_position(text, RuleSet(), NAMES)
    assert caught.value.code == RefusalCode.TOO_MANY_PIECES
    assert caught.value.params == {"piece": "R1", "count": 6, "limit": 4}


words = st.text(alphabet=string.ascii_letters + string.digits + "@'-.é☆", min_size=1, max_size=LONGEST_NAME)
pieces = st.sampled_from(PIECES)
pairs = st.tuples(pieces, pieces).map(lambda pair: tuple(sorted(pair)))
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Homeworld, pairs | st.tuples(pieces), pieces, st.none() | words),
    st.builds(Build, pieces, words),
    st.builds(Trade, pieces, pieces, words),
    st.builds(Discover, pieces, words, pieces, st.none() | words),
    st.builds(Move, pieces, words, words),
    st.builds(Attack, pieces, words, st.none() | st.integers(0, 2)),
    st.builds(Sacrifice, pieces, words),
    st.builds(Catastrophe, words, st.sampled_from(Colour)),
    st.builds(Pass),
)


@given(st.lists(actions, max_size=6).map(tuple))
def test_turns_come_back_as_they_were_written(turn: tuple[Action, ...]) -> None:
    assert parse_turn(format_turn(turn, 3), 3) == turn


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Position text, not always of a position that can be."""
    fleets = st.lists(st.sampled_from([piece.text for piece in PIECES]), max_size=3).map("".join)
    systems = []
    for _ in range(draw(st.integers(0, 5))):
        home = draw(st.sampled_from(["", "", "0, ", "1, ", "2, ", "3, "]))
        stars = "".join(draw(st.lists(st.sampled_from([p.text for p in PIECES]), min_size=1, max_size=2)))
        systems.append(f"{draw(words)} ({home}{stars}) {'-'.join(draw(fleets) for _ in range(3))}")
    out = draw(st.sampled_from(["", "", " out 1", " out 0,2", " warp 1:2", " one-star 2"]))
    return f"<{draw(st.integers(0, 3))}{out}> {'; '.join(systems)}"


@given(positions())
def test_positions_come_back_as_they_were_read(text: str) -> None:
    rules = RuleSet(bank=Bank.FIVE)
    try:
        position = parse_position(text, rules, NAMES)
    except Refusal:
        return
    assert parse_position(format_position(position), rules, NAMES) == position
    half = parse_half_turn(f"{text} | pass" if position.homeworld(position.mover) else text, rules, NAMES)
    assert parse_half_turn(format_half_turn(half), rules, NAMES) == half


near_orders = st.lists(
    st.sampled_from(
        ["build", "c", "attack", "G1", "r3@", "@", "-", ";", "\n", "Sys", "home", "pass", "²", "\x00"]
    )
    | st.text(max_size=5),
    max_size=12,
).map(" ".join)


@settings(max_examples=300)
@given(st.text() | near_orders, st.integers(2, 6))
def test_no_order_raises_anything_but_a_refusal(text: str, players: int) -> None:
    try:
        turn = parse_turn(text, players)
    except Refusal:
        return
    written = format_turn(turn, players)
    assert format_turn(parse_turn(written, players), players) == written


near_positions = st.lists(
    st.sampled_from(
        ["<0", "out", "1", ",", ">", "<0>", "A", "(0, r1b2)", "g3-", "--", ";", "warp", "1:2", "(", ")"]
    )
    | st.text(max_size=4),
    max_size=12,
).map(" ".join)


@settings(max_examples=300)
@given(st.text() | near_positions | st.text().map(lambda text: f"<0> A (0, r1b2) g3-; {text}"))
def test_no_position_text_raises_anything_but_a_refusal(text: str) -> None:
    for read in (parse_position, parse_half_turn):
        with suppress(Refusal):
            read(text, RuleSet(), NAMES[:2])


@given(st.text(max_size=4))
def test_only_two_characters_are_a_piece(text: str) -> None:
    piece = find_piece(text)
    assert (piece is not None) == (text.lower() in {piece.text for piece in PIECES})
