"""The terms of a game, what its players agree on besides the rules, and their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext, gettext_noop, ngettext

from board.map.legend import Topic, explain
from clubs.models import Club
from games.clocks.arithmetic import Pace
from games.clocks.deadlines import pace_of
from games.clocks.words import (
    clock_in_short,
    clock_sentence,
    excuses_sentence,
    loss_sentence,
    vacation_sentence,
    weekend_sentence,
)
from games.lobby.rating_range import range_in_short, range_sentence
from games.models import Company, Game, Seat, Visibility

MOST_TIMEWARP: Final = 3
MOST_EXCUSES: Final = 3

COMPANY: Final = {
    Company.EVERYBODY: gettext_noop("Everybody may join."),
    Company.NOT_AWAY: gettext_noop("Whoever is often away cannot join without an invitation."),
    Company.RELIABLE: gettext_noop("Only reliable players can join without an invitation."),
}
COMPANY_IN_SHORT: Final = {
    Company.NOT_AWAY: gettext_noop("nobody who is often away joins uninvited"),
    Company.RELIABLE: gettext_noop("only reliable players join uninvited"),
}
WATCHING: Final = {
    Visibility.PUBLIC: gettext_noop("Everybody may find and watch this game."),
    Visibility.UNLISTED: gettext_noop("Whoever has the link may watch this game."),
    Visibility.PRIVATE: gettext_noop("Nobody but the players sees this game."),
}
WATCHING_IN_SHORT: Final = {
    Visibility.PUBLIC: gettext_noop("everybody may watch"),
    Visibility.UNLISTED: gettext_noop("whoever has the link may watch"),
    Visibility.PRIVATE: gettext_noop("only the players see it"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerms:
    """Terms for the whole table."""

    visibility: Visibility = Visibility.PUBLIC
    days_per_turn: int | None = None
    """A pace that was agreed on before there were clocks; none enforces it."""
    clock: Pace | None = None
    """None: as long as you like."""
    weekend_zone: str = ""
    """The time zone on whose weekends clocks stand still; empty: they run on."""
    excuses: int = 1
    """So often a clock may run out at a table of three and more."""
    vacation_allowed: bool = True
    """Whether vacation stops clocks, unless they are live."""
    company: Company = Company.EVERYBODY
    """Who may join without being invited."""
    rating_from: int | None = None
    """The lowest rating that may; None: any."""
    rating_to: int | None = None
    talk_allowed: bool = True
    take_back_allowed: bool = True
    sandbox_allowed: bool = True
    rated: bool = False

    def fields(self) -> dict[str, Any]:
        """By the names of the game's fields."""
        fields = asdict(self)
        clock = fields.pop("clock") or (None, None, None)
        return fields | dict(zip(("clock_start", "clock_increment", "clock_cap"), clock, strict=True))

    @classmethod
    def of(cls, game: Game) -> GameTerms:
        return cls(
            visibility=Visibility(game.visibility),
            days_per_turn=game.days_per_turn,
            clock=pace_of(game),
            weekend_zone=game.weekend_zone,
            excuses=game.excuses,
            vacation_allowed=game.vacation_allowed,
            company=Company(game.company),
            rating_from=game.rating_from,
            rating_to=game.rating_to,
            talk_allowed=game.talk_allowed,
            take_back_allowed=game.take_back_allowed,
            sandbox_allowed=game.sandbox_allowed,
            rated=game.rated,
        )


USUAL_TERMS: Final = GameTerms()


def terms_within(terms: GameTerms, club: Club | None) -> GameTerms:
    """As they hold at a table of the club: what a hidden one plays is nobody else's business, and is not
    rated."""
    if club is None or not club.hidden:
        return terms
    return replace(terms, visibility=Visibility.PRIVATE, rated=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """Terms for one seat."""

    timewarp: int = 0
    """Bonus actions in the second turn, up to MOST_TIMEWARP."""
    one_star: bool = False
    red_alert: bool = False
    """The site warns of an elimination in one turn."""

    @classmethod
    def of(cls, seat: Seat) -> Handicap:
        return cls(timewarp=seat.timewarp, one_star=seat.one_star, red_alert=seat.red_alert)


class TermWords(NamedTuple):
    """One term in words."""

    title: str
    sentence: str
    differs: bool
    """Whether most games have it otherwise."""
    more: str = ""
    """What it means, where the sentence alone does not say it."""
    in_row: bool = False
    """Rows of lists say it for themselves."""


def terms_of(game: Game, seats: Sequence[Seat]) -> list[TermWords]:
    """The terms that do something, in words for everybody."""
    terms = GameTerms.of(game)
    named = [(seat.shown_name or seat_label(n), Handicap.of(seat)) for n, seat in enumerate(seats, 1)]
    return [
        *[words for name, handicap in named for words in _handicap_words(name, handicap)],
        _red_alert_words(
            [name for (name, _), seat in zip(named, seats, strict=True) if game.warns(seat)],
            len(seats),
        ),
        TermWords(gettext("Time"), time_sentence(terms, len(seats)), True, in_row=True),
        *_vacation_words(terms),
        TermWords(
            gettext("Who may join"),
            _joining_sentence(game, terms),
            terms.company != Company.EVERYBODY or game.club_id is not None,
        ),
        *_rating_words(terms),
        TermWords(gettext("Talk"), talk_sentence(terms.talk_allowed), not terms.talk_allowed),
        TermWords(gettext("Sandbox"), sandbox_sentence(terms.sandbox_allowed), not terms.sandbox_allowed),
        TermWords(
            gettext("Taking back"), take_back_sentence(terms.take_back_allowed), not terms.take_back_allowed
        ),
        TermWords(
            gettext("Watching"),
            _watching_sentence(game, terms),
            terms.visibility != Visibility.PUBLIC,
        ),
        TermWords(
            gettext("Result"),
            _result_sentence(game, seats),
            terms.rated,
            in_row=not why_not_rated(game, seats),
        ),
    ]


def _joining_sentence(game: Game, terms: GameTerms) -> str:
    """Without the name of a club: not everybody who reads this may know it."""
    company = gettext(COMPANY[terms.company])
    if game.club_id is None:
        return company
    members = gettext("Only members of its club may join.")
    return members if terms.company is Company.EVERYBODY else f"{members} {company}"


def _watching_sentence(game: Game, terms: GameTerms) -> str:
    if game.club_id is None or terms.visibility is not Visibility.PRIVATE:
        return gettext(WATCHING[terms.visibility])
    return gettext("The members of its club see this game until it starts, then nobody but its players.")


def summary(terms: GameTerms, handicaps: Sequence[Handicap], *, counts: bool = True) -> str:
    """All terms in one sentence. `counts`: whether a rated game will, as far as that is known."""
    number = sum(bool(handicap.timewarp or handicap.one_star) for handicap in handicaps)
    alerted = sum(handicap.red_alert for handicap in handicaps)
    pace = time_in_short(terms)
    if terms.rated and not counts:
        template = gettext(
            "A rated game that will not count: {watching}, {pace}, {talk}, {take_back}, {handicaps}."
        )
    elif terms.rated:
        template = gettext("A rated game: {watching}, {pace}, {talk}, {take_back}, {handicaps}.")
    elif not alerted:
        template = gettext("A friendly game: {watching}, {pace}, {talk}, {take_back}, {handicaps}.")
    elif alerted == len(handicaps):
        template = gettext(
            "A friendly game: {watching}, {pace}, {talk}, {take_back}, {handicaps}, Red Alert for everybody."
        )
    else:
        template = ngettext(
            "A friendly game: {watching}, {pace}, {talk}, {take_back}, {handicaps}, "
            "Red Alert for {alerted} seat.",
            "A friendly game: {watching}, {pace}, {talk}, {take_back}, {handicaps}, "
            "Red Alert for {alerted} seats.",
            alerted,
        )
    return template.format(
        alerted=alerted,
        watching=_watching_in_short(terms),
        pace=pace,
        talk=_talk_in_short(terms),
        take_back=gettext("unseen turns can be taken back")
        if terms.take_back_allowed
        else gettext("no turn is taken back"),
        handicaps=ngettext("{number} seat with a handicap", "{number} seats with a handicap", number).format(
            number=number
        )
        if number
        else gettext("no handicaps"),
    )


def seat_label(number: int) -> str:
    """What a seat without a player is called; from 1."""
    return gettext("Seat %(number)d") % {"number": number}


def time_in_short(terms: GameTerms) -> str:
    """Within the sentence of all terms."""
    if terms.clock is not None and not terms.vacation_allowed:
        return gettext("{clock}, no vacation").format(clock=clock_in_short(terms.clock))
    if terms.clock is not None:
        return clock_in_short(terms.clock)
    days = terms.days_per_turn
    if days is None:
        return gettext("as long as you like for a turn")
    return ngettext("about a day for a turn", "about {number} days for a turn", days).format(number=days)


def time_sentence(terms: GameTerms, seats: int) -> str:
    """The clock, and what stops it."""
    if terms.clock is None:
        return pace_sentence(terms.days_per_turn)
    return " ".join(
        [
            clock_sentence(terms.clock),
            *([weekend_sentence(terms.weekend_zone)] if terms.weekend_zone else []),
            *([excuses_sentence(terms.excuses)] if seats > 2 else [loss_sentence()]),
        ]
    )


def pace_sentence(days: int | None) -> str:
    if days is None:
        return gettext("You may take as long as you like for a turn.")
    return ngettext(
        "The players agree on a turn in about a day; no clock enforces it.",
        "The players agree on a turn in about {number} days; no clock enforces it.",
        days,
    ).format(number=days)


def talk_sentence(allowed: bool) -> str:
    if allowed:
        return gettext("The players may talk with each other.")
    return gettext("Nobody talks at this table.")


def take_back_sentence(allowed: bool) -> str:
    if allowed:
        return gettext("A turn can be taken back until the next player has looked at the game.")
    return gettext("A turn that has ended stands.")


_tell_why_not: Callable[[Game, Sequence[Seat]], str] | None = None


def add_why_not_rated(tell: Callable[[Game, Sequence[Seat]], str]) -> None:
    """For the app above that keeps ratings, in its `AppConfig.ready`: a sentence of why a game will not
    count; empty where it will."""
    global _tell_why_not
    _tell_why_not = tell


def rating_sentence(rated: bool, why_not: str = "") -> str:
    """With what keeps a rated game from counting, if that is known already."""
    if not rated:
        return gettext("A friendly game: the result counts for no rating.")
    if why_not:
        return gettext("A rated game in which nobody has Red Alert. {why_not}").format(why_not=why_not)
    return gettext(
        "A rated game: unless it is over too soon, it counts for the ratings, even if somebody resigns or "
        "runs out of time. Nobody has Red Alert."
    )


def why_not_rated(game: Game, seats: Sequence[Seat]) -> str:
    """Why a rated game will not count, in a sentence; empty where it will, or is a friendly one. The game
    need not be stored."""
    return _tell_why_not(game, seats) if game.rated and _tell_why_not else ""


def _result_sentence(game: Game, seats: Sequence[Seat]) -> str:
    return rating_sentence(game.rated, why_not_rated(game, seats))


def sandbox_sentence(allowed: bool) -> str:
    if allowed:
        return gettext("The players may try turns in the sandbox while the game runs.")
    return gettext("The players do not use the sandbox while the game runs.")


def _watching_in_short(terms: GameTerms) -> str:
    """And who may join, where that is not everybody."""
    said = gettext(WATCHING_IN_SHORT[terms.visibility])
    if terms.company is not Company.EVERYBODY:
        company = gettext(COMPANY_IN_SHORT[terms.company])
        said = gettext("{watching}, {company}").format(watching=said, company=company)
    if asked := range_in_short(terms.rating_from, terms.rating_to):
        said = gettext("{watching}, whoever joins uninvited is rated {asked}").format(
            watching=said, asked=asked
        )
    return said


def _talk_in_short(terms: GameTerms) -> str:
    talk = gettext("the players may talk") if terms.talk_allowed else gettext("nobody talks")
    return talk if terms.sandbox_allowed else gettext("{talk}, no sandbox").format(talk=talk)


def _rating_words(terms: GameTerms) -> list[TermWords]:
    asked = range_sentence(terms.rating_from, terms.rating_to)
    return [TermWords(gettext("Rating"), asked, True, in_row=True)] if asked else []


def _vacation_words(terms: GameTerms) -> list[TermWords]:
    if terms.clock is None:
        return []
    allowed = terms.vacation_allowed and not terms.clock.is_live
    live = terms.clock.is_live
    return [TermWords(gettext("Vacation"), vacation_sentence(allowed), not allowed, in_row=live)]


def _red_alert_words(named: Sequence[str], seats: int) -> TermWords:
    """Who is warned: nobody, some by their names, or everybody."""
    if not named:
        sentence = gettext("Nobody is warned by the site.")
    elif len(named) == seats:
        sentence = gettext("The site warns every player whom one turn of an opponent could eliminate.")
    else:
        sentence = ngettext(
            "The site warns {players} when one turn of an opponent could eliminate this player.",
            "The site warns {players} when one turn of an opponent could eliminate one of them.",
            len(named),
        ).format(players=", ".join(named))
    return TermWords(gettext("Red Alert"), sentence, bool(named))


def _handicap_words(name: str, handicap: Handicap) -> list[TermWords]:
    words = []
    if handicap.timewarp:
        sentence = ngettext(
            "{name} may take {number} bonus action at the start of the second turn.",
            "{name} may take {number} bonus actions at the start of the second turn.",
            handicap.timewarp,
        ).format(name=name, number=handicap.timewarp)
        words.append(_explained(Topic.TIMEWARP, sentence))
    if handicap.one_star:
        sentence = gettext("{name} sets up with a single star.").format(name=name)
        words.append(_explained(Topic.ONE_STAR, sentence))
    return words


def _explained(topic: Topic, sentence: str) -> TermWords:
    words = explain(topic)
    return TermWords(words.title, sentence, True, words.text)
