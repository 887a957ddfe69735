"""Two people make a club of their own and play in it."""

from __future__ import annotations

import pytest

from clubs.models import Club, Membership
from games.models import Game, Status, Visibility
from homeworlds_site.tests.browser.hands import game_on
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "how", [{}, {"way": "keyboard"}, {"scripts": False}], ids=["scripts", "keyboard", "no-scripts"]
)
def test_a_club_is_founded_somebody_invited_and_a_table_of_it_played(visit, alice, bob, log_in, how):
    first, second = visit(PHONE, **how), visit(**how)
    log_in(first, alice)
    log_in(second, bob)
    page = first.open("/clubs/")
    first.press(page.get_by_role("link", name="Found a club"))
    page = first.page
    page.get_by_label("Name", exact=True).fill("Nightwatch")
    page.locator("[name=joining][value=hidden]").check()
    page.get_by_label("About the club").fill("We play at night.")
    first.press(page.get_by_role("button", name="Found the club"))
    club = Club.objects.get()
    assert club.hidden
    first.press(page.get_by_role("link", name="Invite", exact=True))
    page.get_by_label("Name of the player").fill("Bob")
    first.press(page.get_by_role("button", name="Invite to the club"))
    assert "Bob is invited." in page.locator("body").inner_text()

    other = second.open("/clubs/")
    assert "Alice invites you" in other.locator("main").inner_text()
    second.press(other.get_by_role("link", name="Nightwatch"))
    assert "We play at night." in other.locator("main").inner_text()
    second.press(other.get_by_role("button", name="Accept"))
    assert Membership.objects.filter(club=club, player=bob).exists()

    first.open(club.get_absolute_url())
    first.press(page.get_by_role("link", name="Open a table"))
    assert page.get_by_label("Open to").input_value() == club.public_id
    first.press(page.get_by_role("button", name="Make the game"))
    game = game_on(first)
    assert (game.club, game.visibility, game.rated) == (club, Visibility.PRIVATE, False)

    second.open(club.get_absolute_url())
    second.press(other.get_by_role("button", name="Join"))
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
    assert f"/games/{game.public_id}/" in second.page.url
