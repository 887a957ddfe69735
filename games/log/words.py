"""Entries of the log in words, and what staff did; turns have `board.words.game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.models import EntryKind

WORDS_OF_ACTS: Final[Mapping[str, Promise]] = {
    "look_as_staff": _("Staff have looked at a game of yours that not everybody may watch."),
    "hide_message": _("Staff have taken away something you said."),
    "show_message": _("Staff have brought back something you said."),
    "resign_for": _("Staff have resigned for a player in a game of yours."),
    "decide_game": _("Staff have decided how a game of yours ends."),
}
"""What staff did in a game, to its players."""


BY_STAFF: Final[Mapping[str, str]] = {"by": "staff"}
"""In the data of a resignation that was not the player's own."""


CHANGES: Final = {
    "excused": gettext_noop("{name} ran out of time and is excused; the clock runs again."),
    "adrift": gettext_noop("{name} stays away: the seat is adrift, and its turns are passed."),
    "back": gettext_noop("{name} is back."),
    "substitute": gettext_noop("A substitute plays on for {name}."),
}
"""Entries about the clock and about who sits where, by `what` their data say."""


def entry_sentence(kind: EntryKind, name: str, data: Mapping[str, Any]) -> str:
    """What an entry of the log other than a turn says; `name` is the player's."""
    match kind:
        case EntryKind.RESIGNATION if data == BY_STAFF:
            return gettext("The staff resigned for {name}.").format(name=name)
        case EntryKind.RESIGNATION:
            return gettext("{name} resigned.").format(name=name)
        case EntryKind.TIME:
            return gettext("{name} ran out of time.").format(name=name)
        case EntryKind.TAKE_BACK:
            return gettext("{name} took the turn back.").format(name=name)
        case EntryKind.DRAW:
            return gettext("The game is drawn.")
        case EntryKind.VOID:
            return gettext("Nobody was left to play: the game is void.")
        case EntryKind.CLOCK | EntryKind.SEAT_CHANGE:
            return gettext(CHANGES[data["what"]]).format(name=name)
        case EntryKind.DECISION:
            return gettext("The staff decided how the game ends.")
    raise ValueError(kind)
