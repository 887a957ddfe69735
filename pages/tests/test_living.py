"""The table on the home page lives: the liveliest public game of the last hour, as a stranger sees it."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

from accounts.tests.cast import person
from games.models import Game, Visibility
from games.services import resign
from games.tests.play import play_turn, table_of
from games.tests.table_views import put
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from pages.living import living_table
from upkeep.tests.elements import Element, nowhere_in, page_of

pytestmark = pytest.mark.django_db
LIVING = "/living/"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Nothing is kept from one look to the next."""
    monkeypatch.setattr("pages.living.KEPT_SECONDS", 0)
    cache.clear()


def set_up(alice, bob) -> Game:
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld G1 B2 Y3")
    play_turn(game, "homeworld R2 B3 G3")
    return Game.objects.get(pk=game.pk)


def played(first, second) -> Game:
    """With seven systems; the first one is to move."""
    return put(set_up(first, second), crowded(first, second))


def crowded(first, second) -> str:
    return (
        f"<0> {first.name} (0, r1b2) g3y1-; Deneb (g1) -r2; Rigel (y2) g1-r1; Lyra (b2) b1y2-; Vega (b3) g2-;"
        f" Sirius (r3) -y2b1; {second.name} (1, y3b1) -g3y1"
    )


def home() -> Element:
    return page_of(Client().get("/")).by_id("living")


def shown() -> str:
    return living_table()["public_id"]


def test_home_shows_the_liveliest_game_and_leads_to_it(alice, bob):
    first, second = played(alice, bob), played(bob, alice)
    table = home()
    assert table.one("link", "Watch this game")["href"] == f"/games/{second.public_id}/"
    assert table.text.endswith("Watch this game Binary: Bob, Alice. Turn 2. Bob is to move.")
    play_turn(first, "build Y1 Alice")
    Game.objects.filter(pk=first.pk).update(changed_at=F("changed_at") - timedelta(minutes=9))
    table = home()
    assert table.targets == [f"/games/{first.public_id}/"]
    assert table.text.endswith("Turn 3. Bob is to move.")
    assert table.select('[href$="ship-y1-0-0"]')


def test_a_game_with_few_systems_or_of_this_morning_gives_way_to_the_showcase(alice, bob):
    set_up(alice, bob)
    assert shown() == ""
    game = played(alice, bob)
    assert shown() == game.public_id
    Game.objects.update(changed_at=F("changed_at") - timedelta(minutes=61))
    assert shown() == ""


def test_a_finished_game_is_shown_with_its_result(alice, bob):
    game = played(alice, bob)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert shown() == game.public_id and "Alice won" in home().text


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_what_is_not_for_everybody_is_not_shown(alice, bob, visibility):
    game = played(alice, bob)
    assert shown() == game.public_id
    Game.objects.filter(pk=game.pk).update(visibility=visibility)
    page = Client().get("/")
    assert nowhere_in(page, game.public_id) and nowhere_in(page, "Alice")
    assert "Ada" in home().text


def test_imported_games_are_not_shown_and_crowd_nothing_out(alice, bob):
    game = played(alice, bob)
    imported = [played(alice, bob).pk for _ in range(9)]
    assert shown() != game.public_id
    Game.objects.filter(pk__in=imported).update(imported=True)
    assert shown() == game.public_id
    Game.objects.update(imported=True)
    assert shown() == ""


def test_a_game_counts_once_everybody_has_had_a_turn(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld G1 B2 Y3")
    put(game, crowded(alice, bob))
    assert shown() == ""


def test_nobodys_side_can_be_read_off_it(alice, bob):
    charlie = person("Charlie")
    game = table_of(alice, bob, charlie, rules=preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL))
    for setup in ("homeworld G1 B2 Y3", "homeworld R2 B3 G3", "homeworld G1 B3 Y3"):
        play_turn(game, setup)
    put(
        game,
        "<0> Alice (0, g1b2) y3--; Deneb (g1) r2--; Rigel (y2) -r1-; Lyra (b2) --y2; Bob (1, r2b3) -g3-;"
        " Charlie (2, g1b3) --y3",
    )
    table = living_table()
    assert table["public_id"] == game.public_id
    assert not {"Good.", "Evil.", "is Good", "is Evil"} & {str(value) for value in table.values()}
    assert "Evil" not in table["picture"] + table["status"]


def test_the_fragment_comes_once_something_has_happened(alice, bob):
    game = played(alice, bob)
    version = living_table()["version"]
    assert home()["hx-get"] == f"{LIVING}?after={version}"
    assert Client().get(LIVING, {"after": version}).status_code == 204
    play_turn(game, "build Y1 Alice")
    answer = Client().get(LIVING, {"after": version})
    assert answer.status_code == 200 and [tag["id"] for tag in page_of(answer).select(":root")] == ["living"]


def test_without_games_there_is_the_showcase():
    assert Client().get(LIVING, {"after": ""}).status_code == 204
    table = home()
    assert "A game for two" in table.text and table.targets == []
    assert len(table.select(".map.seats-2")) == 1


def test_it_is_drawn_once_for_all_who_come(alice, bob, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr("pages.living.KEPT_SECONDS", 60)
    game = played(alice, bob)
    with django_assert_num_queries(3):
        Client().get(LIVING)
    play_turn(game, "build Y1 Alice")
    with django_assert_num_queries(0):
        assert "Turn 2." in page_of(Client().get(LIVING)).text


def test_whoever_has_games_waiting_sees_those(alice, bob):
    game = played(alice, bob)
    client = Client()
    client.force_login(alice)
    page = page_of(client.get("/"))
    assert page.find_id("living") is None
    assert f"/games/{game.public_id}/" in page.one("region", "These games wait for you").targets
    client.force_login(bob)
    assert page_of(client.get("/")).by_id("living").targets == [f"/games/{game.public_id}/"]
