"""From the home page to a first turn on a phone, and to an account."""

from __future__ import annotations

import pytest

from accounts.models import Player
from accounts.tests.cast import PASSWORD
from accounts.tests.logging_in import code_in_last_mail
from games.models import EntryKind
from homeworlds_site.tests.browser.hands import game_on
from homeworlds_site.tests.browser.visitor import PHONE, Visitor

pytestmark = pytest.mark.browser


def fill_in_as_dora(visitor: Visitor) -> None:
    dora = {"Name": "Dora", "E-mail address": "dora@example.com", "Password": PASSWORD}
    for label, value in dora.items():
        visitor.page.get_by_label(label, exact=True).fill(value)
    visitor.press(visitor.page.get_by_role("main").get_by_role("button", name="Sign up"))


def confirm_by_code(visitor: Visitor) -> None:
    assert "We have sent a code to dora@example.com." in visitor.page.locator("main").inner_text()
    visitor.picture("code")
    visitor.page.get_by_label("Code").fill(code_in_last_mail())
    visitor.press(visitor.page.get_by_role("button", name="Confirm"))


def test_somebody_signs_up_with_the_code_from_the_mail(visit, transactional_db):
    visitor = visit(PHONE)
    page = visitor.open("/")
    visitor.press(page.get_by_role("banner").get_by_role("link", name="Sign up"))
    fill_in_as_dora(visitor)
    confirm_by_code(visitor)
    assert "Dora" in page.locator(".header__account").inner_text()
    visitor.open("/")
    visitor.press(page.get_by_role("link", name="All my games"))
    assert "You have no games yet." in page.locator("main").inner_text()


def test_a_guest_plays_a_bot_on_a_phone_and_keeps_the_game(visit, loaded_dice):
    loaded_dice("2")
    visitor = visit(PHONE)
    page = visitor.open("/")
    visitor.press(page.get_by_role("button", name="Play a bot now"))
    assert "Your turn" in page.locator("#turn-heading").inner_text()
    for piece in ("star-y1", "star-b2", "ship-g3"):
        visitor.press(f"#choose-{piece}")
    visitor.picture("guest-setup-made")
    visitor.press("#end-turn")
    game = game_on(visitor)
    seat = game.seats.get(kind="player")
    visitor.press(f"#home-{seat.number}")
    visitor.picture("guest-system-chosen", whole=False)
    visitor.press("#choose-do-build")
    visitor.picture("guest-build-made", whole=False)
    assert visitor.page.locator("#order-text").input_value() == f"build G1 {seat.name}"
    visitor.press("#end-turn")
    texts = game.log.filter(seat=seat.number, kind=EntryKind.TURN).values_list("text", flat=True)
    assert [text.split()[0] for text in texts] == ["homeworld", "build"]
    assert "Your turn" in page.locator("#turn-heading").inner_text()

    visitor.press_away(page.get_by_role("link", name="Sign up and keep your games"))
    fill_in_as_dora(visitor)
    confirm_by_code(visitor)
    dora = Player.objects.get(name="Dora")
    assert (dora.pk, dora.kind, dora.email) == (seat.player_id, Player.Kind.HUMAN, "dora@example.com")
    visitor.open("/")
    assert "These games wait for you" in page.locator("main").inner_text()
    visitor.press(page.locator(".game-row__link").first)
    assert game_on(visitor) == game
    visitor.press(f"#home-{seat.number}")
    assert page.locator("#choose-do-build").is_visible()
