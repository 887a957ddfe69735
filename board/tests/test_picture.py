"""The picture of a table: everything once, nothing outside of the sheet, nothing that needs a page."""

from __future__ import annotations

import random
import re
import subprocess

import pytest
from django.conf import settings

from board.charts.lettering import shortened, text_width
from board.map.places import Places, place_turn, settle
from board.map.snapshot import Snapshot
from board.map.symbols import define_plain_symbols, define_symbols
from board.picture.apart import draw_apart
from board.picture.parts import COLOURS
from board.picture.pixels import draw_pixels
from board.picture.sheet import (
    HEIGHT,
    SMALL_HEIGHT,
    SMALL_WIDTH,
    WIDTH,
    Caption,
    draw_letter,
    draw_picture,
    draw_thumbnail,
)
from board.tests.map_reading import NAMES, everything, homes, picked, position_of, read
from homeworlds.actions import Build, Turn
from homeworlds.notation import parse_turn
from homeworlds.position import Position
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import play, start_game
from homeworlds.tests.random_play import random_turn

CAPTION = Caption("Ann is to move.", True, "Ben: built G1 Ben", "Binary · turn 7")
CROWDED = "<0> Ann (0, b1y2) g3y1y1y1r1r2r2b3-g1; Ben (1, r1b3) -g3r1r2r2; Vega (r3) y1-r1; Mira (r3) -y3"


def picture(position: Position, places: Places | None = None, **options: object) -> str:
    options = {"names": NAMES[: position.players], **options}
    places = places or settle(Places(), position)
    table = Snapshot(position, places, **picked(Snapshot, options))
    return draw_picture(table, CAPTION, **options)  # type: ignore[arg-type]


def small(position: Position, places: Places | None = None) -> str:
    places = places or settle(Places(), position)
    return draw_thumbnail(position, places, taken=[True] * position.players, over=False)


def random_table(players: int, seed: int, rounds: int) -> tuple[Position, Places, Turn, int]:
    """After some turns of each player of a random game."""
    dice = random.Random(seed)
    variant = Variant.BINARY if players == 2 else Variant.LAST_CAPTAIN_STANDING
    state = start_game(preset_rules(Preset.BOOKLET, variant), NAMES[:players])
    places, turn, mover = settle(Places(), state.position), (), 0
    for _ in range(players * rounds):
        half = random_turn(state, dice)
        mover, turn = state.position.mover, half.turn
        state = play(state, half).state
        places = settle(place_turn(places, half), state.position)
        if state.outcome is not None:
            break
    return state.position, places, turn, mover


def boxes(svg: str) -> list[tuple[str, float, float, float, float]]:
    """What is drawn of the table, with its corners on the sheet."""
    table = next(part for part in read(svg).all("<g>") if part.attributes.get("transform", "")[:5] == "scale")
    moved = table.parent
    assert moved is not None
    left, top = numbers(moved.attributes["transform"])
    (scale,) = numbers(table.attributes["transform"])
    found = []
    for part in table.all("<use>") + table.all("<rect>"):
        if "x" not in part.attributes:
            continue  # of a badge, which is moved as a whole
        x, y, width, height = [scale * float(part.attributes[name]) for name in ("x", "y", "width", "height")]
        what = part.attributes.get("href", "")
        found.append((what, left + x, top + y, left + x + width, top + y + height))
    return found


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"[\d.]+", text)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_stars_and_ships_stay_in_their_cards(players: int, seed: int) -> None:
    for rounds in (1, 7):
        position, places, _turn, _mover = random_table(players, seed, rounds)
        for svg in (picture(position, places), small(position, places)):
            drawn = boxes(svg)
            cards = [box[1:] for box in drawn if not box[0]]
            for what, x, y, right, bottom in drawn:
                if what:
                    assert any(
                        left <= x and top <= y and right <= end and bottom <= low
                        for left, top, end, low in cards
                    )


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_piece_is_drawn_once_within_the_sheet_and_over_no_other(players: int, seed: int) -> None:
    position, places, turn, mover = random_table(players, seed, rounds=7)
    drawings = {
        (WIDTH, HEIGHT): picture(position, places, last_turn=turn, last_mover=mover),
        (SMALL_WIDTH, SMALL_HEIGHT): small(position, places),
    }
    for (width, height), svg in drawings.items():
        drawn = boxes(svg)
        for _, x, y, right, bottom in drawn:
            assert -0.5 <= x < right <= width + 0.5 and -0.5 <= y < bottom <= height + 0.5
        pieces = [box for box in drawn if box[0].startswith(("#star", "#ship"))]
        stars = sum(len(system.stars) for system in position.systems)
        assert sum(box[0].startswith("#star") for box in pieces) == stars
        stacked = sum(map(int, re.findall(r">×(\d+)<", svg))) - len(re.findall(r">×\d+<", svg))
        ships = sum(1 for system in position.systems for _ in system.ships())
        if (width, height) == (WIDTH, HEIGHT):
            assert len(pieces) - stars + stacked == ships
        for n, (_, x, y, right, bottom) in enumerate(pieces):
            for _, x2, y2, right2, bottom2 in pieces[n + 1 :]:
                over = min(right, right2) - max(x, x2) > 0.5 and min(bottom, bottom2) - max(y, y2) > 0.5
                assert not over


def test_it_stands_by_itself() -> None:
    svg = picture(position_of(CROWDED), last_turn=parse_turn("build g1 ann", 2), last_mover=0)
    for drawn in (svg, small(position_of(CROWDED))):
        root = read(drawn)
        assert "var(" not in drawn and "style" not in drawn and "class" not in drawn
        defined = {part.attributes.get("id") for part in everything(root)}
        used = {part.attributes["href"].removeprefix("#") for part in root.all("<use>")}
        assert used <= defined
        assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_the_last_turn_is_outlined_and_the_mover_has_a_gold_border() -> None:
    position = position_of(CROWDED)
    plain, marked = (
        picture(position),
        picture(position, last_turn=(Build(position.systems[0].fleets[0][0], "Ann"),), last_mover=1),
    )
    gold, ben = 'stroke="#ffd166" stroke-width="2"', 'stroke="#b48bea" stroke-width="2"'
    assert gold in plain and gold in marked
    assert ben not in plain and ben in marked
    assert gold not in picture(position, over=True)


def test_a_fleet_of_more_than_six_stacks_and_crowds_are_marked() -> None:
    svg = picture(position_of(CROWDED))
    assert ">×3<" in svg
    assert ">3<" in svg and ">4!<" in svg


def test_names_cannot_break_out_and_long_ones_end_in_an_ellipsis() -> None:
    position = homes(position_of("<0> Ann (0, b1y2) g3-; Ben (1, r1b3) -g3"))
    svg = picture(position, names=['<script>"&', "W" * 400])
    assert "<script>" not in svg
    texts = [text.text for text in read(svg).all("<text>")]
    assert '<script>"&' in texts
    assert any(text.startswith("WWW") and text.endswith("…") for text in texts)


def test_an_open_seat_says_so_and_an_eliminated_player_is_struck_through() -> None:
    empty = Position(("", ""), 0, (), ())
    assert "open seat" in picture(empty, names=["Ann", ""], over=True)
    position = position_of("<0> Ann (0, b1y2) g3--; Cyd (2, r1b3) --g3", 3)
    assert picture(position._replace(out=frozenset({1}))).count("line-through") == 1


def test_a_thumbnail_of_an_open_game_shows_which_seats_are_taken() -> None:
    empty = Position(("", "", ""), 0, (), ())
    drawings = [
        draw_thumbnail(empty, Places(), taken=taken, over=True)
        for taken in ([True, True, False], [False] * 3)
    ]
    assert [drawn.count('stroke-dasharray="10 7"') for drawn in drawings] == [1, 3]


@pytest.mark.parametrize("text", ["", "a", "Wolfgang-Amadeus-XIV", "山田太郎", "x" * 100])
def test_shortened_text_fits(text: str) -> None:
    for width in (5, 40, 300):
        assert text_width(shortened(text, 12, width), 12) <= width


def test_the_colours_are_those_of_the_dark_theme() -> None:
    sheet = (settings.BASE_DIR / "static/css/base.css").read_text()
    dark = dict(re.findall(r"--([\w-]+): (#\w{6});", sheet[: sheet.index("xeno")]))
    of_the_site = {name: colour for name, colour in COLOURS.items() if name != "frame"}
    assert of_the_site == {name: dark[name] for name in of_the_site}


def test_plain_symbols_are_the_same_ones_and_smaller() -> None:
    markup = '<use href="#ship-g3-1-180"/><use href="#star-b2"/><use href="#gate-1"/>'
    plain, whole = define_plain_symbols(markup), define_symbols(markup)
    for name in ("ship-g3-1-180", "star-b2", "gate-1"):
        assert f'id="{name}"' in plain and f'id="{name}"' in whole
    box = r'id="ship-g3-1-180" (viewBox="[^"]*")'
    assert re.findall(box, plain) == re.findall(box, whole)
    assert len(plain) < len(whole) / 2


def test_the_pixels_show_names_without_any_font_of_the_system() -> None:
    position = position_of(CROWDED)
    named, nameless = [draw_pixels(picture(position, names=names)) for names in (["Ann", "Ben"], [" ", " "])]
    assert named[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(named[16:20], "big"), int.from_bytes(named[20:24], "big")) == (WIDTH, HEIGHT)
    assert len(named) > len(nameless) + 500


def test_drawn_apart_it_is_the_same() -> None:
    svg = picture(position_of(CROWDED), names=["Ann", "Ben"])
    assert draw_apart(svg) == draw_pixels(svg)
    with pytest.raises(subprocess.CalledProcessError):
        draw_apart("no picture")


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_letter_shows_the_table_from_the_readers_side_with_the_bank(players: int) -> None:
    position, places, turn, mover = random_table(players, 2, 5)
    for viewer in position.living:
        table = Snapshot(position, places, turn, mover)
        letter = draw_letter(table, names=NAMES[:players], viewer=viewer, title="Ann")
        used = {part.attributes["href"] for part in read(letter.svg).all("<use>")}
        own = {href for href in used if re.fullmatch(rf"#ship-..-{viewer}-\d+", href)}
        assert own and all(href.endswith("-0") for href in own)
        assert len([href for href in used if href.startswith("#piece-")]) == 12
        assert (letter.width, draw_pixels(letter.svg)[:4]) == (WIDTH, b"\x89PNG")


def test_at_the_end_the_tide_stands_beside_the_table_and_the_bank_below() -> None:
    position, places, _turn, _mover = random_table(4, 3, 6)
    tide = '<svg class="tide" width="500" height="200"></svg>'
    drawn = picture(position, places, over=True, tide=tide)
    assert tide in drawn and len(re.findall(r'href="#piece-', drawn)) == 12
    assert "Ann is to move." in read(drawn).all_text()
