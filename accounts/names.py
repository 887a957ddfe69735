"""What a player may be called: a word of the notation, that looks like nobody else's."""

import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from board.words.lookalikes import called, hidden_in, look, mixes_scripts
from homeworlds.names import LONGEST_NAME, ends_as_separator

# Characters with a meaning in orders and positions, or in the addresses people write.
FORBIDDEN: Final = frozenset(";()<>,@/\\\"'&")

_IGNORED: Final = str.maketrans("", "", "-_.·•‐‑–—~*+=:")

# fmt: off
RESERVED: Final = (
    "admin", "administrator", "anonymous", "arbiter", "bank", "bot", "deleted", "drifter", "everybody",
    "everyone", "guest", "help", "homeworld", "homeworlds", "judge", "me", "mentor", "mod",
    "moderator", "nobody", "nomad", "null", "none", "official", "open", "oracle", "pass", "player",
    "referee", "root", "rover", "sage", "staff", "support", "system", "vagabond", "wanderer", "webmaster",
    "you",
    "sprout", "fledgling", "tadpole", "greenhorn", "pipling", "kestrel", "magpie", "lynx", "otter", "hare",
    "comet", "zephyr", "jetstream", "quicksilver", "albatross", "sextant", "astrolabe", "compass",
    "pathfinder", "lodestar", "bastion", "vanguard", "rampart", "halberd", "ironclad", "nebula", "quasar",
    "eclipse", "umbra", "titan",
    "recordone", "recordtwo", "recordthree", "recordfour", "recordfive", "recordsix",
)
# fmt: on
RESERVED_STARTS: Final = ("guest", "admin", "moderator", "rando", "sensible", "homeworlds", "formerplayer")


def name_key(name: str) -> str:
    """The name as the eye reads it. Two names with one key are too alike to be two players."""
    bare = look(name)
    return (bare.translate(_IGNORED) or bare)[:80]


KEPT_APART: Final = "·"
"""In the keys of two who had their names before these were found to look alike; no `name_key` has it."""


def key_to_keep(stored: str, name: str) -> str:
    """The key to store for a name: the stored one, if it was set apart from another name's."""
    key = name_key(name)
    return stored if stored.startswith(f"{key}{KEPT_APART}") else key


def check_player_name(name: str, *, reserved: bool = False) -> str:
    """Returns the name in NFC, or raises a ValidationError that says in a sentence what is wrong.

    Whether somebody has the name already is the database's to say: `accounts.selectors.name_is_taken`.
    With `reserved` names kept for the house are accepted.
    """
    name = unicodedata.normalize("NFC", name.strip())
    if not name:
        raise ValidationError(_("Please choose a name."), code="name_empty")
    if len(name) > LONGEST_NAME:
        raise ValidationError(
            _("A name has at most %(limit)s characters."),
            code="name_too_long",
            params={"limit": LONGEST_NAME},
        )
    if any(character.isspace() for character in name):
        raise ValidationError(_("A name is one word, without blanks."), code="name_has_blank")
    if mark := hidden_in(name):
        raise ValidationError(
            _("There is a mark in this name that nobody can see (%(mark)s). Please type the name anew."),
            code="name_hidden",
            params={"mark": called(mark)},
        )
    # A mark without a letter is drawn over what stands before the name.
    if (
        not name.isprintable()
        or unicodedata.combining(name[0])
        or unicodedata.normalize("NFKC", name) != name
    ):
        raise ValidationError(
            _("A name may only have plain letters, digits and signs that everybody can see."),
            code="name_not_printable",
        )
    if mixes_scripts(name):
        raise ValidationError(
            _("A name has the letters of one script. This one has some that only look as if they belonged."),
            code="name_mixed",
        )
    bad = next((character for character in name if character in FORBIDDEN), None)
    if bad:
        raise ValidationError(
            _("A name may not contain the character %(character)s."),
            code="name_character",
            params={"character": bad},
        )
    if ends_as_separator(name):
        raise ValidationError(
            _("A name may not end in “%(character)s”, which stands between the steps of a turn."),
            code="name_separates",
            params={"character": name[-1]},
        )
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="name_no_letter")
    if not reserved and _is_reserved(name_key(name)):
        raise ValidationError(
            _("This name is kept for the house. Please choose another one."), code="name_reserved"
        )
    return name


def _is_reserved(key: str) -> bool:
    return key in _RESERVED_KEYS or key.startswith(_RESERVED_START_KEYS)


_RESERVED_KEYS: Final = frozenset(map(name_key, RESERVED))
_RESERVED_START_KEYS: Final = tuple(map(name_key, RESERVED_STARTS))
