"""Passwords that anybody would try here first."""

from __future__ import annotations

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import Player

WORDS: Final = (
    "homeworlds", "homeworld", "pyramids", "pyramid", "icehouse", "looney", "starships", "starship",
    "sacrifice", "catastrophe",
)  # fmt: skip
"""No password is one of these, whatever is put around or between its letters, or several of them."""
_OF_WORDS: Final = re.compile(f"(?:{'|'.join(WORDS)})+")
_NO_LETTERS: Final = re.compile(r"[\W\d_]+")


class NoWordsOfTheSite:
    """In AUTH_PASSWORD_VALIDATORS."""

    def validate(self, password: str, user: Player | None = None) -> None:
        if _OF_WORDS.fullmatch(_NO_LETTERS.sub("", password.casefold())):
            raise ValidationError(
                _("This is a word of the game with something added: anybody would try it."), code="own_word"
            )

    def get_help_text(self) -> str:
        return ""
