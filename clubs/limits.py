"""How much of everything there is at most."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

MOST_FOUNDED: Final = 3
"""Clubs of which somebody is the founder, unless others leave them to him."""
MOST_CLUBS: Final = 20
"""Clubs that somebody is in."""
MOST_MEMBERS: Final = 500
MOST_OFFICERS: Final = 20
MOST_ASKED: Final = 100
"""Invitations of a club that wait for an answer."""
ASKED_AGAIN_AFTER: Final = timedelta(days=30)
"""So long whoever has declined is left in peace."""
