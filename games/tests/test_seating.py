"""From the wish for a game to its start."""

import random

import pytest

from games.models import Game, SeatKind, SeatOrder, SecretAlignment, Status
from games.refusals import GameRefusalCode
from games.services import SeatWish, cancel_game, create_game, join_game, leave_game
from games.tests.seating import BINARY, OPEN, all_confirm, known, new_game, refused
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import (
    RULES_VERSION,
    AttackSize,
    Preset,
    RuleSet,
    Variant,
    preset_rules,
    with_options,
)

pytestmark = pytest.mark.django_db


def seat_names(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.all()]


def test_it_stores_every_option_and_the_rules_version(alice):
    game = new_game(alice, preset=Preset.BOOKLET)
    assert game.options == BINARY.options()
    assert game.rules() == BINARY
    assert (game.rules_version, game.preset, game.status) == (RULES_VERSION, "booklet", Status.OPEN)


def test_a_preset_with_another_option_is_custom(alice):
    game = new_game(alice, rules=with_options(BINARY, {"attack": "smaller"}), preset=Preset.BOOKLET)
    assert (game.preset, game.rules().attack) == ("", AttackSize.SMALLER)


def test_it_starts_by_itself_when_full(alice, bob):
    game = new_game(alice)
    game = join_game(game_id=game.pk, player=bob)
    assert game.status == Status.RUNNING
    assert sorted(seat_names(game)) == ["Alice", "Bob"]
    assert (game.next_seat, game.log_number, game.position) == (0, 0, "<0>")
    assert game.started_at


def test_seats_and_first_player_are_drawn_by_lot(alice, bob):
    orders = set()
    for seed in range(20):
        game = join_game(game_id=new_game(alice).pk, player=bob, lots=random.Random(seed))
        orders.add(tuple(seat_names(game)))
    assert orders == {("Alice", "Bob"), ("Bob", "Alice")}


def test_a_fixed_order_is_kept(alice, bob):
    for _ in range(5):
        game = join_game(game_id=new_game(alice, seat_order=SeatOrder.FIXED).pk, player=bob)
        assert seat_names(game) == ["Alice", "Bob"]


def test_the_novice_begins(alice, bob, charlie):
    rules = preset_rules(Preset.BOOKLET, Variant.SINISTER)
    alice, bob, charlie = map(known, (alice, bob, charlie))
    for _ in range(5):
        game = new_game(alice, OPEN, SeatWish(novice=True), rules=rules, seat_order=SeatOrder.NOVICE)
        join_game(game_id=game.pk, player=bob)
        game = all_confirm(join_game(game_id=game.pk, player=charlie))
        assert seat_names(game)[0] == "Charlie"


def test_a_seat_keeps_the_name_it_started_with(alice, bob):
    game = join_game(game_id=new_game(alice, seat_order=SeatOrder.FIXED).pk, player=bob)
    bob.name = "Robert"
    bob.save()
    assert seat_names(Game.objects.get(pk=game.pk)) == ["Alice", "Bob"]


def test_each_bot_of_a_level_holds_one_seat(alice, bots, settings):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    rules = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)
    game = new_game(alice, *[SeatWish(bot_level="random")] * 5, rules=rules)
    assert game.status == Status.RUNNING
    assert len({seat.player_id for seat in game.seats.all()}) == 6
    assert game.seats.filter(kind=SeatKind.BOT).count() == 5


@pytest.mark.parametrize("players, evil", [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_are_evil_and_the_odd_one_is_good(alice, bots, players, evil):
    wishes = [SeatWish(bot_level="random")] * (players - 1)
    game = new_game(alice, *wishes, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    dealt = SecretAlignment.objects.filter(seat__game=game)
    assert (dealt.count(), dealt.filter(alignment="E").count()) == (players, evil)


def test_other_variants_have_no_alignments(alice, bob):
    join_game(game_id=new_game(alice).pk, player=bob)
    assert not SecretAlignment.objects.exists()


def test_it_refuses_a_number_of_players_the_variant_is_not_for(alice):
    with pytest.raises(Refusal, check=lambda refusal: refusal.code is RefusalCode.ONLY_SO_MANY_PLAYERS):
        new_game(alice, OPEN, OPEN)
    assert not Game.objects.exists()


def test_two_play_good_vs_evil_only_by_classic_or_custom_rules(alice):
    variant = Variant.GOOD_VS_EVIL
    for preset in (Preset.CLASSIC, None):
        new_game(alice, rules=preset_rules(Preset.CLASSIC, variant), preset=preset)
    with pytest.raises(Refusal, check=lambda refusal: refusal.code is RefusalCode.WRONG_PLAYERS):
        new_game(alice, rules=preset_rules(Preset.BOOKLET, variant), preset=Preset.BOOKLET)


def test_it_refuses_a_variant_that_the_preset_does_not_offer(alice):
    rules = preset_rules(Preset.MODERN, Variant.SINISTER)
    with refused(GameRefusalCode.VARIANT_NOT_OFFERED):
        new_game(alice, OPEN, OPEN, rules=rules, preset=Preset.MODERN)


def test_it_refuses_novice_first_without_a_novice(alice):
    with refused(GameRefusalCode.ONE_NOVICE_NEEDED):
        new_game(alice, seat_order=SeatOrder.NOVICE)


def test_it_refuses_a_table_of_bots(alice, bots):
    with refused(GameRefusalCode.NOBODY_TO_PLAY):
        create_game(creator=alice, rules=BINARY, seats=[SeatWish(bot_level="random")] * 2)


def test_it_refuses_a_level_without_a_bot(alice, bots):
    with refused(GameRefusalCode.NO_BOT_FREE):
        new_game(alice, SeatWish(bot_level="oracle"))
    assert not Game.objects.exists()


def test_it_refuses_a_player_twice(alice):
    with refused(GameRefusalCode.ALREADY_SEATED):
        new_game(alice, SeatWish(player=alice))
    game = new_game(alice)
    with refused(GameRefusalCode.ALREADY_SEATED):
        join_game(game_id=game.pk, player=alice)


def test_nobody_joins_a_full_or_cancelled_game(alice, bob, charlie):
    game = join_game(game_id=new_game(alice).pk, player=bob)
    with refused(GameRefusalCode.GAME_FULL):
        join_game(game_id=game.pk, player=charlie)
    game = cancel_game(game_id=new_game(alice).pk, player=alice)
    with refused(GameRefusalCode.GAME_NOT_OPEN):
        join_game(game_id=game.pk, player=charlie)


def test_a_seat_is_given_back_before_the_start_only(alice, bob, charlie):
    game = new_game(alice)
    leave_game(game_id=game.pk, player=alice)
    assert game.seats.filter(kind=SeatKind.OPEN, player=None).count() == 2
    with refused(GameRefusalCode.NOT_SEATED):
        leave_game(game_id=game.pk, player=alice)
    join_game(game_id=game.pk, player=bob)
    join_game(game_id=game.pk, player=charlie)
    with refused(GameRefusalCode.GAME_NOT_OPEN):
        leave_game(game_id=game.pk, player=bob)


def test_only_the_creator_cancels_and_only_before_the_start(alice, bob):
    game = new_game(alice)
    with refused(GameRefusalCode.NOT_THE_CREATOR):
        cancel_game(game_id=game.pk, player=bob)
    assert cancel_game(game_id=game.pk, player=alice).status == Status.CANCELLED
    game = join_game(game_id=new_game(alice).pk, player=bob)
    with refused(GameRefusalCode.GAME_NOT_OPEN):
        cancel_game(game_id=game.pk, player=alice)
