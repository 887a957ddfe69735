"""A round comes to its end while games go on; what the director does then, and otherwise."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.services import resign
from notices.models import Notice
from tournaments.models import DRAW, EventStatus, EventTable, Format, Round
from tournaments.services import adjudicating
from tournaments.services.adjudicating import adjudicate, look_at_rounds, vote
from tournaments.services.directing import extend_round
from tournaments.tests.events import (
    begins,
    check_event,
    followed,
    now,
    people,
    points,
    refused,
    running,
    started,
    tables,
    time_passes,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)


def the_round(event) -> Round:
    return Round.objects.filter(event=event).latest("number")


def ends(event) -> None:
    """The time of the round is over, and all its games have begun."""
    for game in running(event):
        begins(game)
    time_passes(event, the_round(event).ends_at - the_round(event).paired_at + timedelta(minutes=1))
    followed(event)


def no_director(event) -> None:
    type(event).objects.filter(pk=event.pk).update(director=None)


# --- the end of a round


def test_a_round_ends_after_its_time_and_those_left_draw(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    no_director(event)
    assert the_round(event).ends_at == the_round(event).paired_at + 10 * DAY
    game = running(event)[0]
    ends(event)
    game.refresh_from_db()
    assert game.outcome["draw"] and game.outcome["termination"] == "decision"
    assert game.log.latest("number").data["by"] == "event"
    assert Round.objects.filter(event=event).count() == 2
    assert sorted(points(event).values()) == [0.5] * 4
    check_event(event)


def test_of_a_pod_those_who_are_still_there_draw(alice: Player) -> None:
    event = started(alice, people(4), Format.PODS)
    no_director(event)
    (game,) = running(event)
    out = game.seats.get(number=2)
    resign(game_id=game.pk, player=out.player, key="r", confirmed=True)
    ends(event)
    found = points(event)
    assert found.pop(out.player.name) == 0 and list(found.values()) == [pytest.approx(5 / 3, abs=1e-6)] * 3


def test_the_players_of_games_that_run_are_reminded_once(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    wins(running(event)[0])
    time_passes(event, 6 * DAY)
    followed(event)
    assert not Notice.objects.filter(kind="event_deadline").exists()
    time_passes(event, 1 * DAY + timedelta(minutes=1))
    for _ in range(2):
        followed(event)
    assert Notice.objects.filter(kind="event_deadline").count() == 2
    assert the_round(event).reminded_at is not None


def test_a_vote_of_all_who_are_left_decides(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    no_director(event)
    first, second = running(event)
    table = EventTable.objects.get(game=first)
    seats = list(first.seats.order_by("number").select_related("player"))
    late = refused(lambda: vote(table_id=table.pk, player=seats[0].player, seat=0))
    assert late == "too-early-to-vote"
    time_passes(event, 4 * DAY)
    for seat in seats:
        vote(table_id=table.pk, player=seat.player, seat=DRAW)
        vote(table_id=table.pk, player=seat.player, seat=1)
    stranger = second.seats.first().player
    assert refused(lambda: vote(table_id=table.pk, player=stranger, seat=1)) == "not-at-table"
    assert refused(lambda: vote(table_id=table.pk, player=seats[0].player, seat=7)) == "event-not-living"
    assert now(event).status == EventStatus.RUNNING and first.outcome is None
    ends(event)
    first.refresh_from_db()
    assert first.outcome["winners"] == [1] and not first.outcome["draw"]
    assert event.acts.filter(kind="adjudicated", data__how="vote").count() == 1


def test_a_vote_of_some_decides_nothing(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    no_director(event)
    game = running(event)[0]
    time_passes(event, 4 * DAY)
    table = EventTable.objects.get(game=game)
    vote(table_id=table.pk, player=game.seats.get(number=0).player, seat=0)
    ends(event)
    game.refresh_from_db()
    assert game.outcome["draw"]


def test_the_director_is_asked_first_and_has_two_days(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    ends(event)
    assert len(running(event)) == 2
    assert Notice.objects.filter(kind="event_adjudicate", player=alice).count() == 1
    first = running(event)[0]
    adjudicate(table_id=first.event_table.pk, director=alice, winners=[1])
    first.refresh_from_db()
    assert first.outcome["winners"] == [1]
    time_passes(event, 2 * DAY + timedelta(minutes=1))
    followed(event)
    assert Round.objects.filter(event=event).count() == 2
    assert sorted(points(event).values()) == [0, 0.5, 0.5, 1]
    check_event(event)


def test_what_cannot_be_adjudicated_is_refused(alice: Player, bob: Player) -> None:
    event = started(alice, [alice, *people(3)])
    own, other = sorted(running(event), key=lambda game: not game.seats.filter(player=alice).exists())
    odd = started(alice, people_of("A", 3))
    bye = next(table for table in tables(odd) if not table.has_game)
    other = other.event_table

    def why(table, director=alice, winners=(0,)) -> str:
        return refused(lambda: adjudicate(table_id=table.pk, director=director, winners=winners))

    assert why(other, director=bob) == "director-only"
    assert why(own.event_table) == "ones-own-table"
    assert why(bye) == "table-has-no-game"
    assert why(other, winners=()) == "event-not-living" == why(other, winners=(5,))
    wins(other.game)
    assert why(other) == "table-over"


def test_a_round_is_extended_but_not_beyond_thirty_days(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=20 * DAY)

    def extends(by: timedelta) -> str:
        return refused(lambda: extend_round(event_id=event.pk, director=alice, by=by))

    assert extends(11 * DAY) == "extended-enough" == extends(timedelta(0))
    assert extends(10 * DAY) == ""
    assert the_round(event).ends_at == the_round(event).paired_at + 30 * DAY
    time_passes(event, 20 * DAY + timedelta(minutes=1))
    followed(event)
    assert len(running(event)) == 2
    assert event.acts.filter(kind="extended", by=alice).count() == 1
    endless = started(alice, people_of("A", 4), Format.DIVISIONS, round_lasts=None)
    Round.objects.filter(event=endless).update(ends_at=None)
    why = refused(lambda: extend_round(event_id=endless.pk, director=alice, by=DAY))
    assert why == "no-deadline", "one that was paired when a round could go on for ever"


def people_of(letter: str, number: int) -> list[Player]:
    return [person(f"{letter}{each}") for each in range(number)]


def test_a_table_that_fails_is_set_aside_and_holds_up_no_other(alice: Player, monkeypatch) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    no_director(event)
    poison = tables(event)[0].pk
    decide = adjudicating.adjudicate_at_end

    def fails(*, table_id: int) -> bool:
        if table_id == poison:
            raise RuntimeError
        return decide(table_id=table_id)

    monkeypatch.setattr(adjudicating, "adjudicate_at_end", fails)
    ends(event)
    assert len(running(event)) == 1 and not look_at_rounds(event_id=event.pk)
    monkeypatch.undo()
    time_passes(event, timedelta(hours=1, minutes=1))
    followed(event)
    assert Round.objects.filter(event=event).count() == 2


def test_of_a_short_round_the_last_third_is_told_of(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=3 * DAY)
    time_passes(event, 2 * DAY - timedelta(minutes=1))
    followed(event)
    assert the_round(event).reminded_at is None
    time_passes(event, timedelta(minutes=2))
    followed(event)
    assert the_round(event).reminded_at is not None
