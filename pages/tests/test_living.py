"""The table on the home page lives: the public game played last, as a stranger sees it."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.tests.cast import person
from games.models import Game, Visibility
from games.services import resign
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from pages.living import living_table
from records.reading import ORIGIN

pytestmark = pytest.mark.django_db
LIVING = "/living/"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Nothing is kept from one look to the next."""
    monkeypatch.setattr("pages.living.KEPT_SECONDS", 0)
    cache.clear()


def played(alice, bob) -> Game:
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld G1 B2 Y3")
    play_turn(game, "homeworld R2 B3 G3")
    return Game.objects.get(pk=game.pk)


def home() -> str:
    return Client().get("/").content.decode()


def shown() -> str:
    return living_table()["public_id"]


def test_home_shows_the_game_played_last_and_leads_to_it(alice, bob):
    first, second = played(alice, bob), played(bob, alice)
    page = home()
    assert f'href="/games/{second.public_id}/"' in page and first.public_id not in page
    assert "Binary: Bob, Alice" in page and "Turn 2." in page and "Bob is to move." in page
    play_turn(first, "build Y1 Alice")
    page = home()
    assert f'href="/games/{first.public_id}/"' in page and "Turn 3." in page and "Bob is to move." in page
    assert "ship-y1-0-0" in page


def test_a_finished_game_is_shown_with_its_result(alice, bob):
    game = played(alice, bob)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert shown() == game.public_id and "Alice won" in home()


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_what_is_not_for_everybody_is_not_shown(alice, bob, visibility):
    game = played(alice, bob)
    assert shown() == game.public_id
    Game.objects.filter(pk=game.pk).update(visibility=visibility)
    page = home()
    assert game.public_id not in page and "Ada" in page and "Alice" not in page


def test_imported_games_are_not_shown_and_crowd_nothing_out(alice, bob):
    game = played(alice, bob)
    imported = [played(alice, bob).pk for _ in range(9)]
    assert shown() != game.public_id
    Game.objects.filter(pk__in=imported).update(origin_kind=ORIGIN)
    assert shown() == game.public_id
    Game.objects.update(origin_kind=ORIGIN)
    assert shown() == ""


def test_a_game_counts_once_everybody_has_had_a_turn(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld G1 B2 Y3")
    assert shown() == ""
    play_turn(game, "homeworld R2 B3 G3")
    assert shown() == game.public_id


def test_nobodys_side_can_be_read_off_it(alice, bob):
    charlie = person("Charlie")
    game = table_of(alice, bob, charlie, rules=preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL))
    for setup in ("homeworld G1 B2 Y3", "homeworld R2 B3 G3", "homeworld G1 B3 Y3"):
        play_turn(game, setup)
    table = living_table()
    assert table["public_id"] == game.public_id
    assert not {"Good.", "Evil.", "is Good", "is Evil"} & {str(value) for value in table.values()}
    assert "Evil" not in table["picture"] + table["status"]


def test_the_fragment_comes_once_something_has_happened(alice, bob):
    game = played(alice, bob)
    version = living_table()["version"]
    assert f"{LIVING}?after={version}" in home()
    assert Client().get(LIVING, {"after": version}).status_code == 204
    play_turn(game, "build Y1 Alice")
    answer = Client().get(LIVING, {"after": version})
    assert answer.status_code == 200 and b'id="living"' in answer.content and b"<html" not in answer.content


def test_without_games_there_is_the_showcase():
    assert Client().get(LIVING, {"after": ""}).status_code == 204
    page = home()
    assert "A game for two" in page and 'class="map seats-2"' in page


def test_it_is_drawn_once_for_all_who_come(alice, bob, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr("pages.living.KEPT_SECONDS", 60)
    game = played(alice, bob)
    with django_assert_num_queries(3):
        home()
    play_turn(game, "build Y1 Alice")
    with django_assert_num_queries(0):
        assert "Turn 2." in home()


def test_whoever_has_games_waiting_sees_those(alice, bob):
    game = played(alice, bob)
    client = Client()
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert 'id="living"' not in page and game.public_id in page
    client.force_login(bob)
    assert 'id="living"' in client.get("/").content.decode()
