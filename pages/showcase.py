"""The picture on the home page: a real position, drawn like any table."""

from __future__ import annotations

from typing import Final

from django.utils.safestring import SafeString

from games.map import render_map
from games.map_symbols import render_symbols
from games.places import Places, settle
from homeworlds.notation import parse_position
from homeworlds.rules import RuleSet

NAMES: Final = ("Ada", "Grace")
POSITION: Final = (
    "<0> Ada (0, r1b2) g3y1-; Vega (b3) b1-; Rigel (y2) g1-r1; Sirius (r3) -y2; Grace (1, y3b1) -g3b1"
)


def showcase() -> SafeString:
    """The map and the symbols it uses."""
    position = parse_position(POSITION, RuleSet(), NAMES)
    drawn = render_map(position, settle(Places(), position), viewer=0)
    return drawn + render_symbols(drawn)
