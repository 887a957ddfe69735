"""What a club may be called: a few words that look like the name of no other club that everybody sees."""

from __future__ import annotations

import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names import name_key
from board.words.lookalikes import called, hidden_in, mixes_scripts

LONGEST_CLUB_NAME: Final = 40


def club_key(name: str) -> str:
    """The name as the eye reads it: without blanks and signs between the words, in any case."""
    return name_key("".join(name.split()))


def check_club_name(name: str) -> str:
    """Returns the name in NFC with single blanks, or raises a ValidationError that says what is wrong.

    Whether a club that everybody sees has it already is for the service to say, that holds the lock.
    """
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name:
        raise ValidationError(_("Please choose a name."), code="name_empty")
    if len(name) > LONGEST_CLUB_NAME:
        raise ValidationError(
            _("A name has at most %(limit)s characters."),
            code="name_too_long",
            params={"limit": LONGEST_CLUB_NAME},
        )
    if mark := hidden_in(name):
        raise ValidationError(
            _("There is a mark in this name that nobody can see (%(mark)s). Please type the name anew."),
            code="name_hidden",
            params={"mark": called(mark)},
        )
    if not name.isprintable() or unicodedata.normalize("NFKC", name) != name:
        raise ValidationError(
            _("A name may only have plain letters, digits and signs that everybody can see."),
            code="name_not_printable",
        )
    if any(mixes_scripts(word) for word in name.split()):
        raise ValidationError(
            _("A name has the letters of one script. This one has some that only look as if they belonged."),
            code="name_mixed",
        )
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="name_no_letter")
    return name
