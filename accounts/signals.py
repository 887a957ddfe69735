"""News of players for the apps above; sent inside the transaction that makes the news."""

from django.dispatch import Signal

account_deleted = Signal()
"""Keyword `player`: the row is locked, and all that the accounts know of the person is gone from it."""
