"""A director corrects what a table counts for, in any round, after the end too."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.models import Game
from notices.kinds import kind_named
from notices.models import Notice
from tournaments.models import DRAW, NOBODY, EventStatus, EventTable, Format
from tournaments.rights import barred_until
from tournaments.services.adjudicating import open_tables
from tournaments.services.checking import check_events
from tournaments.services.correcting import correct_result
from tournaments.services.directing import annul_table
from tournaments.sheet import stayed_away
from tournaments.tests.events import (
    check_event,
    flags,
    followed,
    goes_on,
    people,
    play_out,
    play_round,
    points,
    refused,
    running,
    started,
    tables,
)
from tournaments.words import act_sentence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def corrects(table: EventTable, director: Player, seat: int, why: str = "Had help.") -> str:
    return refused(lambda: correct_result(table_id=table.pk, director=director, seat=seat, reason=why))


def test_a_result_of_an_older_round_is_corrected_and_the_event_goes_on(alice: Player) -> None:
    event = play_round(started(alice, people(4)))
    table = tables(event, 1)[0]
    one, other = [seat.entry.player.name for seat in table.seats.order_by("number")]
    before, game = points(event), Game.objects.get(pk=table.game_id)
    assert {before[one], before[other]} == {0, 1}
    loser = 0 if before[one] == 0 else 1
    assert corrects(table, alice, loser) == ""
    after = points(followed(event))
    assert (after[one], after[other]) == (before[other], before[one])
    act = event.acts.get(kind="corrected")
    assert act.by == alice and act.player.name == (one, other)[loser]
    assert (
        act_sentence(act)
        == f"{(one, other)[loser]} wins table 1 of round 1: so the director decides. Had help."
    )
    assert Game.objects.get(pk=game.pk).outcome == game.outcome, "the game stays as it was played"
    assert Notice.objects.filter(kind="event_corrected").count() == 2
    notice = Notice.objects.filter(kind="event_corrected").first()
    assert kind_named(notice.kind).is_still_true(notice)
    assert "Had help." in " ".join(kind_named(notice.kind).letter(notice).paragraphs)
    assert corrects(table, alice, DRAW) == ""
    assert not kind_named(notice.kind).is_still_true(notice)
    assert points(followed(event))[one] == points(event)[other] == 0.5
    assert corrects(table, alice, NOBODY) == ""
    assert points(followed(event))[one] == points(event)[other] == 0
    event = play_out(event)
    assert event.status == EventStatus.FINISHED and check_events() == []
    check_event(event)


def test_after_the_end_places_follow_and_all_are_told_again(alice: Player) -> None:
    event = play_out(started(alice, people(4), rounds=1))
    table = tables(event)[0]
    lost = next(seat.number for seat in table.seats.all() if not points(event)[seat.entry.player.name])
    told = Notice.objects.filter(kind="event_final").count()
    assert corrects(table, alice, lost) == ""
    event = followed(event)
    assert event.status == EventStatus.FINISHED
    assert table.seats.get(number=lost).entry.score == 1
    assert event.acts.filter(kind="finished").count() == 2
    assert Notice.objects.filter(kind="event_final").count() == 2 * told > 0
    check_event(event)


def test_until_a_correction_is_read_the_standings_of_before_are_no_fault(alice: Player) -> None:
    event = play_out(started(alice, people(4), rounds=1))
    assert corrects(tables(event, 1)[0], alice, DRAW) == ""
    assert list(check_events()) == []
    event = followed(event)
    assert list(check_events()) == []
    event.entries.filter(number=0).update(score=7)
    assert any("player 0: kept is" in line for line in check_events())


def test_a_corrected_game_that_goes_on_after_all_counts_for_nothing_until_it_is_over(alice: Player) -> None:
    event = started(alice, people(4))
    game = flags(running(event)[0])
    table, late = game.event_table, game.seats.get(number=0).player
    assert barred_until(late) is not None
    assert corrects(table, alice, 0) == corrects(table, alice, 0) == ""
    assert barred_until(late) is None
    assert table not in open_tables(table.round)
    goes_on(game)
    assert table in open_tables(table.round) and corrects(table, alice, 0) == "table-goes-on"
    check_event(play_out(event))


@pytest.mark.parametrize(("seat", "away"), [(0, False), (DRAW, False), (1, True), (NOBODY, True)])
def test_who_stayed_away_has_done_so_still_unless_it_brings_something(
    alice: Player, seat: int, away: bool
) -> None:
    event = started(alice, people(4))
    game = flags(running(event)[0])
    assert corrects(game.event_table, alice, seat) == ""
    assert (game.seats.get(number=0).player_id in stayed_away(event)) is away


def test_at_a_larger_table_a_single_one_wins_and_others_stay_as_they_fell(alice: Player) -> None:
    event = play_round(started(alice, people(8), Format.PODS, rounds=2))
    table = tables(event, 1)[0]
    for seat in range(4):
        assert corrects(table, alice, seat) == ""
        found = points(followed(event))
        by_seat = [found[each.entry.player.name] for each in table.seats.order_by("number")]
        assert by_seat[seat] == 5 and sum(by_seat) == 5
        assert event.acts.latest("number").player == table.seats.get(number=seat).entry.player
    assert corrects(table, alice, 4) == "event-not-living"


def test_what_cannot_be_corrected_is_said(alice: Player, bob: Player) -> None:
    event = started(alice, people(5))
    first, bye = tables(event)[0], tables(event)[-1]
    assert corrects(first, alice, 0) == "table-goes-on"
    assert corrects(bye, alice, 0) == "table-has-no-game"
    assert corrects(first, alice, 0, " ") == "no-words"
    assert corrects(first, bob, 0) == "director-only"
    annul_table(table_id=first.pk, director=alice, reason="A fault.")
    assert corrects(first, alice, 0) == "annulled-already"


def test_no_director_who_plays_corrects_anything(alice: Player) -> None:
    event = play_round(started(alice, [alice, *people(3)]))
    own = next(each for each in tables(event, 1) if each.seats.filter(entry__player=alice).exists())
    other = next(each for each in tables(event, 1) if each != own)
    assert corrects(own, alice, 0) == "ones-own-table"
    assert corrects(other, alice, 0) == "ones-own-event"


def test_in_a_knock_out_only_the_last_round_is_corrected(alice: Player) -> None:
    event = play_round(started(alice, people(4), Format.KNOCKOUT))
    assert corrects(tables(event, 1)[0], alice, 0) == "match-followed"
    event = play_out(event)
    final = tables(event)[0]
    first = event.entries.get(place=1).player
    second = next(seat for seat in final.seats.all() if seat.entry.player != first)
    assert corrects(final, alice, second.number) == ""
    event = followed(event)
    assert event.entries.get(place=1).player == second.entry.player
    check_event(event)
