"""What makes an act on an account somebody's own concern; apps above add theirs (`upkeep.concerns`)."""

from __future__ import annotations

from django.utils.translation import gettext

from accounts.models import Player


def of_player(staff: Player, player: Player) -> str:
    if staff.pk != player.pk:
        return ""
    return gettext("This is about yourself: another member of staff can do it.")
