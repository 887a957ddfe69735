"""Reads the catalogue of a language, and what the source marks for translation, without gettext's tools."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.translation.template import templatize

ROOT: Final = Path(settings.BASE_DIR)
PACKAGES: Final = sorted(
    path.parent.name
    for path in ROOT.glob("*/__init__.py")
    if path.parent.name not in ("benchmarks", "proofs")
)
MARKS: Final[Mapping[str, tuple[str, ...]]] = {
    "gettext": ("text",),
    "gettext_lazy": ("text",),
    "gettext_noop": ("text",),
    "_": ("text",),
    "ngettext": ("text", "plural"),
    "ngettext_lazy": ("text", "plural"),
    "pgettext": ("context", "text"),
    "pgettext_lazy": ("context", "text"),
    "npgettext": ("context", "text", "plural"),
}
"""The functions that mark a text, with what their arguments are."""
_LITERAL: Final = r"""u?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_IN_TEMPLATE: Final = re.compile(rf"\b(n?p?gettext|_)\({_LITERAL}(?:,\s*{_LITERAL})?(?:,\s*{_LITERAL})?")


class Marked(NamedTuple):
    """A text to translate."""

    text: str
    plural: str = ""
    """Empty for a text that has none."""
    context: str = ""
    """Tells it from the same text elsewhere."""


class Entry(NamedTuple):
    """A text of the catalogue."""

    marked: Marked
    translations: tuple[str, ...]
    """One, or one for each plural form."""
    fuzzy: bool


def read_po(path: Path) -> list[Entry]:
    """All entries but the header; obsolete ones (`#~`) are none."""
    entries = [_entry(block) for block in path.read_text(encoding="utf-8").split("\n\n")]
    return [entry for entry in entries if entry is not None and entry.marked.text]


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
    marked = Marked(fields["msgid"], fields.get("msgid_plural", ""), fields.get("msgctxt", ""))
    return Entry(marked, translations, fuzzy)


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
            names = MARKS[node.func.id]
            texts = [arg.value for arg in node.args[: len(names)] if isinstance(arg, ast.Constant)]
            if len(texts) == len(names):
                yield _marked(names, texts)


def texts_of_template(source: str) -> Iterator[Marked]:
    for function, *literals in _IN_TEMPLATE.findall(templatize(source)):
        yield _marked(MARKS[function], [ast.literal_eval(literal) for literal in literals if literal])


def _marked(names: Sequence[str], texts: Sequence[object]) -> Marked:
    return Marked(**{name: str(text) for name, text in zip(names, texts, strict=False)})
