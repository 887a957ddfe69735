"""Asking for a table of the stairs, the seating of a day, and who moves by a game."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from accounts.deletion import delete_account
from accounts.models import Player, Quiet
from accounts.tests.cast import person
from accounts.vacation.keeping import begin_vacation
from games.models import Game, Leaver, Seat, Status
from games.refusals import GameRefusal
from games.services.leaving import settle_leaver
from games.signals import game_reopened
from homeworlds.rules import Variant
from ladders.models import (
    StairsEvent,
    StairsSeason,
    StairsSeat,
    StairsStanding,
    StairsTable,
)
from ladders.stairs.refusals import StairsRefusal, StairsRefusalCode
from ladders.stairs.services.asking import leave_stairs, withdraw_from_seating
from ladders.stairs.services.replaying import check_stairs
from ladders.stairs.services.seating import seat_if_due
from ladders.stairs.times import SEASON_DAYS
from ladders.tests.stairs import ask, day, give_up, put_on, row, seating, step, steps, table_of, the_stairs
from upkeep.clock import database_now
from upkeep.models import IsAppendOnly

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def people() -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dora")]


@pytest.fixture(autouse=True)
def log_is_true():
    """After each test the log, played again, gives what stands."""
    yield
    assert check_stairs() == []


def refused(action) -> str:
    with pytest.raises((StairsRefusal, GameRefusal)) as caught:
        action()
    return str(caught.value.code)


# --- asking


def test_whoever_asks_the_first_time_joins_at_the_first_step(alice):
    ask(alice)
    assert row(alice).step == 1 and row(alice).asked_at is not None
    assert [event.kind for event in StairsEvent.objects.all()] == ["joined", "asked"]


def test_asking_again_changes_what_is_accepted_and_keeps_the_time(alice):
    ask(alice)
    before = row(alice).asked_at
    ask(alice, variants=[Variant.SINISTER], sizes=[4])
    assert (row(alice).variants, row(alice).sizes, row(alice).asked_at) == (["sinister"], [4], before)


def test_whoever_waits_can_wait_no_more(alice):
    ask(alice)
    withdraw_from_seating(player=alice)
    assert row(alice).asked_at is None
    assert refused(lambda: withdraw_from_seating(player=alice)) == StairsRefusalCode.NOT_WAITING


def test_guests_and_unconfirmed_addresses_get_no_table(alice, db):
    guest = Player.objects.create_player(name="Gast", email=None, password=None, kind=Player.Kind.GUEST)
    nobody = Player.objects.create_player(name="Nobody", email="n@example.com", password=None)
    for player in (guest, nobody):
        assert refused(lambda player=player: ask(player)) == StairsRefusalCode.NEEDS_ACCOUNT


def test_each_refusal_is_reached(alice):
    assert refused(lambda: ask(alice, variants=[])) == StairsRefusalCode.NO_VARIANT
    assert refused(lambda: ask(alice, variants=[Variant.BINARY])) == StairsRefusalCode.NO_VARIANT
    assert refused(lambda: ask(alice, sizes=[])) == StairsRefusalCode.NO_SIZE
    assert refused(lambda: leave_stairs(player=alice)) == StairsRefusalCode.NOT_ON_STAIRS
    alice.suspended_until = database_now() + timedelta(days=1)
    assert refused(lambda: ask(alice)) == "suspended"
    alice.suspended_until = None
    begin_vacation(alice, database_now())
    assert refused(lambda: ask(alice)) == StairsRefusalCode.ON_VACATION


def test_nobody_plays_at_more_than_three_tables_at_once(people):
    for days in (1, 2, 3):
        table_of(*people, days=days)
    assert refused(lambda: ask(people[0])) == StairsRefusalCode.TABLES_ENOUGH
    give_up(Game.objects.latest("pk"), *people[1:])
    ask(people[0])


# --- the seating


def test_four_who_wait_are_seated_and_their_rated_game_begins(people):
    ask(*people)
    (game,) = seating()
    assert (game.status, game.players, game.rated, game.arranged) == (Status.RUNNING, 4, True, True)
    assert (game.origin_kind, game.origin_link) == ("stairs", "/stairs/")
    assert game.clock_start == timedelta(days=5) and game.excuses == 1 and game.seat_order == "lot"
    assert not any(row(player).asked_at for player in people)
    sat = StairsSeat.objects.filter(table__game=game).order_by("number").values_list("player", flat=True)
    assert list(sat) == list(
        Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True)
    )


def test_there_is_one_seating_a_day_and_one_after_an_outage(people):
    ask(*people)
    assert len(seating(days=5)) == 1
    ask(*people)
    assert seating(days=5) == [] and seating(days=4) == []
    assert [event.data["day"] for event in StairsEvent.objects.filter(kind="seating")] == [
        day(5).date().isoformat()
    ]


def test_nothing_is_seated_before_the_hour(people):
    ask(*people)
    assert seat_if_due() == 0
    assert all(row(player).asked_at for player in people)


def test_the_sweep_seats_once_the_hour_has_come(people):
    ask(*people)
    stairs = the_stairs()
    stairs.last_day -= timedelta(days=1)
    stairs.save()
    assert seat_if_due() == 1
    assert seat_if_due() == 0


def test_whoever_is_passed_over_counts_for_more_the_next_day(alice, bob):
    ask(alice, bob)
    for days in (1, 2):
        seating(days)
    assert (row(alice).passed, row(bob).passed) == (2, 2)


def test_steps_widen_until_the_third_seating_takes_anybody(people):
    ask(*people)
    put_on(people[0], 9)
    for days in (1, 2):
        assert [game.players for game in seating(days)] == [3]
        assert row(people[0]).passed == days
        ask(*people[1:])
    assert [game.players for game in seating(3)] == [4]
    put_on(people[0], 1)


def test_on_vacation_suspended_or_blocked_nobody_is_seated(people):
    alice, bob, cleo, dora = people
    ask(*people)
    begin_vacation(alice, database_now(), database_now() + timedelta(days=5))
    Player.objects.filter(pk=bob.pk).update(suspended_until=database_now() + timedelta(days=9))
    Quiet.objects.create(owner=cleo, other=dora, kind=Quiet.Kind.BLOCK)
    ask(erin := person("Erin"), frank := person("Frank"))
    games = seating()
    assert [game.players for game in games] == [3]
    met = set(Seat.objects.filter(game__in=games).values_list("player", flat=True))
    assert {erin.pk, frank.pk} < met and not {alice.pk, bob.pk} & met
    assert row(alice).asked_at is not None and row(alice).passed == 0, "vacation pauses"
    assert row(bob).left_at is not None, "who is suspended leaves"


def test_people_meet_others_before_they_meet_again(people):
    more = [person(name) for name in ("Erin", "Frank", "Gina", "Hugo")]
    for group, days in ((people, 1), (more, 2)):
        give_up(table_of(*group, days=days), *group[1:])
    for player in (*people, *more):
        put_on(player, 1)
    ask(*people, *more)
    for game in seating(3):
        who = set(Seat.objects.filter(game=game).values_list("player", flat=True))
        assert len(who & {each.pk for each in people}) == 2
    for group in (people, more):
        for player, number in zip(group, (2, 1, 1, 1), strict=True):
            put_on(player, number)


# --- who moves


def test_the_winner_goes_up_and_who_falls_first_goes_down(people):
    alice, bob, cleo, dora = people
    give_up(table_of(*people), bob, cleo, dora)
    give_up(table_of(*people, days=2), alice, bob, cleo)
    assert steps(*people) == [1, 1, 1, 2]
    give_up(table_of(*people, days=3), dora, cleo, bob)
    assert steps(*people) == [2, 1, 1, 1]
    assert (row(alice).played, row(alice).won) == (3, 2)


def test_at_a_table_of_five_the_winner_goes_up_two_steps(people):
    people.append(person("Erin"))
    give_up(table_of(*people), *people[1:])
    assert steps(*people) == [3, 1, 1, 1, 1]


def test_a_game_that_hardly_began_moves_nobody_up(people):
    ask(*people)
    (game,) = seating()
    give_up(game, *people[1:])
    assert steps(*people) == [1, 1, 1, 1]


def test_who_goes_on_after_all_moves_back_and_may_move_again(people):
    alice, bob, *others = people
    game = give_up(table_of(*people), bob, *others)
    assert step(alice) == 2
    seats = list(game.seats.order_by("number"))
    with transaction.atomic():
        game_reopened.send(sender=Game, game=game, seats=seats)
    assert step(alice) == 1 and row(alice).won == 0
    assert StairsTable.objects.get().settled_number is None
    assert list(StairsEvent.objects.order_by("-number").values_list("kind", flat=True)[:2]) == [
        "moved",
        "reopened",
    ]


def test_leaving_keeps_the_step_for_who_comes_back_and_running_tables_count(people):
    alice, bob, *others = people
    game = table_of(*people)
    leave_stairs(player=alice)
    give_up(game, bob, *others)
    assert step(alice) == 2 and row(alice).left_at is not None
    ask(alice)
    assert row(alice).left_at is None and step(alice) == 2


def test_a_deleted_account_leaves(people):
    ask(*people)
    delete_account(player=people[0])
    settle_leaver(leaver_id=Leaver.objects.get().pk)
    assert row(people[0]).left_at is not None and row(people[0]).asked_at is None


# --- seasons


def test_a_season_ends_with_its_order_kept_and_steps_halved(people):
    alice, *others = people
    for days in (1, 2):
        give_up(table_of(*people, days=days), *others)
    assert step(alice) == 3
    seating(SEASON_DAYS + 1)
    assert steps(*people) == [2, 1, 1, 1]
    assert row(alice).began_at_step == 2 and row(alice).played == 0
    first = StairsStanding.objects.get(place=1)
    assert (first.player, first.step, first.played, first.won) == (alice, 3, 2, 2)
    assert list(StairsSeason.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_what_a_season_has_closed_is_not_moved_back(people):
    alice, *others = people
    game = give_up(table_of(*people), *others)
    seating(SEASON_DAYS + 1)
    assert step(alice) == 1
    with transaction.atomic():
        game_reopened.send(sender=Game, game=game, seats=list(game.seats.all()))
    assert steps(*people) == [1, 1, 1, 1]


# --- the log


def test_the_log_is_only_added_to(alice):
    ask(alice)
    event = StairsEvent.objects.first()
    rows = StairsEvent.objects.all()
    for change in (event.save, event.delete, rows.delete, partial(rows.update, step=9)):
        with pytest.raises(IsAppendOnly):
            change()


def test_the_check_names_what_does_not_follow_from_the_log(alice):
    ask(alice)
    put_on(alice, 4)
    assert "'step': 4" in "".join(check_stairs())
    put_on(alice, 1)
