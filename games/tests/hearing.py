"""What a table says aloud of what stands on its panel."""

from __future__ import annotations

import re
from typing import Any, Final

from bs4 import Tag

from board.tests.cautions import CALM, CROWD, LAST_SHIP
from upkeep.tests.elements import page_of

EXCEPT: Final = {
    "[role=alert], [role=status]": "a live region of its own",
    "#more, #explained": "what somebody opens who wants to know",
    "#why-not-yet": "likewise: why the button is dim",
    "#threat": "likewise: how it could be done; that it could is said",
    "#since, .last-turn": "what the others did: the entries have lines with names",
    "a, button, label, textarea, .slots": "what is pressed or written has a name of its own",
    ".first-power, .first-size, .places": "heads of buttons, each of which has a name of its own",
    ".visually-hidden": "a heading of what follows",
    "[aria-hidden=true]": "a picture of what words say",
    ".turn-hint": "what to do next stands in the heading, which has the focus",
    "#order-kept": "said when the order is put back",
}
"""Of the panel."""
STATES: Final = {
    "at rest": (CALM, ""),
    "a system chosen": (CALM, "at=Alice"),
    "a ship that may go": (CALM, "at=Alice&ship=Y1"),
    "a step done": (CALM, "turn=build+G1+Alice"),
    "no large ship at home": (CALM.replace("g3y1", "g2y1"), "turn=build+G1+Alice"),
    "a crowd left to the others": (CROWD, "turn=build+G1+Vega"),
    "a catastrophe elsewhere": (CROWD, ""),
    "a catastrophe that costs ships": (CROWD, "turn=catastrophe+Vega+green"),
    "a sacrifice half done": (CROWD, "turn=sacrifice+G2+Alice"),
    "a Red Alert": (LAST_SHIP, ""),
    "a Red Alert after a step": (LAST_SHIP, "turn=trade+G1+R1+Alice"),
    "an end of one's own": (LAST_SHIP, "turn=sacrifice+G1+Alice"),
    "a turn that wins": ("<0> Alice (0, b1y2) g1r3-; Bob (1, r1b3) r3-g1", "turn=attack+G1+Bob"),
    "a setup begun": ("<0>", "star=b1&star=y1"),
    "a setup against the advice": ("<0>", "turn=homeworld+Y2+B1+R3"),
    "a wrong order": (CALM, "turn=dance"),
    "too little done": (CALM, "turn=sacrifice+Y1+Alice"),
}


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def sentences_of(panel: Tag) -> list[str]:
    """What stands there and is no exception, part by part."""
    for selector in EXCEPT:
        for each in panel.select(selector):
            each.extract()
    parts = [plain(str(text)) for text in panel.find_all(string=True)]
    return [part for text in parts for part in re.split(r"(?:^| )· ", text) if re.search(r"\w", part)]


def unsaid(response: Any) -> list[str]:
    """The sentences of the panel that have no line among those said aloud."""
    page = page_of(response)
    said = plain(" ".join(line.get_text() for line in page.by_id("heard").tag.select("li")))
    panel = page.by_id("turn-panel").tag
    assert ".." not in said and "!." not in said and "?." not in said
    return [part for part in sentences_of(panel) if part.rstrip(".") not in said]
