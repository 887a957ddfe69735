"""Why the site itself (not the rules of the game) refuses something: a code and parameters."""

from __future__ import annotations

import enum

from homeworlds.turn import Effects


class GameRefusalCode(enum.StrEnum):
    # making up a game
    VARIANT_NOT_OFFERED = "variant-not-offered"
    ONE_NOVICE_NEEDED = "one-novice-needed"
    NOBODY_TO_PLAY = "nobody-to-play"
    NO_BOT_FREE = "no-bot-free"
    GUESTS_PLAY_BOTS = "guests-play-bots"
    # before the start
    GAME_NOT_OPEN = "game-not-open"
    GAME_FULL = "game-full"
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    NOT_THE_CREATOR = "not-the-creator"
    NOT_WELCOME = "not-welcome"
    SEATS_KEPT = "seats-kept"
    SEAT_NOT_FREE = "seat-not-free"
    CANNOT_BE_INVITED = "cannot-be-invited"
    INVITED_ALREADY = "invited-already"
    NOBODY_TO_REMOVE = "nobody-to-remove"
    INVITATION_GONE = "invitation-gone"
    TERMS_CHANGED = "terms-changed"
    # playing
    NOT_A_PLAYER = "not-a-player"
    NOT_RUNNING = "not-running"
    STALE = "stale"
    NOT_YOUR_TURN = "not-your-turn"
    ELIMINATES_YOU = "eliminates-you"
    RESIGNS = "resigns"
    OFFER_GONE = "offer-gone"
    TURNS_STAND = "turns-stand"
    NO_TURN_TO_TAKE_BACK = "no-turn-to-take-back"
    TURN_SETTLED = "turn-settled"
    TURN_SEEN = "turn-seen"
    # around a game
    NOT_FINISHED = "not-finished"
    NO_TALK = "no-talk"
    OTHER_ROOM = "other-room"
    SILENT_WHILE_OUT = "silent-while-out"
    NOTHING_SAID = "nothing-said"
    SAID_TOO_MUCH = "said-too-much"
    OWN_WORDS = "own-words"
    NOTHING_TRIED = "nothing-tried"
    TOO_MANY_LINES = "too-many-lines"
    LINE_CHANGED = "line-changed"
    NOTE_TOO_LONG = "note-too-long"
    NOTE_CHANGED = "note-changed"


class GameRefusal(Exception):
    """Something the site does not allow; `games.sentences.sentence` makes the sentence."""

    def __init__(self, code: GameRefusalCode, **params: str | int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class Stale(GameRefusal):
    """The turn answers a position that is not the last one any more."""

    def __init__(self, *, answers: int, number: int) -> None:
        super().__init__(GameRefusalCode.STALE, answers=answers, number=number)


class TermsChanged(GameRefusal):
    """The terms shown are not those that stand now."""

    def __init__(self, *, shown: int, number: int) -> None:
        super().__init__(GameRefusalCode.TERMS_CHANGED, shown=shown, number=number)


class NeedsConfirmation(GameRefusal):
    """Allowed, but only after a question. `effects` of a turn; None for a resignation."""

    def __init__(self, code: GameRefusalCode, effects: Effects | None = None) -> None:
        super().__init__(code)
        self.effects = effects
