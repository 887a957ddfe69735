"""What the addresses of games are made of."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.models import BETTER, PUBLIC_ID_LENGTH, MarkKind
from upkeep.public_ids import ALPHABET


class PublicId(StringConverter):
    """The id of a game in an address; nothing else under /games/ looks like one."""

    regex = f"[{ALPHABET}]{{{PUBLIC_ID_LENGTH}}}"


class Token(StringConverter):
    """The unguessable part of a link that keeps a seat."""

    regex = "[A-Za-z0-9_-]{16,43}"


class Hindsight(StringConverter):
    """A turn that was not played: one that a mark speaks of, or an analysis."""

    regex = f"{MarkKind.MISSED}|{MarkKind.WALKED_INTO}|{BETTER}"


register_converter(PublicId, "game")
register_converter(Token, "token")
register_converter(Hindsight, "hindsight")
