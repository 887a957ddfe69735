"""What can be seen of a table, measured in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
PLACE = (FOLDER / "place.js").read_text(encoding="utf-8")
TARGETS = (FOLDER / "targets.js").read_text(encoding="utf-8")
SEEN = (FOLDER / "seen.js").read_text(encoding="utf-8").replace("(TARGETS)", f"({TARGETS.strip()})")
SMALL = f"""([pressed, size]) => {{
  const {{ hidden, inText, smaller, spoken }} = ({TARGETS.strip()})();
  const all = [...document.querySelectorAll(`main :is(${{pressed}})`)].filter((one) => one.checkVisibility());
  return all.filter((one) => !hidden(one) && !inText(one)).filter(smaller(size)).map(spoken);
}}"""
"""What is pressed, is no word in a text, and is too small."""
LISTEN = """() => {
  window.told = [];
  const spoken = document.getElementById("spoken");
  new MutationObserver(() => window.told.push(spoken.textContent)).observe(spoken, {childList: true});
}"""


class Size(NamedTuple):
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def is_desk(self) -> bool:
        """All of the table is in view at once; below, the page scrolls under a sheet."""
        return self.width >= 900


SIZES = (Size(390, 664), Size(390, 844), Size(768, 1024), Size(1280, 800), Size(1920, 1080))
