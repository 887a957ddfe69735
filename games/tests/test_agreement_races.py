"""Two people agree, claim, talk or ask for a rematch at the same moment, on two connections of PostgreSQL."""

from __future__ import annotations

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.models import EntryKind, Game, Status, TalkMessage
from games.refusals import GameRefusal, Stale
from games.services import agree_to_draw, ask_rematch, claim_repetition, resign, say, take_turn, withdraw_draw
from games.tests.agreements import SETUPS
from games.tests.play import play_turn, table_of
from games.tests.races import RACE, assert_log_is_whole
from homeworlds.rules import RuleSet, Variant

pytestmark = RACE
ROUNDS = 20


@pytest.fixture
def people(transactional_db: None) -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Charlie")]


def tried(function, **asked):
    def attempt():
        try:
            function(**asked)
        except GameRefusal as refusal:
            return type(refusal)
        return "done"

    return attempt


def two(people) -> Game:
    game = table_of(*people[:2], rules=RuleSet())
    for text in SETUPS:
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


def assert_drawn_once(game):
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    assert game.log.filter(kind=EntryKind.DRAW).count() == 1
    assert_log_is_whole(game)


def test_two_who_offer_at_once_have_agreed(people, at_once):
    for _ in range(ROUNDS):
        game = two(people)
        asked = {"game_id": game.pk, "answers": 2, "key": "d"}
        answers = at_once(*[tried(agree_to_draw, player=player, **asked) for player in people[:2]])
        assert answers == ["done", "done"]
        assert_drawn_once(game)


def test_the_last_two_votes_of_three_come_at_once(people, at_once):
    for _ in range(ROUNDS):
        game = table_of(*people, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
        asked = {"game_id": game.pk, "answers": 0, "key": "d"}
        agree_to_draw(player=people[0], **asked)
        answers = at_once(*[tried(agree_to_draw, player=player, **asked) for player in people[1:]])
        assert answers == ["done", "done"]
        assert_drawn_once(game)


def test_an_offer_is_accepted_or_taken_back_never_both(people, at_once):
    seen = set()
    for _ in range(ROUNDS):
        game = two(people)
        alice, bob = people[:2]
        agree_to_draw(game_id=game.pk, player=alice, answers=2, key="o")
        answers = at_once(
            tried(agree_to_draw, game_id=game.pk, player=bob, answers=2, key="a", accepting=True),
            tried(withdraw_draw, game_id=game.pk, player=alice),
        )
        assert sorted(map(str, answers)) == sorted(["done", str(GameRefusal)])
        seen.add(answers[0])
        game.refresh_from_db()
        assert (game.status == Status.FINISHED) == (answers[0] == "done")
    assert seen


def test_a_turn_and_an_acceptance_at_once_do_not_both_count(people, at_once):
    for _ in range(ROUNDS):
        game = two(people)
        alice, bob = people[:2]
        agree_to_draw(game_id=game.pk, player=alice, answers=2, key="o")
        answers = at_once(
            tried(take_turn, game_id=game.pk, player=alice, answers=2, key="t", text="pass"),
            tried(agree_to_draw, game_id=game.pk, player=bob, answers=2, key="a", accepting=True),
        )
        assert sorted(map(str, answers)) == sorted(["done", str(Stale)])
        assert_log_is_whole(game)


def test_two_claims_at_once_end_the_game_once(people, at_once):
    for _ in range(ROUNDS // 2):
        game = two(people)
        for _ in range(4):
            play_turn(game, "pass")
        asked = {"game_id": game.pk, "answers": 6, "key": "c"}
        answers = at_once(*[tried(claim_repetition, player=player, **asked) for player in people[:2]])
        assert sorted(map(str, answers)) == sorted(["done", str(Stale)])
        assert_drawn_once(game)


def test_two_who_ask_at_once_get_one_rematch_and_sit_in_it(people, at_once):
    for _ in range(ROUNDS):
        game = two(people)
        resign(game_id=game.pk, player=people[0], key="r", confirmed=True)
        answers = at_once(*[tried(ask_rematch, game_id=game.pk, player=player) for player in people[:2]])
        assert answers == ["done", "done"]
        rematch = Game.objects.get(rematch_of=game)
        assert rematch.status == Status.RUNNING


def test_the_same_words_sent_twice_at_once_are_said_once(people, at_once):
    game = two(people)
    for number in range(ROUNDS):
        asked = {"game_id": game.pk, "player": people[0], "room": "players", "text": "hi", "key": f"{number}"}
        assert at_once(tried(say, **asked), tried(say, **asked)) == ["done", "done"]
    assert TalkMessage.objects.count() == ROUNDS
