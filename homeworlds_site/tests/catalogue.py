"""Reads the catalogue of a language, and what the source marks for translation, without gettext's tools."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.translation.template import templatize

ROOT: Final = Path(settings.BASE_DIR)
PACKAGES: Final = ("accounts", "bots", "games", "homeworlds", "homeworlds_site", "pages", "upkeep")
MARKS: Final = {"gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "_": 1, "ngettext": 2, "ngettext_lazy": 2}
"""The functions that mark a text, with their number of texts."""
_LITERAL: Final = r"""u?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_IN_TEMPLATE: Final = re.compile(rf"\b(n?gettext|_)\({_LITERAL}(?:,\s*{_LITERAL})?")

Marked = tuple[str, str]
"""A text and its plural, which is empty for a text that has none."""


class Entry(NamedTuple):
    """A text of the catalogue."""

    text: str
    plural: str
    translations: tuple[str, ...]
    """One, or one for each plural form."""
    fuzzy: bool


def read_po(path: Path) -> list[Entry]:
    """All entries but the header; obsolete ones (`#~`) are none."""
    entries = [_entry(block) for block in path.read_text(encoding="utf-8").split("\n\n")]
    return [entry for entry in entries if entry is not None and entry.text]


def _entry(block: str) -> Entry | None:
    fields: dict[str, str] = {}
    fuzzy, name = False, ""
    for line in block.splitlines():
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        if not line.startswith('"'):
            name, _, line = line.partition(" ")
        fields[name] = fields.get(name, "") + ast.literal_eval(line)
    if "msgid" not in fields:
        return None
    translations = tuple([value for key, value in fields.items() if key.startswith("msgstr")])
    return Entry(fields["msgid"], fields.get("msgid_plural", ""), translations, fuzzy)


def marked_texts() -> dict[Marked, str]:
    """Everything that the source marks, with one place of each."""
    found: dict[Marked, str] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "tests" not in path.parts and "migrations" not in path.parts:
                for marked in texts_of_python(path.read_text(encoding="utf-8")):
                    found.setdefault(marked, str(path.relative_to(ROOT)))
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in (".html", ".txt"):
            for marked in texts_of_template(path.read_text(encoding="utf-8")):
                found.setdefault(marked, str(path.relative_to(ROOT)))
    return found


def texts_of_python(source: str) -> Iterator[Marked]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            texts = [arg.value for arg in node.args[: MARKS[node.func.id]] if isinstance(arg, ast.Constant)]
            if texts and all(isinstance(text, str) for text in texts):
                yield str(texts[0]), str(texts[1]) if len(texts) == 2 else ""


def texts_of_template(source: str) -> Iterator[Marked]:
    for _, *literals in _IN_TEMPLATE.findall(templatize(source)):
        text, plural = (ast.literal_eval(literal) if literal else "" for literal in literals)
        yield text, plural
