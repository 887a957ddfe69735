"""Turns that were taken back, in records."""

from __future__ import annotations

import random

import pytest

from games.log import rebuilding
from games.services import resign
from games.tests.play import play_peaceful_turns, play_turn, table_of
from games.tests.replays import replay as replay_games
from games.tests.take_backs import after_setup, caches, now, taken
from homeworlds.rules import RuleSet, Variant
from records.tests.round_trips import assert_same, brought_back
from records.writing import export_json, export_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.mark.parametrize("variant", Variant)
def test_random_games_with_turns_taken_back_replay_and_come_back_from_their_records(
    alice, bob, charlie, variant
):
    people = [alice, bob] if variant is Variant.BINARY else [alice, bob, charlie]
    game, plain = table_of(*people, rules=RuleSet(variant=variant)), None
    rng = random.Random(str(variant))
    for _ in range(25):
        before = caches(game)
        play_peaceful_turns(game, 1, seed=rng.randrange(10**6))
        if rng.random() < 0.4:
            last = now(game).log.last()
            taken(game, last.player)
            assert caches(game) == before
    assert rebuilding.check(now(game)) == []
    while now(game).outcome is None:
        mover = now(game)
        plain = mover.seats.get(number=mover.next_seat)
        resign(game_id=game.pk, player=plain.player, key=f"r{plain.number}", confirmed=True)
    game = now(game)
    kinds = [entry["kind"] for entry in export_json(game)["log"]]
    assert kinds.count("take-back") >= 5
    assert_same(game, brought_back(game))
    assert replay_games("--check") == (["2 of 2 games agree"], True)


def test_the_notation_names_it(alice, bob):
    game = after_setup(alice, bob)
    play_turn(game, "pass")
    taken(game, alice)
    assert export_text(now(game)).endswith("3. Alice: pass\n4. Alice takes back\n")
