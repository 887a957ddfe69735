"""The ladders of a club, as its page shows them."""

from __future__ import annotations

from typing import NamedTuple

from clubs.access import ClubViewer
from clubs.models import Club


class ClubLadder(NamedTuple):
    """A ladder in the page of its club."""

    name: str
    address: str
    said: str
    """What stands there in a sentence: how many are on it, or the viewer's place."""


def ladders_of_club(club: Club, viewer: ClubViewer) -> tuple[ClubLadder, ...]:
    """Those that the viewer may see."""
    return ()
