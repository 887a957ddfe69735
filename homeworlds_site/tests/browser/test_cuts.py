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
from homeworlds_site.tests.browser.tables import BOTH_FALL
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bots_wait")]

EVENT = "The longest title that an event of this house can ever have!"
WINDOWS: Final = (PHONE, (1280, 800))
MAY_BE_CUT: Final = {
    ".map .name": "the name of a player or of a system, whole in its title",
    ".name, .menu__name, .talk-author, bdi": "likewise",
    ".game-row__link": "names of players, whole in its title",
    ".game-row__words:has(bdi)": "a last move, which the table shows",
    ".since > summary, .last-turn": "what was done lately: it opens, or is whole in its title",
    ".made-steps": "the steps of the turn in the making, which the map shows",
    ".log, .talk-scroll, textarea": "what scrolls",
    ".visually-hidden, .skip, #heard": "what is not seen",
}
CUT = """(allowed) => {
  const cut = [];
  for (const one of document.body.querySelectorAll("*")) {
    const own = [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own.length || !one.checkVisibility() || one.closest(allowed) || one.closest("svg, dialog")) continue;
    const inside = one.getBoundingClientRect();
    if (inside.width <= 1 || inside.height <= 1) continue;
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    const words = range.getBoundingClientRect();
    const head = one.closest(".table-head")?.getBoundingClientRect();
    if (head && (words.top < head.top - 2 || words.bottom > head.bottom + 2)) {
      cut.push(`.${one.className} beyond the head: ${one.textContent.trim().slice(0, 80)}`);
    }
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath !== "none") break;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      const { left, right, bottom } = box.getBoundingClientRect();
      if (words.right > right + 1 || words.left < left - 1 || words.bottom > bottom + 3) {
        cut.push(`.${one.className} in .${box.className}: ${one.textContent.trim().slice(0, 80)}`);
        break;
      }
    }
  }
  return [...new Set(cut)];
}"""


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
    shown, allowed, wrong = pages(people), ", ".join(MAY_BE_CUT), []
    for language, (name, path), size in product(("fr", "en"), shown.items(), WINDOWS):
        Player.objects.filter(pk=alice.pk).update(language=language)
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.open(path)
        found = visitor.page.evaluate(CUT, allowed)
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
    assert [each for each in page.evaluate(CUT, ", ".join(MAY_BE_CUT)) if "goal-side" in each]
