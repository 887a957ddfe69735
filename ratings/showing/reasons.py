"""Why a game counts for no rating, in a sentence each."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_noop

from ratings.what_counts import MOST_OF_A_PAIR, PAIR_DAYS, Reason

SENTENCES: Final = {
    Reason.IMPORTED: gettext_noop("It was not played here, so it counts for no rating."),
    Reason.FRIENDLY: gettext_noop("It was a friendly game, so it counts for no rating."),
    Reason.NOT_PUBLIC: gettext_noop("Not everybody could watch it, so it counts for no rating."),
    Reason.WITH_BOTS: gettext_noop("A bot played, so it counts for no rating."),
    Reason.HANDICAPPED: gettext_noop("Somebody played with a handicap, so it counts for no rating."),
    Reason.NOT_BY_LOT: gettext_noop("The seats were not drawn by lot, so it counts for no rating."),
    Reason.VOID: gettext_noop("It ended void, so it counts for no rating."),
    Reason.TOO_SHORT: gettext_noop("It was too short to count for a rating."),
    Reason.EXCLUDED: gettext_noop(
        "Staff have decided that the results of one of its players do not count, so it counts for no rating."
    ),
    Reason.PAIR_TOO_OFTEN: gettext_noop(
        "Two of its players had {most} rated games together within {days} days already, so it counts for no "
        "rating."
    ),
}


def why_not_sentence(reason: Reason) -> str:
    return gettext(SENTENCES[reason]).format(most=MOST_OF_A_PAIR, days=PAIR_DAYS)
