"""Vacation at tables: it stops the clocks that heed it, comes before a clock falls, and ends with a turn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from accounts.models import Player
from accounts.services import create_guest
from accounts.tests.cast import person
from accounts.vacation.arithmetic import AT_JOINING, LEAST
from accounts.vacation.keeping import budget_of, vacation_of
from games.access import game_for_viewer
from games.clocks.arithmetic import NOTHING
from games.clocks.deadlines import left_now, left_of, ticking
from games.clocks.paces import PACES
from games.clocks.words import what_follows
from games.log import rebuilding
from games.models import EntryKind, Game, LogEntry, Seat, Status
from games.notices.kinds import NoticeKind
from games.services import (
    end_own_vacation,
    follow_vacation,
    follow_vacations,
    go_on_vacation,
    play_bot,
    substitute,
)
from games.services.clocks import vacation
from games.services.clocks.sweeping import sweep_clocks
from games.table.clocks.shown import clocks_of
from games.tests.clocks import (
    SETUPS,
    now,
    open_no_more,
    seat,
    set_up,
    time_passes,
    time_runs_out,
    timed_table,
    vacation_passes,
)
from games.tests.play import play_turn
from notices.models import Notice
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
A_MOMENT = timedelta(seconds=30)
START = PACES["normal"].start


@pytest.fixture
def people(db):
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


@pytest.fixture
def alice(people) -> Player:
    return people[0]


def table(*players: Player, **terms: object) -> Game:
    return timed_table(*players, **{"vacation_allowed": True, **terms})


@pytest.fixture
def game(people) -> Game:
    """Alice is to move."""
    return table(*people[:2])


def leaves(player: Player, time: timedelta = 3 * DAY) -> None:
    player.refresh_from_db()
    go_on_vacation(player=player, until=database_now() + time)
    follow_vacations()


def held(player: Player) -> timedelta:
    player.refresh_from_db()
    return budget_of(player).held(database_now())


def is_away(player: Player) -> bool:
    player.refresh_from_db()
    return vacation_of(player, database_now()) is not None


def close(one: object, other: object) -> bool:
    return abs(one - other) < A_MOMENT  # type: ignore[operator]


# --- by hand


def test_the_clock_stands_still_until_the_end(game, alice):
    time_passes(game, HOUR)
    leaves(alice)
    game = now(game)
    assert close(left_now(game, 0, database_now()), START - HOUR)
    assert close(game.clock_since, database_now() + 3 * DAY)
    assert close(game.due_at, database_now() + 3 * DAY + START - HOUR)
    assert close(held(alice), AT_JOINING - 3 * DAY)
    assert game.log_number == 0


def test_it_follows_in_all_games_of_the_player_and_in_no_others(people, alice):
    bob, cleo = people[1:3]
    mine = [table(alice, each) for each in (bob, cleo)]
    others = [table(bob, alice), table(bob, cleo)]
    live = table(alice, bob, clock="live")
    strict = timed_table(alice, bob)
    before = {each.pk: now(each).due_at for each in (*others, live, strict)}
    leaves(alice)
    assert all(now(each).clock_since > database_now() + DAY for each in mine)
    assert {pk: Game.objects.get(pk=pk).due_at for pk in before} == before


def test_a_turn_that_comes_meanwhile_waits_too(people, alice):
    game = table(people[1], alice)
    leaves(alice)
    play_turn(game, SETUPS[0])
    assert close(now(game).clock_since, database_now() + 3 * DAY)
    assert left_now(now(game), 1, database_now()) == START


def test_followed_twice_it_is_followed_once(game, alice):
    leaves(alice)
    first = ticking(now(game))
    assert follow_vacation(player_id=alice.pk) == 0
    Player.objects.update(vacation_followed_from=database_now())
    assert follow_vacation(player_id=alice.pk) == 0
    assert ticking(now(game)) == first
    alice.refresh_from_db()
    assert alice.vacation_followed_from is None


def test_who_comes_back_while_the_clocks_follow_is_followed_once_more(game, alice, monkeypatch):
    leaves(alice)
    follow = vacation._follow

    def slowly(game_id):
        end_own_vacation(player=alice)
        return follow(game_id)

    monkeypatch.setattr(vacation, "_follow", slowly)
    Player.objects.update(vacation_followed_from=database_now())
    follow_vacation(player_id=alice.pk)
    alice.refresh_from_db()
    assert alice.vacation_followed_from == alice.vacation_until


def test_ended_by_hand_the_clocks_run_again(game, alice):
    leaves(alice)
    time_passes(game, 2 * DAY)
    vacation_passes(alice, 2 * DAY)
    assert end_own_vacation(player=alice)
    follow_vacations()
    game = now(game)
    assert close(game.clock_since, database_now())
    assert close(game.due_at, database_now() + START)
    assert close(held(alice), AT_JOINING - 2 * DAY)
    assert not end_own_vacation(player=alice)


def test_after_its_end_the_clock_runs_by_itself(game, alice):
    leaves(alice)
    time_passes(game, 4 * DAY)
    vacation_passes(alice, 4 * DAY)
    assert sweep_clocks() == 0
    assert close(left_now(now(game), 0, database_now()), START - DAY)


def test_a_clock_that_has_not_begun_is_not_set_back_by_the_end_of_a_vacation(people, alice):
    """What follows comes late: the turn began after the vacation was over."""
    game = table(people[1], alice)
    leaves(alice)
    vacation_passes(alice, HOUR)
    end_own_vacation(player=alice)
    vacation_passes(alice, HOUR)
    play_turn(game, SETUPS[0])
    before = now(game).clock_since
    follow_vacations()
    assert now(game).clock_since == before


@pytest.mark.parametrize(
    ("time", "why"), [(LEAST - HOUR, "too_short"), (AT_JOINING + HOUR, "too_long"), (-DAY, "too_short")]
)
def test_vacations_that_cannot_begin(alice, time, why):
    with pytest.raises(ValidationError) as refusal:
        leaves(alice, time)
    assert refusal.value.code == why
    assert close(held(alice), AT_JOINING)


def test_nobody_goes_twice_and_guests_do_not_go(alice):
    leaves(alice)
    with pytest.raises(ValidationError) as refusal:
        leaves(alice)
    assert refusal.value.code == "on_vacation"
    with pytest.raises(ValidationError) as refusal:
        leaves(create_guest())
    assert refusal.value.code == "no_vacation"


# --- playing


def test_a_turn_where_time_stood_still_ends_it_everywhere(people, game, alice):
    other = table(alice, people[2])
    leaves(alice)
    for each in (game, other):
        time_passes(each, 30 * HOUR)
    vacation_passes(alice, 30 * HOUR)
    play_turn(game, SETUPS[0])
    assert not is_away(alice)
    assert close(held(alice), AT_JOINING - 30 * HOUR)
    assert close(left_of(now(game), 0), START + PACES["normal"].increment)
    assert now(other).clock_since > database_now() + DAY
    follow_vacations()
    assert close(now(other).due_at, database_now() + START)


def test_the_first_day_is_not_paid_back(game, alice):
    leaves(alice, 5 * DAY)
    play_turn(game, SETUPS[0])
    assert close(held(alice), AT_JOINING - LEAST)


@pytest.mark.parametrize("terms", [{"vacation_allowed": False}, {"clock": "live"}])
def test_a_turn_where_time_ran_on_ends_nothing(people, alice, terms):
    game = table(*people[:2], **terms)
    leaves(alice)
    play_turn(game, SETUPS[0])
    assert is_away(alice)


def test_the_turn_of_another_ends_nothing(people, alice):
    game = table(people[1], alice)
    leaves(alice)
    play_turn(game, SETUPS[0])
    assert is_away(alice)


# --- by itself


def test_it_comes_before_the_clock_falls(game, alice):
    game = time_runs_out(game)
    assert game.status == Status.RUNNING
    assert is_away(alice)
    assert close(alice.vacation_until, database_now() + AT_JOINING)
    assert (game.clock_since, game.due_at, left_of(game, 0)) == (alice.vacation_until,) * 2 + (NOTHING,)
    assert seat(game, 0).missed == 0
    last = LogEntry.objects.get(game=game, number=game.log_number)
    assert (last.kind, last.seat, last.data) == (EntryKind.CLOCK, 0, {"what": "vacation"})
    assert Notice.objects.filter(key=game.public_id, kind=NoticeKind.VACATION, player=alice).count() == 1
    assert rebuilding.check(game) == []
    assert sweep_clocks() == 0


def test_the_other_games_follow(people, game, alice):
    other = table(alice, people[2])
    time_runs_out(game)
    assert now(other).clock_since < database_now()
    follow_vacations()
    assert now(other).clock_since > database_now() + 6 * DAY


def test_when_it_is_over_the_clock_falls(game, alice):
    game = time_runs_out(game)
    time_passes(game, AT_JOINING + HOUR)
    vacation_passes(alice, AT_JOINING + HOUR)
    sweep_clocks()
    assert now(game).status == Status.FINISHED
    assert seat(game, 0).missed == 1


@pytest.mark.parametrize(
    ("left", "comes"), [(LEAST, True), (LEAST - HOUR, False), (NOTHING, False), (30 * HOUR, True)]
)
def test_a_whole_day_must_be_left(game, alice, left, comes):
    Player.objects.filter(pk=alice.pk).update(vacation_left=left, vacation_counted_at=database_now())
    assert (time_runs_out(game).status == Status.RUNNING) is comes
    assert is_away(alice) is comes


@pytest.mark.parametrize("terms", [{"vacation_allowed": False}, {"clock": "live"}])
def test_where_it_is_not_allowed_the_clock_falls_and_costs_none(people, alice, terms):
    game = time_runs_out(table(*people[:2], **terms))
    assert game.status == Status.FINISHED
    assert close(held(alice), AT_JOINING)


def test_a_clock_that_nobody_stopped_in_time_does_not_fall(game, alice):
    """What was to follow is lost, with the message and the mark: the sweep sees it all the same."""
    time_passes(game, HOUR)
    go_on_vacation(player=alice, until=database_now() + 6 * DAY)
    Player.objects.update(vacation_followed_from=None)
    time_passes(game, 5 * DAY)
    vacation_passes(alice, 5 * DAY)
    sweep_clocks()
    game = now(game)
    assert game.status == Status.RUNNING
    assert close(left_now(game, 0, database_now()), START - HOUR)
    assert game.clock_since == alice.vacation_until
    assert not Notice.objects.filter(kind__in=[NoticeKind.WARNING, NoticeKind.VACATION]).exists()


def test_a_turn_in_such_a_game_pays_for_none_of_it(game, alice):
    go_on_vacation(player=alice, until=database_now() + 6 * DAY)
    time_passes(game, 2 * DAY)
    vacation_passes(alice, 2 * DAY)
    play_turn(game, SETUPS[0])
    assert close(left_of(now(game), 0), START + PACES["normal"].increment)


def test_with_more_than_two_it_comes_before_the_excuse(people):
    game = time_runs_out(set_up(table(*people)))
    assert seat(game, 0).excuses_left == 1
    assert is_away(people[0])


def test_turns_that_are_passed_end_no_vacation(people, alice):
    game = set_up(timed_table(*people))
    Seat.objects.filter(game=game).update(excuses_left=0)
    game = time_runs_out(game)
    Game.objects.update(vacation_allowed=True)
    leaves(alice)
    open_no_more(game)
    play_bot(game_id=game.pk, number=game.log_number)
    assert now(game).next_seat == 1
    assert is_away(alice)


def test_who_takes_a_seat_is_back(people):
    game = set_up(timed_table(*people))
    Seat.objects.filter(game=game).update(excuses_left=0)
    game = time_runs_out(game)
    Game.objects.update(vacation_allowed=True)
    erin = person("Erin")
    leaves(erin)
    substitute(game_id=game.pk, seat=0, player=erin, key="sub")
    assert not is_away(erin)
    assert close(now(game).clock_since, database_now())


def test_one_player_whose_games_fail_is_set_aside_and_the_others_go_on(
    people, game, alice, monkeypatch, caplog
):
    other = table(*people[2:])
    settle = vacation.settle

    def fails(table, *rest):
        if table.pk == game.pk:
            raise ZeroDivisionError
        return settle(table, *rest)

    monkeypatch.setattr(vacation, "settle", fails)
    for each in (people[2], alice):
        go_on_vacation(player=each, until=database_now() + 2 * DAY)
    assert follow_vacations() == 1
    people[2].refresh_from_db()
    assert people[2].vacation_followed_from is None
    assert now(other).clock_since > database_now()
    assert now(game).clock_since < database_now()
    assert "stops no clocks yet" in caplog.text
    assert follow_vacations() == 0
    alice.refresh_from_db()
    assert close(alice.vacation_followed_from, database_now() + HOUR)


# --- what people read


def test_opponents_see_until_when_and_how_much_is_left(people, game, alice):
    leaves(alice)
    clocks = clocks_of(game_for_viewer(game.public_id, people[1]), people[1])
    assert "on vacation until" in clocks.notes[0][0]
    assert "with 4 days left after it" in clocks.notes[0][0]
    assert "vacation" not in clocks.notes[1][0]


def test_where_it_stops_no_clock_nobody_sees_it(people, alice):
    game = timed_table(*people[:2])
    leaves(alice)
    clocks = clocks_of(game_for_viewer(game.public_id, people[1]), people[1])
    assert "vacation" not in clocks.notes[0][0]


def test_it_is_said_what_comes_when_time_runs_out(people, game, alice):
    seats = list(game.seats.select_related("player"))
    assert "vacation begins by itself, for 7 days" in what_follows(game, seats)
    Player.objects.filter(pk=alice.pk).update(vacation_left=NOTHING, vacation_counted_at=database_now())
    assert "loses on time" in what_follows(game, list(game.seats.select_related("player")))
    strict = timed_table(*people[1:3])
    assert "loses on time" in what_follows(strict, list(strict.seats.select_related("player")))
