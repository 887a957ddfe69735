"""What the pages say about mails: a game without them, and an address from which they come back."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.models import Game
from games.notices.muting import mute_link
from games.tests.play import table_of
from homeworlds.rules import RuleSet
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE
from notices.selectors import has_muted

pytestmark = pytest.mark.browser


@pytest.fixture
def game(alice, bob) -> Game:
    return table_of(alice, bob, rules=RuleSet())


@pytest.mark.parametrize(
    ("size", "scripts"), [(PHONE, True), (DESKTOP, False)], ids=["phone", "without JavaScript"]
)
def test_a_game_is_muted_from_its_mail_and_unmuted_at_its_table(visit, bob, log_in, game, size, scripts):
    visitor = visit(size, scripts=scripts)
    page = visitor.open(mute_link(bob, game.public_id).partition("8000")[2])
    visitor.picture(f"mute-{size[0]}")
    visitor.press_away(page.get_by_role("button", name="Send no more about this game"))
    assert has_muted(bob, game.public_id)
    log_in(visitor, bob)
    page = visitor.open(f"/games/{game.public_id}/{'' if scripts else 'about/'}")
    if scripts:
        visitor.open_panel("log")
        page.locator("#about summary").click()
    again = page.get_by_role("button", name="Send them again")
    again.scroll_into_view_if_needed()
    box = again.bounding_box()
    assert box and box["height"] >= 44
    visitor.picture(f"muted-table-{size[0]}")
    visitor.press_away(again)
    assert not has_muted(bob, game.public_id)
    assert visitor.wide_parts() == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("path", ["/", "/games/mine/", "table"])
def test_an_address_that_is_refused_is_told_on_every_page(visit, bob, log_in, game, size, path):
    Player.objects.filter(pk=bob.pk).update(refused_address="bob.with.a.long.name@mail.of.a.host.example.com")
    visitor = visit(size)
    log_in(visitor, bob)
    address = f"/games/{game.public_id}/" if path == "table" else path
    page = visitor.open(address)
    told = page.get_by_role("complementary", name="E-mail address")
    assert "come back" in told.inner_text()
    visitor.picture(f"refused-{path.strip('/').replace('/', '-') or 'home'}-{size[0]}", whole=False)
    assert visitor.wide_parts() == []
    assert violations(visitor, address) == []
    link = told.get_by_role("link")
    visitor.tab_to(link)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "/accounts/" in page.url
