"""The caches against the log."""

import random

import pytest

from accounts.tests.cast import person
from bots import choose_turn
from games.log.moments import state_of
from games.models import Game, LogEntry, Status
from games.services import resign
from games.tests.play import play_peaceful_turns, play_turn, table_of
from games.tests.replays import replay
from homeworlds.notation import format_turn
from homeworlds.rules import RuleSet, Variant

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(alice, bob, charlie):
    """A drawn game, one with a resignation, one of secrets and one just begun."""
    binary = table_of(alice, bob, rules=RuleSet())
    for text in ("homeworld G3 B1 Y3", "homeworld G2 B1 R3", *["pass"] * 8):
        play_turn(binary, text)
    captain = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    play_peaceful_turns(captain, 20)
    resign(game_id=captain.pk, player=bob, key="r", confirmed=True)
    secret = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    play_peaceful_turns(secret, 10)
    resign(game_id=secret.pk, player=charlie, key="r", confirmed=True)
    begun = table_of(alice, bob, rules=RuleSet())
    return [Game.objects.get(pk=game.pk) for game in (binary, captain, secret, begun)]


def test_the_caches_agree_with_the_log(games):
    assert games[0].outcome["draw"]
    assert replay("--check") == (["4 of 4 games agree"], True)


@pytest.mark.parametrize(
    "field, value",
    [
        ("position", "<0>"),
        ("outcome", {"winners": [1], "draw": False, "termination": "resignation"}),
        ("turn_count", 3),
        ("revealed", [[0, "E"]]),
        ("departed", [1]),
        ("places", {}),
    ],
)
def test_a_wrong_cache_is_found_and_mended(games, field, value):
    game = games[0]
    Game.objects.filter(pk=game.pk).update(**{field: value})
    lines, content = replay("--check")
    assert not content
    assert lines[0].startswith(f"{game}: {field}: stored ")
    assert lines[-1] == "3 of 4 games agree"
    assert replay()[1]
    assert getattr(Game.objects.get(pk=game.pk), field) == getattr(game, field)
    assert replay("--check")[1]


def test_a_wrong_seat_to_move_and_a_missing_outcome_are_mended_together(games):
    game = games[0]
    Game.objects.filter(pk=game.pk).update(status="running", outcome=None, next_seat=1)
    lines, content = replay("--check", "--game", game.public_id)
    assert (len(lines), lines[-1], content) == (4, "0 of 1 games agree", False)
    assert replay("--game", game.public_id)[1]
    assert Game.objects.get(pk=game.pk).outcome == game.outcome


def test_a_wrong_cache_of_an_entry_is_found_and_mended(games):
    LogEntry.objects.filter(game=games[1], number=4).update(position="", eliminated=[2])
    lines, content = replay("--check")
    assert not content
    assert [line.split(": ")[1] for line in lines[:-1]] == ["entry 4, position", "entry 4, eliminated"]
    assert replay()[1]
    assert replay("--check")[1]


def test_a_log_that_breaks_the_rules_is_named(games):
    entry = games[0].log.get(number=2)
    LogEntry.objects.bulk_update([entry], ["position"])
    games[0].log.model._base_manager.filter(pk=entry.pk)._raw_delete("default")
    lines, content = replay("--check")
    assert not content
    assert lines == [f"{games[0]}: entry 2 is missing", "3 of 4 games agree"]


@pytest.mark.parametrize("variant", Variant)
def test_games_of_bots_agree_with_their_log_to_the_end(alice, bob, charlie, variant):
    people = [alice, bob, charlie, person("Dora")][: 2 if variant is Variant.BINARY else 4]
    rules = RuleSet(variant=variant, fallen_good=True)
    game = table_of(*people, rules=rules)
    rng = random.Random(7)
    for _ in range(150):
        game = Game.objects.get(pk=game.pk)
        if game.status != Status.RUNNING:
            break
        turn = choose_turn(state_of(game), level="random", rng=rng)
        play_turn(game, format_turn(turn, game.players), confirmed=True)
    assert game.log.exclude(eliminated=[]).exists()
    assert replay("--check") == (["1 of 1 games agree"], True)
