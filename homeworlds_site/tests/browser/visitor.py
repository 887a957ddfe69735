"""A person with a Chromium, who notices every complaint of the browser."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response

PHONE = (390, 844)
DESKTOP = (1280, 900)

MOST_TABS = 120
Way = Literal["mouse", "touch", "keyboard"]

TELL_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`));
"""
IS_BEHIND_FOCUS = """
one => (document.activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0"""
IS_FOCUS_SEEN = """
one => [null, "::after"].some((part) => getComputedStyle(one, part).outlineStyle !== "none")"""
"""Around itself, or around the row that it is the link of."""
SETTLED = "#table:not([data-old]):not(.htmx-settling), body:not(:has(#table))"


class Visitor:
    """Opens pages, presses links and buttons; `complaints` holds what the browser wrote to its console.

    Meant are answers that tell of a refusal (409, 422), which stand in `refusals`, and requests given
    up because a newer one of the same form follows.
    """

    def __init__(
        self, context: BrowserContext, base: str, *, scripts: bool = True, way: Way = "mouse"
    ) -> None:
        self.context, self.base, self.scripts, self.way = context, base, scripts, way
        self.complaints: list[str] = []
        self.refusals: list[int] = []
        context.set_default_timeout(10_000)
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("response", self._answered)
        self.page: Page = context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        meant = re.search(
            r"responded with a status of (409|422)\b|htmx:(sendAbort|afterRequest)\b"
            r"|Service Worker registration blocked by Playwright",
            message.text,
        )
        if message.type in ("error", "warning") and not meant:
            self.complaints.append(f"{message.type} on {self.page.url}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status in (409, 422):
            self.refusals.append(response.status)
        elif response.status >= 400:
            self.complaints.append(f"{response.status} for {response.url}")

    def open(self, path: str) -> Page:
        self.page.goto(self.base + path)
        return self.page

    def press(self, target: Locator | str) -> None:
        """A click that brings another page or another table; comes back when it can be used."""
        target = self.page.locator(target) if isinstance(target, str) else target
        if not self.scripts or not self.page.locator("#table").count():
            self.press_away(target)
            return
        self.mark_table()
        self.use(target)
        self.await_table()

    def open_panel(self, name: str) -> None:
        """Of a table: the turn, the talk or the log, where they are tabs beside the map."""
        tab = self.page.locator(f"#tab-{name}")
        if tab.count() and tab.is_visible():
            tab.click()

    def press_away(self, target: Locator) -> None:
        """A click that leads to another page."""
        with self.page.expect_navigation():
            self.use(target)

    def use(self, target: Locator) -> None:
        """Presses it, in the visitor's way; what is folded away is opened first."""
        fold = target.locator("xpath=ancestor::details[contains(@class, 'popup') and not(@open)]/summary")
        if fold.count() and not target.is_visible():
            self.use(fold)
        if self.way == "mouse":
            target.click()
        elif self.way == "touch":
            target.tap()
        else:
            self.tab_to(target)
            self.page.keyboard.press("Enter")

    def tab_to(self, target: Locator | str) -> None:
        """Presses Tab until the focus is there, backwards to what stands before; the focus must be seen."""
        target = self.page.locator(target) if isinstance(target, str) else target
        wanted = target.element_handle()
        behind = wanted.evaluate(IS_BEHIND_FOCUS)
        for _press in range(MOST_TABS):
            self.page.keyboard.press("Shift+Tab" if behind else "Tab")
            if wanted.evaluate("one => one === document.activeElement"):
                assert wanted.evaluate(IS_FOCUS_SEEN), target
                return
        raise AssertionError(f"{MOST_TABS} times Tab do not lead to {target}.")

    def mark_table(self) -> None:
        self.page.evaluate("document.getElementById('table').dataset.old = ''")

    def await_table(self) -> None:
        """The next table, or another page."""
        self.page.wait_for_selector(SETTLED, state="attached")

    def table_text(self) -> str:
        return self.page.locator("#table").inner_text()

    def wide_parts(self) -> list[str]:
        """What makes the page wider than the window; empty when nothing does."""
        return self.page.evaluate(
            """() => {
              const width = document.documentElement.clientWidth;
              if (document.documentElement.scrollWidth <= width) return [];
              const wide = [...document.body.querySelectorAll("*")].filter(
                (one) => one.getBoundingClientRect().right > width + 0.5);
              return wide.map((one) => `${one.tagName} ${one.id} ${one.className}`).slice(0, 8)
                .concat([`${document.documentElement.scrollWidth} > ${width}`]);
            }"""
        )

    @contextmanager
    def larger_text(self, percent: int = 200) -> Iterator[None]:
        """As somebody sees the page who has set his browser to larger letters."""
        size = "(size) => { document.documentElement.style.fontSize = size; }"
        self.page.evaluate(size, f"{percent}%")
        yield
        self.page.evaluate(size, "")

    def picture(self, name: str, *, whole: bool = True) -> None:
        """Saves the page as a picture when SCREENSHOTS names a folder."""
        if folder := os.environ.get("SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(folder) / f"{name}.png", full_page=whole, caret="initial")
