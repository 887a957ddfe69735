"""News of clubs for the apps above; sent inside the transaction that makes the news."""

from django.dispatch import Signal

member_left = Signal()
"""Keywords `club`, whose row is locked, and `player`, who is no member any more: left, or was removed."""
club_closed = Signal()
"""Keyword `club`: its row is locked; nobody is a member any more."""
club_renamed = Signal()
"""Keyword `club`: its row is locked and has the new name."""
club_reported = Signal()
"""Keywords `report`, of which staff do not know yet, and `now`."""
