"""A rated game from the forecast to the list, in two languages."""

from __future__ import annotations

import pytest

from games.models import Game
from games.services import resign
from games.tests.play import play_peaceful_turns
from homeworlds_site.tests.browser.hands import game_on
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser


def test_two_agree_on_a_rated_game_and_see_what_it_changed_and_why(visit, alice, bob, log_in):
    first, second = visit(), visit(PHONE)
    bob.language = "fr"
    bob.save(update_fields=["language"])
    log_in(first, alice)
    log_in(second, bob)
    page = first.open("/games/new/?invite=Bob")
    page.locator("summary", has_text="Terms").click()
    page.locator("[name=rated][value=yes]").check()
    told = page.locator("#forecast", has_text="of 100 such games go to you")
    told.wait_for()
    assert "50 to Bob" in told.inner_text()
    first.press(page.get_by_role("button", name="Make the game"))
    game = game_on(first)
    invitation = game.seats.get(player=None).invitations.get()
    other = second.open(f"/games/join/{invitation.token}/")
    assert "Sur 100 parties de ce genre, 50 sont pour vous" in other.locator("main").inner_text()
    second.press(other.locator("form.actions button.button"))
    play_peaceful_turns(Game.objects.get(pk=game.pk), 4)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    ended = first.open(f"/games/{game.public_id}/").locator(".ended-changes")
    assert "+" in ended.inner_text() and "−" in ended.inner_text()
    page = first.page
    first.press(ended.get_by_role("link", name="Why?"))
    assert "of 100 such games were expected to be won. This one was won." in page.locator("main").inner_text()
    other = second.open(f"/games/{game.public_id}/rating/")
    assert "Celle-ci a été perdue." in other.locator("main").inner_text()
    assert "Bob" in second.open("/ratings/?name=bob").locator("table.ratings").inner_text()
    second.open("/players/Bob/ratings/")
    assert "Perdu contre Alice" in second.page.locator(".curve-chosen").inner_text()
    assert second.page.locator(".drawing--narrow svg.curve").is_visible()
