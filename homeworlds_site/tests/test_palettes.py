"""The colours of pieces and players, measured as people see them: contrast (WCAG 2.2) and least distances.

Distances are CIEDE2000; deficiencies are simulated in full after Machado, Oliveira and Fernandes (2009).
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from coloraide import Color
from django.conf import settings

from accounts.models import Player

PIECES = ("red", "yellow", "green", "blue")
SEATS = tuple(f"seat-{number}" for number in range(6))
VIEWS = ("normal", "protan", "deutan", "tritan")
SHADED = 0.15
"""How much darker the right half of a ship is drawn."""
THEMES = ("dark", "light")
LEAST_BETWEEN_PIECES = {
    "standard": dict(zip(VIEWS, (36, 20, 20, 20), strict=True)),
    "xeno": dict(zip(VIEWS, (24, 18, 15, 24), strict=True)),
}
LEAST_BETWEEN_SEATS = {
    "dark": dict(zip(VIEWS, (16, 8, 10, 17), strict=True)),
    "light": dict(zip(VIEWS, (18, 9, 6, 10), strict=True)),
}
"""Enough only with the plates and badges, which tell the players apart without any colour."""


def css() -> str:
    return (Path(settings.BASE_DIR) / "static" / "css" / "base.css").read_text()


def variables(selector: str) -> dict[str, Color]:
    """The colours that the first rule with this selector sets."""
    found = re.search(rf"{re.escape(selector)} {{(.*?)}}", css(), re.DOTALL)
    assert found, selector
    return {name: Color(value) for name, value in re.findall(r"--([\w-]+): (#[0-9a-f]{6});", found[1])}


def palette(name: str) -> dict[str, Color]:
    return variables(f'[data-palette="{name}"]')


def theme(name: str) -> dict[str, Color]:
    dark = variables(":root")
    return dark if name == "dark" else dark | variables("@media (prefers-color-scheme: light) {\n  :root")


def least_distance(colours: list[Color], view: str) -> float:
    seen = [
        colour if view == "normal" else colour.clone().filter(view, 1, method="machado") for colour in colours
    ]
    return min(one.delta_e(other, method="2000") for one, other in combinations(seen, 2))


def test_every_palette_that_can_be_chosen_is_measured():
    assert set(Player.Palette.values) == set(LEAST_BETWEEN_PIECES)
    assert all(set(palette(name)) == set(PIECES) for name in LEAST_BETWEEN_PIECES)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", LEAST_BETWEEN_PIECES)
def test_the_pieces_look_different_to_everybody(name, view):
    assert least_distance(list(palette(name).values()), view) >= LEAST_BETWEEN_PIECES[name][view]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", THEMES)
def test_the_players_look_different_to_everybody(name, view):
    colours = theme(name)
    assert least_distance([colours[seat] for seat in SEATS], view) >= LEAST_BETWEEN_SEATS[name][view]


@pytest.mark.parametrize("name", LEAST_BETWEEN_PIECES)
def test_signs_and_pips_stand_out_on_every_piece(name):
    ink = theme("dark")["ink"]
    for colour in palette(name).values():
        assert colour.contrast(ink) >= 4.5
        assert colour.mix("black", SHADED, space="srgb").contrast(ink) >= 3.3


@pytest.mark.parametrize("name", LEAST_BETWEEN_PIECES)
def test_pieces_stand_out_from_cards_by_colour_or_by_outline(name):
    dark, light = theme("dark"), theme("light")
    for colour in palette(name).values():
        assert colour.contrast(dark["card"]) >= 3
        assert colour.contrast(light["outline"]) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_texts_can_be_read_on_every_ground(name):
    colours = theme(name)
    for text in ("text", "dim", "gold", "reach", "hot"):
        for ground in ("bg", "column", "card"):
            assert colours[text].contrast(colours[ground]) >= 4.5, (text, ground)
