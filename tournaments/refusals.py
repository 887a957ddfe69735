"""Why something cannot be done in an event."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from accounts.staff.words import SUSPENDED
from board.words.refusals import Code, SiteRefusal


class EventRefusalCode(Code):
    # who may act at all
    PEOPLE_ONLY = (
        "people-only",
        _("Events are for players with an account and a confirmed e-mail address."),
    )
    SUSPENDED = "event-suspended", SUSPENDED
    SILENCED = "event-silenced", _("Staff have muted you for a while: you write nothing that others read.")
    DIRECTOR_ONLY = "director-only", _("Only the director of this event can do this.")
    # opening
    DIRECTS_ENOUGH = (
        "directs-enough",
        _("Nobody directs more than {most} events at once. One of yours must be over first."),
    )
    OFFICERS_OPEN = "officers-open", _("Only who leads the club can open an event of it.")
    NO_TITLE = "no-title", _("Give the event a title.")
    NOT_FOR_SO_MANY = (
        "not-for-so-many",
        _("These rules are for {least} to {most} players. Choose others, or tables of another size."),
    )
    FORMAT_IS_FOR_TWO = (
        "format-is-for-two",
        _("This format is for games of two. Choose pods for larger tables."),
    )
    FORMAT_IS_FOR_TABLES = "format-is-for-tables", _("Pods are tables of three to six players.")
    LIVE_IS_FOR_TWO = "event-live-is-for-two", _("A live clock is for games of two.")
    ROUND_TOO_LONG = "round-too-long", _("A round lasts {days} days at most.")
    ROUND_TOO_SHORT = "round-too-short", _("With this clock a round needs a day at least.")
    ROUND_NEEDED = "round-needed", _("Say how long a round lasts: the next one waits for its end.")
    WRONG_ROUNDS = "wrong-rounds", _("An event has between {least} and {most} rounds.")
    WRONG_ENTRANTS = (
        "wrong-entrants",
        _("An event is for between {least} and {most} players; the most cannot be fewer than the least."),
    )
    WRONG_TIE_BREAKS = (
        "wrong-tie-breaks",
        _("Name each tie-break once; the rating at the start comes last."),
    )
    TIE_BREAKS_OF_TWO = (
        "tie-breaks-of-two",
        _("Buchholz and the direct encounter are for games of two. Choose others for larger tables."),
    )
    WRONG_POINTS = "wrong-points", _("These points are not for tables of this kind.")
    STARTS_TOO_LATE = "starts-too-late", _("An event starts between now and {days} days from now.")
    START_NEEDED = "start-needed", _("Say when the event starts, or that it starts when it is full.")
    NO_RED_ALERT = "no-red-alert", _("Nobody has Red Alert in the games of an event.")
    RATING_UPSIDE_DOWN = "rating-upside-down", _("The lowest rating is above the highest.")
    # entering and leaving
    NOT_OPEN_YET = "not-open-yet", _("One can enter from {from_} on.")
    STARTED_ALREADY = "started-already", _("This event has started. Nobody enters it any more.")
    OVER = "event-over", _("This event is over.")
    ENTERED_ALREADY = "entered-already", _("You are entered already.")
    NOT_ENTERED = "not-entered", _("You are not in this event.")
    INVITED_ONLY = "invited-only", _("The director invites the players of this event.")
    MEMBERS_ONLY = "event-members-only", _("This event is for members of its club.")
    OFTEN_AWAY = "event-often-away", _("Whoever is often away cannot enter this event.")
    DID_NOT_TURN_UP = (
        "did-not-turn-up",
        _("You lost a game of an event on time without a single turn there. You can enter from {from_} on."),
    )
    NOT_RELIABLE_YET = "event-not-reliable-yet", _("Only players known to be reliable can enter this event.")
    RATING_TOO_LOW = "rating-too-low", _("This event is for ratings of {least} and more. Yours is {own}.")
    RATING_TOO_HIGH = "rating-too-high", _("This event is for ratings up to {most}. Yours is {own}.")
    FULL = "event-full", _("This event is full, and so is its waiting list.")
    WITHDRAWN_ALREADY = "withdrawn-already", _("You have withdrawn from this event already.")
    NOT_WITHDRAWN = "not-withdrawn", _("You have not withdrawn from this event.")
    NO_WAY_BACK = "no-way-back", _("All tables of this event are made: nobody comes back into it.")
    NOT_A_SERIES = "not-a-series", _("No other edition follows this event.")
    SHUT_OUT = (
        "event-shut-out",
        _("The director has removed you from this event. You can come back once you are invited again."),
    )
    DISQUALIFIED = "event-disqualified", _("You are disqualified in this event.")
    # acts of the director
    RUNS_ALREADY = "runs-already", _("This event has started already.")
    NOT_RUNNING = "event-not-running", _("This event is not running.")
    CANNOT_BE_INVITED = "event-cannot-be-invited", _("This player cannot be invited.")
    NOT_WAITING = "event-not-waiting", _("{name} is not on the waiting list.")
    NO_SUCH_ENTRANT = "no-such-entrant", _("{name} is not in this event.")
    TOO_FEW = "too-few", _("There are {number} entrants; the event needs {least}.")
    ROUND_OVER = "round-over", _("This round is over.")
    NO_DEADLINE = "no-deadline", _("No round of this event has an end.")
    EXTENDED_ENOUGH = "extended-enough", _("A round ends {days} days after its pairing at the latest.")
    TABLE_OVER = "table-over", _("This table is over.")
    TABLE_HAS_NO_GAME = "table-has-no-game", _("This table has no game.")
    ANNULLED_ALREADY = "annulled-already", _("This table is annulled already.")
    NOT_THE_LAST_ROUND = "not-the-last-round", _("Only tables of the last round can be annulled.")
    NOT_LIVING = "event-not-living", _("Choose among those who are still in the game.")
    ONES_OWN_TABLE = "ones-own-table", _("You sit at this table yourself: staff decide here.")
    ONES_OWN_ROUND = (
        "ones-own-round",
        _("A table of yours is still open in this round: its end stays, and staff decide there."),
    )
    ONES_OWN_PAIRING = (
        "ones-own-pairing",
        _("You play in this event yourself: the site pairs its rounds."),
    )
    ONES_OWN_PLACE = (
        "ones-own-place",
        _("You are one of the two: you can withdraw, and the site fills the place that is free."),
    )
    ONES_OWN_STANDING = (
        "ones-own-standing",
        _("You play in this event yourself: the site ends it when its time is over."),
    )
    ONES_OWN_EVENT = (
        "ones-own-event",
        _("You play in this event yourself: a director who does not decides this. You can invite one."),
    )
    ONESELF_REMOVED = "oneself-removed", _("You can leave the event yourself, on its page.")
    DISQUALIFIED_ALREADY = "disqualified-already", _("{name} is disqualified already.")
    WITHDRAWN_BEFORE = "withdrawn-before", _("{name} has withdrawn already.")
    TABLE_GOES_ON = "table-goes-on", _("This game still runs: adjudicate it, or annul it.")
    MATCH_FOLLOWED = (
        "match-followed",
        _("In a knock-out only the last round can be corrected: who meets whom follows from the others."),
    )
    NOTHING_EDITED = "nothing-edited", _("Nothing is changed.")
    CANNOT_CO_DIRECT = "cannot-co-direct", _("This player cannot be asked to direct the event.")
    CO_DIRECTS_ALREADY = "co-directs-already", _("{name} has been asked already, or directs the event.")
    CO_DIRECTORS_ENOUGH = "co-directors-enough", _("At most {most} people direct an event beside you.")
    NOT_ASKED = "co-not-asked", _("You have not been asked to direct this event.")
    NOT_CO_DIRECTING = "not-co-directing", _("{name} does not direct this event beside you.")
    MAIN_DIRECTOR_ONLY = (
        "main-director-only",
        _("Only the director who is named first can do this, not those beside."),
    )
    UNCONFIRMED_PAIRING = "unconfirmed-pairing", _("See what is unusual in this round, and confirm it.")
    NOT_BY_HAND = "not-by-hand", _("In this format nobody pairs by hand.")
    NOT_TO_BE_PAIRED = "not-to-be-paired", _("There is no round to be paired now.")
    NOT_TO_BE_ENDED = (
        "event-not-to-be-ended",
        _("An event is ended only while its next round cannot be paired and none of its games runs."),
    )
    WRONG_PAIRING = "wrong-pairing", "{sentence}"
    NO_WORDS = "no-words", _("Write the message first.")
    TWO_ARE_KEPT_APART = "two-are-kept-apart", _("Choose two different players.")
    ONESELF_KEPT_APART = (
        "oneself-kept-apart",
        _("You are one of the two: nobody chooses whom not to meet."),
    )
    NOBODY_KEPT_APART = (
        "nobody-kept-apart",
        _("In this format who meets whom follows from the draw: nobody is kept apart."),
    )
    KEPT_APART_ALREADY = "kept-apart-already", _("{name} and {other} are kept apart already.")
    NOT_KEPT_APART = "not-kept-apart", _("{name} and {other} are not kept apart.")
    KEPT_APART_ENOUGH = "kept-apart-enough", _("At most {most} pairs of an event are kept apart.")
    # votes
    NOT_AT_TABLE = "not-at-table", _("You do not play at this table.")
    TOO_EARLY_TO_VOTE = "too-early-to-vote", _("The table may vote from {from_} on.")


class EventRefusal(SiteRefusal):
    """Something that cannot be done in an event, or by this player."""


class Unconfirmed(EventRefusal):
    """A round paired by hand is unusual, and its director has not said that it shall be so."""

    def __init__(self, unusual: Mapping[str, str]) -> None:
        """`unusual`: sentences, by key."""
        super().__init__(EventRefusalCode.UNCONFIRMED_PAIRING)
        self.unusual = unusual
