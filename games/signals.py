"""News of games for the apps above; sent inside the transaction that makes the news."""

from django.dispatch import Signal

game_finished = Signal()
"""Keyword `game`: its row is locked and its outcome saved, in the same transaction."""
