"""What every race needs, and what holds after it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.log import rebuilding
from games.models import Game

RACE = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_limits_and_no_bots_in_requests"),
]


def table_url(game: Game) -> str:
    return reverse("games:table", args=[game.public_id])


def assert_log_is_whole(game: Game) -> None:
    game.refresh_from_db()
    assert list(game.log.values_list("number", flat=True)) == list(range(1, game.log_number + 1))
    assert rebuilding.check(game) == []
