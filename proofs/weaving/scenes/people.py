"""Who acts in the scenes."""

from __future__ import annotations

from accounts.models import Player
from accounts.tests.cast import person


def staff_called(name: str) -> Player:
    """A superuser."""
    staff = person(name)
    Player.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    return Player.objects.get(pk=staff.pk)
