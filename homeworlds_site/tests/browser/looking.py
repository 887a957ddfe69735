"""Whether a page fits every width, and pictures of it."""

from __future__ import annotations

from collections.abc import Collection

from homeworlds_site.tests.browser.visitor import PHONE, Visitor

WIDTHS = (360, 390, 768, 1280)
HEIGHTS = {360: 740, 390: 844, 768: 1024, 1280: 900}
PICTURED = (390, 1280)


def look_at(visitor: Visitor, name: str, path: str = "", widths: Collection[int] = WIDTHS) -> list[str]:
    """What sticks out of the page at each width; `path` empty for the page that is open."""
    if path:
        visitor.open(path)
    wrong = []
    for width in widths:
        visitor.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        wrong += [f"{name} at {width}: {part}" for part in visitor.wide_parts()]
        if width in PICTURED:
            for scheme in ("dark", "light"):
                visitor.page.emulate_media(color_scheme=scheme)
                visitor.picture(f"{name}-{width}-{scheme}")
                visitor.picture(f"first-sight-{name}-{width}-{scheme}", whole=False)
    visitor.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    with visitor.larger_text():
        wrong += [f"{name} with large text: {part}" for part in visitor.wide_parts()]
        visitor.picture(f"{name}-large-text")
    assert visitor.page.title().strip() not in ("", "· Homeworlds")
    return wrong
