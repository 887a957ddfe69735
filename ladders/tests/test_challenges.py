"""Challenging on a ladder: what comes of it, and every reason why not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from accounts.services import create_guest
from accounts.tests.cast import person
from games.log.words import TOO_LATE
from games.models import Game, SeatOrder, Status, Visibility
from games.services import agree_to_draw
from games.services.clocks.undoing import append_void
from games.services.log import lock_game
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.ladder.rights import APART, Challenger
from ladders.ladder.services import challenge, join_ladder, leave_ladder, site_ladder
from ladders.ladder.services.joining import close_ladder
from ladders.models import Challenge, Rung
from ladders.terms import LADDER_PACE
from ladders.tests.climbing import (
    beats,
    challenged,
    days_pass,
    gives_up,
    kinds,
    ladder_of,
    last_event,
    log_agrees,
    names,
    people,
    place,
    refusal,
)
from ratings.models import PlayerRating
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def test_a_challenge_starts_its_game_at_once_by_the_ladders_terms():
    alice, bob = people(2)
    ladder = ladder_of(alice, bob)
    made = challenge(ladder_id=ladder.pk, player=bob, other=alice)
    game = Game.objects.get(pk=made.game_id)
    assert (game.status, game.rated, game.visibility, game.arranged) == (
        Status.RUNNING, True, Visibility.PUBLIC, True,
    )  # fmt: skip
    assert (game.clock_start, game.clock_increment, game.clock_cap) == tuple(LADDER_PACE)
    assert game.seat_order == SeatOrder.LOT and not any(seat.timewarp for seat in game.seats.all())
    assert (game.origin_kind, game.origin_title, game.origin_link) == (
        "ladder",
        "Site ladder",
        "/ladders/site/",
    )
    assert (made.from_place, made.to_place) == (2, 1)
    assert kinds(ladder) == ["joined", "joined", "challenged"]


def test_who_wins_takes_the_place_of_the_beaten():
    players = people(4)
    ladder = ladder_of(*players)
    beats(players[3], players[1])
    assert names(ladder) == ["Climber1", "Climber4", "Climber2", "Climber3"]
    assert log_agrees()


def test_the_log_says_where_both_stand_after_a_game():
    players = people(4)
    ladder = ladder_of(*players)
    beats(players[3], players[1])
    said = last_event(ladder).data
    assert said == {"from": 4, "to": 2, "other_from": 2, "other_to": 3}


def test_who_loses_moves_nobody():
    players = people(3)
    ladder = ladder_of(*players)
    beats(players[0], players[2])
    assert names(ladder) == ["Climber1", "Climber2", "Climber3"]
    assert Challenge.objects.get().result == "lost" and log_agrees()


def test_who_stands_above_by_then_moves_nobody():
    players = people(3)
    ladder = ladder_of(*players)
    game = challenged(players[2], players[1])
    beats(players[2], players[0])
    gives_up(game, players[1])
    assert names(ladder) == ["Climber3", "Climber1", "Climber2"] and log_agrees()


def test_a_draw_moves_nobody():
    one, two = people(2)
    ladder = ladder_of(one, two)
    game = challenged(two, one)
    for player in (one, two):
        agree_to_draw(game_id=game.pk, player=player, answers=0, key="d")
    assert Challenge.objects.get().result == "drawn"
    assert names(ladder) == ["Climber1", "Climber2"] and log_agrees()


def test_a_void_game_moves_nobody():
    one, two = people(2)
    ladder = ladder_of(one, two)
    game, seats = lock_game(challenged(two, one).pk)
    append_void(game, seats, TOO_LATE, database_now())
    assert Challenge.objects.get().result == "void"
    assert names(ladder) == ["Climber1", "Climber2"] and log_agrees()


def _crowd(number: int):
    players = people(number)
    return ladder_of(*players), players


def test_nobody_challenges_himself_or_downwards():
    _, (one, two) = _crowd(2)
    assert refusal(two, two) == "self"
    assert refusal(one, two) == "below"


def test_nobody_challenges_from_outside_nor_somebody_outside():
    _, (one, two) = _crowd(2)
    other = person("Outsider")
    assert refusal(other, one) == "not-there"
    assert refusal(two, other) == "they-are-not-there"


def test_nobody_challenges_too_high():
    ladder, players = _crowd(12)
    refused = None
    try:
        challenge(ladder_id=ladder.pk, player=players[11], other=players[0])
    except LadderRefusal as why:
        refused = why
    assert refused.code == LadderRefusalCode.TOO_HIGH and refused.params == {"own": 12, "highest": 2}
    assert refusal(players[11], players[1]) == ""


def test_nobody_sends_more_than_three_at_once():
    _, players = _crowd(5)
    for other in players[:3]:
        assert refusal(players[4], other) == ""
    assert refusal(players[4], players[3]) == "sent-enough"
    gives_up(Game.objects.get(challenge__challenged=players[0]), players[4])
    assert refusal(players[4], players[3]) == ""


def test_two_play_one_game_at_a_time_and_none_within_seven_days():
    _, (one, two) = _crowd(2)
    game = challenged(two, one)
    assert refusal(two, one) == "playing-already"
    gives_up(game, two)
    assert refusal(two, one) == "too-soon"
    days_pass(APART / timedelta(days=1))
    assert refusal(two, one) == ""


def test_whoever_has_enough_challenges_takes_no_more():
    _, players = _crowd(15)
    eleventh = players[10]
    for challenger in players[11:14]:
        assert refusal(challenger, eleventh) == ""
    assert refusal(players[14], eleventh) == "they-are-full"
    for challenger in players[1:6]:
        assert refusal(challenger, players[0]) == ""
    assert refusal(players[6], players[0]) == "they-are-full"


def test_vacation_stops_challenges_either_way():
    _, (one, two) = _crowd(2)
    now = database_now()
    one.vacation_since, one.vacation_until = now, now + timedelta(days=2)
    one.save()
    assert refusal(two, one) == "they-are-on-vacation"
    beats_none = Rung.objects.get(player=two)
    assert beats_none.place == 2
    two.vacation_since, two.vacation_until = now, now + timedelta(days=2)
    two.save()
    one.vacation_until = now
    one.save()
    assert refusal(two, one) == "on-vacation"


def test_in_limbo_nobody_challenges_nor_is_challenged():
    ladder, (one, two, three, four) = _crowd(4)
    challenged(two, one)
    leave_ladder(ladder_id=ladder.pk, player=two)
    assert refusal(three, two) == "they-are-in-limbo"
    challenged(four, three)
    leave_ladder(ladder_id=ladder.pk, player=four)
    assert refusal(four, one) == "in-limbo"


@pytest.mark.parametrize("which", [0, 1])
def test_who_has_blocked_whom_is_not_said(which):
    _, players = _crowd(2)
    quiet(player=players[which], other=players[1 - which], kind=Quiet.Kind.BLOCK)
    assert refusal(players[1], players[0]) == "not-now"


def test_the_suspended_neither_challenge_nor_are_challenged():
    _, (one, two) = _crowd(2)
    one.suspended_until = database_now() + timedelta(days=3)
    one.save()
    assert refusal(two, one) == "not-now"
    one.suspended_until, two.suspended_until = None, database_now() + timedelta(days=3)
    one.save()
    two.save()
    assert refusal(two, one) == "suspended"


def test_a_closed_ladder_starts_no_game():
    ladder, (one, two) = _crowd(2)
    close_ladder(ladder_id=ladder.pk)
    assert refusal(two, one) == "closed"


def test_the_page_gives_the_same_reasons_as_the_service():
    """Asked for all at once, and then one by one of the service."""
    ladder, players = _crowd(16)
    for other in players[5:7]:
        challenged(players[15], other)
    quiet(player=players[9], other=players[15], kind=Quiet.Kind.BLOCK)
    for challenger in players[12:15]:
        challenged(challenger, players[11])
    gives_up(challenged(players[10], players[7]), players[10])
    leave_ladder(ladder_id=ladder.pk, player=players[7])
    rungs = list(Rung.objects.filter(ladder=ladder).select_related("player").order_by("place"))
    asked = Challenger(ladder, players[15], rungs[-1], database_now())
    asked.look_at(rungs)
    reasons = {rung.player: asked.why_not(rung) for rung in rungs}
    assert {str(why.code) for why in reasons.values() if why} >= {
        "self", "too-high", "playing-already", "not-now", "they-are-full",
    }  # fmt: skip
    for player, why in reasons.items():
        if why is not None:
            assert refusal(players[15], player) == why.code
    free = next(player for player, why in reasons.items() if why is None)
    assert refusal(players[15], free) == ""


def test_a_settled_rating_reaches_five_above_the_place_it_would_give():
    ladder, players = _crowd(30)
    later = database_now() + timedelta(days=100)
    for player, rating in ((players[29], 1900.0), (players[0], 2000.0), (players[1], 1950.0)):
        PlayerRating.objects.create(
            player=player, pool="two", number=1, rating=rating, deviation=60, games=30, day=20000,
            listed_until=later,
        )  # fmt: skip
    asked = Challenger(ladder, players[29], Rung.objects.get(player=players[29]), database_now())
    assert asked.highest == 1
    PlayerRating.objects.filter(player=players[29]).update(rating=1900, listed_until=None)
    asked = Challenger(ladder, players[29], Rung.objects.get(player=players[29]), database_now())
    assert asked.highest == 18


def test_joining_is_at_the_bottom_and_once():
    ladder, (one, two) = _crowd(2)
    assert (place(one), place(two)) == (1, 2)
    with pytest.raises(LadderRefusal) as refused:
        join_ladder(ladder_id=ladder.pk, player=one)
    assert refused.value.code == LadderRefusalCode.ALREADY_THERE


def why_not_join(player):
    with pytest.raises(LadderRefusal) as refused:
        join_ladder(ladder_id=site_ladder().pk, player=player)
    return refused.value.code


def test_guests_bots_the_unconfirmed_and_the_suspended_do_not_join(alice):
    guest = create_guest()
    bot = Player(kind=Player.Kind.BOT, bot_level="easy", name="Robot")
    assert {why_not_join(player) for player in (guest, bot)} == {LadderRefusalCode.PEOPLE_ONLY}
    alice.unconfirmed_since = database_now()
    assert why_not_join(alice) == LadderRefusalCode.PEOPLE_ONLY
    alice.unconfirmed_since, alice.suspended_until = None, database_now() + timedelta(days=1)
    assert why_not_join(alice) == LadderRefusalCode.SUSPENDED
    close_ladder(ladder_id=site_ladder().pk)
    alice.suspended_until = None
    assert why_not_join(alice) == LadderRefusalCode.CLOSED
