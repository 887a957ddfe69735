"""The map: everything on the table once, at its place, in words, and nothing a name could break."""

from __future__ import annotations

import random
import re

import pytest
from django.conf import settings

from board.map.page import FRAME, render_bank, render_cards
from board.map.places import Places, settle
from board.map.snapshot import Snapshot
from board.map.symbols import CLASSES, UNIT, render_badge, render_piece, render_symbols
from board.map.traces import traces_of
from board.tests.map_reading import NAMES, Node, everything, homes, mapped, position_of, read
from homeworlds.actions import Build, Catastrophe, Discover, Move, Turn
from homeworlds.pieces import PIECES, Colour, Piece
from homeworlds.position import Position, System
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.turn import HalfTurn

VOID = {"use", "path", "circle", "rect"}


def draw(position: Position, *, viewer: int = 0, places: Places | None = None, **options: object) -> Node:
    places = settle(Places(), position) if places is None else places
    return read(mapped(position, places, viewer=viewer, **options))


def by_id(root: Node, id_: str) -> Node:
    (node,) = [node for node in everything(root) if node.attributes.get("id") == id_]
    return node


def empty_table(players: int) -> Position:
    return Position(NAMES[:players], 0, (), (players + 1,) * 12)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_homes_stand_around_the_viewer_as_the_frame_table_says(players: int) -> None:
    for viewer in range(players):
        root = draw(homes(empty_table(players)), viewer=viewer)
        rows = [[home.attributes["id"] for home in frame.all("home")] for frame in root.all("frame")]
        assert rows == [[f"home-{(viewer + k) % players}" for k in row] for row in FRAME[players]]


def test_every_seat_has_one_place_in_the_frame() -> None:
    for players, (top, bottom) in FRAME.items():
        assert sorted(top + bottom) == list(range(players))
        assert 0 in bottom


def test_cards_beside_text_are_nobodys_own() -> None:
    """All who look on read the same: no ship is “yours” there, whoever sits in seat 0."""
    position = position_of(TWO)
    table = Snapshot(position, settle(Places(), position))
    cards = render_cards(table, ["Ann", "Lyra"], prefix="moment-")
    assert "your" not in cards and 'aria-label="Ann, a homeworld' in cards and "Ann: " in cards


TWO = "<1> Ann (0, g3b2) y3g1-; Ben (1, y2b1) -y3; Lyra (y3) r3-g1g1; Oz (b1) -r1r2; Ys (g1) y1-b1"


def cells_of(column: Node) -> list[Node]:
    """The berths of a column: an empty one, or what stands there."""
    cells = column.all("berths")[0].children
    return [cell.children[0] if "item" in cell.classes else cell for cell in cells]


def test_the_map_is_lists_of_systems_for_a_screen_reader() -> None:
    root = draw(position_of(TWO))
    lists = [node for node in everything(root) if node.attributes.get("role") == "list"]
    assert [(each.attributes.get("aria-label"), len(each.all("item"))) for each in lists] == [
        (None, 1), ("small", 2), ("medium", 0), ("large", 1), (None, 1),
    ]  # fmt: skip


def test_a_system_stands_in_the_column_of_its_star_and_in_its_berth() -> None:
    position = position_of(TWO)
    root = draw(position)
    columns = [[cell.attributes.get("id") for cell in cells_of(column)] for column in root.all("column")]
    assert columns == [
        ["berth-1-0", "berth-1-1", None, None],
        [None] * 4,
        ["berth-3-0", None, None, None],
    ]
    assert by_id(root, "berth-1-1").all("name")[0].text == "Ys"


def test_two_players_both_see_their_own_half_below() -> None:
    position = position_of(TWO)
    cells = cells_of(draw(position, viewer=1).all("column")[0])
    assert [cell.attributes.get("id") for cell in cells] == [None, None, "berth-1-1", "berth-1-0"]


def test_only_the_frame_turns_with_more_than_two_players() -> None:
    position = homes(empty_table(3))
    lyra = System("Lyra", (PIECES[3],), ((PIECES[0],), (), ()))
    position = position._replace(systems=(*position.systems, lyra))
    for viewer in range(3):
        cells = cells_of(draw(position, viewer=viewer).all("column")[0])
        assert [cell.attributes.get("id") for cell in cells] == ["berth-1-0", None, None, None]


def test_more_berths_are_drawn_once_they_were_used() -> None:
    position = position_of(TWO)
    places = settle(Places(), position)
    wide = Places(places.systems, places.homes, 6, frozenset(range(6)))
    root = draw(position, viewer=1, places=wide)
    assert "rows-6" in root.all("columns")[0].classes
    cells = cells_of(root.all("column")[0])
    assert [cell.attributes.get("id") for cell in cells] == [None, None, "berth-1-1", "berth-1-0", None, None]


@pytest.mark.parametrize(
    ("players", "viewer", "owner", "degrees"),
    [(2, 0, 0, 0), (2, 0, 1, 180), (2, 1, 0, 180), (3, 1, 2, 120), (3, 1, 0, 240), (4, 3, 0, 90),
     (4, 3, 2, 270), (5, 2, 3, 72), (5, 2, 1, 288), (6, 5, 0, 60), (6, 5, 4, 300)],
)  # fmt: skip
def test_a_ship_points_away_from_its_owner(players: int, viewer: int, owner: int, degrees: int) -> None:
    root = draw(homes(empty_table(players)), viewer=viewer)
    (ship,) = by_id(root, f"home-{owner}").all("fleet")[0].all("<use>")
    assert ship.attributes["href"] == f"#ship-y3-{owner}-{degrees}"


def test_the_viewers_ships_stand_below_the_horizon_and_all_others_above() -> None:
    root = draw(position_of(TWO))
    ys = by_id(root, "berth-1-1")
    assert [child.classes[0] for child in ys.children] == ["sky", "horizon", "ground"]
    assert ships_in(ys.all("sky")[0]) == {("b1", 1): 1}
    assert ships_in(ys.all("ground")[0]) == {("y1", 0): 1}


def ships_in(node: Node) -> dict[tuple[str, int], int]:
    """What is drawn below a node, stacks counted in full."""
    ships: dict[tuple[str, int], int] = {}
    for use in node.all("<use>"):
        found = re.fullmatch(r"#ship-(\w\d)-(\d)-\d+", use.attributes["href"])
        if found:
            assert use.parent is not None
            assert use.parent.parent is not None
            stack = use.parent.parent
            number = int(stack.all("<b>")[0].text[1:]) if "stack" in stack.classes else 1
            key = (found[1], int(found[2]))
            assert key not in ships or number == 1
            ships[key] = ships.get(key, 0) + number
    return ships


def random_position(players: int, rng: random.Random) -> Position:
    def some(most: int) -> tuple[Piece, ...]:
        return tuple(sorted(rng.choices(PIECES, k=rng.randint(0, most))))

    names = NAMES[:players]
    systems = []
    for seat, name in enumerate(names):
        stars = tuple(sorted(rng.choices(PIECES, k=rng.choice([1, 2, 2]))))
        systems.append(
            System(name, stars, tuple(some(9) if k == seat else some(1) for k in range(players)), seat)
        )
    for number in range(rng.randint(0, 8)):
        fleets = [some(rng.choice([0, 2, 9])) for _ in range(players)]
        fleets[rng.randrange(players)] = (rng.choice(PIECES),)
        systems.append(System(f"S{number}", (rng.choice(PIECES),), tuple(fleets)))
    return Position(names, rng.randrange(players), tuple(systems), (3,) * 12)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_piece_on_the_table_is_drawn_exactly_once(players: int) -> None:
    rng = random.Random(players)
    for _ in range(20):
        position = random_position(players, rng)
        root = draw(position, viewer=rng.randrange(players))
        cards = root.all("home") + root.all("system")
        assert len(cards) == len(position.systems)
        for card in cards:
            system = position.find(card.all("name")[0].text)
            assert system is not None
            expected: dict[tuple[str, int], int] = {}
            for owner, ship in system.ships():
                expected[ship.text, owner] = expected.get((ship.text, owner), 0) + 1
            assert ships_in(card) == expected
            stars = [use.attributes["href"] for use in card.all("<use>") if "#star" in use.attributes["href"]]
            assert sorted(stars) == sorted(f"#star-{star.text}" for star in system.stars)


def test_a_fleet_of_more_than_six_stacks_equal_pieces() -> None:
    six = draw(position_of("<0> Ann (0, g3b2) y1y1y1y1y1r1-; Ben (1, y2b1) -y3"))
    assert not six.all("stack")
    seven = draw(position_of("<0> Ann (0, g3b2) y1y1y1y1y1r1r3-; Ben (1, y2b1) -y3"))
    assert [stack.all_text() for stack in seven.all("stack")] == ["×5"]


def test_large_ships_come_first_then_red_yellow_green_blue() -> None:
    root = draw(position_of("<0> Ann (0, g3b2) r1y3g3b2b3-; Ben (1, y2b1) -y3"))
    fleet = by_id(root, "home-0").all("fleet")[0]
    assert [use.attributes["href"][6:8] for use in fleet.all("<use>")] == ["y3", "g3", "b3", "b2", "r1"]


def test_a_home_shows_a_gate_where_it_has_no_star() -> None:
    root = draw(position_of(TWO))
    lanes = by_id(root, "home-0").all("lanes")[0].children
    assert [lane.all("<use>")[0].attributes["href"] for lane in lanes] == ["#gate-1", "#star-b2", "#star-g3"]


def test_only_the_home_of_the_player_to_move_is_marked() -> None:
    position = position_of(TWO)
    assert [home.attributes["id"] for home in draw(position).all("mover")] == ["home-1"]
    assert not draw(position, over=True).all("mover")


def test_a_seat_before_setup_has_an_empty_box() -> None:
    root = draw(empty_table(3), viewer=2)
    assert len(root.all("empty")) == 3
    assert by_id(root, "home-1").attributes["aria-label"] == "Ben has no homeworld."


def test_a_seat_that_is_out_keeps_its_place() -> None:
    start = homes(empty_table(3))
    places = settle(Places(), start)
    abandoned = start.systems[1]._replace(home=None, fleets=((PIECES[0],), (), ()))
    stands = start._replace(out=frozenset({1}), systems=(start.systems[0], abandoned, start.systems[2]))
    places = settle(places, stands)
    home = by_id(draw(stands, places=places), "home-1")
    assert "out" in home.classes
    assert home.all("<s>")
    assert ships_in(home) == {("r1", 0): 1}
    gone = stands._replace(systems=(start.systems[0], start.systems[2]))
    home = by_id(draw(gone, places=settle(places, gone)), "home-1")
    assert {"out", "empty"} <= set(home.classes)
    assert home.attributes["aria-label"] == "Ben is out and has no homeworld."


def test_derelicts_are_paler_and_keep_their_owners_plate() -> None:
    start = homes(empty_table(3))
    lyra = System("Lyra", (PIECES[3],), ((PIECES[0],), (PIECES[1],), ()))
    position = start._replace(out=frozenset({1}), systems=(start.systems[0], start.systems[2], lyra))
    root = draw(position)
    (fleet,) = root.all("derelict")
    assert ships_in(fleet) == {("r2", 1): 1}
    assert "derelicts of Ben: medium red" in by_id(root, "berth-1-0").attributes["aria-label"]


def test_overpopulation_is_told_from_three_pieces_on() -> None:
    text = "<0> Ann (0, g3b2) g1g1-; Ben (1, y2b1) -y3; Oz (r1) r1r2-r1; Lyra (b1) b1-"
    root = draw(position_of(text))
    (crowd,) = by_id(root, "home-0").all("chip")
    assert "crowd" in crowd.classes
    assert crowd.all_text() == "3"
    (hot,) = by_id(root, "berth-1-3").all("chip")
    assert "hot" in hot.classes
    assert hot.all_text() == "4!"
    assert not by_id(root, "berth-1-2").all("chip")
    assert "overpopulated with 4 red" in by_id(root, "berth-1-3").attributes["aria-label"]
    assert "3 green, one short of overpopulation" in by_id(root, "home-0").attributes["aria-label"]


def test_the_last_turn_is_marked_where_its_steps_were() -> None:
    y1, g1 = PIECES[3], PIECES[6]
    turn: Turn = (Move(y1, "Ann", "Ys"), Discover(y1, "Ys", g1, "Oz"), Build(y1, "Ys"), Build(y1, "Ys"),
                  Catastrophe("Gone", Colour.RED))  # fmt: skip
    root = draw(position_of(TWO), last_turn=turn, last_mover=0)
    assert sorted(chip.all_text() for chip in root.all("step")) == ["A1", "A1–4", "A2"]
    assert by_id(root, "berth-1-0").all("step")[0].all_text() == "A2"


def test_a_selection_shows_what_it_reaches() -> None:
    stars = {1: (PIECES[0],), 2: (PIECES[1], PIECES[4])}
    root = draw(
        position_of(TWO),
        selection="Lyra",
        open_columns=stars,
        discover_link=lambda size: {"href": f"?size={size}"},
    )
    (selected,) = root.all("selected")
    assert selected.attributes["id"] == "berth-3-0"
    assert selected.attributes["aria-current"] == "true"
    assert [node.attributes["id"] for node in root.all("reach")] == ["home-1", "berth-1-0", "berth-1-1"]
    assert [node.attributes["id"] for node in root.all("far")] == ["home-0"]
    assert [len(column.all("open")) for column in root.all("column")] == [1, 1, 0]
    links = [node for node in root.all("open") if node.tag == "a"]
    assert [
        (node.attributes["id"], node.attributes["href"], node.attributes["aria-label"]) for node in links
    ] == [
        ("berth-1-2", "?size=1", "discover: small red star"),
        ("berth-2-0", "?size=2", "discover: medium red star, medium yellow star"),
    ]
    assert [node.attributes["data-berth"] for node in links] == ["1", "2"]


def test_an_unknown_selection_selects_nothing() -> None:
    assert not draw(position_of(TWO), selection="Nowhere").all("choosing")


def test_every_system_is_a_link_with_the_attributes_the_caller_gives() -> None:
    root = draw(position_of(TWO), link=lambda name: {"href": f"?at={name}&x=1", "hx-get": "/part"})
    cards = root.all("home") + root.all("system")
    assert {card.tag for card in cards} == {"a"}
    assert by_id(root, "berth-3-0").attributes["href"] == "?at=Lyra&x=1"
    assert by_id(root, "berth-3-0").attributes["hx-get"] == "/part"


def test_without_links_nothing_is_a_link() -> None:
    assert not draw(position_of(TWO), selection="Lyra").all("<a>")


def test_the_label_of_a_system_says_all_of_it() -> None:
    root = draw(position_of(TWO))
    assert by_id(root, "berth-3-0").attributes["aria-label"] == (
        "Lyra, large yellow star; yours: large red; Ben: 2 small green; reaches Ben, Oz, Ys."
    )
    assert by_id(root, "home-0").attributes["aria-label"] == (
        "Ann, your homeworld, large green star, medium blue star; yours: large yellow, small green; "
        "reaches Oz, Ys."
    )
    assert "Ben, a homeworld, its player is to move, " in by_id(root, "home-1").attributes["aria-label"]


def test_a_spectator_owns_nothing() -> None:
    root = draw(position_of(TWO), seated=False)
    labels = [node.attributes["aria-label"] for node in root.all("home") + root.all("system")]
    assert not [label for label in labels if "your" in label]
    assert "Ann: large red; Ben: 2 small green" in by_id(root, "berth-3-0").attributes["aria-label"]


def test_a_badge_tells_the_owner_where_the_side_of_the_horizon_does_not() -> None:
    assert not [badge for card in draw(position_of(TWO)).all("system") for badge in card.all("badge")]
    start = homes(empty_table(3))
    one = System("One", (PIECES[3],), ((), (PIECES[0],), ()))
    two = System("Two", (PIECES[4],), ((), (PIECES[0],), (PIECES[1],)))
    root = draw(start._replace(systems=(*start.systems, one, two)))
    assert [b.all_text() for b in by_id(root, "berth-1-0").all("horizon")[0].all("badge")] == ["B"]
    assert [b.all_text() for b in by_id(root, "berth-2-0").all("fleet")] == ["B", "C"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_ids_are_unique_and_every_used_symbol_is_defined_once(players: int) -> None:
    rng = random.Random(players)
    for _ in range(10):
        position = random_position(players, rng)
        page = mapped(position, settle(Places(), position)) + render_bank(position)
        root = read(render_symbols(page) + page)
        ids = [node.attributes["id"] for node in everything(root) if "id" in node.attributes]
        assert len(set(ids)) == len(ids)
        used = {node.attributes["href"][1:] for node in root.all("<use>")}
        defined = {node.attributes["id"] for node in root.all("symbols")[0].children}
        assert used == defined


ODD = [
    "<b>",
    "&amp;",
    '"',
    "'",
    "a>b",
    "</a>",
    "<script>alert(1)</script>",
    'href="#ship-r1-0-0"',
    "ß",
    "🚀x",
    "ı",
]


def test_no_name_breaks_out_of_its_place() -> None:
    rng = random.Random(7)
    for _ in range(60):
        names = rng.sample(ODD, 3)
        position = random_position(3, rng)
        position = position._replace(
            names=tuple(names),
            systems=tuple(
                system._replace(
                    name=names[system.home] if system.home is not None else f"{rng.choice(ODD)}{number}"
                )
                for number, system in enumerate(position.systems)
            ),
        )
        chosen = rng.choice(position.systems).name
        last = (Build(PIECES[0], chosen),)
        html = mapped(
            position, settle(Places(), position), viewer=1, selection=chosen, last_turn=last,
            last_mover=2, link=lambda name: {"href": f"?at={name}"},
        )  # fmt: skip
        root = read(html)
        shown = sorted(node.all_text() for node in root.all("name"))
        assert shown == sorted(system.name for system in position.systems)
        tags = {node.tag for node in everything(root)} - {"root"}
        assert tags <= {"div", "a", "span", "i", "b", "p", "s", "bdi", "svg", "use"}
        assert not [node for node in everything(root) if "style" in node.attributes]
        render_symbols(html)


def test_the_style_knows_the_size_of_every_piece() -> None:
    style = (settings.BASE_DIR / "static/css/base.css").read_text()
    for (width, height), name in CLASSES.items():
        assert f".{name} {{ height: {height / UNIT:.4g}em; width: {width / UNIT:.4g}em; }}" in style
    assert render_piece(PIECES[0], 1, degrees=90).startswith('<svg class="lie-1">')
    # Of five players some ships lie as none of the others do.
    assert render_piece(PIECES[0], 1, degrees=72).startswith('<svg width="')


def test_a_badge_escapes_its_letter() -> None:
    assert read(render_badge(2, "<x")).all("seat-2")[0].text == "<"
    assert read(render_badge(2, "ßx")).all("seat-2")[0].text == "S"


def test_the_bank_shows_all_kinds_and_frames_the_next_builds() -> None:
    bank = (0, 2, 3, 3, 3, 3, 0, 0, 1, 0, 0, 0)
    root = read(render_bank(empty_table(2)._replace(bank=bank)))
    cells = root.all("bank-piece")
    assert [cell.all_text() for cell in cells] == [str(number) for number in bank]
    assert [number for number, cell in enumerate(cells) if "next" in cell.classes] == [1, 3, 8]
    assert [number for number, cell in enumerate(cells) if "none" in cell.classes] == [0, 6, 7, 9, 10, 11]
    assert cells[1].attributes["aria-label"] == "medium red: 2 in the bank, the next build."


def test_a_piece_by_itself_has_a_plate_only_when_it_is_somebodys() -> None:
    assert "#piece-g2" in render_piece(PIECES[7])
    assert "#ship-g2-3-90" in render_piece(PIECES[7], 3, degrees=90)


def test_a_crowded_map_stays_small() -> None:
    position = random_position(4, random.Random(1))
    assert len(mapped(position, settle(Places(), position))) < 20_000


def test_the_last_turn_leaves_a_corner_of_its_makers_and_one_in_the_making_leaves_none() -> None:
    turn: Turn = (Build(PIECES[3], "Ys"),)
    # Ben, whose seat is 1, is to move.
    assert [
        each.attributes["id"] for each in draw(position_of(TWO), last_turn=turn, last_mover=0).all("by-0")
    ] == ["berth-1-1"]
    assert not draw(position_of(TWO), last_turn=turn, last_mover=1).all("touched")
    lately = {"Oz": 1}
    assert by_id(draw(position_of(TWO), lately=lately), "berth-1-0").classes[-2:] == ["touched", "by-1"]


def test_the_home_of_whoever_is_to_move_says_so() -> None:
    theirs, mine = draw(position_of(TWO)), draw(position_of(TWO), viewer=1)
    assert [each.all_text() for each in theirs.all("moves")] == ["to move"]
    assert [each.all_text() for each in mine.all("mine")[0].all("moves")] == ["your turn"]
    assert not theirs.all("mine") and not draw(position_of(TWO), over=True).all("moves")


def test_an_empty_bank_says_so() -> None:
    position = empty_table(2)
    assert not read(render_bank(position)).all("bank-empty")
    said = read(render_bank(position._replace(bank=(0,) * 12))).all("bank-empty")
    assert [each.text for each in said] == ["The bank is empty."]


def test_a_catastrophe_is_one_ring_and_one_tag() -> None:
    before = position_of("<0> Ann (0, g3b2) y3g1-; Ben (1, y2b1) -y3; Lyra (y3) r3-r1r1r2")
    half = HalfTurn(preset_rules(Preset.MODERN, Variant.BINARY), before).then(Catastrophe("Lyra", Colour.RED))
    places = settle(Places(), before)
    traces = traces_of(places, half, half.position)
    root = draw(half.position, places=places, traces=traces)
    (ring,) = root.all("burst")
    assert "vanished" in ring.parent.classes  # type: ignore[union-attr]
    assert [tag.text for tag in root.all("burst-tag")] == ["1×"]
    assert len(root.all("ghost")) == 5
    assert not [tag for ghost in root.all("ghost") for tag in ghost.all("<b>")]
