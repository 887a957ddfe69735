"""What can be seen of a table, measured in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
PLACE = (FOLDER / "place.js").read_text(encoding="utf-8")
SEEN = (FOLDER / "seen.js").read_text(encoding="utf-8")
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
