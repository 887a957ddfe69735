"""The Red Alert comes and goes while a turn is being made, with a script and without."""

from __future__ import annotations

import pytest

from accounts.models import Player
from board.tests.cautions import LAST_SHIP
from games.models import Game, SeatOrder
from games.services import SeatWish, create_game
from games.tests.table_views import put
from homeworlds.rules import RuleSet
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE

pytestmark = pytest.mark.browser


def game_of(alice: Player, bob: Player) -> Game:
    seats = [SeatWish(player=alice, red_alert=True), SeatWish(player=bob)]
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
    return put(game, LAST_SHIP)


@pytest.mark.parametrize("scripts, size", [(True, PHONE), (False, DESKTOP)], ids=["script", "no script"])
def test_the_alert_comes_and_goes_with_the_turn_in_the_making(visit, alice, bob, log_in, scripts, size):
    game = game_of(alice, bob)
    visitor = visit(size, scripts=scripts)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    alert, steps = page.locator("#caution.grave"), page.locator("#threat li")
    assert alert.inner_text() == "Red Alert. Bob could eliminate you with one turn."

    # The turn is shown on request, in words and on the map.
    assert not steps.is_visible()
    page.locator("#threat > summary").click()
    assert steps.inner_text() == "Captured G1 of Alice at Alice"
    visitor.press("#mark-threat")
    assert steps.is_visible() and page.locator(".frame .chip").count()
    visitor.picture(f"red-alert-{scripts}")

    # One more ship at home takes the danger away; what does not help leaves it.
    visitor.press("#home-0")
    visitor.press("#choose-do-build")
    assert not alert.count() and "Built G1 at Alice" in visitor.table_text()
    visitor.press("#undo")
    assert alert.count() == 1
    visitor.press("#home-0")
    visitor.press("#choose-do-trade")
    visitor.press("#choose-trade-r1")
    assert alert.inner_text() == "Red Alert. After this turn Bob could eliminate you with one turn."

    # The table asks once; whoever goes back may change his mind, and a second press counts.
    visitor.press("#end-turn")
    assert page.locator("#turn-heading").inner_text().splitlines() == [
        "End it all the same?",
        "Red Alert. After this turn Bob could eliminate you with one turn.",
    ]
    visitor.picture(f"red-alert-asks-{scripts}")
    assert visitor.wide_parts() == []
    visitor.press(page.get_by_role("link", name="No, go back"))
    assert alert.count() == 1 and not game.log.exists()
    visitor.press("#end-turn")
    visitor.press("#confirm")
    assert [entry.text for entry in game.log.all()] == ["trade G1 R1 Alice"]
    assert not alert.count()


def test_only_the_player_who_is_warned_sees_the_alert(visit, alice, bob, log_in):
    game = game_of(alice, bob)
    for player in (bob, None):
        visitor = visit()
        if player:
            log_in(visitor, player)
        visitor.open(f"/games/{game.public_id}/")
        assert "could eliminate you" not in visitor.page.content()
