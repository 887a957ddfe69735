"""Forecasts before a rated game: in the form, on an invitation, in the list of open games."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.clocks.paces import PACES, USUAL
from games.lobby.terms import GameTerms
from games.models import Invitation
from games.services import SeatWish, create_game
from homeworlds.rules import RuleSet, Variant
from pages.tests.visits import browser
from ratings.arithmetic.rating_list import Pool
from ratings.presenters.forecasts import forecast_of
from ratings.tests.rows import rated
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db

TERMS = GameTerms(rated=True, clock=PACES[USUAL])


def offered(creator, *, terms=TERMS, seats=2, rules=None, **changes):
    wishes = [SeatWish(player=creator), *[SeatWish(**changes) for _ in range(seats - 1)]]
    return create_game(creator=creator, rules=rules or RuleSet(), seats=wishes, terms=terms)


def in_the_list(viewer):
    page = page_of(browser(viewer).get("/games/open/"))
    return [each.text for each in page.select(".forecast")]


@pytest.fixture
def strong(alice, bob):
    """Alice is much stronger than Bob."""
    rated(alice, 1700), rated(bob, 1500)


def test_who_could_join_a_rated_game_of_two_sees_how_such_games_end(strong, alice, bob):
    offered(alice)
    assert in_the_list(bob) == ["26 of 100 such games go to you, 74 to Alice."]
    assert in_the_list(alice) == []
    assert in_the_list(None) == []


def test_a_newcomer_is_told_that_it_is_a_guess(alice, bob):
    rated(alice, 1700)
    offered(alice)
    assert "Little is known yet of Bob, so this is a guess." in in_the_list(bob)[0]


def test_a_stated_strength_moves_the_forecast_of_a_newcomer(alice, bob):
    rated(alice, 1700)
    offered(alice)
    before = in_the_list(bob)
    Player.objects.filter(pk=bob.pk).update(stated_strength="strong")
    assert int(in_the_list(bob)[0].split()[0]) > int(before[0].split()[0])


@pytest.mark.parametrize(
    "terms, changes",
    [(GameTerms(clock=PACES[USUAL]), {}), (TERMS, {"timewarp": 2})],
    ids=["friendly", "handicapped"],
)
def test_a_game_that_will_not_count_has_none(strong, alice, bob, terms, changes):
    offered(alice, terms=terms, **changes)
    assert in_the_list(bob) == []


def test_at_a_table_each_share_is_told_when_the_last_seat_is_free(alice, bob, charlie):
    for player, rating in ((alice, 1600), (bob, 1500), (charlie, 1500)):
        rated(player, rating, pool=Pool.TABLES)
    game = offered(alice, seats=3, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    assert in_the_list(charlie) == []
    seats = list(game.seats.all())
    seats[1].player = bob
    told = forecast_of(game, seats, charlie)
    assert told == "Of 100 such games so many go to: Alice 46, Bob 27, Charlie 27."


def test_good_vs_evil_has_none(strong, alice, bob):
    game = offered(alice)
    game.variant = Variant.GOOD_VS_EVIL
    assert forecast_of(game, list(game.seats.all()), bob) == ""
    game.variant = Variant.BINARY
    assert forecast_of(game, list(game.seats.all()), bob) != ""


def test_an_invitation_tells_it_before_it_is_accepted(strong, alice, bob):
    offered(alice, invited=bob)
    token = Invitation.objects.get().token
    page = page_of(browser(bob).get(f"/games/join/{token}/"))
    assert [each.text for each in page.select(".forecast")] == [
        "26 of 100 such games go to you, 74 to Alice."
    ]


def test_the_form_tells_it_before_the_invitation_is_sent(strong, alice, bob):
    client = browser(alice)
    chosen = filled_in(client, "Bob")
    assert forecast_in(client, chosen) == "74 of 100 such games go to you, 26 to Bob."
    assert forecast_in(client, chosen | {"rated": "no"}) == ""
    assert forecast_in(client, chosen | {"seat_2_name": "Nobodyhere"}) == ""


def filled_in(client, invited):
    """The form as it is sent when nothing is changed in it but the result, which counts."""
    page = page_of(client.get(f"/games/new/?invite={invited}"))
    form = page.select("form.new-game")[0].tag
    data = {}
    for field in form.select("input[name], select[name], textarea[name]"):
        if field.get("type") in ("radio", "checkbox") and not field.has_attr("checked"):
            continue
        if field.name == "select":
            options = field.select("option[selected]") or field.select("option")[:1]
            data[field["name"]] = options[0].get("value", "")
        else:
            data[field["name"]] = field.get("value", "")
    return data | {"rated": "yes"}


def forecast_in(client, data):
    response = client.get("/games/new/terms/", data)
    assert response.status_code == 200
    return page_of(response).select("#forecast")[0].text


def test_the_list_asks_once_for_all_its_games(strong, alice, bob):
    def asked():
        with CaptureQueriesContext(connection) as captured:
            assert in_the_list(bob)
        return len(captured)

    offered(alice)
    few = asked()
    for _ in range(4):
        offered(alice)
    assert asked() == few


OUTLOOKS = [
    ({"visibility": "private"}, "only games that everybody may watch do."),
    ({"visibility": "unlisted"}, "only games that everybody may watch do."),
    ({"timewarp_2": "2"}, "a seat has a handicap."),
    ({"seat_2": "bot-pilot"}, "a bot plays."),
    ({"seat_order": "fixed"}, "seats and first turn are not drawn by lot."),
]


@pytest.mark.parametrize("changes, why", OUTLOOKS, ids=[",".join(changes) for changes, _ in OUTLOOKS])
@pytest.mark.parametrize("address", ["/games/new/terms/", "/games/new/form/"])
def test_the_form_tells_why_a_rated_game_will_not_count(strong, alice, bob, changes, why, address):
    client = browser(alice)
    chosen = filled_in(client, "Bob") | changes
    assert outlook_of(client.get(address, chosen)) == (
        f"It does not count for the ratings: {why}",
        "A rated game that will not count",
    )
    friendly = client.get(address, chosen | {"rated": "no"})
    assert outlook_of(friendly) == ("", "A friendly game")


@pytest.mark.parametrize("name", ["Bob", "Nobodyhere"])
def test_the_form_tells_that_a_rated_game_needs_a_clock(alice, bob, name):
    """Whatever else is amiss."""
    client = browser(alice)
    chosen = filled_in(client, "Bob") | {"clock": "", "seat_2_name": name}
    said, summary = outlook_of(client.get("/games/new/terms/", chosen))
    assert (said, summary) == (
        "A rated game needs a clock. Choose one, or make the game a friendly one.",
        "A rated game",
    )


def test_a_handicap_of_a_seat_that_is_not_used_keeps_no_game_from_counting(strong, alice, bob):
    client = browser(alice)
    chosen = filled_in(client, "Bob") | {"timewarp_3": "2", "seat_4": "bot-pilot"}
    said, summary = outlook_of(client.get("/games/new/terms/", chosen))
    assert (said, summary) == ("74 of 100 such games go to you, 26 to Bob.", "A rated game")


def test_without_javascript_it_stands_in_a_refused_form_and_what_counts_beside_the_field(alice, bob):
    client = browser(alice)
    refused = client.post(
        "/games/new/", filled_in(client, "Bob") | {"visibility": "private", "seat_2_name": "Nobodyhere"}
    )
    assert refused.status_code == 422
    assert "only games that everybody may watch do." in outlook_of(refused)[0]
    helped = page_of(client.get("/games/new/")).select("#id_rated_helptext")
    assert "It counts if everybody may watch it, no bot plays" in helped[0].text


def outlook_of(response):
    """What is said of the result, and how the summary of all terms begins."""
    page = page_of(response)
    [said], [terms] = page.select("#forecast"), page.select("#terms-in-short")
    return said.text, terms.text.partition(":")[0]


FOLLOWS = "The forecast follows once it is known who plays."


def on_the_table(game, viewer):
    page = page_of(browser(viewer).get(f"/games/{game.public_id}/"))
    return [each.text for each in page.select(".waiting-panel .forecast")]


def test_the_table_tells_it_while_the_one_invited_has_not_answered(strong, alice, bob, charlie):
    game = offered(alice, invited=bob)
    assert on_the_table(game, alice) == ["74 of 100 such games go to you, 26 to Bob."]
    assert on_the_table(game, bob) == ["26 of 100 such games go to you, 74 to Alice."]
    assert on_the_table(game, charlie) == on_the_table(game, None) == []


def test_while_it_is_not_known_who_plays_the_table_says_that_it_will_be_told(strong, alice, bob):
    game = offered(alice)
    assert on_the_table(game, alice) == [FOLLOWS]
    assert on_the_table(game, bob) == ["26 of 100 such games go to you, 74 to Alice."]


def test_who_is_invited_learns_nothing_of_the_others_who_are(strong, alice, bob, charlie):
    wishes = [SeatWish(player=alice), SeatWish(invited=bob), SeatWish(invited=charlie)]
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    game = create_game(creator=alice, rules=rules, seats=wishes, terms=TERMS)
    assert on_the_table(game, bob) == [FOLLOWS]
    assert "Charlie" in on_the_table(game, alice)[0]


def test_the_table_of_a_game_that_will_not_count_tells_none(strong, alice, bob):
    assert on_the_table(offered(alice, invited=bob, timewarp=2), alice) == []
    assert on_the_table(offered(alice, terms=GameTerms(clock=PACES[USUAL]), invited=bob), alice) == []
