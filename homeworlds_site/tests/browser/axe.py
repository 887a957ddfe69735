"""What axe finds wrong with a page."""

from __future__ import annotations

from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe

from homeworlds_site.tests.browser.visitor import Visitor

ALL_RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
SCHEMES = {"dark": ALL_RULES, "light": {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}}
"""The second time what a scheme changes is enough: the colours."""


def violations(visitor: Visitor, name: str, schemes: Iterable[str] = SCHEMES) -> list[str]:
    """What axe finds on the page that is open."""
    visitor.page.evaluate(Axe().axe_script)
    found = []
    for scheme, options in [(scheme, SCHEMES[scheme]) for scheme in schemes]:
        visitor.page.emulate_media(color_scheme=scheme)
        run = "options => axe.run(options).then(({ violations }) => violations)"
        for violation in visitor.page.evaluate(run, options):
            parts = [node["target"] for node in violation["nodes"]][:4]
            found.append(f"{name} ({scheme}): {violation['id']}: {violation['help']}: {parts}")
    return found
