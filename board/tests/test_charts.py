"""A game as drawings over its turns: the figures they are made of, and that nothing leaves the sheet."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from board.charts.balance import Point, balance
from board.charts.course import EMPTY, Course, Told, extended, lives_of
from board.charts.frame import Reading, spread
from board.charts.hunting import hunt_ring
from board.charts.lettering import text_width
from board.charts.lifelines import lifelines
from board.charts.scarcity import scarcity
from board.charts.tide import NAME, Moment, Size, tide
from board.tests.map_reading import NAMES, position_of, read
from homeworlds.actions import Catastrophe
from homeworlds.pieces import Colour
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import play, start_game
from homeworlds.tests.random_play import random_turn


def told_of(players: int, seed: int, turns: int) -> list[Told]:
    """Of a random game."""
    dice = random.Random(seed)
    variant = Variant.BINARY if players == 2 else Variant.LAST_CAPTAIN_STANDING
    state = start_game(preset_rules(Preset.BOOKLET, variant), NAMES[:players])
    told = []
    for number in range(1, turns + 1):
        half = random_turn(state, dice)
        played = play(state, half)
        state, seat = played.state, state.position.mover
        told.append(Told(number, seat, half.turn, played.eliminated, state.position))
        if state.outcome is not None:
            break
    return told


def drawings(course: Course) -> list[str]:
    reading = Reading("/games/x/turns/{}/".format, at=1)
    even = (1 / len(course.names),) * len(course.names)
    sure = (1.0, *[0.0] * (len(course.names) - 1))
    points = [Point(number, sure if number % 3 else even) for number in range(course.last + 1)]
    moments = [Moment(1, 1), Moment(course.last, 2)]
    balances = [
        balance(course.names, points, course.last, size, moments=more, reading=reading)
        for size, more in ((Size(358, 230, 46), moments), (Size(1060, 300, 46), []))
    ]
    return balances + [
        draw(course, *more, reading=reading, **named)
        for draw, more, named in (
            (tide, [Size(300, 190)], {}),
            (tide, [Size(724, 214)], {"moments": [Moment(1, 1), Moment(course.last, 2)]}),
            (lifelines, [358.0], {"left": 88.0}),
            (lifelines, [338.0], {"left": 88.0, "row": 14.0}),
            (scarcity, [1060.0], {"left": 190.0}),
            (scarcity, [338.0], {"left": 88.0, "row": 10.0}),
        )
    ]


@pytest.mark.parametrize("players, seed", [(2, 1), (3, 2), (4, 3), (6, 4)])
def test_a_course_counts_the_pips_of_every_fleet_and_what_the_bank_has(players: int, seed: int) -> None:
    told = told_of(players, seed, 60)
    course = extended(Course(NAMES[:players]), told)
    assert course.last == len(told)
    for entry, stage in zip(told, course.stages, strict=True):
        ships = [ship for system in entry.position.systems for ship in system.ships()]
        assert stage.pips == tuple(
            sum(ship.size for owner, ship in ships if owner == seat) for seat in range(players)
        )
        assert stage.bank == tuple(entry.position.bank) and stage.seat == entry.seat
    blows = [(e.number, a.system) for e in told for a in e.turn if isinstance(a, Catastrophe)]
    assert [(blow.number, blow.system) for blow in course.blows] == blows
    assert [fall.seat for fall in course.falls] == [seat for entry in told for seat in entry.eliminated]


def test_a_course_goes_on_where_it_was() -> None:
    told = told_of(3, 5, 40)
    whole = extended(Course(NAMES[:3]), told)
    assert extended(extended(Course(NAMES[:3]), told[:17]), told[17:]) == whole


def test_a_system_lives_until_it_is_left_or_destroyed_and_again_when_it_is_discovered_anew() -> None:
    before = position_of("<0> Ann (0, b1y2) g3-; Ben (1, r1b3) -g3; Vega (r3) y1-; Mira (g1) -y3r3r3")
    course = extended(
        Course(NAMES[:2]),
        [
            Told(1, 0, (), (), before),
            Told(
                2, 1, (Catastrophe("Mira", Colour.RED),), (),
                position_of("<0> Ann (0, b1y2) g3y1-; Ben (1, r1b3) -g3"),
            ),
            Told(3, 0, (), (), position_of("<1> Ann (0, b1y2) g3-; Ben (1, r1b3) -g3; Vega (r3) y1-")),
        ],
    )  # fmt: skip
    lives = {(life.name, life.stretches[0].first): life for life in lives_of(course)}
    assert set(lives) == {("Ann", 1), ("Ben", 1), ("Vega", 1), ("Mira", 1), ("Vega", 3)}
    assert (lives["Mira", 1].ended, lives["Mira", 1].destroyed) == (2, True)
    assert (lives["Vega", 1].ended, lives["Vega", 1].destroyed) == (2, False)
    assert lives["Vega", 3].ended == lives["Ann", 1].ended == 0
    assert (lives["Ann", 1].home, lives["Vega", 1].home) == (0, EMPTY)
    assert [(s.first, s.until, s.pips) for s in lives["Ann", 1].stretches] == [
        (1, 2, 3),
        (2, 3, 4),
        (3, 3, 3),
    ]


@pytest.mark.parametrize("players, seed, turns", [(2, 1, 1), (2, 1, 30), (4, 3, 80), (6, 4, 80)])
def test_everything_drawn_lies_on_the_sheet_and_every_turn_is_a_link(
    players: int, seed: int, turns: int
) -> None:
    course = extended(Course(NAMES[:players]), told_of(players, seed, turns))
    for svg in drawings(course):
        root = read(svg)
        (drawing,) = [each for each in root.all("<svg>") if "drawn" in each.attributes.get("class", "")]
        width, height = map(float, drawing.attributes["viewbox"].split()[2:])
        for path in drawing.children:
            for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path.attributes.get("d", "")):
                assert -0.01 <= float(x) <= width and -0.01 <= float(y) <= height
        links = [each.attributes["href"] for each in root.all("<a>")]
        assert links == [f"/games/x/turns/{number}/" for number in range(course.last + 1)]
        assert {each.attributes["tabindex"] for each in root.all("<a>")} == {"-1"}
        assert "style=" not in svg


@pytest.mark.parametrize("turns", range(5, 16))
def test_a_name_stands_within_its_tide(turns: int) -> None:
    course = extended(Course(("Sage", "Alice")), told_of(2, 1, turns))
    drawn = tide(course, Size(330, 190))
    right = max(float(x) for x in re.findall(r"H([\d.]+)", drawn))
    for x, name in re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="middle"[^>]*>(Sage|Alice)<', drawn):
        assert float(x) - text_width(name, NAME, bold=True) / 2 >= 30
        assert float(x) + text_width(name, NAME, bold=True) / 2 <= right


def test_names_are_text_and_nothing_else() -> None:
    names = ("<b>Ann", "Ben&")
    course = extended(Course(names), told_of(2, 1, 20))
    for svg in drawings(course):
        assert "<b>" not in svg and "Ben&<" not in svg


@pytest.mark.parametrize("wanted", [[1, 2, 3], [0, 0, 100, 100], [99, 99, 99], [5], list(range(40))])
def test_marks_keep_their_order_and_their_distance(wanted: list[float]) -> None:
    placed = spread(wanted, 0, 100)
    gap = min(18, 100 / max(1, len(wanted) - 1))
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(placed))
    assert all(-1e-6 <= place <= 100 + 1e-6 for place in placed)


def test_the_ring_has_an_arrow_from_everybody_alive_and_the_own_one_is_gold() -> None:
    ring = hunt_ring(NAMES[:4], (0, 1, 3), 1)
    assert (ring.count("Q"), ring.count('stroke="var(--gold)"')) == (3, 1)
    assert hunt_ring(NAMES[:4], (0, 1, 3), None).count('stroke="var(--gold)"') == 0
    assert hunt_ring(NAMES[:2], (0, 1), 0).count("Q") == 2 and not hunt_ring(NAMES[:2], (0,), 0)
    assert 'width="112"' in ring and 'width="128"' in hunt_ring(NAMES, tuple(range(6)), 0)
