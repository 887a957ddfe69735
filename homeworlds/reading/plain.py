"""Text without what nobody sees: marks, kinds of blanks and line ends, letters that only look as if."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LOOKALIKES: Final = str.maketrans("абвгдеіјкмнорстухѕАВЕКМНОРСТУХЅІ", "abbrdeijkmhopctyxsABEKMHOPCTYXSI")
"""Cyrillic letters that look like Latin ones, and б, г, д by their sound."""
ARROWS: Final = str.maketrans({"→": "->", "⇒": "->", "➔": "->", "➜": "->", "⟶": "->"})

MARKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | {
    chr(selector) for selector in [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
}
"""What draws nothing, as far as its category does not tell: ignorable by default, or the blank of Braille."""
_LINE_END: Final = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")


def cleaned(text: str) -> str:
    """Without marks that nobody sees; line ends, blanks, arrows and full-width signs made plain."""
    if text.isascii() and text.isprintable():
        return text
    text = _LINE_END.sub("\n", text)
    signs = []
    for sign in text.translate(ARROWS):
        category = unicodedata.category(sign)
        if category == "Zs":
            signs.append(" ")
        elif sign in "\t\n" or (category not in ("Cf", "Cc") and sign not in MARKS):
            signs.append(_plain(sign))
    return "".join(signs)


def _plain(sign: str) -> str:
    """A full-width, raised, lowered or ornate letter or digit as the plain one."""
    plain = unicodedata.normalize("NFKC", sign)
    return (
        plain if len(plain) == 1 and (plain.isascii() or unicodedata.east_asian_width(sign) == "F") else sign
    )
