"""Recorded positions at a desk, and how large their pieces are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from accounts.models import Player
from games.models import Game
from games.tests.play import play_turn, table_of
from games.tests.table_views import put
from homeworlds.rules import Preset, Variant, preset_rules

LEAST = {(1920, 1080): 28, (1280, 800): 22}
"""By the window, in pixels."""
SEEN = """() => {
  const map = document.querySelector(".map"), columns = map.querySelector(".columns");
  const box = (one) => one.getBoundingClientRect();
  const held = [...map.querySelectorAll(".home, .system")].flatMap(
    (card) => [...card.querySelectorAll(".fleet svg, .horizon svg")].map((piece) => [box(piece), box(card)]));
  return {
    em: parseFloat(getComputedStyle(map).fontSize),
    touched: map.querySelectorAll(".touched").length,
    cut: held.filter(([piece, card]) => piece.right > card.right || piece.left < card.left
      || piece.top < card.top || piece.bottom > card.bottom).length,
    scrolls: columns.scrollHeight > columns.clientHeight + 3 || box(map).bottom > innerHeight,
  };
}"""


class Recorded(NamedTuple):
    """A game before one of its turns, and that turn."""

    players: int
    position: str
    turn: str


RECORDED = (
    # Games 35038 and 19837 of the archive, and for six one that bots have played.
    Recorded(
        2,
        "<0> Alice (0, y2b1) r1y1b3-; Bob (1, y3b1) -r1r2g1g3; Mira (g3) b2-g1g1; Vega (b2) y1b2b3-; "
        "Rigel (g2) b1b3-; Spica (g2) -y2",
        "trade B3 G3 Vega",
    ),
    Recorded(
        4,
        "<0> Alice (0, y1g2) r1y1b3---; Bob (1, y2g1) -r1r1g1b3--; Wilhelmina-Henrietta (2, y2b1) "
        "--r1g2g3-; Charlie (3, g2) ---r2r3y1y1; Mira (b3) --r1g1g2-; Vega (y1) ---g1g2b1; "
        "Rigel (g3) y2y3b1---; Spica (y3) --g1-",
        "move Y3 Rigel Charlie",
    ),
    Recorded(
        6,
        "<0> Alice (0, y2b3) r2y3g1g2-r1g1----; Bob (1, y1) g2-b1-g3---; Wilhelmina-Henrietta (2, y2b3) "
        "--r2g1g1---; Charlie (3, r1g2) ---y1g2g3b1--; Dora (4, y3b1) ----r2y3g1g2-; Edmund (5, r2b1) "
        "-----y3g1g2; Vega (y2) ----g1g3-; Altair (y1) --y3---; Rigel (b3) -----g2",
        "attack R1@1 Alice",
    ),
)
CROWDED = Recorded(
    # Game 36396 of the archive: five medium systems in three lines, and in one of them ships in two.
    4,
    "<0> Alice (0, g1b3) r1y1g1g3---; Bob (1, r3g1) -y3b1--; Wilhelmina-Henrietta (2, r1b2) --y2g3b1-; "
    "Charlie (3, r2b3) ---y2y2g3; Altair (g2) -r1r3y1y1b1--; Deneb (g3) --r2r3-; Rigel (g2) ---r2g1; "
    "Vega (g2) --r1r3-; Antares (y2) r2---; Procyon (g3) -r2--; Mira (g2) r3---",
    "trade G3 Y3 Alice",
)
FULL = """(larger) => {
  const map = document.querySelector(".map"), em = parseFloat(getComputedStyle(map).fontSize);
  const frames = [...map.querySelectorAll(".frame")].reduce((sum, one) => sum + one.offsetHeight, 0);
  const columns = [...map.querySelectorAll(".column")].map((column) => {
    const cards = [...column.querySelectorAll(".system")], tops = new Map();
    for (const { offsetTop, offsetHeight } of cards) {
      tops.set(offsetTop, Math.max(tops.get(offsetTop) ?? 0, offsetHeight));
    }
    return [...tops.values()].reduce((sum, height) => sum + height, 0);
  });
  return { map: map.offsetHeight, needed: (frames + Math.max(...columns)) / em * larger };
}"""
"""How high the map is, and what its homes and its fullest column would take in another size, without gaps."""


def game_of(recorded: Recorded, people: Sequence[Player]) -> Game:
    """After that turn; Bob is to move."""
    variant = Variant.BINARY if recorded.players == 2 else Variant.LAST_CAPTAIN_STANDING
    table = table_of(*people[: recorded.players], rules=preset_rules(Preset.BOOKLET, variant))
    game = put(table, recorded.position)
    play_turn(game, recorded.turn)
    return game
