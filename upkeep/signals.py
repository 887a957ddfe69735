"""News of upkeep for the apps above; sent inside the transaction that makes the news."""

from django.dispatch import Signal

act_written = Signal()
"""Keywords `act`, of staff, and `concerns`: the players who may know of it."""
