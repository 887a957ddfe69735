"""A director who plays in the event decides nothing of his own: no result, no bye, no pairing, no clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.models import FormerPlayer, Seat
from tournaments.models import EventTable, Round, TableSeat
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.services.adjudicating import adjudicate
from tournaments.services.directing import annul_table, extend_round, keep_apart, let_meet, replace_entrant
from tournaments.services.pairing import pair_by_hand, take_pairing_in_hand
from tournaments.services.starting import start_now
from tournaments.tests.events import entered, followed, opened, people, running, started, tables, wins

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)


@pytest.fixture
def dora() -> Player:
    return person("Dora")


def refused(act: Callable[[], object]) -> EventRefusalCode:
    with pytest.raises(EventRefusal) as refusal:
        act()
    code = refusal.value.code
    assert isinstance(code, EventRefusalCode)
    return code


def own_table(player: Player) -> EventTable:
    return TableSeat.objects.get(entry__player=player).table


def test_the_own_table_is_decided_by_others_whoever_plays_on_there(dora: Player) -> None:
    event = started(dora, [dora, *people(3)])
    own = own_table(dora)
    other = next(each for each in tables(event) if each.pk != own.pk)
    seat = Seat.objects.get(game=own.game, player=dora)
    assert own.game is not None
    FormerPlayer.objects.create(seat=seat, player=dora, log_number=1, missed=0, left_at=own.game.created_at)
    Seat.objects.filter(pk=seat.pk).update(player=person("Erin"), has_substitute=True)
    for act in (
        lambda: adjudicate(table_id=own.pk, director=dora, winners=[0]),
        lambda: annul_table(table_id=own.pk, director=dora, reason="Late."),
    ):
        assert refused(act) is EventRefusalCode.ONES_OWN_TABLE
    assert adjudicate(table_id=other.pk, director=dora, winners=[0])


def test_the_round_ends_when_it_ends_while_a_table_of_the_director_is_open(dora: Player) -> None:
    event = started(dora, [dora, *people(3)], round_lasts=7 * DAY)
    extend = lambda: extend_round(event_id=event.pk, director=dora, by=DAY)  # noqa: E731
    ends_at = Round.objects.get().ends_at
    assert refused(extend) is EventRefusalCode.ONES_OWN_ROUND
    assert Round.objects.get().ends_at == ends_at
    game = own_table(dora).game
    assert game is not None
    wins(game)
    assert extend()


def test_who_plays_does_not_pair(dora: Player) -> None:
    event = started(dora, [dora, *people(3)])
    for act in (
        lambda: take_pairing_in_hand(event_id=event.pk, director=dora),
        lambda: pair_by_hand(event_id=event.pk, director=dora, tables=[(1, 2), (3,), (4,)]),
    ):
        assert refused(act) is EventRefusalCode.ONES_OWN_PAIRING


def test_who_enters_after_taking_the_pairing_in_hand_is_waited_for_no_more(dora: Player) -> None:
    event = entered(opened(dora), people(3))
    take_pairing_in_hand(event_id=event.pk, director=dora)
    entered(event, [dora])
    start_now(event_id=event.pk, director=dora)
    event = followed(event)
    assert event.waits_until is None and len(running(event)) == 2


def test_the_own_place_and_the_own_meeting_are_not_chosen(dora: Player) -> None:
    others = people(4)
    event = entered(opened(dora, most=4), [dora, *others])
    assert (
        refused(lambda: replace_entrant(event_id=event.pk, director=dora, player=dora, by_player=others[3]))
        is refused(
            lambda: replace_entrant(event_id=event.pk, director=dora, player=others[0], by_player=dora)
        )
        is EventRefusalCode.ONES_OWN_PLACE
    )
    for act in (keep_apart, let_meet):
        couple = {"event_id": event.pk, "director": dora, "one": dora, "other": others[0]}
        assert refused(lambda act=act, couple=couple: act(**couple)) is EventRefusalCode.ONESELF_KEPT_APART
