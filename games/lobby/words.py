"""What is said of a game before its start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

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
