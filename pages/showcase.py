"""The picture on the home page: a real position, drawn like any table."""

from __future__ import annotations

from typing import Final

from django.utils.safestring import SafeString

from board.map.page import render_map
from board.map.places import Place, Places
from board.map.snapshot import Snapshot
from board.map.symbols import render_symbols
from homeworlds.notation import parse_position
from homeworlds.rules import RuleSet

NAMES: Final = ("Ada", "Grace")
POSITION: Final = (
    "<0> Ada (0, r1b2) g3y1-; Deneb (g1) -r2; Rigel (y2) g1-r1; Lyra (b2) b1y2-; Vega (b3) g2-;"
    " Sirius (r3) -y2b1; Grace (1, y3b1) -g3y1"
)
PLACES: Final = Places(
    systems={
        "Deneb": Place(1, 1),
        "Rigel": Place(2, 1),
        "Lyra": Place(2, 3),
        "Vega": Place(3, 3),
        "Sirius": Place(3, 0),
    },
    homes={"Ada": 0, "Grace": 1},
)


def showcase() -> SafeString:
    """The map and the symbols it uses."""
    position = parse_position(POSITION, RuleSet(), NAMES)
    drawn = render_map(Snapshot(position, PLACES))
    return drawn + render_symbols(drawn)
