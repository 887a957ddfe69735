"""No game of an event goes on for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games.clocks.paces import LIVE, PACES
from tournaments.models import Event, EventStatus, Format, Round
from tournaments.tests.events import followed, people, running, started, time_passes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)


@pytest.mark.parametrize("format_", [Format.DIVISIONS, Format.AT_ONCE])
def test_a_game_ends_after_a_month_also_where_nothing_is_said_of_rounds(
    alice: Player, format_: Format
) -> None:
    event = started(alice, people(4), format_, round_lasts=None, rounds=2)
    Event.objects.filter(pk=event.pk).update(director=None)
    assert {each.ends_at - each.paired_at for each in event.rounds_paired.all()} == {30 * DAY}
    time_passes(event, 30 * DAY + timedelta(minutes=1))
    event = followed(event)
    assert event.status == EventStatus.FINISHED and not running(event)


def test_a_live_game_ends_after_hours(alice: Player) -> None:
    event = started(alice, people(4), Format.DIVISIONS, round_lasts=None, clock=PACES[LIVE])
    round_ = Round.objects.get(event=event)
    assert round_.ends_at == round_.paired_at + timedelta(hours=6)
