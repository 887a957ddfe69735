"""How long somebody waits for an opponent, from those who did, and how a person is found at one press."""

from __future__ import annotations

from datetime import datetime, timedelta
from statistics import median
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.access import Viewer
from games.clocks.paces import NORMAL, SLOW
from games.table.slots import Somebody
from ladders.models import Rated, WishSeat
from upkeep.clock import local_now

WITHIN: Final = timedelta(days=30)
AT_LEAST: Final = 5
"""Fewer waits tell nothing."""
LOOKED_AT: Final = 500


def usual_wait(now: datetime) -> timedelta | None:
    """The median of the waits for one opponent that ended lately; None where there are too few to tell. One
    query."""
    ended = WishSeat.objects.filter(at__gt=now - WITHIN, at__lte=now, waited__isnull=False, game__players=2)
    waits = list(ended.order_by("-at").values_list("waited", flat=True)[:LOOKED_AT])
    return median(waits) if len(waits) >= AT_LEAST else None


def usual_wait_in_words(now: datetime) -> str:
    """Empty where nobody knows."""
    wait = usual_wait(now)
    if wait is None:
        return ""
    hours = max(1, round(wait / timedelta(hours=1)))
    words = ngettext(
        "Usually {number} hour until somebody sits down.",
        "Usually {number} hours until somebody sits down.",
        hours,
    )
    return words.format(number=hours)


def somebody_for(viewer: Viewer) -> Somebody | None:
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
