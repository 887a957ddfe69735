"""A row of berths takes room from its first system on, and keeps it."""

from __future__ import annotations

from board.map.places import Place, Places, place_turn, settle, tidy
from board.tests.map_reading import Node, mapped, read
from board.tests.positions import RULES, piece, position_of
from homeworlds.actions import Discover
from homeworlds.position import Position
from homeworlds.turn import HalfTurn

START = position_of("<0> Ann (0, g3b2) y3g1-; Ben (1, y2b1) -y3")


def rows_of(position: Position, places: Places) -> tuple[str, list[list[str]]]:
    """How many rows take room, and the berths of the column of small stars."""
    root = read(mapped(position, places))
    (columns,) = root.all("columns")
    small = columns.all("berths")[0]
    return columns.classes[1], [_berth(cell).classes for cell in small.children]


def _berth(cell: Node) -> Node:
    return cell.children[0] if "item" in cell.classes else cell


def test_a_row_that_was_never_used_takes_no_room() -> None:
    unused = ["berth", "unused", "unused-line"]
    assert rows_of(START, settle(Places(), START)) == ("rows-0", [unused] * 4)


def test_a_row_that_was_used_once_keeps_its_room() -> None:
    half = HalfTurn(RULES, START).then(Discover(piece("g1"), "Ann", piece("b1"), "New"))
    found = settle(place_turn(settle(Places(), START), half), half.position)
    assert found.used == {3} and rows_of(half.position, found)[0] == "rows-1"
    gone = settle(found, START)
    assert gone.used == {3} and Places.from_json(gone.to_json()) == gone
    unused = ["berth", "unused"]
    assert rows_of(START, gone) == (
        "rows-1",
        [[*unused, "unused-line"], [*unused, "unused-line"], unused, ["berth"]],
    )
    # Tidying gives the room back.
    assert tidy(gone, START).used == ()


def test_places_stored_without_what_was_used_know_what_stands() -> None:
    stored = {"systems": {"Old": [1, 2]}, "homes": {}, "berths": 4}
    assert Places.from_json(stored) == Places({"Old": Place(1, 2)}, used=frozenset({2}))


def test_what_is_only_tried_uses_no_row() -> None:
    half = HalfTurn(RULES, START).then(Discover(piece("g1"), "Ann", piece("b1"), "New"))
    places = place_turn(settle(Places(), START), half)
    assert places.used == frozenset() and rows_of(half.position, places)[0] == "rows-1"
