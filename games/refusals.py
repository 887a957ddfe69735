"""Why the site itself (not the rules of the game) refuses something: a code and parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.staff.words import SUSPENDED
from board.turn.cautions import Caution, Kind
from board.words.refusals import Code, SiteRefusal
from homeworlds.turn import Effects


class GameRefusalCode(Code):
    # making up a game
    VARIANT_NOT_OFFERED = (
        "variant-not-offered",
        _("This rule set does not know this variant. Choose another rule set, or set the options yourself."),
    )
    MADE_BEFORE = (
        "made-before",
        _(
            "This form was sent before with other wishes, and that game was made: it is among your games. "
            "Send it again to make this one, too."
        ),
    )
    MEMBERS_ONLY = "members-only", _("Only members of this game’s club may join it.")
    NO_LINKS_IN_CLUBS = (
        "no-links-in-clubs",
        _("A table of a club is for its members, so no link leads to its seats. Invite members by name."),
    )
    ONE_NOVICE_NEEDED = (
        "one-novice-needed",
        _("When the novice begins, exactly one seat must be the novice’s."),
    )
    RATED_NEEDS_CLOCK = (
        "rated-needs-clock",
        _("A rated game needs a clock. Choose one, or make the game a friendly one."),
    )
    LIVE_IS_FOR_TWO = "live-is-for-two", _("A live clock is for two players. Choose another one.")
    NOBODY_TO_PLAY = "nobody-to-play", _("At least one seat must be yours or open.")
    NO_BOT_FREE = "no-bot-free", _("There is no bot of the level “{level}” free for this seat.")
    GUESTS_PLAY_BOTS = (
        "guests-play-bots",
        _(
            "As a guest you play with bots, and by a friend’s link where a game is not rated. "
            "Sign up to play with people; your games stay yours."
        ),
    )
    GUEST_PLAYS_ENOUGH = (
        "guest-plays-enough",
        _(
            "As a guest you play {most} games with people at once. "
            "Sign up to play more; your games stay yours."
        ),
    )
    GUEST_AT_TABLE = (
        "guest-at-table",
        _("A guest sits at this table, so the game cannot be rated."),
    )
    RATED_NEEDS_ADDRESS = (
        "rated-needs-address",
        _("Rated games are for players who have confirmed their e-mail address. Confirm yours first."),
    )
    THEY_NEED_ADDRESS = (
        "they-need-address",
        _("{name} has not confirmed an e-mail address yet, so this game cannot be rated."),
    )
    # before the start
    GAME_NOT_OPEN = "game-not-open", _("This game has started or was cancelled.")
    GAME_EXPIRED = "game-expired", _("This game has expired: its seats did not fill in time.")
    GAME_FULL = "game-full", _("All seats of this game are taken.")
    ALREADY_SEATED = "already-seated", _("An account can hold only one seat in a game.")
    NOT_SEATED = "not-seated", _("You have no seat in this game.")
    NOT_THE_CREATOR = "not-the-creator", _("Only the player who made this game can do this.")
    NOT_WELCOME = "not-welcome", _("You cannot join this game.")
    OFTEN_AWAY = (
        "often-away",
        _("Whoever made this game asks for players who keep their turns. You were often away of late."),
    )
    NOT_RELIABLE_YET = (
        "not-reliable-yet",
        _("Whoever made this game asks for reliable players. You have finished too few games yet."),
    )
    RATING_OUTSIDE = (
        "rating-outside",
        _("Your rating is {rating}. Whoever made this game asks for {asked}."),
    )
    NO_RATING_YET = (
        "no-rating-yet",
        _("You have no rating yet. Whoever made this game asks for {asked}."),
    )
    NEWCOMER_SITS_ENOUGH = (
        "newcomer-sits-enough",
        _(
            "While you are new here you sit in at most {most} games of three and more at once. "
            "Games of two are open to you."
        ),
    )
    SEATS_KEPT = "seats-kept", _("The seats that are left are kept for invited players.")
    SEAT_NOT_FREE = "seat-not-free", _("This seat is taken, or kept for somebody already.")
    CANNOT_BE_INVITED = "cannot-be-invited", _("This player cannot be invited.")
    INVITED_ALREADY = "invited-already", _("{name} is invited to this game already.")
    NOBODY_TO_REMOVE = "nobody-to-remove", _("There is nobody to remove from this seat.")
    INVITATION_GONE = "invitation-gone", _("This invitation holds no longer.")
    TERMS_CHANGED = (
        "terms-changed",
        _("The terms of this game have changed since you looked. These are the new ones."),
    )
    # playing
    NOT_A_PLAYER = "not-a-player", _("You do not play in this game.")
    NOT_OVER = (
        "not-over",
        _("Only a game that is over, and in which a turn was made, can be analysed."),
    )
    MANY_ANALYSES = (
        "many-analyses",
        _("Many games wait to be analysed just now. Please ask again in an hour."),
    )
    GUESTS_DO_NOT_ASK = (
        "guests-do-not-ask",
        _("As a guest you cannot ask for an analysis. Sign up to ask; your games stay yours."),
    )
    NOT_RUNNING = "not-running", _("This game is not running.")
    STALE = "stale", _("Something has happened in this game since you looked. This is how it stands now.")
    READ_AS = (
        "read-as",
        _("Your order is read as “{order}”. If that is what you mean, end your turn."),
    )
    OTHER_TURN = (
        "other-turn",
        _(
            "This form was sent before, and that turn counts: {played}. The turn that you sent now was not "
            "played: {sent}"
        ),
    )
    SENT_BEFORE = (
        "sent-before",
        _("This form was sent before, and what it said then counts. What you sent now was not done."),
    )
    NOT_YOUR_TURN = "not-your-turn", _("It is not your turn.")
    ELIMINATES_YOU = "eliminates-you", _("This turn eliminates you. Do you still want to end it?")
    DRAWS = "draws", _("This turn draws the game. Do you still want to end it?")
    UNUSED_ACTIONS = (
        "unused-actions",
        _("Actions that you could still take are lost. Do you still want to end the turn?"),
    )
    RED_ALERT = (
        "red-alert",
        _("After this turn somebody could eliminate you with one turn. Do you still want to end it?"),
    )
    WEAK_SETUP = "weak-setup", _("Something speaks against this homeworld. Do you still want to end it?")
    RESIGNS = "resigns", _("You leave this game for good. Do you want to resign?")
    OFFER_GONE = "offer-gone", _("The offer of a draw stands no longer.")
    TURNS_STAND = "turns-stand", _("At this table a turn that has ended stands.")
    NO_TURN_TO_TAKE_BACK = "no-turn-to-take-back", _("There is no turn of yours to take back.")
    TURN_SETTLED = (
        "turn-settled",
        _("Your turn stands: it put somebody out of the game or revealed an alignment."),
    )
    TURN_SEEN = "turn-seen", _("Your turn stands: {player} has looked at the game since.")
    # staying away
    ADRIFT = "adrift", _("Your seat is adrift: its turns are passed. Say first that you are back.")
    NOT_ADRIFT = "not-adrift", _("This seat is not adrift, or no longer open to a substitute.")
    NO_CLOCK = "no-clock", _("No clock runs in this game.")
    HAS_CLOCK = "has-clock", _("This game has a clock already.")
    PAUSED_ALREADY = "paused-already", _("This game is paused already.")
    NOT_PAUSED = "not-paused", _("This game is not paused.")
    NO_SUCH_CLOCK = "no-such-clock", _("This clock is not offered here.")
    NO_MORE_TIME = "no-more-time", _("Nobody else’s clock can hold enough more time for a gift.")
    GIVEN_ALREADY = (
        "given-already",
        _("You have given more time during this turn already. You can again once it has ended."),
    )
    BACK_BEFORE = "back-before", _("You have come back to this game once already; a second time is too late.")
    NO_PLAYING_ON = "no-playing-on", _("This game cannot be played on.")
    NO_SUBSTITUTE = "no-substitute", _("You cannot take a seat adrift in this game.")
    HAS_READ_WATCHERS = (
        "has-read-watchers",
        _("You have read what the watchers of this game say, so you cannot play in it."),
    )
    # laid down by staff
    SUSPENDED = "suspended", SUSPENDED
    SILENCED = "silenced", _("Staff have muted you until {until}: until then you play and do not talk.")
    # around a game
    NOT_FINISHED = "not-finished", _("This game is not over yet.")
    NO_TALK = "no-talk", _("You cannot talk at this table.")
    OTHER_ROOM = (
        "other-room",
        _("Others would have read this than when you wrote it. Please look, and say it again."),
    )
    SILENT_WHILE_OUT = (
        "silent-while-out",
        _("In Good vs Evil players who are out read along, and talk again after the game."),
    )
    SILENT_WHEN_REPLACED = (
        "silent-when-replaced",
        _("A substitute plays on for you: in Good vs Evil you read along, and talk again after the game."),
    )
    NOTHING_SAID = "nothing-said", _("There is nothing in it to say.")
    SAID_TOO_MUCH = "said-too-much", _("This is too long by {number} characters. Please say it in parts.")
    SAID_BEFORE = (
        "said-before",
        _("This form was sent before, with other words. These were not said yet: send them again."),
    )
    OWN_WORDS = "own-words", _("These are your own words.")
    NOTE_TOO_LONG = "note-too-long", _("Your note is too long by {number} characters. It was not saved yet.")
    NOTE_CHANGED = (
        "note-changed",
        _("You have changed this note elsewhere. Nothing was saved over it; save again to replace it."),
    )


class GameRefusal(SiteRefusal):
    """Something that cannot be done to a game, or by this player."""


class Stale(GameRefusal):
    """The turn answers a position that is not the last one any more."""

    def __init__(self, *, answers: int, number: int) -> None:
        super().__init__(GameRefusalCode.STALE, answers=answers, number=number)


class ReadAs(GameRefusal):
    """The order is understood, and its maker has not yet seen how."""

    def __init__(self, order: str) -> None:
        super().__init__(GameRefusalCode.READ_AS, order=order)


class TermsChanged(GameRefusal):
    """The terms shown are not those that stand now."""

    def __init__(self, *, shown: int, number: int) -> None:
        super().__init__(GameRefusalCode.TERMS_CHANGED, shown=shown, number=number)


class NeedsConfirmation(GameRefusal):
    """Allowed, but only after a question. `effects` and `caution` (the reason at length) of a turn; None for
    a resignation."""

    def __init__(
        self, code: GameRefusalCode, effects: Effects | None = None, caution: Caution | None = None
    ) -> None:
        super().__init__(code)
        self.effects, self.caution = effects, caution


QUESTIONS: Final[Mapping[Kind, GameRefusalCode]] = {
    Kind.OWN_ELIMINATION: GameRefusalCode.ELIMINATES_YOU,
    Kind.DRAW: GameRefusalCode.DRAWS,
    Kind.RED_ALERT: GameRefusalCode.RED_ALERT,
    Kind.SETUP: GameRefusalCode.WEAK_SETUP,
    Kind.UNUSED_ACTIONS: GameRefusalCode.UNUSED_ACTIONS,
}
"""How each caution that asks is put by the site."""
