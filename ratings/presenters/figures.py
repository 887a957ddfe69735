"""A rating as people see it: "new", "1512?" or "1512"."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext, gettext_noop, pgettext

from ratings.arithmetic.rating_list import CEILINGS, Pool
from ratings.arithmetic.shown import Certainty, certainty, number
from ratings.arithmetic.standing import Standing
from ratings.finished import day_of

POOL_NAMES: Final = {
    Pool.TWO: gettext_noop("Two players"),
    Pool.TABLES: gettext_noop("Three to six"),
    Pool.GOOD_VS_EVIL: gettext_noop("Good vs Evil"),
}


def pool_name(pool: Pool) -> str:
    return gettext(POOL_NAMES[pool])


def pool_called(name: str) -> Pool:
    """What is no pool leads to games of two."""
    return Pool(name) if name in set(Pool) else Pool.TWO


def today(standing: Standing, pool: Pool, now: datetime) -> Standing:
    """With the uncertainty of the days since the last game."""
    return standing.on(day_of(now), CEILINGS[pool])


def figure(standing: Standing) -> str:
    match certainty(standing):
        case Certainty.NEW:
            return pgettext("a rating", "new")
        case Certainty.PROVISIONAL:
            return f"{number(standing)}?"
        case Certainty.SETTLED:
            return str(number(standing))


def signed(change: int) -> str:
    """With a true minus; nothing is ±0."""
    return f"{change:+d}".replace("-", "−") if change else "±0"
