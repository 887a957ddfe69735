"""What is said of a game before its start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.clocks.playing_on import WITHIN
from games.clocks.reliability import (
    COUNTS_ONCE,
    GAMES,
    LEFT_EXCUSED,
    LOOKED_AT,
    MADE_UP_BY,
    MISSED_EXCUSED,
    TABLES_OF_NEWCOMERS,
    TURNS_OF_A_GAME,
)
from games.clocks.words import HOUR
from games.lobby.joining import CONFIRMS_SOONER, CONFIRMS_WITHIN
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
        (gettext("Games to which nobody comes"), _about_void()),
    ]


def _about_void() -> list[str]:
    return [
        gettext(
            "Whoever made a turn was at the table, and in a game of two whoever has opened it and waits. "
            "When clocks run out until only those are left who never were, the game is void: it counts for "
            "nobody, but turns are missed all the same."
        ),
        gettext(
            "Who wins a game of two on time may offer to play on for {hours} hours. If the other one accepts "
            "within {hours} hours, it goes on as it stood; not where the round of an event is over, and once "
            "a game."
        ).format(hours=WITHIN // HOUR),
        gettext("An event in which nobody made a turn has no winner, nor has a final to which nobody came."),
    ]


def _about_reliability() -> list[str]:
    return [
        gettext(
            "○ new: fewer than {games} games finished with others, of at least {turns} turns a side."
        ).format(games=GAMES, turns=TURNS_OF_A_GAME),
        gettext(
            "● reliable: at most {missed} turns missed and {left} game left that are not made up for. Every "
            "{turns} turns in time make up for one turn and for one game."
        ).format(missed=MISSED_EXCUSED, left=LEFT_EXCUSED, turns=MADE_UP_BY),
        gettext("◐ often away: more than that."),
        gettext(
            "Missed is a turn whose clock ran out. Left is a game that was lost on time or that a substitute "
            "took over. The last {games} public games with a clock count; turns in a game of fewer than "
            "{turns} a side make up for nothing. Several absences within {hours} hours count once."
        ).format(games=LOOKED_AT, turns=TURNS_OF_A_GAME, hours=COUNTS_ONCE // HOUR),
        gettext("Whoever makes a game may ask for reliable players; whom they invite comes in any case."),
    ]


def _about_many() -> list[str]:
    return [
        gettext("Who is new sits in at most {tables} games of three and more at once.").format(
            tables=TABLES_OF_NEWCOMERS
        ),
        gettext(
            "When the last seat is taken, everybody has {hours} hours to confirm, {sooner} where somebody "
            "sits whom no mail reaches. Then the game begins; the seat of whoever did not confirm is open "
            "again."
        ).format(hours=CONFIRMS_WITHIN // HOUR, sooner=CONFIRMS_SOONER // HOUR),
    ]
