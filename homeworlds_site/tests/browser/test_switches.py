"""The page of switches in a browser: presets, ticks and hours, with scripts and without, by keys alone."""

from __future__ import annotations

import pytest

from accounts.models import Player
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.looking import look_at
from homeworlds_site.tests.browser.visitor import PHONE
from notices.switches.choices import chosen

pytestmark = pytest.mark.browser
PAGE = "/settings/notices/"


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


@pytest.mark.parametrize("how", [{}, {"scripts": False}], ids=["scripts", "no-scripts"])
def test_a_preset_and_a_tick_are_saved(visit, alice, log_in, how):
    visitor = visit(PHONE, **how)
    log_in(visitor, alice)
    page = visitor.open(PAGE)
    visitor.press(page.locator("button[name=preset][value=my-turn]"))
    assert page.locator("button[value=my-turn]").get_attribute("aria-pressed") == "true"
    assert not again(alice).mail_ends
    page.locator(".notices__fine summary").click()
    page.locator("input[name=mail][value=ends]").check()
    visitor.press(page.locator(".notices__fine form .button"))
    assert again(alice).mail_ends
    assert page.locator("#mix").inner_text() == "Your own mix. 1 tick differs from “Only my turn”."


def test_by_keys_alone(visit, alice, log_in):
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(PAGE)
    page.locator("button[value=warnings]").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert chosen(again(alice))["push"] == {"warnings"}
    page.locator(".notices__fine summary").focus()
    page.keyboard.press("Enter")
    page.locator("input[name=push][value=turns]").focus()
    page.keyboard.press("Space")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert chosen(again(alice))["push"] == {"turns", "warnings"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_fits_every_width_and_everybody_can_use_it(visit, alice, log_in, language):
    Player.objects.filter(pk=alice.pk).update(language=language)
    visitor = visit(PHONE)
    log_in(visitor, alice)
    visitor.open(PAGE)
    visitor.page.locator(".notices__fine summary").click()
    assert look_at(visitor, f"switches-{language}") == []
    assert violations(visitor, "the switches", ("dark", "light")) == []
