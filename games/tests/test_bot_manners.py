"""Bots of two-player games resign what is lost and accept draws, as a decent player does."""

import pytest

from bots import levels
from bots.core.search import DECIDED
from bots.levels import Choice
from bots.thinking import Info
from games.models import EntryKind, Game, SeatOrder, Status
from games.services import SeatWish, agree_to_draw, create_game, play_bot
from games.services.bot_manners import SETTLED_FROM
from games.tests.play import play_peaceful_turns, play_turn
from homeworlds.rules import RuleSet

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
SETUPS = ("homeworld G3 B1 Y3", "homeworld G2 B1 Y3")
LOST, HOPELESS, EVEN, BETTER = -DECIDED - 5, -900, 0, 40


@pytest.fixture
def game(alice, bots):
    """Alice has just moved; a pilot answers. As if the game had gone on for long."""
    seats = [SeatWish(player=alice), SeatWish(bot_level="pilot")]
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
    for text in SETUPS:
        play_turn(game, text)
    game = play_peaceful_turns(game, 5)
    Game.objects.filter(pk=game.pk).update(turn_count=SETTLED_FROM)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def finds(monkeypatch):
    """Has the bot find these values: first of the position, then of those at its turns before."""

    def find(*values):
        said = iter(values)
        asked_of = []

        def choose(level, asked):
            asked_of.append(asked.state.position)
            value = next(said)
            return Choice(choose_turn(level, asked).turn, None if value is None else Info(3, value, 100))

        monkeypatch.setattr(levels, "choose", choose)
        return asked_of

    choose_turn = levels.choose
    return find


def answer(game):
    play_bot(game_id=game.pk, number=game.log_number, seconds=0.1)
    return game.log.get(number=game.log_number + 1)


def test_it_resigns_what_is_lost_and_has_been_hopeless_for_two_turns(game, finds):
    asked_of = finds(LOST, HOPELESS, HOPELESS)
    entry = answer(game)
    assert (entry.kind, entry.seat) == (EntryKind.RESIGNATION, 1)
    assert [position.mover for position in asked_of] == [1, 1, 1]
    assert len(set(asked_of)) == 3


@pytest.mark.parametrize(
    "values", [(HOPELESS,), (LOST, EVEN), (LOST, HOPELESS, EVEN), (LOST, HOPELESS, None), (None,)]
)
def test_it_plays_on_while_the_loss_is_not_proven_or_new(game, finds, values):
    finds(*values)
    assert answer(game).kind == EntryKind.TURN


def test_it_never_resigns_early(game, finds):
    finds(LOST, LOST, LOST)
    Game.objects.filter(pk=game.pk).update(turn_count=SETTLED_FROM - 1)
    assert answer(game).kind == EntryKind.TURN


def test_it_does_not_resign_a_position_that_was_taken_back_meanwhile(game, finds, alice, monkeypatch):
    from games.services import bot_turns, take_back

    def give_up_slowly(*args):
        take_back(game_id=game.pk, player=alice, answers=game.log_number, key="back")
        return True

    monkeypatch.setattr(bot_turns, "gives_up", give_up_slowly)
    assert play_bot(game_id=game.pk, number=game.log_number, seconds=0.1) is None
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
    assert not game.log.filter(kind=EntryKind.RESIGNATION).exists()


def offer(game, alice):
    agree_to_draw(game_id=game.pk, player=alice, answers=game.log_number, key="offer")


@pytest.mark.parametrize("value", [EVEN, HOPELESS])
def test_it_accepts_a_draw_when_it_is_not_better(game, finds, alice, value):
    offer(game, alice)
    finds(value)
    assert answer(game).kind == EntryKind.DRAW
    assert Game.objects.get(pk=game.pk).outcome["termination"] == "agreement"


def test_it_plays_on_when_it_is_better_or_nobody_offers(game, finds, alice):
    finds(EVEN)
    assert answer(game).kind == EntryKind.TURN


def test_it_declines_when_it_is_better(game, finds, alice):
    offer(game, alice)
    finds(BETTER)
    assert answer(game).kind == EntryKind.TURN


def test_it_declines_early(game, finds, alice):
    offer(game, alice)
    Game.objects.filter(pk=game.pk).update(turn_count=SETTLED_FROM - 1)
    finds(HOPELESS)
    assert answer(game).kind == EntryKind.TURN


def test_who_found_no_value_judges_the_position(game, finds, alice, monkeypatch):
    offer(game, alice)
    finds(None)
    monkeypatch.setattr("games.services.bot_manners.position_value", lambda *_: -1.0)
    assert answer(game).kind == EntryKind.DRAW
