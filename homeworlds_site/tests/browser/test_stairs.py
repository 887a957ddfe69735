"""Asking for a table of the stairs until the step one stands on has changed; a standing wish that is met."""

from __future__ import annotations

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.models import Game
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.visitor import PHONE
from ladders.models import Wish
from ladders.tests.stairs import ask, give_up, seating
from ladders.tests.wishes import wish
from ladders.wishes.services import match_wishes

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bots_wait")]


@pytest.fixture
def three(transactional_db: None) -> list[Player]:
    return [person(name) for name in ("Bob", "Cleo", "Dora")]


def words(page) -> str:
    return " ".join(page.locator("main").inner_text().split())


@pytest.mark.parametrize(
    "how", [{}, {"way": "keyboard"}, {"scripts": False}], ids=["scripts", "keyboard", "no-scripts"]
)
def test_one_asks_for_a_table_is_seated_with_three_others_and_goes_up(visit, alice, three, log_in, how):
    visitor = visit(PHONE, **how)
    log_in(visitor, alice)
    ask(*three)
    page = visitor.open("/stairs/")
    assert "3 players wait." in words(page)
    visitor.press(page.get_by_role("button", name="Ask for a table"))
    assert "4 players wait, you among them." in words(page) and "You are in" in words(page)
    ((game),) = seating()
    page = visitor.open("/stairs/")
    assert "My tables" in words(page)
    visitor.press_away(page.locator("#mine-heading + ul a"))
    assert page.url.endswith(f"/games/{game.public_id}/")
    assert "Stairs" in words(visitor.open(f"/games/{game.public_id}/about/"))
    Game.objects.filter(pk=game.pk).update(turn_count=20)
    give_up(game, *three)
    page = visitor.open("/stairs/")
    assert "You stand on step 2" in words(page) and "1 up this season" in words(page)
    assert "Alice goes up" in words(page)
    if visitor.scripts:
        assert not violations(visitor, "/stairs/", ("dark", "light"))
    assert "step 2" in words(visitor.open("/players/Alice/"))


def test_a_wish_stands_until_somebody_wishes_for_the_same(visit, alice, three, log_in):
    bob, *_others = three
    visitor = visit(locale="fr", scripts=True)
    log_in(visitor, alice)
    page = visitor.open("/find/")
    visitor.press(page.get_by_role("button", name="Souhaiter cela"))
    assert "N’importe quel adversaire" in words(page)
    assert not violations(visitor, "/find/", ("dark", "light"))
    wish(bob)
    assert match_wishes() == 1
    assert "1 de 1 parties en cours" in words(visitor.open("/find/"))
    visitor.press(page.get_by_role("button", name="Retirer"))
    assert not Wish.objects.filter(player=alice).exists()
    assert Game.objects.get().seats.filter(player=alice).exists()


def test_the_lobby_offers_what_others_wish_for_by_keyboard(visit, alice, three, log_in):
    wish(three[0])
    visitor = visit(way="keyboard")
    log_in(visitor, alice)
    page = visitor.open("/games/open/")
    visitor.press_away(page.get_by_role("button", name="Play this with Bob"))
    assert page.url.endswith(f"/games/{Game.objects.get().public_id}/")
