"""Nothing whose end matters is cut at a phone or a desk: a goal, a tag, a reason, the name of an event."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from accounts.models import Player
from games.models import OF_EVENT, Game
from games.services import SeatWish, create_game
from games.tests.play import deal, table_of
from games.tests.table_views import put
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.cuts import cut_on
from homeworlds_site.tests.browser.tables import BOTH_FALL
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bots_wait")]

EVENT = "The longest title that an event of this house can ever have!"
WINDOWS: Final = (PHONE, (1280, 800))


@pytest.fixture
def people(alice, others) -> list[Player]:
    return [alice, others[1], others[0], others[2]]


def tables(people: list[Player]) -> dict[str, Game]:
    """One of each variant, as a table of an event; Alice is to move."""
    made = {}
    for variant in Variant:
        seats = people[: 2 if variant is Variant.BINARY else 4]
        game = table_of(*seats, rules=preset_rules(Preset.BOOKLET, variant))
        if variant is Variant.GOOD_VS_EVIL:
            deal(game, "GEGE")
        Game.objects.filter(pk=game.pk).update(
            origin_kind=OF_EVENT, origin_title=EVENT, origin_link="/events/none/"
        )
        made[str(variant)] = game
    duel = table_of(*people[:2], rules=preset_rules(Preset.MODERN, Variant.BINARY))
    made["outcome"] = put(duel, BOTH_FALL.replace("Bob", "Wilhelmina-Henrietta"))
    return made


def pages(people: list[Player]) -> dict[str, str]:
    rules = preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL)
    create_game(creator=people[1], rules=rules, seats=[SeatWish(player=people[1]), *[SeatWish()] * 4])
    found = {name: f"/games/{game.public_id}/" for name, game in tables(people).items()}
    found["outcome"] += "?turn=sacrifice+Y2+Quasar;+move+Y1+Alice+Wilhelmina-Henrietta"
    return {**found, "my games": "/games/mine/", "lobby": "/games/open/", "home": "/"}


def test_nothing_whose_end_matters_is_cut(visit, people, log_in):
    visitor, alice = visit(), people[0]
    log_in(visitor, alice)
    shown, wrong = pages(people), []
    for language, (name, path), size in product(("fr", "en"), shown.items(), WINDOWS):
        Player.objects.filter(pk=alice.pk).update(language=language)
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.open(path)
        found = cut_on(visitor)
        wrong += [f"{name} {size[0]} {language}: {each}" for each in found]
        visitor.picture(f"cuts-{name}-{size[0]}-{language}", whole=False)
    assert not wrong, "\n".join(wrong)


def test_what_is_cut_is_found(visit, people, log_in):
    """Planted: the goal as it was."""
    visitor = visit(PHONE)
    log_in(visitor, people[0])
    game = tables(people)[str(Variant.GOOD_VS_EVIL)]
    page = visitor.open(f"/games/{game.public_id}/")
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      const goal = ".table-goal { overflow: hidden; white-space: nowrap }";
      sheet.replaceSync(`${goal} .goal-side { font-size: 2em }`);
      document.adoptedStyleSheets = [sheet];
    }""")
    assert [each for each in cut_on(visitor) if "goal-side" in each]
