"""A table looked back at shows what was known then, and a draw has no winner. Asked of pages only."""

import pytest
from django.test import Client

from accounts.tests.cast import person
from games.models import Game
from games.services import agree_to_draw, resign
from games.tests.play import deal, play_peaceful_turns, table_of
from homeworlds.rules import RuleSet, Variant
from upkeep.tests.elements import Element, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def game(alice, bob, charlie):
    """Bob, who is Evil, resigns after everybody's setup: that reveals him."""
    game = table_of(alice, bob, charlie, person("Dora"), rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    deal(game, "GEGE")
    play_peaceful_turns(game, 4)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    return game


def page(game: Game, tail: str = "", client: Client | None = None) -> Element:
    answer = (client or Client()).get(f"/games/{game.public_id}/{tail}")
    assert answer.status_code == 200
    return page_of(answer)


def notes_on(page: Element) -> dict[str, str]:
    """What the list of players says behind each name."""
    lines = page.select(".seat-list li")
    assert lines
    return {line.select("a.name")[0].name: line.select(".clock")[0].text for line in lines}


def test_what_a_player_did_and_showed_later_is_not_said_of_him_before(game):
    assert notes_on(page(game))["Bob"] == "left the game · Evil"
    before = notes_on(page(game, "turns/4/"))
    assert before == {"Alice": "to move", "Bob": "", "Charlie": "", "Dora": ""}
    assert notes_on(page(game, "turns/5/"))["Bob"] == "left the game · Evil"


def test_how_many_evil_players_are_left_is_said_of_the_present_only(game):
    words = "1 Evil player is left."
    assert words in page(game).texts("paragraph")
    before = page(game, "turns/4/").text
    assert words not in before and "Evil players are left" not in before


def test_the_own_goal_as_it_stands_is_said_of_the_present_only(game, alice):
    client = Client()
    client.force_login(alice)
    assert "You are Good: you win" in page(game, client=client).by_id("turn-panel").text
    assert "You are Good: you win" not in page(game, "turns/4/", client).text


def test_a_draw_has_no_winner_and_a_win_has_one(alice, bob):
    drawn, won = (table_of(alice, bob, rules=RuleSet()) for _ in range(2))
    for player in (alice, bob):
        agree_to_draw(game_id=drawn.pk, player=player, answers=0, key="d")
    resign(game_id=won.pk, player=bob, key="r", confirmed=True)
    assert notes_on(page(won)) == {"Alice": "winner", "Bob": "left the game"}
    assert notes_on(page(drawn)) == {"Alice": "", "Bob": ""}
