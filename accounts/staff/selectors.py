from django.db.models import Q, QuerySet

from accounts.models import Player
from upkeep.models import StaffAct


def acts_for(player: Player) -> QuerySet[StaffAct]:
    """What the player may read, the latest first."""
    return StaffAct.objects.filter(concerns=player, internal=False).order_by("-pk")


def acts_and_notes_on(player: Player) -> QuerySet[StaffAct]:
    """For staff: all that was done and noted, the latest first."""
    about = Q(concerns=player) | Q(object_kind="player", object_id=player.public_id)
    return StaffAct.objects.filter(about).select_related("staff", "asked_by").order_by("-pk").distinct()
