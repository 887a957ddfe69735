"""Reads the catalogue of a language, and what the source marks for translation, without gettext's tools."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import polib
from django.conf import settings
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

ROOT: Final = Path(settings.BASE_DIR)
SOURCE: Final = "en"
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


def po_of(language: str) -> Path:
    return ROOT / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"


def translated_languages() -> list[str]:
    """All that the site offers but the one its source is written in."""
    return [language for language, _name in settings.LANGUAGES if language != SOURCE]


def read_po(path: Path) -> list[Entry]:
    """All entries but the header and obsolete ones. Raises FileNotFoundError; OSError: it is no catalogue."""
    return [_entry(entry) for entry in _opened(path) if not entry.obsolete]


def _opened(path: Path) -> polib.POFile:
    # Given a path that is not there, polib would take the path itself for the text.
    return polib.pofile(path.read_text(encoding="utf-8"))


def _entry(entry: polib.POEntry) -> Entry:
    translations = tuple(entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)) or (entry.msgstr,)
    return Entry(Marked(entry.msgid, entry.msgid_plural, entry.msgctxt or ""), translations, entry.fuzzy)


def plural_forms(path: Path) -> int:
    """How many forms the language of a catalogue has for a text with a number."""
    found = re.search(r"nplurals=(\d+)", _opened(path).metadata.get("Plural-Forms", ""))
    return int(found[1]) if found else 0


def marked_texts() -> dict[Marked, str]:
    """Everything that the source marks, with one place of each."""
    return {marked: places[0] for marked, places in places_of_texts().items()}


def places_of_texts() -> dict[Marked, list[str]]:
    """Everything that the source marks, with each file in which it stands."""
    found: dict[Marked, list[str]] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "tests" not in path.parts and "migrations" not in path.parts:
                for marked in set(texts_of_python(path.read_text(encoding="utf-8"))):
                    found.setdefault(marked, []).append(str(path.relative_to(ROOT)))
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in (".html", ".txt"):
            for marked in set(texts_of_template(path.read_text(encoding="utf-8"))):
                found.setdefault(marked, []).append(str(path.relative_to(ROOT)))
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
