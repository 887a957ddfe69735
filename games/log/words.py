"""Entries of the log in words; turns have `board.words.game`."""

from __future__ import annotations

from django.utils.translation import gettext

from games.models import EntryKind


def entry_sentence(kind: EntryKind, name: str) -> str:
    """What an entry of the log other than a turn says; `name` is the player's."""
    match kind:
        case EntryKind.RESIGNATION:
            return gettext("{name} resigned.").format(name=name)
        case EntryKind.TIME:
            return gettext("{name} ran out of time.").format(name=name)
        case EntryKind.TAKE_BACK:
            return gettext("{name} took the turn back.").format(name=name)
        case EntryKind.DRAW:
            return gettext("The game is drawn.")
    raise ValueError(kind)
