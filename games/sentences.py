"""The one place where refusals become sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.refusals import GameRefusal, GameRefusalCode
from homeworlds.refusals import SENTENCES, Refusal
from homeworlds.words import Words

GAME_SENTENCES: Final[Mapping[GameRefusalCode, str]] = {
    GameRefusalCode.VARIANT_NOT_OFFERED: gettext_noop(
        "This rule set does not know this variant. Choose another rule set, or set the options yourself."
    ),
    GameRefusalCode.ONE_NOVICE_NEEDED: gettext_noop(
        "When the novice begins, exactly one seat must be the novice’s."
    ),
    GameRefusalCode.NOBODY_TO_PLAY: gettext_noop("At least one seat must be yours or open."),
    GameRefusalCode.NO_BOT_FREE: gettext_noop("There is no bot of the level “{level}” free for this seat."),
    GameRefusalCode.GUESTS_PLAY_BOTS: gettext_noop(
        "As a guest you play with bots only. Sign up to play with people; your games stay yours."
    ),
    GameRefusalCode.GAME_NOT_OPEN: gettext_noop("This game has started or was cancelled."),
    GameRefusalCode.GAME_FULL: gettext_noop("All seats of this game are taken."),
    GameRefusalCode.ALREADY_SEATED: gettext_noop("An account can hold only one seat in a game."),
    GameRefusalCode.NOT_SEATED: gettext_noop("You have no seat in this game."),
    GameRefusalCode.NOT_THE_CREATOR: gettext_noop("Only the player who made this game can do this."),
    GameRefusalCode.NOT_WELCOME: gettext_noop("You cannot join this game."),
    GameRefusalCode.SEATS_KEPT: gettext_noop("The seats that are left are kept for invited players."),
    GameRefusalCode.SEAT_NOT_FREE: gettext_noop("This seat is taken, or kept for somebody already."),
    GameRefusalCode.CANNOT_BE_INVITED: gettext_noop("This player cannot be invited."),
    GameRefusalCode.INVITED_ALREADY: gettext_noop("{name} is invited to this game already."),
    GameRefusalCode.NOBODY_TO_REMOVE: gettext_noop("There is nobody to remove from this seat."),
    GameRefusalCode.INVITATION_GONE: gettext_noop("This invitation holds no longer."),
    GameRefusalCode.TERMS_CHANGED: gettext_noop(
        "The terms of this game have changed since you looked. These are the new ones."
    ),
    GameRefusalCode.NOT_A_PLAYER: gettext_noop("You do not play in this game."),
    GameRefusalCode.NOT_RUNNING: gettext_noop("This game is not running."),
    GameRefusalCode.STALE: gettext_noop(
        "Something has happened in this game since you looked. This is how it stands now."
    ),
    GameRefusalCode.NOT_YOUR_TURN: gettext_noop("It is not your turn."),
    GameRefusalCode.ELIMINATES_YOU: gettext_noop("This turn eliminates you. Do you still want to end it?"),
    GameRefusalCode.RESIGNS: gettext_noop("You leave this game for good. Do you want to resign?"),
    GameRefusalCode.OFFER_GONE: gettext_noop("The offer of a draw stands no longer."),
    GameRefusalCode.TURNS_STAND: gettext_noop("At this table a turn that has ended stands."),
    GameRefusalCode.NO_TURN_TO_TAKE_BACK: gettext_noop("There is no turn of yours to take back."),
    GameRefusalCode.TURN_SETTLED: gettext_noop(
        "Your turn stands: it put somebody out of the game or revealed an alignment."
    ),
    GameRefusalCode.TURN_SEEN: gettext_noop("Your turn stands: {player} has looked at the game since."),
    GameRefusalCode.NOT_FINISHED: gettext_noop("This game is not over yet."),
    GameRefusalCode.NO_TALK: gettext_noop("You cannot talk at this table."),
    GameRefusalCode.OTHER_ROOM: gettext_noop(
        "Others would have read this than when you wrote it. Please look, and say it again."
    ),
    GameRefusalCode.SILENT_WHILE_OUT: gettext_noop(
        "In Good vs Evil players who are out read along, and talk again after the game."
    ),
    GameRefusalCode.NOTHING_SAID: gettext_noop("There is nothing in it to say."),
    GameRefusalCode.SAID_TOO_MUCH: gettext_noop(
        "This is too long by {number} characters. Please say it in parts."
    ),
    GameRefusalCode.OWN_WORDS: gettext_noop("These are your own words."),
    GameRefusalCode.NOTHING_TRIED: gettext_noop("There is no turn to keep yet. Try one first."),
    GameRefusalCode.TOO_MANY_LINES: gettext_noop(
        "You have kept {most} lines here, and there is no room for more. Delete one first."
    ),
    GameRefusalCode.LINE_CHANGED: gettext_noop(
        "This line has other turns by now. Keep yours as a line of its own."
    ),
    GameRefusalCode.NOTE_TOO_LONG: gettext_noop(
        "Your note is too long by {number} characters. It was not saved yet."
    ),
    GameRefusalCode.NOTE_CHANGED: gettext_noop(
        "You have changed this note elsewhere. Nothing was saved over it; save again to replace it."
    ),
}
"""The English sentence of each code, with the parameters in braces."""
COLOUR_PARAMS: Final = frozenset({"colour", "power"})


def sentence(refusal: Refusal | GameRefusal) -> str:
    """Why it was refused, in the language that is active; plain text, not escaped."""
    if isinstance(refusal, GameRefusal):
        template = GAME_SENTENCES[refusal.code]
    else:
        template = SENTENCES[refusal.code]
    return gettext(template).format(**_translated_params(refusal.params))


def _translated_params(params: Mapping[str, str | int | Words]) -> dict[str, str | int]:
    """The library names colours by their English words, which `games.map_words` has marked."""
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
