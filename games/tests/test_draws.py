"""Offering, accepting, voting and claiming a draw."""

from __future__ import annotations

import pytest

from games.log import rebuilding
from games.log import votes as ageing
from games.models import DrawVote, EntryKind, Status
from games.refusals import GameRefusalCode, Stale
from games.services import (
    SeatWish,
    claim_repetition,
    create_game,
    resign,
    withdraw_draw,
)
from games.tests.agreements import SETUPS, agree, now
from games.tests.play import play_turn, table_of
from games.tests.seating import refused
from homeworlds.outcome import Termination
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet, Variant

pytestmark = pytest.mark.django_db
AGREED = Termination.AGREEMENT
# Nothing changes but whose turn it is.
PASSING = ("pass", "pass")


@pytest.fixture
def two(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in SETUPS:
        play_turn(game, text)
    return now(game)


@pytest.fixture
def three(alice, bob, charlie):
    return table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))


def claim(game, player, **changes):
    game = now(game)
    return claim_repetition(
        game_id=game.pk, player=player, **{"answers": game.log_number, "key": "claim", **changes}
    )


def votes(game):
    return sorted(DrawVote.objects.filter(game=game).values_list("seat", flat=True))


def assert_drawn(game, termination, number):
    game = now(game)
    assert (game.status, game.log_number) == (Status.FINISHED, number)
    assert (game.outcome["draw"], game.outcome["termination"]) == (True, termination)
    last = game.log.last()
    assert (last.kind, last.seat, last.data) == (EntryKind.DRAW, None, {"termination": termination})
    assert rebuilding.check(game) == []


def test_an_offer_is_accepted_with_or_without_a_turn_at_hand(two, alice, bob):
    agree(two, bob)
    assert now(two).status == Status.RUNNING
    agree(two, alice, accepting=True)
    assert_drawn(two, AGREED, 3)


def test_an_offer_outlives_the_own_turn_and_dies_when_the_other_moves_on(two, alice, bob):
    agree(two, alice)
    play_turn(two, "pass")
    assert votes(two) == [0]
    play_turn(two, "pass")
    assert votes(two) == []
    with refused(GameRefusalCode.OFFER_GONE):
        agree(two, bob, accepting=True)
    assert votes(two) == []


def test_nobody_accepts_an_own_offer(two, alice):
    agree(two, alice)
    with refused(GameRefusalCode.OFFER_GONE):
        agree(two, alice, key="again", accepting=True)
    assert votes(two) == [0]


def test_an_offer_is_taken_back(two, alice, bob):
    agree(two, alice)
    withdraw_draw(game_id=two.pk, player=alice)
    withdraw_draw(game_id=two.pk, player=alice)
    assert votes(two) == []
    with refused(GameRefusalCode.OFFER_GONE):
        agree(two, bob, accepting=True)


def test_only_living_players_of_a_running_game_agree_to_what_they_see(two, three, alice, bob, charlie):
    with refused(GameRefusalCode.NOT_A_PLAYER):
        agree(two, charlie)
    with refused(GameRefusalCode.NOT_A_PLAYER):
        withdraw_draw(game_id=two.pk, player=charlie)
    with pytest.raises(Stale):
        agree(two, alice, answers=1)
    resign(game_id=three.pk, player=bob, key="r", confirmed=True)
    with pytest.raises(Refusal) as refusal:
        agree(three, bob)
    assert refusal.value.code is RefusalCode.NOT_LIVING
    resign(game_id=two.pk, player=bob, key="r", confirmed=True)
    for again in (agree, claim):
        with refused(GameRefusalCode.NOT_RUNNING):
            again(two, alice)
    with refused(GameRefusalCode.NOT_RUNNING):
        withdraw_draw(game_id=two.pk, player=alice)


def test_the_same_key_ends_the_game_once(two, alice, bob):
    agree(two, bob)
    for _ in range(2):
        agree(two, alice, answers=2, key="same")
    assert_drawn(two, AGREED, 3)


def test_a_vote_given_twice_is_one_vote(two, alice):
    agree(two, alice, key="1")
    agree(two, alice, key="2")
    assert votes(two) == [0]


def test_the_third_occurrence_is_claimed_by_either_player(two, alice, bob):
    for text in (*PASSING, "pass"):
        play_turn(two, text)
    with pytest.raises(Refusal) as refusal:
        claim(two, bob)
    assert refusal.value.code is RefusalCode.NO_CLAIM
    play_turn(two, "pass")
    with pytest.raises(Stale):
        claim(two, bob, answers=5)
    for _ in range(2):
        claim(two, bob, answers=6)
    assert_drawn(two, Termination.THIRD_OCCURRENCE, 7)


def test_nothing_is_claimed_with_three_seats(three, alice):
    with pytest.raises(Refusal) as refusal:
        claim(three, alice)
    assert refusal.value.code is RefusalCode.NOT_TWO_SEATS


def test_three_vote_and_a_vote_can_be_taken_back(three, alice, bob, charlie):
    agree(three, alice)
    agree(three, bob)
    withdraw_draw(game_id=three.pk, player=bob)
    agree(three, charlie)
    assert now(three).status == Status.RUNNING
    agree(three, bob)
    assert_drawn(three, AGREED, 1)


def test_the_last_missing_vote_is_gone_with_its_player(three, alice, bob, charlie):
    agree(three, alice)
    agree(three, bob)
    resign(game_id=three.pk, player=charlie, key="r", confirmed=True)
    assert_drawn(three, AGREED, 2)


def test_who_leaves_takes_the_vote_along(three, alice, bob, charlie):
    agree(three, alice)
    resign(game_id=three.pk, player=alice, key="r", confirmed=True)
    assert votes(three) == []
    agree(three, bob)
    assert now(three).status == Status.RUNNING
    agree(three, charlie)
    assert_drawn(three, AGREED, 2)


def test_an_elimination_by_a_turn_counts_like_a_resignation(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    for text in ("homeworld G3 B1 Y3", "homeworld G2 B1 R3", "homeworld G2 B3 Y3", "pass"):
        play_turn(game, text)
    agree(game, alice)
    agree(game, charlie)
    play_turn(game, "sacrifice R3 Bob", confirmed=True)
    assert_drawn(game, AGREED, 6)


def test_good_vs_evil_is_drawn_too_and_all_cards_are_shown(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    for player in (alice, bob, charlie):
        agree(game, player)
    assert_drawn(game, AGREED, 1)
    assert len(now(game).revealed) == 3


def with_bots(*people, bots):
    wishes = [*[SeatWish(player=player) for player in people], *[SeatWish(bot_level="random")] * bots]
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING if len(wishes) > 2 else Variant.BINARY)
    return create_game(creator=people[0], rules=rules, seats=wishes)


def test_bots_follow_two_people_who_agree(alice, bob, bots):
    game = with_bots(alice, bob, bots=2)
    agree(game, alice)
    assert now(game).status == Status.RUNNING
    agree(game, bob)
    assert_drawn(game, AGREED, 1)


def test_bots_give_one_person_no_draw(alice, bots):
    for number in (1, 2):
        game = with_bots(alice, bots=number)
        agree(game, alice)
        assert now(game).status == Status.RUNNING


def test_a_bot_agrees_in_a_position_that_has_occurred_before(alice, bots):
    game = create_game(
        creator=alice,
        rules=RuleSet(),
        seats=[SeatWish(player=alice), SeatWish(bot_level="random")],
        seat_order="fixed",
    )
    for text in (*SETUPS, *PASSING):
        play_turn(game, text)
    agree(game, alice)
    assert_drawn(game, AGREED, 5)


def test_a_bot_agrees_in_a_game_without_end(alice, bots, monkeypatch):
    monkeypatch.setattr(ageing, "BOTS_AGREE_FROM", 0)
    game = with_bots(alice, bots=1)
    agree(game, alice)
    assert_drawn(game, AGREED, 1)
