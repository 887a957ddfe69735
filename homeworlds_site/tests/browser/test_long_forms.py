"""Long forms on a small phone: what has focus is seen, and the tabs of a section stand in a line."""

from __future__ import annotations

import pytest

from accounts.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bots_wait")]
SMALL_PHONE = (390, 664)
OPEN_ALL = "() => document.querySelectorAll('form details').forEach((one) => { one.open = true; })"
IS_UNDER_THE_BAR = """() => {
  const one = document.activeElement, bar = document.querySelector(".new-game__make");
  if (bar.contains(one) || getComputedStyle(bar).position !== "sticky") return "";
  const its = one.getBoundingClientRect(), edge = bar.getBoundingClientRect();
  return its.bottom > edge.top + 1 && its.top < edge.bottom ? one.name || one.textContent.trim() : "";
}"""
IS_PAST_THE_FORM = "() => !document.activeElement.closest('main')"
LINES = "(tabs) => new Set([...tabs.children].map((one) => one.getBoundingClientRect().top)).size"


@pytest.mark.parametrize("address", ["/games/new/", "/events/new/"])
def test_tabbing_through_a_long_form_leaves_nothing_under_its_bar(visit, alice, log_in, address):
    visitor = visit(SMALL_PHONE, way="keyboard")
    log_in(visitor, alice)
    page = visitor.open(address)
    page.evaluate(OPEN_ALL)
    under, seen = set(), 0
    for key in ("Tab", "Shift+Tab"):
        page.locator("main h1" if key == "Tab" else ".new-game__make button").first.evaluate(
            "(one) => { one.tabIndex = 0; one.focus(); }"
        )
        for _ in range(200):
            page.keyboard.press(key)
            if page.evaluate(IS_PAST_THE_FORM):
                break
            seen += 1
            under.add(page.evaluate(IS_UNDER_THE_BAR))
    assert under <= {""} and seen > 40


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_tabs_of_compete_stand_in_one_line_on_a_phone(visit, alice, log_in, language):
    Player.objects.filter(pk=alice.pk).update(language=language)
    for width in (360, 390):
        visitor = visit((width, 664))
        log_in(visitor, alice)
        tabs = visitor.open("/events/").locator(".compete")
        assert visitor.page.locator("html").get_attribute("lang") == language
        assert tabs.locator("a").count() == 5 and tabs.evaluate(LINES) == 1
        visitor.context.close()
