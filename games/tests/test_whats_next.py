"""What a finished game leads to, and what the cards of the variants say of the players."""

import pytest
from django.http import QueryDict

from accounts.services import create_guest
from accounts.tests.cast import person
from games.forms.new_game import NewGameForm
from games.models import SeatOrder
from games.services import SeatWish, create_game, resign
from games.table.whats_next import next_level
from games.tests.browsing import Browser
from games.tests.play import play_turn
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.tests.elements import page_of


@pytest.mark.parametrize(
    ("met", "won", "level", "is_higher"),
    [
        (["cadet"], True, "scout", True),
        (["cadet"], False, "cadet", False),
        (["scout", "cadet"], True, "pilot", True),
        (["admiral"], True, "admiral", False),
        (["random"], True, "scout", True),
        ([], True, "cadet", False),
    ],
)
def test_the_next_bot_goes_by_the_result(met, won, level, is_higher):
    assert next_level(met, won=won) == (level, is_higher)


@pytest.mark.django_db
def test_a_card_says_with_how_many_its_variant_is_played_by_the_rules_chosen():
    alice = person("Alice")

    def cards(**chosen):
        query = QueryDict(mutable=True)
        query.update({"players": "2", "variant": "binary", **chosen})
        form = NewGameForm(query, player=alice)
        return {card.radio.data["value"]: (card.numbers, card.fits) for card in form.variant_cards()}

    assert cards(rule_set="modern")["good-vs-evil"] == ("3 to 6 players", False)
    assert cards(rule_set="custom")["good-vs-evil"] == ("2 to 6 players", True)
    assert cards(players="4", rule_set="modern")["binary"] == ("2 players", False)


@pytest.mark.django_db
def test_after_the_end_a_guest_is_asked_once_to_keep_name_and_game(bots):
    for player, asked in ((create_guest(), 1), (person("Alice"), 0)):
        seats = [SeatWish(player=player), SeatWish(bot_level="cadet")]
        rules = preset_rules(Preset.MODERN, Variant.BINARY)
        game = create_game(creator=player, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
        play_turn(game, "homeworld G3 B1 Y3")
        resign(game_id=game.pk, player=player, key="r", confirmed=True)
        page = page_of(Browser(player).client.get(f"/games/{game.public_id}/"))
        assert [link["href"] for link in page.select("#keep-name")] == ["/accounts/keep/"] * asked
        assert page.text.count("Only this browser knows you.") == asked
