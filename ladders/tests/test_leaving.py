"""Leaving a ladder, losing on time there, and what is undone of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command

from accounts.deletion import delete_account
from games.log.words import TOO_LATE
from games.models import Leaver
from games.services.clocks.undoing import append_void
from games.services.leaving import settle_leaver
from games.services.log import lock_game
from games.tests.clocks import now
from games.tests.play import play_turn
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.ladder.services import (
    come_back,
    join_ladder,
    leave_ladder,
    sweep_ladders,
)
from ladders.ladder.services.sweeping import _count_vacation, settle_newcomer
from ladders.models import Challenge, Ladder, LadderEvent, Rung
from ladders.tests.climbing import (
    SETUPS,
    beats,
    challenged,
    days_pass,
    falls,
    gives_up,
    gives_up_at_once,
    goes_on,
    kinds,
    ladder_of,
    last_event,
    log_agrees,
    names,
    people,
    place,
    really_played,
)
from notices.kinds import kind_named
from notices.models import Notice
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def code_of(service, ladder, player):
    with pytest.raises(LadderRefusal) as refused:
        service(ladder_id=ladder.pk, player=player)
    return refused.value.code


def begun(game):
    """Both have set up."""
    for setup in SETUPS:
        play_turn(game, setup)
    return now(game)


@pytest.fixture
def four():
    players = people(4)
    return ladder_of(*players), players


def test_who_leaves_without_games_is_gone_at_once(four):
    ladder, players = four
    leave_ladder(ladder_id=ladder.pk, player=players[1])
    assert names(ladder) == ["Climber1", "Climber3", "Climber4"] and log_agrees()
    assert code_of(leave_ladder, ladder, players[1]) == LadderRefusalCode.NOT_THERE
    assert join_ladder(ladder_id=ladder.pk, player=players[1]).place == 4


def test_limbo_ends_when_the_last_game_is_over_and_the_game_still_counts(four):
    ladder, players = four
    first, second = challenged(players[3], players[1]), challenged(players[2], players[1])
    leave_ladder(ladder_id=ladder.pk, player=players[1])
    assert place(players[1]) == 2
    assert code_of(leave_ladder, ladder, players[1]) == LadderRefusalCode.LEAVING_ALREADY
    assert code_of(join_ladder, ladder, players[1]) == LadderRefusalCode.LEFT_BY_CHOICE
    assert code_of(come_back, ladder, players[1]) == LadderRefusalCode.LEFT_BY_CHOICE
    gives_up(first, players[1])
    assert names(ladder) == ["Climber1", "Climber4", "Climber2", "Climber3"]
    gives_up(second, players[2])
    assert names(ladder) == ["Climber1", "Climber4", "Climber3"] and log_agrees()
    assert last_event(ladder).why == "left"


def test_two_in_limbo_leave_together_when_their_game_is_over(four):
    ladder, players = four
    game = challenged(players[2], players[1])
    for player in players[1:3]:
        leave_ladder(ladder_id=ladder.pk, player=player)
    gives_up(game, players[2])
    assert names(ladder) == ["Climber1", "Climber4"] and log_agrees()


def test_who_came_to_no_turn_drops_out_and_the_winner_moves_one_place_only(four):
    ladder, players = four
    falls(challenged(players[3], players[0], first=False))
    assert Challenge.objects.get().result == "early"
    event = LadderEvent.objects.get(kind="settled")
    assert (event.data["from"], event.data["to"]) == (4, 3)
    assert names(ladder) == ["Climber2", "Climber4", "Climber3"] and log_agrees()
    assert last_event(ladder).why == "no-show"
    join_ladder(ladder_id=ladder.pk, player=players[0])


def test_where_neither_came_nobody_moves_by_the_game_and_who_was_to_move_drops_out(four):
    ladder, players = four
    falls(challenged(players[3], players[0], first=False), alone=True)
    assert Challenge.objects.get().result == "void"
    event = LadderEvent.objects.get(kind="settled")
    assert (event.data["from"], event.data["to"]) == (4, 4)
    assert names(ladder) == ["Climber2", "Climber3", "Climber4"] and log_agrees()
    assert last_event(ladder).why == "no-show"


@pytest.mark.parametrize("passes", [None, 2])
def test_who_gives_up_before_the_third_turn_lifts_the_winner_one_place_only_and_stays(four, passes):
    ladder, players = four
    game = challenged(players[3], players[0], first=False)
    if passes is not None:
        game = begun(game)
    for _ in range(passes or 0):
        play_turn(game, "pass")
    gives_up_at_once(now(game), players[0])
    assert Challenge.objects.get().result == "early"
    assert names(ladder) == ["Climber1", "Climber2", "Climber4", "Climber3"] and log_agrees()
    assert kinds(ladder)[-1] == "settled" and Rung.objects.get(player=players[0]).limbo == ""


def test_who_gives_up_after_three_turns_has_played_and_loses_the_place(four):
    _, players = four
    game = begun(challenged(players[3], players[0], first=False))
    for _ in range(3):
        play_turn(game, "pass")
    gives_up_at_once(now(game), players[0])
    assert Challenge.objects.get().result == "won" and place(players[3]) == 1 and log_agrees()


def test_a_challenger_who_gives_up_at_once_moves_nobody(four):
    ladder, players = four
    gives_up_at_once(challenged(players[3], players[0]), players[3])
    assert Challenge.objects.get().result == "lost"
    assert names(ladder) == ["Climber1", "Climber2", "Climber3", "Climber4"] and log_agrees()


def test_the_second_time_within_ninety_days_he_is_barred_for_thirty(four):
    ladder, players = four
    falls(challenged(players[3], players[0], first=False))
    join_ladder(ladder_id=ladder.pk, player=players[0])
    falls(challenged(players[0], players[1]))
    assert kinds(ladder)[-1] == "barred" and log_agrees()
    assert code_of(join_ladder, ladder, players[0]) == LadderRefusalCode.BARRED
    days_pass(31)
    join_ladder(ladder_id=ladder.pk, player=players[0])


def test_after_ninety_days_it_is_the_first_time_again(four):
    ladder, players = four
    falls(challenged(players[3], players[0], first=False))
    join_ladder(ladder_id=ladder.pk, player=players[0])
    days_pass(91)
    falls(challenged(players[0], players[1]))
    assert kinds(ladder)[-1] == "left"


def test_who_ran_out_of_time_before_the_third_turn_drops_out_without_a_warning(four):
    ladder, players = four
    falls(begun(challenged(players[3], players[0], first=False)))
    assert last_event(ladder).why == "away" and Challenge.objects.get().result == "early"
    assert LadderEvent.objects.filter(kind="barred").count() == 0 and log_agrees()


def test_who_played_and_ran_out_of_time_is_in_limbo_and_may_say_that_he_is_back(four):
    ladder, players = four
    other = challenged(players[2], players[0])
    falls(really_played(challenged(players[3], players[0], first=False)))
    assert names(ladder) == ["Climber4", "Climber1", "Climber2", "Climber3"]
    assert Rung.objects.get(player=players[0]).limbo == "clock"
    assert come_back(ladder_id=ladder.pk, player=players[0]).limbo == ""
    assert code_of(come_back, ladder, players[0]) == LadderRefusalCode.NOT_LEAVING
    gives_up(other, players[2])
    assert place(players[0]) == 2 and log_agrees()


@pytest.mark.parametrize("lost", [{"limbo": ""}, None], ids=["its mark", "the whole place"])
def test_whoever_is_mended_is_in_limbo_for_the_reason_that_the_log_has(four, lost):
    ladder, players = four
    challenged(players[2], players[0])
    falls(really_played(challenged(players[3], players[0], first=False)))
    rung = Rung.objects.filter(player=players[0])
    rung.update(**lost) if lost else rung.delete()
    call_command("replay_ladders")
    assert rung.get().limbo == "clock" and log_agrees()
    come_back(ladder_id=ladder.pk, player=players[0])
    leave_ladder(ladder_id=ladder.pk, player=players[0])
    rung.update(limbo="")
    call_command("replay_ladders")
    assert rung.get().limbo == "leaves" and log_agrees()


def test_who_says_nothing_leaves_with_the_last_game(four):
    ladder, players = four
    falls(really_played(challenged(players[3], players[0], first=False)))
    assert names(ladder) == ["Climber4", "Climber2", "Climber3"] and log_agrees()
    assert code_of(come_back, ladder, players[0]) == LadderRefusalCode.NOT_THERE


def test_a_fall_that_was_the_sites_fault_is_undone_by_rows(four):
    ladder, players = four
    game = falls(challenged(players[3], players[0], first=False))
    before = list(LadderEvent.objects.order_by("number").values())
    beats(players[2], players[1])
    goes_on(game)
    assert names(ladder) == ["Climber1", "Climber3", "Climber2", "Climber4"] and log_agrees()
    undone = last_event(ladder)
    assert (undone.kind, undone.data["other_from"], undone.data["other_to"]) == ("undone", None, 1)
    assert list(LadderEvent.objects.order_by("number").values())[: len(before)] == before
    challenge = Challenge.objects.get(game=game)
    assert challenge.settled_at is None and challenge.result == ""
    gives_up(now(game), players[0])
    assert names(ladder) == ["Climber4", "Climber1", "Climber3", "Climber2"] and log_agrees()


def test_a_finished_game_that_is_void_after_all_has_moved_nobody(four):
    ladder, players = four
    game = beats(players[3], players[1])
    beats(players[2], players[0])
    game, seats = lock_game(game.pk)
    append_void(game, seats, TOO_LATE, database_now())
    assert names(ladder) == ["Climber3", "Climber1", "Climber2", "Climber4"] and log_agrees()
    assert Challenge.objects.get(game=game).result == "void"
    assert kinds(ladder)[-2:] == ["undone", "settled"]


def test_a_bar_goes_with_the_game_that_is_undone(four):
    ladder, players = four
    falls(challenged(players[3], players[0], first=False))
    join_ladder(ladder_id=ladder.pk, player=players[0])
    game = falls(challenged(players[0], players[1]))
    goes_on(game)
    assert place(players[0]) == 4 and log_agrees()
    leave_ladder(ladder_id=ladder.pk, player=players[0])
    gives_up(now(game), players[1])
    join_ladder(ladder_id=ladder.pk, player=players[0])


def test_a_limbo_by_the_clock_is_undone_with_it(four):
    _, players = four
    other = challenged(players[2], players[0])
    game = falls(really_played(challenged(players[3], players[0], first=False)))
    goes_on(game)
    assert Rung.objects.get(player=players[0]).limbo == "" and log_agrees()
    gives_up(other, players[2])
    assert place(players[0]) == 1


def test_who_joined_again_meanwhile_stands_where_he_stood(four):
    ladder, players = four
    game = falls(challenged(players[3], players[0], first=False))
    join_ladder(ladder_id=ladder.pk, player=players[0])
    goes_on(game)
    assert names(ladder) == ["Climber1", "Climber2", "Climber3", "Climber4"] and log_agrees()


def test_newcomers_who_challenge_nobody_leave_after_a_fortnight(four):
    ladder, players = four
    beats(players[3], players[2])
    days_pass(13.9)
    sweep_ladders()
    assert len(names(ladder)) == 4
    days_pass(0.2)
    sweep_ladders()
    assert names(ladder) == ["Climber1", "Climber4"] and log_agrees()
    assert set(LadderEvent.objects.filter(kind="left").values_list("why", flat=True)) == {"newcomer"}


def test_a_newcomer_taken_off_is_told_unless_he_is_back_or_wants_no_mails_of_ladders(four):
    ladder, players = four
    players[2].mail_ladders = False
    players[2].save()
    beats(players[3], players[1])
    days_pass(15)
    sweep_ladders()
    assert names(ladder) == ["Climber1", "Climber4"]
    told = Notice.objects.get(kind="ladder_taken_off", dropped="")
    kind = kind_named(told.kind)
    assert told.player == players[1] and kind.is_still_true(told)
    letter = kind.letter(told)
    assert (
        letter.paragraphs[0].startswith("Site ladder: you were new there")
        and "place 3" in letter.paragraphs[0]
    )
    assert letter.link.address.endswith("/ladders/site/")
    join_ladder(ladder_id=ladder.pk, player=players[1])
    assert not kind.is_still_true(told)


def test_who_had_nobody_to_challenge_has_another_fortnight():
    (one,) = people(1)
    ladder = ladder_of(one)
    days_pass(15)
    sweep_ladders()
    assert names(ladder) == ["Climber1"]
    assert Rung.objects.get().challenge_by > database_now() + timedelta(days=13)


def test_a_vacation_pauses_the_fortnight(four):
    ladder, players = four
    two, at = players[1], database_now()
    two.vacation_since, two.vacation_until = at + timedelta(days=10), at + timedelta(days=20)
    two.save()
    days_pass(15)
    two.vacation_since, two.vacation_until = at - timedelta(days=5), at + timedelta(days=5)
    two.save()
    assert not settle_newcomer(ladder_id=ladder.pk, player_id=two.pk)
    sweep_ladders()
    assert names(ladder) == ["Climber1", "Climber2"]
    left = Rung.objects.get(player=two).challenge_by - at
    assert timedelta(days=8) < left < timedelta(days=10)


@pytest.mark.parametrize(
    ("since", "until", "later"),
    [(-3, -1, 0), (-3, 4, 4), (2, 9, 7), (10, 20, 10), (15, 20, 0)],
    ids=["over before", "begun before", "within", "beyond the fortnight", "after it"],
)
def test_a_vacation_puts_the_fortnight_off_as_far_as_it_lies_within(four, since, until, later):
    rung = Rung.objects.select_related("player").get(player=four[1][1])
    fortnight = rung.challenge_by
    days = [rung.joined_at + timedelta(days=number) for number in (since, until)]
    rung.player.vacation_since, rung.player.vacation_until = days
    for _ in range(2):
        _count_vacation(rung)
    assert rung.challenge_by == fortnight + timedelta(days=later)


def test_on_vacation_nobody_is_taken_off(four):
    ladder, players = four
    days_pass(15)
    two, at = players[1], database_now()
    two.vacation_since, two.vacation_until = at - timedelta(hours=1), at + timedelta(days=20)
    two.save()
    sweep_ladders()
    assert names(ladder) == ["Climber1", "Climber2"]


def test_the_suspended_leave_like_one_who_leaves(four):
    ladder, players = four
    game = really_played(challenged(players[2], players[1]))
    for player in players[:2]:
        player.suspended_until = database_now() + timedelta(days=9)
        player.save()
    sweep_ladders()
    assert names(ladder) == ["Climber2", "Climber3", "Climber4"]
    gives_up(game, players[2])
    assert names(ladder) == ["Climber3", "Climber4"] and log_agrees()


def test_a_deleted_account_leaves_with_its_games(four):
    ladder, players = four
    for challenger in (players[3], players[2]):
        really_played(challenged(challenger, players[1]))
    delete_account(player=players[1])
    settle_leaver(leaver_id=Leaver.objects.get().pk)
    assert names(ladder) == ["Climber1", "Climber4", "Climber3"] and log_agrees()
    assert last_event(ladder).why == "deleted"


def test_each_is_told_once_by_a_notice_of_the_ladder(four):
    _, players = four
    game = challenged(players[3], players[1])

    def waiting():
        return set(Notice.objects.filter(due_at__isnull=False).values_list("kind", "player__name"))

    assert waiting() == {("ladder_challenged", "Climber2")}
    gives_up_at_once(game, players[1])
    assert waiting() == {("ladder_challenged", "Climber2"), ("ladder_result", "Climber4")}


def test_who_wants_no_mails_of_ladders_hears_of_the_game_as_of_any_other(four):
    _, players = four
    players[1].mail_ladders = False
    players[1].save()
    challenged(players[3], players[1])
    assert set(Notice.objects.filter(due_at__isnull=False).values_list("kind", flat=True)) == {"start"}


def test_the_sweep_keeps_the_places_of_each_day_once(four):
    ladder, _ = four
    sweep_ladders()
    sweep_ladders()
    assert Ladder.objects.get(pk=ladder.pk).sampled_on == database_now().date()
