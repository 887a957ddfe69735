"""What axe finds wrong with a page."""

from __future__ import annotations

from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe

from homeworlds_site.tests.browser.visitor import Visitor

ALL_RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
SCHEMES = {"dark": ALL_RULES, "light": {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}}
"""The second time what a scheme changes is enough: the colours."""
RUN = """async (options) => {
  const stuck = [...document.querySelectorAll("main *")].filter((one) => {
    const { position, bottom } = getComputedStyle(one);
    return position === "sticky" && bottom !== "auto" && !one.style.position;
  });
  for (const one of stuck) one.style.position = "static";
  const { violations } = await axe.run(options);
  for (const one of stuck) one.style.position = "";
  return violations;
}"""
"""What a bar at the lower edge covers comes out from under it when one scrolls: it is no small target."""


def violations(visitor: Visitor, name: str, schemes: Iterable[str] = SCHEMES) -> list[str]:
    """What axe finds on the page that is open."""
    visitor.page.evaluate(Axe().axe_script)
    found = []
    for scheme, options in [(scheme, SCHEMES[scheme]) for scheme in schemes]:
        visitor.page.emulate_media(color_scheme=scheme)
        for violation in visitor.page.evaluate(RUN, options):
            parts = [node["target"] for node in violation["nodes"]][:4]
            found.append(f"{name} ({scheme}): {violation['id']}: {violation['help']}: {parts}")
    return found
