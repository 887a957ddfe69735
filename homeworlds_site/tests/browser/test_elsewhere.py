"""Somebody has a server of his own told what is new, and sees what became of it."""

from __future__ import annotations

import pytest

from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.looking import look_at
from homeworlds_site.tests.browser.visitor import PHONE
from notices.hooks.models import Hook
from notices.hooks.posts import next_posts, send_post
from notices.tests.own_server import own_server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "how", [{}, {"way": "keyboard"}, {"scripts": False}], ids=["scripts", "keyboard", "no-scripts"]
)
def test_an_address_is_added_tried_and_removed(visit, alice, log_in, settings, monkeypatch, how):
    monkeypatch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    visitor = visit(PHONE, **how)
    log_in(visitor, alice)
    with own_server(settings) as own:
        page = visitor.open("/settings/notices/elsewhere/")
        if how.get("scripts", True):
            assert not look_at(visitor, "elsewhere-none")
        visitor.press(page.get_by_role("link", name="Address to be told of what is new"))
        page.get_by_label("Name").fill("My server")
        page.get_by_label("Address").fill("http://192.168.1.1/")
        visitor.press(page.get_by_role("button", name="Keep the address"))
        assert "Its address must begin with https://." in page.locator("main").inner_text()
        page.get_by_label("Address").fill(own.address)
        visitor.press(page.get_by_role("button", name="Keep the address"))
        visitor.press(page.get_by_role("button", name="Send a test"))
        assert "It is on its way." in page.locator("#hook-told").inner_text()
        (post,) = next_posts()
        assert send_post(post)
        if how.get("scripts", True):
            page.get_by_text("It arrived.").wait_for()
        else:
            page.reload()
        assert "It arrived." in page.locator("#hook-told").inner_text()
        assert own.read(Hook.objects.get())["type"] == "test"
        if not how:
            assert not look_at(visitor, "elsewhere-one")
            assert not violations(visitor, "an address")
            visitor.open("/settings/notices/elsewhere/")
            assert not look_at(visitor, "elsewhere-some")
            assert not violations(visitor, "elsewhere")
            visitor.open(f"/settings/notices/elsewhere/{Hook.objects.get().pk}/")
        page.get_by_text("Remove the address").click()
        visitor.press(page.get_by_role("button", name="Remove it"))
        assert not Hook.objects.exists()
