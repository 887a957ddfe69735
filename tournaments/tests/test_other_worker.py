"""Another worker does something between what is asked and what is written: all is asked again under the
lock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Player
from tournaments.models import Event, EventStatus, EventTable, Format, Kind, Round, TableSeat
from tournaments.services import adjudicating, finishing, following, pairing
from tournaments.services.adjudicating import look_at_rounds
from tournaments.services.checking import check_events
from tournaments.services.directing import extend_round
from tournaments.services.entering import withdraw_from_event
from tournaments.services.finishing import finish_if_due
from tournaments.services.following import follow_event
from tournaments.services.pairing import close_if_complete, pair_if_due, take_pairing_in_hand
from tournaments.sheet import Sheet
from tournaments.tests.events import (
    flags,
    followed,
    goes_on,
    now,
    people,
    play_round,
    running,
    started,
    tables,
    time_passes,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
WAITS: dict[Format, dict[str, Any]] = {
    Format.SWISS: {},
    Format.KNOCKOUT: {},
    Format.PODS: {"size": 3},
    Format.AT_ONCE: {"size": 3, "has_final": True},
}
"""Those of which a round waits for the one before."""


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has something done before a service of this module reads the sheet of the event."""

    def put(module: Any, does: Callable[[], object]) -> None:
        def sheet(event: Event) -> Sheet:
            monkeypatch.undo()
            does()
            return Sheet(event)

        monkeypatch.setattr(module, "Sheet", sheet)

    return put


def all_over(event: Event) -> Event:
    """Its games are, and its round is closed; nobody has paired the next one."""
    for game in running(event):
        wins(game)
    assert close_if_complete(event_id=event.pk)
    return now(event)


def rounds_of(event: Event) -> int:
    return Round.objects.filter(event=event).count()


@pytest.mark.parametrize("format_", WAITS)
def test_one_who_is_late_pairs_no_round_over_the_games_of_the_other(
    alice: Player, meanwhile, format_: Format
) -> None:
    event = all_over(started(alice, people(6), format_, rounds=3, **WAITS[format_]))
    before = rounds_of(event)
    meanwhile(pairing, lambda: follow_event(event_id=event.pk))
    assert not pair_if_due(event_id=event.pk)
    assert rounds_of(event) == before + 1 and check_events() == []


def test_what_the_director_takes_in_hand_is_not_paired_by_the_site(alice: Player, meanwhile) -> None:
    event = all_over(started(alice, people(4)))
    meanwhile(pairing, lambda: take_pairing_in_hand(event_id=event.pk, director=alice))
    assert not pair_if_due(event_id=event.pk)
    assert rounds_of(event) == 1 and now(event).by_hand


def test_no_round_is_paired_over_a_game_that_goes_on_after_all(alice: Player, meanwhile) -> None:
    event = started(alice, people(4))
    first, *others = running(event)
    flags(first)
    for game in others:
        wins(game)
    assert close_if_complete(event_id=event.pk)
    meanwhile(pairing, lambda: goes_on(first))
    assert not pair_if_due(event_id=event.pk) and rounds_of(event) == 1
    follow_event(event_id=event.pk)
    assert rounds_of(event) == 1 and check_events() == []


def test_an_event_does_not_end_before_its_director_has_had_his_while(alice: Player, meanwhile) -> None:
    event = all_over(play_round(started(alice, people(3), rounds=4)))
    event = all_over(followed_once(event))
    meanwhile(finishing, lambda: pair_if_due(event_id=event.pk))
    assert not finish_if_due(event_id=event.pk)
    assert event.acts.filter(kind=Kind.NO_PAIRING).exists() and now(event).status == EventStatus.RUNNING


def followed_once(event: Event) -> Event:
    follow_event(event_id=event.pk)
    return now(event)


def test_a_round_that_was_given_more_time_is_not_adjudicated(alice: Player, monkeypatch) -> None:
    event = started(alice, people(4), round_lasts=timedelta(days=10))
    Event.objects.filter(pk=event.pk).update(director=None)
    time_passes(event, timedelta(days=10, minutes=1))
    while look_at_rounds(event_id=event.pk) and Round.objects.get(event=event).called_at is None:
        pass
    Event.objects.filter(pk=event.pk).update(director=alice)
    passes = adjudicating.pass_stage

    def extended_then(term: Any, *, event_id: int) -> Any:
        stage = passes(term, event_id=event_id)
        assert stage is adjudicating.Stage.DECIDES
        extend_round(event_id=event_id, director=alice, by=timedelta(days=1))
        return stage

    monkeypatch.setattr(adjudicating, "pass_stage", extended_then)
    look_at_rounds(event_id=event.pk)
    monkeypatch.undo()
    assert len(running(event)) == 2


def test_no_game_is_added_to_a_match_of_an_event_that_is_over(alice: Player) -> None:
    event = all_over(started(alice, people(4), Format.KNOCKOUT))
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINISHED)
    sheet = Sheet(event)
    legs = [pairing.Paired(sheet.lines[0].seats, 0, 2)]
    assert not pairing._write_legs(event_id=event.pk, seen=sheet.fingerprint, legs=legs)


def test_the_database_has_no_second_open_round(alice: Player) -> None:
    event = started(alice, people(4))
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(event=event, number=2, alone=True, paired_at=event.created_at)


def test_the_check_tells_of_rounds_paired_too_early_and_of_who_sits_twice(alice: Player) -> None:
    event = started(alice, people(4))
    assert check_events() == []
    first = Round.objects.get(event=event)
    Round.objects.filter(pk=first.pk).update(alone=False, closed_at=first.paired_at)
    rounds = pairing.next_rounds(Sheet(event))
    with transaction.atomic():
        pairing._write(pairing.lock_event(event.pk), rounds, event.created_at)
    Round.objects.filter(pk=first.pk).update(closed_at=None)
    following.begin_tables(event_id=event.pk)
    found = "\n".join(check_events())
    assert "round 1 is open beside round 2" in found and "round 2 was paired before round 1 was over" in found
    table, other = tables(event, 2)
    table.seats.filter(number=0).update(entry=other.seats.first().entry)
    assert f"round 2, table {other.number}: player" in "\n".join(check_events())


def test_who_goes_on_alone_from_a_match_of_which_a_game_was_begun_does_not_sit_twice(alice: Player) -> None:
    event = started(alice, people(4), Format.KNOCKOUT, best_of=3)
    played = running(event)[0]
    withdraw_from_event(event_id=event.pk, player=played.seats.get(number=0).player)
    event = followed(event)
    assert EventTable.objects.filter(
        round__event=event, has_game=False, match=played.event_table.match
    ).exists()
    assert check_events() == []
    alone = EventTable.objects.get(round__event=event, has_game=False)
    again = EventTable.objects.create(round=alone.round, number=99, match=alone.match, has_game=False)
    TableSeat.objects.create(table=again, number=0, entry=alone.seats.get().entry)
    assert any("for the second time" in line for line in check_events())
