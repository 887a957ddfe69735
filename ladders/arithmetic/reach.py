"""Who may challenge whom, by their places alone. Place 1 is the highest."""

from __future__ import annotations

from typing import Final

ABOVE: Final = 10
FIFTHS: Final = 2
"""So many fifths of the own place: from 70 one reaches 42."""
BEYOND_RATING: Final = 5
SENT: Final = 3
"""So many challenges of one's own may run at once."""
OFTEN: Final = 2
"""Who have met so often here within half a year are friends: they fill at most half of what one takes."""
OFTEN_WITHIN_DAYS: Final = 182
_RECEIVED: Final = ((5, 5), (10, 4))
_RECEIVED_BELOW: Final = 3


def highest_reached(place: int, by_rating: int | None = None) -> int:
    """The highest place that may be challenged from a place: ten above, two fifths of the own number above,
    or five above the place `by_rating` that the rating would give, whichever is highest; None: no rating.

    >>> highest_reached(70), highest_reached(20), highest_reached(4), highest_reached(70, 12)
    (42, 10, 1, 7)
    """
    reached = [place - ABOVE, place - place * FIFTHS // 5]
    if by_rating is not None:
        reached.append(by_rating - BEYOND_RATING)
    return max(1, min(reached))


def received_at_most(place: int) -> int:
    """So many challenges by others may run at once for whoever stands there.

    >>> [received_at_most(place) for place in (1, 5, 6, 10, 11)]
    [5, 5, 4, 4, 3]
    """
    return next((most for last, most in _RECEIVED if place <= last), _RECEIVED_BELOW)


def received_from_friends_at_most(place: int) -> int:
    """So many of these may be by friends.

    >>> [received_from_friends_at_most(place) for place in (1, 6, 11)]
    [2, 2, 1]
    """
    return received_at_most(place) // 2
