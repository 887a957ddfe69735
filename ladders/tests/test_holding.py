"""High places are played for, friends leave room for strangers, and a block sinks who has blocked."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from clubs.tests.clubhouse import club_of
from games.services.deciding import decide_game
from ladders.arithmetic.reach import OFTEN_WITHIN_DAYS
from ladders.ladder.holding import NOTICE
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.rights import APART
from ladders.ladder.services import found_ladder, leave_ladder, offer_game
from ladders.ladder.services.joining import close_ladder
from ladders.ladder.services.sinking import sink_holders
from ladders.models import Challenge, Ladder, Rung
from ladders.tests.climbing import (
    beats,
    challenged,
    days_pass,
    falls,
    gives_up,
    goes_on,
    kinds,
    ladder_of,
    last_event,
    log_agrees,
    names,
    people,
    place,
    really_played,
    refusal,
)
from notices.models import Notice
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def looked_at(ladder: Ladder, days: float = 0) -> int:
    """So many days later; how many places were lost."""
    days_pass(days)
    lost = sink_holders(ladder_id=ladder.pk)
    assert log_agrees()
    return lost


def is_warned(player: Player) -> bool:
    return Rung.objects.get(player=player).sinks_at is not None


def is_warned_on(ladder: Ladder, player: Player) -> bool:
    return Rung.objects.get(ladder=ladder, player=player).sinks_at is not None


def test_who_has_begun_no_game_for_thirty_days_is_told_and_sinks_a_place_a_week():
    alice, bob, carl = people(3)
    ladder = ladder_of(alice, bob, carl)
    assert looked_at(ladder, 29.99) == 0 and not is_warned(alice)
    beats(carl, bob)
    assert looked_at(ladder, 0.02) == 0 and is_warned(alice) and not is_warned(carl)
    assert Notice.objects.filter(kind="ladder_sinks", player=alice).exists()
    assert looked_at(ladder, 6.9) == 0 and place(alice) == 1
    assert looked_at(ladder, 0.2) == 1 and place(alice) == 2
    assert kinds(ladder)[-1] == "sunk" and last_event(ladder).other == carl
    assert looked_at(ladder, 6.9) == 0 and looked_at(ladder, 0.2) == 1
    assert names(ladder) == ["Climber3", "Climber2", "Climber1"]


def test_all_who_sink_do_so_together():
    """Five friends on top keep no place from who plays."""
    alice, bob, carl, dave, eve = people(5)
    ladder = ladder_of(alice, bob, carl, dave, eve)
    looked_at(ladder, 30.1)
    beats(eve, dave)
    assert names(ladder)[3] == "Climber5"
    assert looked_at(ladder, 7.1) == 3
    assert names(ladder)[0] == "Climber5"


def test_where_nobody_plays_nobody_sinks():
    ladder = ladder_of(*people(3))
    looked_at(ladder, 30.1)
    assert looked_at(ladder, 7.1) == 0


@pytest.mark.parametrize("position, warned", [(10, True), (11, False)])
def test_ten_places_are_played_for(position, warned):
    players = people(11)
    looked_at(ladder_of(*players), 30.1)
    assert is_warned(players[position - 1]) is warned


def test_who_offers_a_game_keeps_the_place_and_takes_one_stranger_more():
    players = people(8)
    ladder = ladder_of(*players)
    for each in players[1:6]:
        challenged(each, players[0])
    assert refusal(players[6], players[0]) == "they-are-full"
    looked_at(ladder, 30.1)
    assert is_warned(players[0])
    offer_game(ladder_id=ladder.pk, player=players[0])
    assert not is_warned(players[0])
    assert looked_at(ladder, 7.1) == 0 and place(players[0]) == 1
    assert refusal(players[6], players[0]) == "they-are-full"  # the offer stood a week
    offer_game(ladder_id=ladder.pk, player=players[0])
    assert refusal(players[6], players[0]) == "" and refusal(players[7], players[0]) == "they-are-full"


@pytest.mark.parametrize("met, fresh", [(2, True), (3, False)])
def test_games_between_friends_are_no_play(met, fresh):
    """The third game of two within half a year is one of friends."""
    alice, bob, carl = people(3)
    ladder = ladder_of(alice, bob, carl)
    for _ in range(met):
        beats(alice, bob)
        days_pass(12)
    assert looked_at(ladder) == 0 and is_warned(alice) is not fresh


def test_friends_fill_half_of_what_one_takes():
    players = people(5)
    ladder_of(*players)
    for each in players[1:4]:
        for _ in range(2):
            beats(players[0], each)
            days_pass(8)
    assert refusal(players[1], players[0]) == "" and refusal(players[2], players[0]) == ""
    assert refusal(players[3], players[0]) == "friends-enough"
    assert refusal(players[4], players[0]) == ""


def test_a_block_sinks_who_has_blocked_and_not_the_blocked():
    alice, bob, carl = people(3)
    ladder = ladder_of(alice, bob, carl)
    quiet(player=alice, other=bob, kind=Quiet.Kind.BLOCK)
    assert looked_at(ladder) == 0 and is_warned(alice) and not is_warned(bob)
    with pytest.raises(LadderRefusal) as refused:
        offer_game(ladder_id=ladder.pk, player=alice)
    assert str(refused.value.code) == "blocks-below"
    assert looked_at(ladder, 7.1) == 1 and names(ladder) == ["Climber2", "Climber1", "Climber3"]
    assert looked_at(ladder) == 0 and not is_warned(alice)  # the blocked stands above


def test_who_blocks_somebody_above_sinks_nobody():
    alice, bob = people(2)
    ladder = ladder_of(alice, bob)
    quiet(player=bob, other=alice, kind=Quiet.Kind.BLOCK)
    looked_at(ladder)
    assert not is_warned(alice) and not is_warned(bob)


def test_who_stands_in_limbo_sinks():
    alice, bob, carl = people(3)
    ladder = ladder_of(alice, bob, carl)
    challenged(bob, alice)
    leave_ladder(ladder_id=ladder.pk, player=alice)
    assert looked_at(ladder) == 0 and looked_at(ladder, 7.1) == 1 and place(alice) == 2


def test_a_void_game_leaves_no_week_to_wait():
    alice, bob, staff = people(3)
    ladder_of(alice, bob)
    decide_game(staff=staff, game=challenged(bob, alice), reason="It cannot be.")
    assert refusal(bob, alice) == ""
    gives_up(Challenge.objects.get(settled_at=None).game, bob)
    assert refusal(bob, alice) == "too-soon"
    days_pass(APART / timedelta(days=1) + 0.01)
    assert refusal(bob, alice) == ""


def test_a_vacation_puts_it_off():
    alice, bob, carl = people(3)
    ladder = ladder_of(alice, bob, carl)
    looked_at(ladder, 30.1)
    beats(carl, bob)
    now = database_now()
    Player.objects.filter(pk=alice.pk).update(vacation_since=now, vacation_until=now + timedelta(days=8))
    assert looked_at(ladder, 7.1) == 0 and place(alice) == 1
    Player.objects.filter(pk=alice.pk).update(vacation_since=None, vacation_until=None)
    assert looked_at(ladder, 7.1) == 1


def test_a_settlement_undone_leaves_the_sinking():
    alice, bob, carl = people(3)
    ladder = ladder_of(alice, bob, carl)
    looked_at(ladder, 30.1)
    game = really_played(challenged(carl, bob))
    assert looked_at(ladder, 7.1) == 1
    falls(game)
    goes_on(game)
    assert log_agrees() and "sunk" in kinds(ladder)


def offered(ladder: Ladder, player: Player) -> str:
    try:
        offer_game(ladder_id=ladder.pk, player=player)
    except LadderRefusal as refused:
        return str(refused.code)
    return ""


def test_who_is_not_there_to_play_offers_nothing():
    alice, bob, carl, dave = people(4)
    ladder = ladder_of(alice, bob, carl)
    assert offered(ladder, dave) == "not-there"
    challenged(bob, alice)
    leave_ladder(ladder_id=ladder.pk, player=alice)
    assert offered(ladder, alice) == "in-limbo"
    now = database_now()
    Player.objects.filter(pk=carl.pk).update(vacation_since=now, vacation_until=now + timedelta(days=8))
    carl.refresh_from_db()
    assert offered(ladder, carl) == "on-vacation" and offered(ladder, bob) == ""
    close_ladder(ladder_id=ladder.pk)
    assert offered(ladder, bob) == "closed"


def test_on_a_closed_ladder_nobody_is_warned_or_sinks():
    ladder = ladder_of(*people(2))
    close_ladder(ladder_id=ladder.pk)
    assert looked_at(ladder, 31) == 0
    assert not Rung.objects.filter(sinks_at__isnull=False).exists()


def test_a_warning_is_given_once_and_goes_with_its_reason():
    alice, bob, carl = people(3)
    ladder = ladder_of(alice, bob, carl)
    looked_at(ladder, 30.1)
    first = Rung.objects.get(player=alice)
    assert looked_at(ladder, 3) == 0
    rung = Rung.objects.get(player=alice)
    assert rung.warned_at == first.warned_at - timedelta(days=3) and rung.sinks_at - rung.warned_at == NOTICE
    assert Notice.objects.filter(kind="ladder_sinks", player=alice).count() == 1
    beats(bob, alice)
    assert looked_at(ladder) == 0 and not is_warned(alice) and is_warned(carl)
    assert Rung.objects.get(player=alice).warned_at is None


def test_a_game_that_is_void_is_no_play_and_makes_no_friends():
    alice, bob, staff = people(3)
    ladder = ladder_of(alice, bob)
    for _ in range(3):
        decide_game(staff=staff, game=challenged(bob, alice), reason="It cannot be.")
    assert looked_at(ladder, 29.9) == 0 and not is_warned(alice)
    decide_game(staff=staff, game=challenged(bob, alice), reason="It cannot be.")
    assert looked_at(ladder, 0.2) == 0 and is_warned(alice)
    beats(alice, bob)
    assert looked_at(ladder) == 0 and not is_warned(alice), "the first game of two strangers"


def test_after_half_a_year_friends_are_strangers_again():
    alice, bob = people(2)
    ladder = ladder_of(alice, bob)
    for _ in range(2):
        beats(alice, bob)
        days_pass(OFTEN_WITHIN_DAYS)
    beats(alice, bob)
    assert looked_at(ladder) == 0 and not is_warned(alice)


def test_a_block_counts_on_the_ladder_where_the_blocked_may_challenge():
    alice, bob, carl, dave = people(4)
    ladder = ladder_of(alice, carl, bob)
    other = found_ladder(club=club_of(dave, alice), by=dave, rules=ladder.rules())
    ladder_of(alice, dave, ladder=other)
    quiet(player=alice, other=bob, kind=Quiet.Kind.BLOCK)
    assert looked_at(other) == 0 and not is_warned_on(other, alice)
    challenged(bob, carl)
    leave_ladder(ladder_id=ladder.pk, player=bob)
    assert looked_at(ladder) == 0 and not is_warned_on(ladder, alice), "he takes no part any more"


def test_who_is_out_of_reach_of_the_blocked_keeps_the_place():
    """From place 13 one reaches place 3."""
    players = people(13)
    ladder = ladder_of(*players)
    for each in players[1:3]:
        quiet(player=each, other=players[-1], kind=Quiet.Kind.BLOCK)
    looked_at(ladder)
    assert not is_warned(players[1]) and is_warned(players[2])


def test_each_ladder_is_looked_at_by_itself():
    alice, bob, carl, dave = people(4)
    ladder = ladder_of(alice, bob)
    other = found_ladder(club=club_of(carl, dave), by=carl, rules=ladder.rules())
    ladder_of(carl, dave, ladder=other)
    looked_at(ladder, 31)
    assert is_warned(alice) and not is_warned(carl)
    Rung.objects.filter(player=dave).update(joined_at=database_now())
    looked_at(other)
    looked_at(ladder)
    assert is_warned(carl) and is_warned(alice) and not is_warned(dave)
    assert looked_at(other, 7.1) == 1
    assert names(other) == ["Climber4", "Climber3"] and names(ladder) == ["Climber1", "Climber2"]
