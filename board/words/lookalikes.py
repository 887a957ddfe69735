"""Text as the eye reads it: what looks alike, which scripts are mixed, and what is not seen at all.

What looks alike and which script a character belongs to say Unicode's own tables (confusables.txt of UTS #39
and Scripts.txt), as the library confusable-homoglyphs keeps them.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data

ANY_SCRIPT: Final = frozenset({"COMMON", "INHERITED"})
"""Signs, digits and accents that stand beside letters of every script."""
UNKNOWN: Final = "Unknown"
WRITTEN_TOGETHER: Final = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
"""Japanese, Korean and Taiwanese are written in several scripts at once (UTS #39, 5.1)."""

# Default_Ignorable_Code_Point as far as the general category does not tell, and the blank of Braille.
_DRAWS_NOTHING: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
) | {chr(selector) for selector in [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]}
_NOT_SEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def look(text: str) -> str:
    """The same for all texts that look alike, in any case and with any accents. Only for comparing.

    The skeleton of UTS #39, taken before and after the case is folded: “ΝΑΝ” looks like “NAN”, “ναν” like
    “vav”.
    """
    bare = _skeleton(_skeleton(text).casefold())
    # A capital I looks like a small l, so once the case is folded i and l are one; two v are a w.
    return bare.casefold().replace("i", "l").replace("vv", "w")


def scripts_of(text: str) -> frozenset[str]:
    """The scripts that the letters of a text belong to, by the names of Scripts.txt."""
    return frozenset(map(categories.alias, text)) - ANY_SCRIPT


def mixes_scripts(text: str) -> bool:
    """Whether letters of several scripts stand together that no language writes together.

    What is newer than the tables goes with nothing.
    """
    scripts = scripts_of(text)
    return UNKNOWN in scripts or (
        len(scripts) > 1 and not any(scripts <= together for together in WRITTEN_TOGETHER)
    )


def hidden_in(text: str) -> str | None:
    """The first character of a text that draws nothing, except blanks; None without one."""
    return next((character for character in text if _is_hidden(character)), None)


def called(character: str) -> str:
    """A character by its number and name in Unicode, for somebody who cannot see it."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def _is_hidden(character: str) -> bool:
    if character in "\t\n\r":
        return False
    return unicodedata.category(character) in _NOT_SEEN or character in _DRAWS_NOTHING


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    decomposed = unicodedata.normalize("NFD", text)
    replaced = "".join([prototypes.get(character, character) for character in decomposed])
    return "".join([c for c in unicodedata.normalize("NFD", replaced) if not unicodedata.combining(c)])


@cache
def _prototypes() -> dict[str, str]:
    """By each character the one, or the few, that it looks like.

    The library keeps each line of the table both ways and marks what is written from right to left. Only a
    prototype has several that look like it; of two that only look like each other the plainer one is it.
    """
    alike = {
        _unmarked(key): [_unmarked(other["c"]) for other in others]
        for key, others in confusables_data.items()
    }
    prototypes = {}
    for character, others in alike.items():
        if len(character) == 1 and len(others) == 1:
            (other,) = others
            if len(other) > 1 or len(alike[other]) > 1 or ord(other) < ord(character):
                prototypes[character] = other
    return prototypes


def _unmarked(text: str) -> str:
    return text.replace("\u200e", "")
