"""The lock of a player: whoever changes what belongs to one alone, or counts it, takes it first."""

from __future__ import annotations

from accounts.models import Player


def lock_player(player: Player) -> Player:
    """As it is stored now. Who writes rows that refer to the player, turns and notices say, does not wait."""
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)
