"""What the ways through a game ask for, and what a table of Sinister says of the hunts: asked of pages."""

import pytest
from django.test import Client

from accounts.tests.cast import person
from games.services import resign
from games.tests.browsing import HTMX
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet, Variant
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
GOES_ON = (
    "When a target falls by another player’s turn or resigns, its hunter goes on to the next living player "
    "to the left."
)


def test_each_way_through_the_game_asks_htmx_for_the_table_alone(alice, bob):
    game = play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 4)
    page = page_of(Client().get(f"/games/{game.public_id}/turns/2/"))
    asked = page.select("a[id^=step-]")
    assert len(asked) == 2
    for step in asked:
        answer = page_of(Client().get(step["hx-get"], headers=HTMX))
        assert answer.ids.count("table") == 1 and answer.select("html") == [], step


def test_how_a_hunt_goes_on_is_said_while_there_is_another_to_hunt(alice, bob, charlie):
    dora = person("Dora")
    game = table_of(alice, bob, charlie, dora, rules=RuleSet(variant=Variant.SINISTER))

    def is_said() -> bool:
        client = Client()
        client.force_login(alice)
        paragraphs = page_of(client.get(f"/games/{game.public_id}/")).texts("paragraph")
        return any(GOES_ON in paragraph for paragraph in paragraphs)

    assert is_said()
    resign(game_id=game.pk, player=dora, key="r", confirmed=True)
    assert is_said()
    resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    assert not is_said()
