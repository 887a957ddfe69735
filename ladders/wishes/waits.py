"""How long somebody waits for an opponent, from those who did, and how a person is found at one press."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.access import Viewer
from games.clocks.paces import NORMAL, SLOW
from games.clocks.words import amount_in_short
from games.table.slots import Somebody
from ladders.models import Rated, WishSeat
from upkeep.clock import local_now

WITHIN: Final = timedelta(days=30)
AT_LEAST: Final = 5
"""Fewer waits tell nothing."""
LOOKED_AT: Final = 500
TELL_THE_HOUR: Final = 20
"""Fewer do not say at which hour most people come."""
TOGETHER: Final = 3
"""So many hours of the day in which most come are named."""


@dataclass(frozen=True, slots=True)
class Waits:
    """Those that ended lately, with so many games."""

    number: int
    usual: timedelta
    """The median."""
    nine_in_ten: timedelta
    by_hour: tuple[int, ...]
    """How many ended in each hour of the reader's day."""
    hour: int
    """Of the reader's day, now."""

    @property
    def hours(self) -> int:
        """The usual time, at least one."""
        return max(1, round(self.usual / timedelta(hours=1)))

    @property
    def words(self) -> str:
        return ngettext("Usually {number} hour", "Usually {number} hours", self.hours).format(
            number=self.hours
        )

    @property
    def grounds(self) -> str:
        """From what it is known."""
        words = ngettext(
            "{number} wait of the last 30 days; nine in ten ended within {time}.",
            "{number} waits of the last 30 days; nine in ten ended within {time}.",
            self.number,
        )
        return words.format(number=self.number, time=amount_in_short(self.nine_in_ten))

    @property
    def busiest(self) -> str:
        """When most come; empty where there are too few to tell."""
        if self.number < TELL_THE_HOUR:
            return ""
        first = max(range(24), key=self._together)
        words = gettext("Most come from {first} to {last} h, your time.")
        return words.format(first=first, last=(first + TOGETHER) % 24)

    def _together(self, first: int) -> int:
        return sum([self.by_hour[(first + more) % 24] for more in range(TOGETHER)])

    @property
    def bars(self) -> list[tuple[int, int, int, bool]]:
        """For the picture of the day: where each hour's bar begins from the left and from above, how high it
        is of 40, and whether it is this hour's."""
        most = max(self.by_hour)
        heights = [2 + 38 * number // most for number in self.by_hour]
        return [(10 * hour, 40 - high, high, hour == self.hour) for hour, high in enumerate(heights)]


def waits_lately(now: datetime, players: int = 2) -> Waits | None:
    """Of those who wished for a game of so many; None where there are too few to tell. One query."""
    ended = WishSeat.objects.filter(
        at__gt=now - WITHIN, at__lte=now, waited__isnull=False, game__players=players
    )
    found = list(ended.order_by("-at").values_list("waited", "at")[:LOOKED_AT])
    if len(found) < AT_LEAST:
        return None
    waits = sorted([waited for waited, _ in found if waited is not None])
    hours = Counter([timezone.localtime(at).hour for _, at in found])
    return Waits(
        number=len(waits),
        usual=median(waits),
        nine_in_ten=waits[-(-9 * len(waits) // 10) - 1],
        by_hour=tuple([hours[hour] for hour in range(24)]),
        hour=timezone.localtime(now).hour,
    )


def usual_wait_in_words(now: datetime) -> str:
    """Empty where nobody knows."""
    waits = waits_lately(now)
    if waits is None:
        return ""
    words = ngettext(
        "Usually {number} hour until somebody sits down.",
        "Usually {number} hours until somebody sits down.",
        waits.hours,
    )
    return words.format(number=waits.hours)


def somebody_for(viewer: Viewer) -> Somebody:
    if viewer.is_anonymous or not viewer.is_human:
        words = gettext("With a mail address: you are told when somebody sits down.")
        return Somebody(words, gettext("Sign up"), reverse("account_keep"))
    told = gettext("You get a mail when somebody sits down.")
    words = " ".join(filter(None, [usual_wait_in_words(local_now()), told]))
    wish = (
        ("players", "2"),
        ("clocks", NORMAL),
        ("clocks", SLOW),
        ("rated", Rated.EITHER),
        ("wants_bot", "on"),
    )
    return Somebody(words, gettext("Wait"), reverse("ladders:find"), wish)
