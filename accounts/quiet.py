"""Muting and blocking: whom a player does not want to hear, or to have anything to do with.

Muted: what they say is not shown to the player, anywhere. Blocked: the same, and neither can invite the
other or take a seat where the other sits (`accounts.selectors.blocked_among`). Neither touches a game that
is running, and nobody is told.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.locking import lock_player
from accounts.models import Player, Quiet
from upkeep.clock import database_now


class CannotBeQuieted(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("Only other people can be muted or blocked."), code="cannot_be_quieted")


@transaction.atomic
def quiet(*, player: Player, other: Player, kind: Quiet.Kind) -> None:
    """Mutes or blocks; the later choice replaces the earlier one. Locks the player.

    Raises CannotBeQuieted.
    """
    player = lock_player(player)
    if player.is_former or not player.is_human or not other.is_human or player == other:
        raise CannotBeQuieted
    first = {"kind": kind, "created_at": database_now()}
    Quiet.objects.update_or_create(owner=player, other=other, defaults={"kind": kind}, create_defaults=first)


@transaction.atomic
def end_quiet(*, player: Player, other: Player) -> None:
    """Hears the other again; it may be so already."""
    Quiet.objects.filter(owner=player, other=other).delete()


def quiet_for(player: Player, other: Player) -> Quiet | None:
    return Quiet.objects.filter(owner=player, other=other).first()


def quiets_of(player: Player) -> QuerySet[Quiet]:
    """Whom the player has muted or blocked, the latest first, in one query."""
    return Quiet.objects.filter(owner=player).select_related("other").order_by("-created_at", "-pk")


def unheard_by(player: Player) -> QuerySet[Quiet]:
    """For use inside other queries: `.values("other")` are those whose words the player does not see."""
    return Quiet.objects.filter(owner=player)
