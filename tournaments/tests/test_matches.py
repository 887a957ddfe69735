"""Matches of a knock-out: nobody goes on by lot, and who goes on from a level match is said before."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Player
from games.models import Game
from games.services import agree_to_draw
from tournaments.models import Event, EventStatus, Format, Round
from tournaments.pairing.plain import Entrant, Played
from tournaments.pairing.standings import standings
from tournaments.presenters.words import facts_of
from tournaments.services import pairing
from tournaments.services.adjudicating import adjudicate
from tournaments.services.sweeping import due_events
from tournaments.sheet.ranking import _with_final
from tournaments.tests.events import (
    begins,
    check_event,
    flags,
    followed,
    goes_on,
    people,
    play_out,
    play_round,
    points,
    running,
    started,
    tables,
    time_passes,
    wins,
)
from tournaments.times import play_off_pace

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)


def drawn(game: Game) -> None:
    for seat in game.seats.select_related("player"):
        agree_to_draw(game_id=game.pk, player=seat.player, answers=game.log_number, key=f"d{seat.pk}")


def the_round(event: Event) -> Round:
    return Round.objects.filter(event=event).latest("number")


def legs(event: Event, round_: int = 1) -> list[int]:
    return [table.leg for table in tables(event, round_) if table.has_game]


def all_drawn(event: Event) -> Event:
    for game in running(event):
        drawn(game)
    return followed(event)


def clocks(event: Event) -> list[timedelta]:
    return [game.clock_start for game in running(event)]


def test_a_drawn_match_of_a_knock_out_is_played_on(alice: Player) -> None:
    event = started(alice, people(4), Format.KNOCKOUT)
    first = running(event)[0]
    drawn(first)
    wins(running(event)[0])
    event = play_round(event)
    again = tables(event)[-1]
    assert len(tables(event)) == 3 and again.leg == 2
    seats = [table.seats.get(number=0).entry_id for table in tables(event) if table.match == again.match]
    assert len(set(seats)) == 2, "who moved second moves first"
    assert play_out(event).status == EventStatus.FINISHED


def test_a_play_off_goes_on_until_one_is_ahead_with_half_the_clock(alice: Player) -> None:
    event = started(alice, people(3), Format.KNOCKOUT)
    first = the_round(event).ends_at
    assert clocks(event) == [event.clock_start]
    for number in (2, 3, 4, 5):
        event = all_drawn(event)
        assert legs(event) == list(range(1, number + 1))
        assert clocks(event) == [event.clock_start / 2]
        assert the_round(event).ends_at == first, "there is time enough"
    (game,) = running(event)
    assert (game.clock_start, game.clock_increment, game.clock_cap) == tuple(play_off_pace(event.pace))
    winner = game.seats.get(number=1).player
    wins(game, winner)
    event = followed(event)
    assert winner.pk in [seat.entry.player_id for seat in tables(event, 2)[0].seats.all()]
    assert clocks(event) == [event.clock_start], "the next match begins anew"
    assert play_out(event).status == EventStatus.FINISHED


def test_who_moves_first_alternates_to_the_end_of_the_play_off(alice: Player) -> None:
    event = started(alice, people(3), Format.KNOCKOUT, best_of=3)
    for _ in range(5):
        event = all_drawn(event)
    firsts = [table.seats.get(number=0).entry_id for table in tables(event, 1) if table.has_game]
    assert len(firsts) == 6 and firsts == firsts[:2] * 3 and len(set(firsts)) == 2
    halves = [table.game.clock_start for table in tables(event, 1) if table.has_game]
    assert halves == [event.clock_start] * 3 + [event.clock_start / 2] * 3


def test_a_draw_by_adjudication_is_played_off_as_well_and_then_the_better_seed_goes_on(alice: Player) -> None:
    event = started(alice, people(3), Format.KNOCKOUT, round_lasts=20 * DAY)
    type(event).objects.filter(pk=event.pk).update(director=None)
    begins(running(event)[0])
    time_passes(event, 20 * DAY + timedelta(minutes=1))
    event = followed(event)
    assert legs(event) == [1, 2], "the game is adjudicated, and a play-off follows"
    until = tables(event)[-1].until
    left = until - the_round(event).paired_at - 20 * DAY
    assert timedelta(days=10) <= left < timedelta(days=10, hours=1), "it has half the time of a round"
    event = all_drawn(event)
    assert legs(event) == [1, 2, 3] and tables(event)[-1].until == until, "for all its games"
    begins(running(event)[0])
    time_passes(event, 10 * DAY)
    event = followed(event)
    assert legs(event) == [1, 2, 3] and len(tables(event, 2)) == 1
    assert {seat.entry.number for seat in tables(event, 2)[0].seats.all()} == {0, 1}
    check_event(event)
    assert play_out(event).status == EventStatus.FINISHED


def test_a_director_who_adjudicates_a_draw_does_not_decide_the_match(alice: Player) -> None:
    event = started(alice, people(3), Format.KNOCKOUT)
    (game,) = running(event)
    adjudicate(table_id=game.event_table.pk, director=alice, winners=[0, 1])
    assert legs(followed(event)) == [1, 2]


def test_what_decides_a_level_match_is_said_before(alice: Player) -> None:
    event = started(alice, people(3), Format.KNOCKOUT, round_lasts=20 * DAY)
    (said,) = [fact.words for fact in facts_of(event) if fact.title == "Ties"]
    for words in ("half the time on the clock", "until one is ahead", "more than 10 days", "the better seed"):
        assert words in said


def test_two_games_drawn_at_one_moment_do_not_end_the_event(alice: Player, monkeypatch) -> None:
    """The second ends while the play-off of the first is reckoned."""
    event = started(alice, people(4), Format.KNOCKOUT)
    first, second = running(event)
    reckoned = pairing.next_legs

    def meanwhile(*given: Any) -> Any:
        found = reckoned(*given)
        if Game.objects.get(pk=second.pk).status == "running":
            drawn(second)
        return found

    monkeypatch.setattr(pairing, "next_legs", meanwhile)
    drawn(first)
    event = followed(event)
    assert event.status == EventStatus.RUNNING and legs(event) == [1, 1, 2, 2]
    check_event(event)


def test_a_match_that_is_open_again_waits_for_its_end(alice: Player) -> None:
    """While nobody has a game in the next round yet, and also when somebody went on without."""
    event = started(alice, people(3), Format.KNOCKOUT)
    (game,) = running(event)
    game = flags(game)
    event = followed(event)
    assert len(tables(event, 2)) == 1
    goes_on(game)
    for _ in range(2):
        event = followed(event)
    assert event.status == EventStatus.RUNNING and not due_events().exists()
    event = play_out(event)
    assert event.status == EventStatus.FINISHED
    check_event(event)


def test_a_best_of_three_ends_when_one_is_ahead(alice: Player) -> None:
    event = started(alice, people(3), Format.KNOCKOUT, best_of=3)
    play_round(event)
    event = play_round(event)
    assert [table.leg for table in tables(event, 1) if table.has_game] == [1, 2]
    assert Round.objects.filter(event=event).count() == 2


# --- other formats


@pytest.mark.parametrize("format_", [Format.SWISS, Format.DIVISIONS])
def test_who_is_level_after_all_that_was_published_shares_the_place(alice: Player, format_: Format) -> None:
    event = started(alice, people(4), format_, rounds=1)
    while running(event):
        event = all_drawn(event)
    assert event.status == EventStatus.FINISHED and len(set(points(event).values())) == 1
    assert set(event.entries.values_list("place", flat=True)) == {1}


def test_a_final_table_whose_winners_were_level_before_leaves_them_level() -> None:
    lines = standings([Entrant(id=number) for number in range(4)], [], bye=5.0)
    final = Played(round=2, seats=(2, 0, 3), points=(2.0, 2.0, 0.0), places=(1, 1, 3))
    assert [(line.player, line.place) for line in _with_final(lines, final)] == [
        (0, 1),
        (2, 1),
        (3, 3),
        (1, 4),
    ]
