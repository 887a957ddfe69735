"""Where one is logged in, and an account taken back: phone and desk, with and without JavaScript."""

from __future__ import annotations

import re

import pytest
from django.core import mail

from accounts.models import Player
from accounts.tests.cast import PASSWORD
from accounts.tests.logging_in import code_in_last_mail
from games.models import Game
from games.services import invite
from games.tests.seating import new_game
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE

pytestmark = pytest.mark.browser
PAIRS = [(PHONE, True), (PHONE, False), (DESKTOP, True), (DESKTOP, False)]


@pytest.mark.parametrize("size, scripts", PAIRS)
def test_an_address_is_changed_and_the_change_taken_back(visit, alice, size, scripts):
    thief, owner = visit(size, scripts=scripts), visit(size, scripts=scripts)
    thief.open("/accounts/login/")
    thief.page.get_by_label("E-mail address").fill("alice@example.com")
    thief.page.get_by_label("Password").fill(PASSWORD)
    thief.press(thief.page.get_by_role("main").get_by_role("button", name="Log in"))
    thief.open("/accounts/sessions/")
    assert thief.wide_parts() == []
    assert "This browser" in thief.page.locator("main").inner_text()
    thief.picture(f"sessions-{size[0]}")
    thief.open("/accounts/email/")
    thief.page.get_by_label("E-mail address").fill("thief@example.com")
    thief.press("button[name=action_add]")
    thief.page.get_by_label("Password").fill(PASSWORD)
    thief.press(thief.page.get_by_role("main").get_by_role("button", name="Confirm"))
    thief.page.get_by_label("Code").fill(code_in_last_mail())
    thief.press(thief.page.get_by_role("main").get_by_role("button", name="Confirm"))
    assert Player.objects.get(pk=alice.pk).email == "thief@example.com"
    (told,) = [each for each in mail.outbox if "address-undo" in each.body]
    assert told.to == ["alice@example.com"]
    link = re.search(r"/accounts/address-undo/\S+", told.body)
    assert link
    owner.open(link[0])
    assert owner.wide_parts() == []
    owner.picture(f"undo-{size[0]}")
    owner.press(owner.page.get_by_role("button", name="Take my account back"))
    assert owner.wide_parts() == []
    owner.picture(f"undone-{size[0]}")
    assert Player.objects.get(pk=alice.pk).email == "alice@example.com"
    thief.open("/accounts/settings/")
    assert "/accounts/login/" in thief.page.url


@pytest.mark.parametrize("size, scripts", PAIRS)
def test_a_friend_sits_down_as_a_guest_and_signs_up_in_the_zone_of_the_browser(visit, alice, size, scripts):
    game = new_game(alice)
    seat = Game.objects.get(pk=game.pk).seats.get(player=None)
    token = invite(game_id=game.pk, player=alice, seat_id=seat.pk).token
    friend = visit(size, scripts=scripts, timezone_id="Asia/Tokyo")
    friend.open(f"/games/join/{token}/")
    assert friend.wide_parts() == []
    friend.picture(f"as-a-guest-{size[0]}")
    friend.press(friend.page.get_by_role("button", name="Take this seat as a guest"))
    guest = game.seats.exclude(player=alice).get().player
    assert guest.is_guest
    friend.open("/accounts/keep/")
    friend.page.get_by_label("Name").fill("Keeper")
    friend.page.get_by_label("E-mail address").fill("keeper@example.com")
    friend.page.get_by_label("Password").fill(PASSWORD)
    friend.press(friend.page.locator("main form button.button").first)
    friend.open(f"/games/{game.public_id}/")
    assert "Keeper" in friend.page.locator("main").inner_text()
    assert guest.name not in friend.page.locator("main").inner_text()
    assert Player.objects.get(pk=guest.pk).time_zone == ("Asia/Tokyo" if scripts else "")
