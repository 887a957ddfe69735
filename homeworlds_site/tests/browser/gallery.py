"""Draws the pictures of docs/tables anew: tables of two to six, early and crowded, as players see them.

No part of the suite; `bin/test browser homeworlds_site/tests/browser/gallery.py` runs it.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import Player
from games.models import Game
from games.tests.play import table_of
from games.tests.table_views import put
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.tables import busy_table
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE

pytestmark = pytest.mark.browser

STAGES = ("early", "crowded")
EARLY = 3
"""Rounds that are played."""
NAMES = (
    "Altair",
    "Deneb",
    "Vega",
    "Rigel",
    "Antares",
    "Procyon",
    "Mira",
    "Castor",
    "Pollux",
    "Sirius",
    "Spica",
    "Capella",
    "Algol",
)
WINDOWS = {"phone": (PHONE, 0.75), "desktop": (DESKTOP, 0.5)}
"""Size in pixels, and the scale of the picture: small files, in which a card can still be read."""
VARIANTS = {
    2: Variant.BINARY,
    3: Variant.SINISTER,
    4: Variant.GOOD_VS_EVIL,
    5: Variant.LAST_CAPTAIN_STANDING,
    6: Variant.GOOD_VS_EVIL,
}
QUALITY = 70


def crowded_table(players: list[Player], variant: Variant, systems: int) -> Game:
    """A position drawn by lots, with so many systems besides the homeworlds."""
    game = table_of(*players, rules=preset_rules(Preset.BOOKLET, variant))
    dice, count = random.Random(len(players)), len(players)
    pool = [f"{colour}{size}" for colour in "rygb" for size in "123"] * (count + 1)
    dice.shuffle(pool)

    def draw(sizes: str = "123") -> str:
        return pool.pop(next(at for at, piece in enumerate(pool) if piece[1] in sizes))

    def fleets(*owned: str) -> str:
        return "-".join(owned)

    homes = []
    for seat, player in enumerate(players):
        stars = draw("12") + draw("3")
        ships = "".join([draw("3"), draw("12"), draw("12")])
        fleet = fleets(*[ships if other == seat else "" for other in range(count)])
        homes.append(f"{player.name} ({seat}, {stars}) {fleet}")
    others = []
    for name in NAMES[:systems]:
        owners = dice.sample(range(count), dice.choice((1, 1, 2)))
        fleet = fleets(
            *[
                "".join([draw() for _ in range(dice.randint(1, 2))]) if seat in owners else ""
                for seat in range(count)
            ]
        )
        others.append(f"{name} ({draw()}) {fleet}")
    return put(game, "<0> " + "; ".join(homes + others))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("players", VARIANTS)
def test_a_table_is_drawn(visit, alice, others, log_in, bots_wait, players, stage):
    folder = Path(settings.BASE_DIR) / "docs" / "tables"
    folder.mkdir(exist_ok=True)
    people, variant = [alice, *others[: players - 1]], VARIANTS[players]
    game = (
        busy_table(people, variant, EARLY)
        if stage == "early"
        else crowded_table(people, variant, systems=3 + 2 * (players - 1))
    )
    for window, (size, scale) in WINDOWS.items():
        visitor = visit(size, device_scale_factor=scale)
        log_in(visitor, alice)
        page = visitor.open(f"/games/{game.public_id}/")
        assert visitor.wide_parts() == []
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            name = f"{players}-{stage}-{window}-{scheme}.jpg"
            page.screenshot(path=folder / name, type="jpeg", quality=QUALITY)
