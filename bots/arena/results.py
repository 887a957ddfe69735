"""A file of results, a line of JSON each: what was begun is gone on with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def read_lines(file: Path | None, terms: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Those that were written under just these terms."""
    if file is None or not file.exists():
        return []
    wanted = json.loads(json.dumps(terms))
    lines = map(_line, file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line is not None and line.get("terms") == wanted]


def append(file: Path | None, line: Mapping[str, Any]) -> None:
    """On a line of its own, also behind one that was cut short."""
    if file is None:
        return
    with file.open("a+b") as lines:
        if lines.tell():
            lines.seek(-1, 2)
            if lines.read(1) != b"\n":
                lines.write(b"\n")
        lines.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")


def _line(text: str) -> dict[str, Any] | None:
    """None: it was not written to its end."""
    try:
        line = json.loads(text)
    except ValueError:
        return None
    return line if isinstance(line, dict) else None
