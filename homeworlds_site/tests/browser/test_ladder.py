"""The ladder of the site, from joining to changing places."""

from __future__ import annotations

import pytest

from accounts.tests.cast import person
from games.services import resign
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.hands import game_on
from homeworlds_site.tests.browser.visitor import PHONE
from ladders.models import Rung
from ladders.tests.climbing import ladder_of, really_played

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "how", [{}, {"way": "keyboard"}, {"scripts": False}], ids=["scripts", "keyboard", "no-scripts"]
)
def test_one_joins_is_refused_with_the_right_words_challenges_plays_and_changes_places(
    visit, alice, bob, log_in, how
):
    others = [person(f"Rival{number}") for number in range(1, 12)]
    ladder_of(bob, *others)
    first, second = visit(PHONE, **how), visit()
    log_in(first, alice)
    log_in(second, bob)
    page = first.open("/ladders/")
    first.press(page.get_by_role("link", name="Site ladder"))
    first.press(page.get_by_role("button", name="Join the ladder"))
    assert "You may challenge places 3 to 12." in page.locator("main").inner_text()
    assert "You are new here" in page.locator(".ladder-next").inner_text()
    # Bob stands on top: too high, so there is no button; whoever sends it all the same is told why.
    assert page.get_by_role("button", name="Challenge Bob").count() == 0
    Rung.objects.filter(player=others[5]).update(limbo="leaves")
    page = first.open("/ladders/site/")
    row = page.locator(".ladder-challenge .rung", has_text="Rival6")
    assert "This player is about to leave the ladder." in row.inner_text()
    assert row.get_by_role("button").count() == 0
    first.press(page.get_by_role("button", name="Challenge Rival3"))
    game = game_on(first)
    assert game.origin_link == "/ladders/site/" and game.rated
    really_played(game)
    page = first.open("/ladders/site/")
    assert "A game between you two is running already." in page.locator("main").inner_text()
    if first.scripts:
        assert violations(first, "the ladder", ("dark", "light")) == []
    resign(game_id=game.pk, player=others[2], key="r", confirmed=True)
    ended = first.open(f"/games/{game.public_id}/").locator(".ended-changes", has_text="Site ladder")
    assert "Alice wins against Rival3 and moves up from place 13 to 4." in ended.inner_text()
    page = first.page
    first.press(ended.get_by_role("link", name="The ladder"))
    assert page.locator(".ladder-facts dd").first.inner_text() == "4"
    assert page.locator("#me").inner_text().split()[:2] == ["4", "Alice"]
    assert page.locator(".drawing--narrow svg.drawn").is_visible()
    seen = second.open("/ladders/site/events/").locator("main").inner_text()
    assert "Alice wins against Rival3" in seen
    assert "4 of 13" in second.open("/players/Alice/").locator("main").inner_text()
    for visitor in (first, second):
        assert visitor.complaints == []
