"""Refusals in the reader's language. Each brings its own sentence, so nothing here lists them."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final, Protocol

from django.utils.translation import gettext

from homeworlds.words import Words

COLOUR_PARAMS: Final = frozenset({"colour", "power"})


class Code(enum.StrEnum):
    """The codes of an app's refusals: `FULL = "full", _("The game is full.")`, with the sentence in English,
    marked for translation, and its parameters in braces."""

    template: str

    def __new__(cls, value: str, template: str) -> Code:
        code = str.__new__(cls, value)
        code._value_ = value
        code.template = template
        return code


class SiteRefusal(Exception):
    """Something the site (not the rules of the game) does not allow; `sentence` says it in words."""

    def __init__(self, code: Code, **params: str | int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    @property
    def template(self) -> str:
        return self.code.template


class Refused(Protocol):
    """A refusal of the site or of the library: an English template and what fills its braces."""

    @property
    def template(self) -> str: ...

    @property
    def params(self) -> Mapping[str, str | int | Words]: ...


def sentence(refusal: Refused) -> str:
    """Why it was refused, in the language that is active; plain text, not escaped."""
    return gettext(refusal.template).format(**_translated_params(refusal.params))


def _translated_params(params: Mapping[str, str | int | Words]) -> dict[str, str | int]:
    """The library names colours by their English words, which `board.words.systems` has marked."""
    values: dict[str, str | int] = {}
    for name, value in params.items():
        if isinstance(value, Words):
            values[name] = translated(value)
        else:
            values[name] = gettext(str(value)) if name in COLOUR_PARAMS else value
    return values


def translated(words: Words) -> str:
    """A sentence of the library in the language that is active; plain text, not escaped."""
    return gettext(words.template).format(**words.params)
