"""Visitors of the pages of events, without JavaScript."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.tests.browsing import Browser as PlainBrowser
from games.tests.browsing import PageForm, forms_on
from upkeep.tests.elements import Element, page_of


class Browser(PlainBrowser):
    """Follows where it is sent."""

    def get(self, url: str) -> Any:
        return self.client.get(url)

    def post(self, url: str) -> Any:
        return self.client.post(url)

    def send(self, form: PageForm, button: str = "", *, htmx: bool = False, **values: str) -> Any:
        answer = super().send(form, button, htmx=htmx, **values)
        if answer.status_code == 303:
            return self.open(answer["Location"]).page
        self.page = answer
        return answer

    def press(self, name: str) -> Browser:
        """The button of a form with nothing to fill in."""
        button = page_of(self.page).one("button", name)
        where = button.tag.find_parent("form")["action"]
        self.send(next(form for form in forms_on(self.page) if form.action == where))
        return self


def shown(viewer: Player | None, address: str) -> Element:
    return page_of(Browser(viewer).open(address).page)


def queries(viewer: Player, address: str) -> int:
    browser = Browser(viewer)
    browser.open(address)
    with CaptureQueriesContext(connection) as found:
        browser.open(address)
    return len(found)
