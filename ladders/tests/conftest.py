"""People whose wishes have met."""

from __future__ import annotations

import pytest

from accounts.models import Player
from ladders.models import WishSeat
from ladders.tests.wishes import match, wish


@pytest.fixture
def met(alice: Player, bob: Player) -> None:
    """There is a game to copy, and nobody has waited for it."""
    wish(alice)
    wish(bob)
    match()
    WishSeat.objects.all().delete()
