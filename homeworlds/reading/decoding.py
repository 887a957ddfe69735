"""Text in bytes: UTF-8, UTF-16 or UTF-32 by the mark at the beginning, and what is none of them."""

from __future__ import annotations

import codecs
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MARK: Final = "\ufeff"
_WESTERN: Final = {number: chr(number) for number in range(0x80, 0xA0)} | {
    number: sign for number in range(0x80, 0xA0) if (sign := bytes([number]).decode("cp1252", "ignore"))
}
"""What Windows has where Latin-1 has signs that nobody types."""


def encoding_of(beginning: bytes) -> str:
    """By the mark at the beginning; UTF-8 without one."""
    return next((name for mark, name in _MARKS if beginning.startswith(mark)), "utf-8")


def decoded(data: bytes) -> str:
    """All of a text; bytes that are no UTF-8 are read as Latin-1.

    >>> decoded(b"\\xff\\xfeA\\x00"), decoded(b"Fran\\xe7ois")
    ('A', 'François')
    """
    encoding = encoding_of(data[:4])
    if encoding in ("utf-16", "utf-32"):
        return data.decode(encoding, "replace")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return western(data.removeprefix(codecs.BOM_UTF8))


def western(data: bytes) -> str:
    """As Latin-1, with what Windows has besides."""
    return data.decode("latin-1").translate(_WESTERN)
