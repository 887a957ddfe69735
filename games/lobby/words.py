"""What is said of a game before its start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop, ngettext

from games.clocks.reliability import COUNTS_ONCE, GAMES, TABLES_OF_NEWCOMERS, most_of
from games.clocks.words import HOUR
from games.lobby.joining import CONFIRMS_WITHIN
from games.models import Game, SeatOrder

SEAT_ORDER_SENTENCES: Final[Mapping[SeatOrder, str]] = {
    SeatOrder.LOT: gettext_noop("By lot: seats and first turn are drawn."),
    SeatOrder.NOVICE: gettext_noop("The novice begins; the other seats are drawn by lot."),
    SeatOrder.FIXED: gettext_noop("As listed: seat 1 begins, then seat 2, and so on."),
}


def seat_order_sentence(order: SeatOrder) -> str:
    return gettext(SEAT_ORDER_SENTENCES[order])


def given_up_sentence(game: Game) -> str:
    """Why a game that never began will not begin."""
    if game.has_expired:
        return gettext("This game has expired: its seats did not fill in time.")
    return gettext("This game was cancelled.")


def about_absence() -> list[tuple[str, list[str]]]:
    """What the site does about players who stay away: titles with their sentences, from the numbers by which
    it is done."""
    return [
        (gettext("What stands beside a name"), _about_reliability()),
        (gettext("Games of three and more"), _about_many()),
    ]


def _about_reliability() -> list[str]:
    most = most_of(GAMES)
    return [
        gettext("○ new: fewer than {games} games finished with others.").format(games=GAMES),
        ngettext(
            "● reliable: in the last {games} games at most {most} turn missed, and at most {most} game left.",
            "● reliable: in the last {games} games at most {most} turns missed, and at most {most} games "
            "left.",
            most,
        ).format(games=GAMES, most=most),
        gettext("◐ often away: more than that."),
        gettext(
            "Missed is a turn whose clock ran out. Left is a game that was lost on time or that a substitute "
            "took over. Public games with a clock count; several absences within {hours} hours count once."
        ).format(hours=COUNTS_ONCE // HOUR),
        gettext("Whoever makes a game may ask for reliable players; whom they invite comes in any case."),
    ]


def _about_many() -> list[str]:
    return [
        gettext("Who is new sits in at most {tables} games of three and more at once.").format(
            tables=TABLES_OF_NEWCOMERS
        ),
        gettext(
            "When the last seat is taken, everybody has {hours} hours to confirm. Then the game begins; the "
            "seat of whoever did not confirm is open again."
        ).format(hours=CONFIRMS_WITHIN // HOUR),
    ]
