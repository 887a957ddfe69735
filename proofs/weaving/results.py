"""What is known of each pair, a line each in files that a later run goes on with."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

PLANTED: Final = "planted: "


@dataclass
class Results:
    path: Path | None = None
    """Where new ones are written."""
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, path: Path, own: Path | None = None) -> Results:
        """All that stands in files of this name that end with a number; new ones go to `own`. Of whoever
        was killed as it wrote, the last line is done again."""
        found = cls(own)
        for each in sorted(path.parent.glob(f"{path.name}.[0-9]*")):
            for line in each.read_text().splitlines():
                with suppress(json.JSONDecodeError):
                    row = json.loads(line)
                    found.rows[row["name"]] = row
        return found

    def add(self, name: str, **row: Any) -> None:
        self.rows[name] = {"name": name, **row}
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps(self.rows[name]) + "\n")
