"""Entries of the log in words, and what staff did; turns have `board.words.game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.clocks import ledger
from games.models import EntryKind

WORDS_OF_ACTS: Final[Mapping[str, Promise]] = {
    "look_as_staff": _("Staff have looked at a game of yours that not everybody may watch."),
    "hide_message": _("Staff have taken away something you said."),
    "show_message": _("Staff have brought back something you said."),
    "resign_for": _("Staff have resigned for a player in a game of yours."),
    "extend_clock": _("Staff have given more time to a player in a game of yours."),
    "decide_game": _("Staff have decided how a game of yours ends."),
    "pause_game": _("Staff have paused a game of yours."),
    "resume_game": _("Staff have ended the pause of a game of yours."),
}
"""What staff did in a game, to its players."""


BY_STAFF: Final[Mapping[str, str]] = {"by": "staff"}
"""In the data of a resignation that was not the player's own."""
BY_EVENT: Final[Mapping[str, str]] = {"by": "event"}
"""In the data of a decision by the rules of an event, or by its director."""


UNCOUNTED: Final = gettext_noop("So short a game is unrated and in no tally.")
TOO_LATE: Final[Mapping[str, str]] = {"why": "alignments are known"}
"""In the data of a void game that would have been reopened."""
PLAYED_ON: Final[Mapping[str, str]] = {"why": ledger.PLAYED_ON}
"""In the data of a reopening that both players agreed on after a loss on time."""
NOBODY_PLAYED: Final[Mapping[str, str]] = {"why": "nobody played"}
"""In the data of a game that is void because clocks ran out until only those were left who never came."""
BOT_LEFT: Final[Mapping[str, str]] = {"why": "somebody came"}
BOTS_LEFT: Final[Mapping[str, str]] = {"why": "people came"}
"""In the data of a game that is void because its bots played only until people came, one or several."""


CHANGES: Final = {
    "excused": gettext_noop("{name} ran out of time and is excused; the clock runs again."),
    "adrift": gettext_noop("{name} stays away: the seat is adrift, and its turns are passed."),
    "vacation": gettext_noop("{name} ran out of time; a vacation has begun by itself."),
    "paused": gettext_noop("All agreed on a pause: the clocks stand still."),
    "paused-by-staff": gettext_noop("The staff paused the game: the clocks stand still. {reason}"),
    "resumed": gettext_noop("The pause is over: the clocks run again."),
    "resumed-by-staff": gettext_noop("The staff ended the pause: the clocks run again. {reason}"),
    "extended": gettext_noop("The staff gave {name} more time. {reason}"),
    "given": gettext_noop("{name} gave all others more time."),
    "wound": gettext_noop("All agreed on a clock. It runs from now on."),
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
        case EntryKind.VOID if data == TOO_LATE:
            return gettext(
                "The clocks ran out by a fault of the site. All alignments are known: the game is void."
            )
        case EntryKind.VOID if data == NOBODY_PLAYED:
            return gettext("Whoever was left had never been at the table: the game is void.")
        case EntryKind.VOID if data == BOT_LEFT:
            return gettext("Somebody came to play, so the bot has left: the game is void.")
        case EntryKind.VOID if data == BOTS_LEFT:
            return gettext("People came to play, so the bots have left: the game is void.")
        case EntryKind.VOID:
            return gettext("Nobody was left to play: the game is void.")
        case EntryKind.REOPENED if PLAYED_ON.items() <= data.items():
            return gettext("Both players agreed to play on: the game goes on as it stood before.")
        case EntryKind.REOPENED:
            return gettext("The clocks ran out by a fault of the site: the game goes on as it stood before.")
        case EntryKind.CLOCK | EntryKind.SEAT_CHANGE:
            return gettext(CHANGES[data["what"]]).format(name=name, reason=data.get("reason", "")).strip()
        case EntryKind.DECISION if BY_EVENT.items() <= data.items():
            return gettext("The game was adjudicated, as its event has it.")
        case EntryKind.DECISION:
            return gettext("The staff decided how the game ends.")
    raise ValueError(kind)
