"""A further game of a match has an end of its own; all others end when they were said to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import translation

from accounts.models import Player
from notices.models import Notice
from tournaments.models import Event, EventStatus, EventTable, Format, Round
from tournaments.notices import deadline_letter
from tournaments.presenters.games import own_games, shown_tables
from tournaments.presenters.looking import progress_of
from tournaments.services.adjudicating import vote
from tournaments.services.directing import annul_table, extend_round
from tournaments.services.sweeping import due_events, stuck_events
from tournaments.sheet import Sheet
from tournaments.tests.events import (
    begins,
    followed,
    people,
    play_out,
    refused,
    running,
    started,
    tables,
    time_passes,
    wins,
)
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def event(alice: Player) -> Event:
    """The first of two matches has its second game since the fifth day of a round of twenty."""
    found = started(alice, people(4), Format.KNOCKOUT, best_of=3, round_lasts=20 * DAY)
    Event.objects.filter(pk=found.pk).update(director=None)
    time_passes(found, 5 * DAY)
    wins(running(found)[0])
    found = followed(found)
    for game in running(found):
        begins(game)
    return found


def first_round(event: Event) -> Round:
    return Round.objects.get(event=event, number=1)


def second_game(event: Event) -> EventTable:
    """The one that began on the fifth day."""
    return EventTable.objects.filter(round__event=event, leg=2).earliest("pk")


def other_game(event: Event) -> EventTable:
    """Of the match whose first game still runs."""
    return EventTable.objects.get(round__event=event, leg=1, match=1 - second_game(event).match)


def near(one: timedelta, other: timedelta) -> bool:
    return abs(one - other) < timedelta(minutes=10)


def reminded(event: Event) -> list[int]:
    found = Notice.objects.filter(kind="event_deadline").values_list("player", flat=True)
    return sorted(player for player in found if player is not None)


def players_of(table: EventTable) -> list[int]:
    return sorted(seat.entry.player_id for seat in table.seats.all())


def test_it_has_as_long_as_the_first_and_moves_no_other_end(event: Event) -> None:
    round_, second, other = first_round(event), second_game(event), other_game(event)
    assert near(round_.ends_at - database_now(), 15 * DAY) and other.until == round_.ends_at
    assert near(second.until - database_now(), 20 * DAY)
    assert other.ends_at is None and first_round(event).reminded_at is None


def test_each_is_reminded_voted_on_and_adjudicated_at_its_own_time(event: Event) -> None:
    second, other = second_game(event), other_game(event)
    time_passes(event, 12 * DAY + MINUTE)
    followed(event)
    assert reminded(event) == players_of(other), "three days are left for them"
    seat = other.seats.get(number=0)
    vote(table_id=other.pk, player=seat.entry.player, seat=0)
    early = second.seats.get(number=0)
    too_early = refused(lambda: vote(table_id=second.pk, player=early.entry.player, seat=0))
    assert too_early == "too-early-to-vote"
    time_passes(event, 3 * DAY + MINUTE)
    followed(event)
    other.game.refresh_from_db()
    second.game.refresh_from_db()
    assert other.game.outcome["termination"] == "decision" and second.game.outcome is None
    assert reminded(event) == players_of(other), "the others have five days still"
    time_passes(event, 2 * DAY + MINUTE)
    for _ in range(2):
        followed(event)
    assert reminded(event) == sorted(players_of(other) + players_of(second)), "each once"
    vote(table_id=second.pk, player=early.entry.player, seat=0)
    time_passes(event, 3 * DAY + MINUTE)
    assert event in due_events()
    followed(event)
    second.game.refresh_from_db()
    assert second.game.outcome["termination"] == "decision"
    assert second_game(event).called_at is not None


def test_its_letter_names_its_own_end(event: Event) -> None:
    second = second_game(event)
    time_passes(event, 17 * DAY + 2 * MINUTE)
    followed(event)
    notice = Notice.objects.filter(kind="event_deadline", player__in=players_of(second)).first()
    assert notice is not None
    letter = deadline_letter(notice)
    assert letter.subject.endswith("your game is about to end")
    assert letter.paragraphs[0].startswith("Your game ends on ")


def test_a_round_with_such_a_game_is_not_stuck_after_its_own_end(event: Event) -> None:
    second, other = second_game(event), other_game(event)
    time_passes(event, 15 * DAY + MINUTE)
    followed(event)
    wins(EventTable.objects.exclude(pk=second.pk).get(round__event=event, leg=2, match=other.match).game)
    followed(event)
    first = first_round(event)
    assert first.called_at is not None and first.look_at is None and first.closed_at is None
    Round.objects.filter(pk=first.pk).update(called_at=first.called_at - 10 * DAY)
    assert not stuck_events(database_now()).exists()


def test_the_director_gives_all_that_runs_more_time(alice: Player, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(director=alice)
    round_, second = first_round(event), second_game(event)
    extend_round(event_id=event.pk, director=alice, by=3 * DAY)
    assert first_round(event).ends_at == round_.ends_at + 3 * DAY
    assert second_game(event).until == second.until + 3 * DAY > round_.ends_at + 3 * DAY
    act = event.acts.get(kind="extended")
    assert act.data["until"] == (second.until + 3 * DAY).isoformat(), "the last of them"
    extend_round(event_id=event.pk, director=alice, by=7 * DAY)
    again = first_round(event)
    assert again.ends_at == round_.ends_at + 10 * DAY
    assert second_game(event).until == second.until + 10 * DAY
    late = refused(lambda: extend_round(event_id=event.pk, director=alice, by=7 * DAY))
    assert late == "extended-enough"


def test_after_the_round_only_what_still_runs_is_extended(alice: Player, event: Event) -> None:
    time_passes(event, 15 * DAY + MINUTE)
    event = followed(event)
    Event.objects.filter(pk=event.pk).update(director=alice)
    before, ends_at = (
        [table.until for table in tables(event, 1) if table.leg == 2],
        first_round(event).ends_at,
    )
    extend_round(event_id=event.pk, director=alice, by=2 * DAY)
    after = [table.until for table in tables(event, 1) if table.leg == 2]
    assert after == [each + 2 * DAY for each in before] and first_round(event).ends_at == ends_at


def test_a_game_played_anew_has_an_end_of_its_own(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=20 * DAY)
    time_passes(event, 5 * DAY)
    table = tables(event)[0]
    ends_at = first_round(event).ends_at
    anew = annul_table(table_id=table.pk, director=alice, reason="The clock was wrong.")
    assert first_round(event).ends_at == ends_at
    assert near(anew.until - database_now(), 20 * DAY)


def test_the_pages_say_it(alice: Player, event: Event) -> None:
    sheet, second, other = Sheet(event), second_game(event), other_game(event)
    by_pk = {line.pk: line for line in sheet.lines}
    with translation.override("en"):
        said = shown_tables(sheet, [by_pk[second.pk], by_pk[other.pk]], alice)
        player = second.seats.get(number=0).entry.player
        (own,) = own_games(sheet, [by_pk[second.pk]], player, database_now())
    assert "ends on" in said[0].state and "ends on" not in said[1].state
    assert "It ends on" in own.words
    assert progress_of(sheet).ends_at == second.until


def test_the_page_offers_the_vote_only_where_the_end_is_near(event: Event) -> None:
    time_passes(event, 12 * DAY)
    sheet, second, other = Sheet(event), second_game(event), other_game(event)
    for table, offered in ((second, False), (other, True)):
        player = table.seats.get(number=0).entry.player
        lines = [line for line in sheet.lines if line.pk == table.pk]
        (own,) = own_games(sheet, lines, player, database_now())
        assert own.may_vote is offered


def test_it_is_played_to_its_end(event: Event) -> None:
    assert play_out(event).status == EventStatus.FINISHED
