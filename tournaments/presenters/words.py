"""What an event is, in words: everything that is shown before somebody enters."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop, ngettext

from board.words.rules import preset_name, variant_name, variant_short_name
from games.clocks.words import (
    amount,
    clock_in_short,
    clock_sentence,
    excuses_sentence,
    loss_sentence,
    vacation_sentence,
)
from games.lobby.terms import rating_sentence, sandbox_sentence, take_back_sentence, talk_sentence
from games.models import Company
from homeworlds.rules import Preset, Variant
from tournaments.models import Event, Format, Points, Repeats, TieBreak
from tournaments.times import BANS, play_off_lasts
from upkeep.dates import exact

FORMAT_NOTES: Final = {
    Format.DIVISIONS: gettext_noop(
        "Games of two. Divisions of ten at most by rating, where everybody plays everybody, all at once."
    ),
    Format.SWISS: gettext_noop("Games of two. In every round you meet somebody with as many points as you."),
    Format.PODS: gettext_noop(
        "Tables of three to six. In every round you sit with people who have about as many points as you."
    ),
    Format.AT_ONCE: gettext_noop(
        "Tables of three to six, all on the first day: nobody waits for a round, and few meet twice."
    ),
    Format.KNOCKOUT: gettext_noop("Games of two. Whoever wins a match goes on; nobody advances by lot."),
}
_COMPANY: Final = {
    Company.NOT_AWAY: gettext_noop("Whoever is often away cannot enter this event."),
    Company.RELIABLE: gettext_noop("Only players known to be reliable can enter this event."),
}


class Fact(NamedTuple):
    title: str
    words: str


def figure(points: float) -> str:
    """Points as people write them: whole, with a half, else with two digits.

    >>> figure(2.5), figure(0.5), figure(3.0), figure(5 / 3)
    ('2½', '½', '3', '1.67')
    """
    whole = int(points)
    if points == whole:
        return number_format(whole)
    if points == whole + 0.5:
        return f"{number_format(whole)}½" if whole else "½"
    return number_format(round(points, 2), 2)


def format_name(event: Event) -> str:
    return str(Format(event.format).label)


def tags_of(event: Event) -> list[str]:
    """The most important in a word each."""
    found = [format_name(event), variant_short_name(Variant(event.variant)), clock_in_short(event.pace)]
    found.append(gettext("rated") if event.rated else gettext("friendly"))
    return found


def facts_of(event: Event) -> list[Fact]:
    """All that was agreed on, in the order in which people ask."""
    return [
        Fact(gettext("Format"), _format(event)),
        Fact(gettext("Game"), _game(event)),
        Fact(gettext("Time"), _time(event)),
        Fact(gettext("Vacation"), vacation_sentence(event.vacation_allowed)),
        Fact(gettext("Rounds"), _rounds(event)),
        Fact(gettext("Points"), str(Points(event.points).label)),
        Fact(gettext("Ties"), ties(event)),
        Fact(gettext("Who runs out of time or withdraws"), _leaving(event)),
        Fact(gettext("Result"), _result(event)),
        Fact(gettext("At the table"), _table(event)),
        Fact(gettext("Who may enter"), _entering(event)),
        *([Fact(gettext("Editions"), _editions(event))] if event.series else []),
    ]


def _format(event: Event) -> str:
    words = [f"{format_name(event)}.", gettext(FORMAT_NOTES[Format(event.format)])]
    if not Format(event.format).is_for_two:
        words.append(gettext("Tables have {size} seats, some one fewer.").format(size=event.size))
    if event.format == Format.KNOCKOUT:
        words.append(
            gettext("A match is a single game.")
            if event.best_of == 1
            else gettext("A match is the best of three games; who moves first alternates.")
        )
    if event.has_final:
        words.append(gettext("At the end the best meet at a final table."))
    return " ".join(words)


def _game(event: Event) -> str:
    preset = preset_name(Preset(event.preset) if event.preset else None)
    return f"{variant_name(Variant(event.variant))}, {preset}."


def _time(event: Event) -> str:
    out = loss_sentence() if event.size == 2 else excuses_sentence(event.excuses)
    return f"{clock_sentence(event.pace)} {out}"


def _rounds(event: Event) -> str:
    if event.format == Format.DIVISIONS:
        number = gettext("Everybody has all games on the first day.")
    elif event.format == Format.KNOCKOUT:
        number = gettext("As many rounds as it takes until one is left.")
    else:
        number = ngettext("{number} round.", "{number} rounds.", event.rounds).format(number=event.rounds)
    lasts = gettext(
        "A round lasts {time} at most. What still runs then is adjudicated: as its table votes, else by the "
        "director, else those left draw."
    )
    return f"{number} {lasts.format(time=amount(event.lasts))}"


def ties(event: Event) -> str:
    """The order in which ties are broken, and who goes on from a level match."""
    if event.format == Format.KNOCKOUT:
        shared = gettext("Those who go out in the same round share a place.")
        return f"{play_off_words(event)} {shared}"
    return gettext("Equal points are told apart by {breaks}.").format(breaks=listed(tie_breaks(event)))


def play_off_words(event: Event) -> str:
    words = gettext(
        "A match that is level after its games is decided by a play-off: single games with half the time on "
        "the clock, who moves first alternating, until one is ahead. Where that takes more than {time}, the "
        "better seed goes on."
    )
    return words.format(time=amount(play_off_lasts(event.lasts)))


def tie_breaks(event: Event) -> list[str]:
    return [str(TieBreak(each).label) for each in event.tie_breaks]


def listed(words: Iterable[str]) -> str:
    """One after the other: the second counts where the first is equal.

    >>> listed(["wins", "the rating"])
    'wins, then the rating'
    """
    return gettext(", then ").join(words)


def _leaving(event: Event) -> str:
    days = ", ".join([number_format(ban.days) for ban in BANS])
    barred = gettext(
        "Whoever loses a game on time without a single turn there enters no other event for a while: for "
        "{days} days, longer each time, until a game of an event is played to its end."
    )
    return f"{_of_leavers(event)} {barred.format(days=days)}"


def _of_leavers(event: Event) -> str:
    match Format(event.format):
        case Format.DIVISIONS:
            return gettext(
                "Games that run go on and are lost on time. Of a player who withdraws with under half of the "
                "games played, none counts in the standings; for the ratings all do."
            )
        case Format.AT_ONCE:
            return gettext("Games that run go on and are lost on time. Nobody comes back into the event.")
        case Format.KNOCKOUT:
            return gettext("The match is lost, and the opponent goes on.")
    return gettext(
        "Whose time runs out in a round is withdrawn from the next one, and may come back. Games that run go "
        "on; who withdraws loses nothing that is won."
    )


def _result(event: Event) -> str:
    if event.rated:
        return rating_sentence(True)
    words = rating_sentence(False)
    return f"{words} {gettext('Everybody has Red Alert.')}" if event.red_alert else words


def _table(event: Event) -> str:
    return " ".join(
        [
            sandbox_sentence(event.sandbox_allowed),
            talk_sentence(event.talk_allowed),
            take_back_sentence(event.take_back_allowed),
        ]
    )


def _entering(event: Event) -> str:
    words = []
    if event.club is not None and event.club_id:
        words.append(gettext("This event is for members of its club."))
    if event.by_invitation:
        words.append(gettext("The director invites the players of this event."))
    if event.company in _COMPANY:
        words.append(gettext(_COMPANY[Company(event.company)]))
    words += _ratings(event)
    if not words:
        words.append(gettext("Everybody with an account and a confirmed e-mail address."))
    words.append(
        gettext("From {least} to {most} players; who comes later waits for a place.").format(
            least=event.least, most=event.most
        )
    )
    if event.last_latecomer_round:
        words.append(
            gettext("One may still enter until round {number} is paired.").format(
                number=event.last_latecomer_round + 1
            )
        )
    return " ".join(words)


def _ratings(event: Event) -> list[str]:
    if event.rating_from is not None and event.rating_to is not None:
        words = gettext("Ratings from {least} to {most}.")
    elif event.rating_from is not None:
        words = gettext("Ratings of {least} and more.")
    elif event.rating_to is not None:
        words = gettext("Ratings up to {most}.")
    else:
        return []
    return [words.format(least=event.rating_from, most=event.rating_to)]


def _editions(event: Event) -> str:
    repeats = Repeats(event.series.repeats) if event.series else Repeats.NEVER
    return gettext("Edition {number}. It is held again: {repeats}.").format(
        number=event.edition, repeats=repeats.label
    )


def start_words(event: Event, now: datetime) -> str:
    """When an event that is announced starts: a countdown, and the moment."""
    if event.starts_at is None:
        if event.starts_when_full:
            return gettext("It starts as soon as it is full.")
        return gettext("It starts a week after the edition before is over.")
    left = event.starts_at - now
    if left <= timedelta(0):
        return gettext("It starts now.")
    words = gettext("It starts in {time}, on {moment}.").format(
        time=amount(left), moment=exact(event.starts_at)
    )
    return f"{words} {gettext('Once it is full, it starts at once.')}" if event.starts_when_full else words
