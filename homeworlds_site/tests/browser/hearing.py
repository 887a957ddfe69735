"""What a page tells who does not see it."""

from __future__ import annotations

from playwright.sync_api import Page

LISTEN = """() => {
  window.told = [];
  const spoken = document.getElementById("spoken");
  new MutationObserver(() => window.told.push(spoken.textContent)).observe(spoken, {childList: true});
}"""


def told(page: Page) -> list[str]:
    """Since it was asked for last."""
    return page.evaluate("() => window.told.splice(0)")


def read(page: Page) -> str:
    """What the focus has come to, which is read without being told."""
    return " ".join(page.evaluate("() => document.activeElement.textContent").split())
