"""Reads the map as a person does who hears it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.utils.safestring import SafeString

from board.map.page import Marks, Seen, render_map
from board.map.places import Places
from board.map.snapshot import Snapshot
from homeworlds.notation import parse_position
from homeworlds.pieces import PIECES
from homeworlds.position import Position, System
from homeworlds.rules import Bank, Preset, Variant, preset_rules, with_options

NAMES = ("Ann", "Ben", "Cyd", "Dan", "Eve", "Fay")


class Node:
    def __init__(self, tag: str, attributes: dict[str, str], parent: Node | None) -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children: list[Node] = []
        self.text = ""

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    def all(self, kind: str) -> list[Node]:
        """Every node below of this class or, written `<tag>`, of this tag, in order."""
        found = [self] if kind in self.classes or kind == f"<{self.tag}>" else []
        for child in self.children:
            found += child.all(kind)
        return found

    def all_text(self) -> str:
        return self.text + "".join(child.all_text() for child in self.children)


class Reader(HTMLParser):
    """Reads well-formed HTML into nodes; anything left open or closed twice fails."""

    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Node("root", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names)
        node = Node(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(node)
        self.at = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.at.tag == tag
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.text += data


def picked(kind: Any, options: dict[str, Any]) -> dict[str, Any]:
    """Takes those out that are its fields."""
    return {name: options.pop(name) for name in kind._fields if name in options}


def mapped(position: Position, places: Places, **options: Any) -> SafeString:
    """The map with whatever of a table, its viewer and its marks is named."""
    table, seen = Snapshot(position, places, **picked(Snapshot, options)), Seen(**picked(Seen, options))
    return render_map(table, seen, Marks(**options))


def read(html: str) -> Node:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.at is reader.root
    return reader.root


def position_of(text: str, players: int = 2) -> Position:
    variant = Variant.BINARY if players == 2 else Variant.LAST_CAPTAIN_STANDING
    rules = with_options(preset_rules(Preset.BOOKLET, variant), {"bank": Bank.FIVE.value})
    return parse_position(text, rules, NAMES[:players])


def everything(node: Node) -> list[Node]:
    return [node] + [below for child in node.children for below in everything(child)]


def homes(position: Position) -> Position:
    """With a homeworld for every seat."""
    stars = [(PIECES[1], PIECES[8]), (PIECES[0], PIECES[4])]
    systems = tuple(
        System(
            name,
            stars[seat % 2],
            tuple((PIECES[5],) if k == seat else () for k in range(position.players)),
            seat,
        )
        for seat, name in enumerate(position.names)
    )
    return position._replace(systems=systems)
