"""New game, join, leave, cancel and Play a bot now, by full requests."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.services import create_guest
from board.words.options import option_sentence
from games.forms.new_game import SEATS
from games.models import Game, SeatKind, SeatOrder, Status
from games.services import join_game, leave_game
from games.tests.new_games import FORM, NEW, PLAY_BOT, browser, wish
from games.tests.seating import new_game
from homeworlds.rules import OPTIONS, Preset, Variant, option_values
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture(autouse=True)
def bots_that_wait(bots, settings):
    """A bot's turn is another test's business."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    cache.clear()


@pytest.fixture
def guest(db):
    return create_guest()


def join_url(game: Game, what: str = "join") -> str:
    return reverse(f"games:{what}", args=[game.public_id])


# --- New game


def test_the_form_names_all_variants_with_their_goals_and_every_rule_in_words(alice):
    page = page_of(browser(alice).get(NEW)).one("main").text
    for words in ("Leave your opponent no ship at home.", "Eliminate the next player to your left"):
        assert words in page
    for name in ("Binary", "Sinister", "Good vs Evil", "Last Captain Standing"):
        assert name in page
    for option in OPTIONS:
        for value in option_values(option):
            assert option_sentence(option, value) in page


def test_it_makes_an_open_game_and_goes_to_its_table(alice):
    response = browser(alice).post(NEW, wish())
    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (
        303,
        reverse("games:table", args=[game.public_id]),
    )
    assert (game.status, game.preset, game.creator, game.creation_key) == (
        Status.OPEN,
        "booklet",
        alice,
        "a-key",
    )
    assert [seat.kind for seat in game.seats.all()] == [SeatKind.PLAYER, SeatKind.OPEN]


def test_a_game_full_at_once_starts(alice):
    browser(alice).post(NEW, wish(seat_2="bot-pilot"))
    assert Game.objects.get().status == Status.RUNNING


def test_the_same_form_sent_twice_makes_one_game(alice):
    client = browser(alice)
    assert client.post(NEW, wish())["Location"] == client.post(NEW, wish())["Location"]
    assert Game.objects.count() == 1
    client.post(NEW, wish(key="another"))
    assert Game.objects.count() == 2


@pytest.mark.parametrize("key", ["", "x" * 65, "no key\x00", "<b>"])
def test_what_is_no_key_gets_a_new_one(alice, key):
    client = browser(alice)
    client.post(NEW, wish(key=key))
    client.post(NEW, wish(key=key))
    assert Game.objects.count() == 2


def test_custom_takes_each_option(alice):
    browser(alice).post(NEW, wish(rule_set="custom", attack="smaller", bank="five", fallen_good="true"))
    options = Game.objects.get().options
    assert (options["attack"], options["bank"], options["fallen_good"]) == ("smaller", "five", True)
    assert Game.objects.get().preset == ""


def test_a_preset_does_not_look_at_the_options(alice):
    browser(alice).post(NEW, wish(attack="smaller"))
    assert Game.objects.get().options["attack"] == "same-or-smaller"


def test_the_novice_begins(alice):
    browser(alice).post(NEW, wish(seat_order="novice", novice="seat_1", seat_2="bot-cadet"))
    game = Game.objects.get()
    assert game.seat_order == SeatOrder.NOVICE and game.seats.first().player == alice


@pytest.mark.parametrize(
    "choices, field, reason",
    [
        ({"players": "3"}, "players", "2"),
        ({"variant": "sinister"}, "players", "3"),
        ({"variant": "good-vs-evil"}, "players", "3"),
        ({"variant": "sinister", "players": "3", "rule_set": "modern"}, "rule_set", "does not know"),
        ({"rule_set": "classic"}, "rule_set", "does not know this variant"),
        ({"seat_2": "me"}, "seat_2", "only one seat"),
        ({"seat_1": "bot-pilot", "seat_2": "bot-pilot"}, "seat_1", "yours or open"),
        ({"seat_order": "novice"}, "novice", "exactly one seat"),
        ({"seat_order": "novice", "novice": "seat_3"}, "novice", "exactly one seat"),
        ({"seat_2": ""}, "seat_2", "Choose who sits here"),
        ({"seat_2": "bot-oracle"}, "seat_2", "bot-oracle"),
        ({"variant": "chess"}, "variant", "chess"),
        ({"players": "7"}, "players", "7"),
        ({"players": ""}, "players", "required"),
        ({"rule_set": "mine"}, "rule_set", "mine"),
        ({"rule_set": "custom", "attack": "harder"}, "attack", "harder"),
        ({"seat_order": "me first"}, "seat_order", "me first"),
    ],
)  # fmt: skip
def test_it_refuses_what_cannot_be_beside_the_field_and_keeps_the_rest(alice, choices, field, reason):
    response = browser(alice).post(NEW, wish(seat_3="bot-cadet", **choices))
    form = response.context["form"]
    assert response.status_code == 422
    assert reason in " ".join(form.errors[field])
    assert form["seat_3"].value() == "bot-cadet"
    assert not Game.objects.exists()


def test_one_may_leave_the_game_to_others(alice):
    browser(alice).post(NEW, wish(seat_1="open"))
    assert not Game.objects.get().seats.filter(player=alice).exists()


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("rule_set", [*Preset, "custom"])
def test_every_combination_makes_a_game_or_says_why_not(alice, variant, rule_set):
    client = browser(alice)
    for players in range(2, 7):
        before = Game.objects.count()
        seats = dict.fromkeys(SEATS[1:], "bot-cadet")
        chosen = wish(variant=variant, rule_set=rule_set, players=str(players), key=f"k{players}", **seats)
        response = client.post(NEW, chosen)
        made = Game.objects.count() - before
        assert (response.status_code, made) in ((303, 1), (422, 0))
        if not made:
            assert response.context["form"].errors
        if made:
            assert Game.objects.latest("pk").players == players


def test_a_guest_plays_bots_but_opens_no_game(guest):
    client = browser(guest)
    assert client.get(NEW).context["form"]["seat_2"].value() == "bot-cadet"
    response = client.post(NEW, wish())
    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "As a guest" in str(response.context["form"].errors)
    assert client.post(NEW, wish(seat_2="bot-cadet")).status_code == 303


def test_anonymous_is_asked_to_log_in():
    for url in (NEW, FORM):
        response = browser().get(url)
        assert response.status_code == 302 and response["Location"].startswith("/accounts/login/")
    assert browser().post(NEW, wish()).status_code == 302
    assert not Game.objects.exists()


def test_without_scripts_a_button_shows_the_rules_of_the_choices(alice):
    response = browser(alice).post(NEW, wish(variant="sinister", seat_2="bot-pilot", show="1"))
    form = response.context["form"]
    assert response.status_code == 200 and not Game.objects.exists()
    assert (form["players"].value(), form["seat_2"].value()) == ("3", "bot-pilot")


def test_another_variant_brings_players_and_rule_set_that_fit(alice):
    chosen = wish(variant="good-vs-evil", rule_set="modern", drawn_for="binary modern")
    response = browser(alice).get(FORM, chosen, **HTMX)
    form = response.context["form"]
    assert (form["rule_set"].value(), form["players"].value()) == ("booklet", "3")
    parts = page_of(response)
    assert parts.select("html, form") == [] and parts.by_id("new-choice") and parts.by_id("new-rules")
    assert parts.by_id("rules-in-short").text == "Booklet"
    assert parts.by_id("order-in-short").text.startswith("By lot")


def test_what_is_seldom_changed_is_folded_and_says_what_it_is(alice):
    page = page_of(browser(alice).get(NEW))
    assert page.by_id("rules-fold").by_id("rules-in-short").text == "Booklet"
    assert page.by_id("order-fold").by_id("order-in-short").text.startswith("By lot: ")
    assert page.by_id("terms-in-short").text and page.select("details.fold[open]") == []
    shown = page_of(browser(alice).post(NEW, wish(variant="sinister", show="1")))
    assert [fold["id"] for fold in shown.select("details.fold[open]")] == ["rules-fold"]


def test_a_number_that_does_not_fit_is_said_at_once(alice):
    response = browser(alice).get(FORM, wish(players="4"), **HTMX)
    assert response.status_code == 200 and response.context["form"].errors["players"]


def test_custom_begins_with_the_rules_it_replaces(alice):
    chosen = wish(rule_set="custom", drawn_for="binary two-player")
    form = browser(alice).get(FORM, chosen, **HTMX).context["form"]
    assert form["attack"].value() == "smaller"
    chosen = wish(rule_set="custom", drawn_for="binary custom", bank="five")
    assert browser(alice).get(FORM, chosen, **HTMX).context["form"]["bank"].value() == "five"


def test_junk_is_refused_and_never_a_server_error(alice):
    client, dice = browser(alice), random.Random(20)
    junk = [
        "",
        "0",
        "-1",
        "9" * 400,
        "é\u202e",
        "\x00",
        "<script>",
        "None",
        "true",
        "me",
        "bot-",
        "bot-pilot",
        "novice",
        "custom",
        "seat_9",
        "binary",
        "3",
    ]
    names = [*wish(), "show", "csrfmiddlewaretoken", "nobody"]
    for _ in range(80):
        data = wish()
        for name in dice.sample(names, dice.randint(1, 6)):
            data[name] = dice.choice(junk)
        for name in dice.sample(sorted(data), dice.randint(0, 3)):
            del data[name]
        assert client.post(NEW, data).status_code in (200, 303, 422, 429)
        assert client.get(FORM, data, **HTMX).status_code == 200
    assert client.post(NEW, {"variant": ["binary"] * 50}).status_code == 422


# --- Play a bot now


def test_a_visitor_plays_a_bot_as_a_guest():
    client = browser()
    response = client.post(PLAY_BOT, {"key": "k"})
    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (
        303,
        reverse("games:table", args=[game.public_id]),
    )
    assert (game.status, game.variant, game.preset, game.players) == (Status.RUNNING, "binary", "booklet", 2)
    assert game.creator.is_guest and client.session["_auth_user_id"] == str(game.creator.pk)
    assert set(game.seats.values_list("kind", flat=True)) == {SeatKind.PLAYER, SeatKind.BOT}


def test_a_player_stays_who_he_is_and_a_double_click_makes_one_game(alice):
    client = browser(alice)
    assert client.post(PLAY_BOT, {"key": "k"})["Location"] == client.post(PLAY_BOT, {"key": "k"})["Location"]
    assert Game.objects.get().creator == alice


@pytest.mark.usefixtures("one_window")
def test_one_address_makes_so_many_guests_and_no_more():
    statuses = [browser().post(PLAY_BOT).status_code for _ in range(31)]
    assert statuses == [303] * 30 + [429]


@pytest.mark.usefixtures("one_window")
def test_a_player_makes_so_many_games_and_no_more(alice):
    client = browser(alice)
    statuses = [client.post(PLAY_BOT).status_code for _ in range(61)]
    assert statuses == [303] * 60 + [429]


def test_the_bots_need_not_be_there_before():
    Player.objects.filter(kind=Player.Kind.BOT).delete()
    assert browser().post(PLAY_BOT).status_code == 303


# --- Join, leave, cancel


def test_a_stranger_joins_and_the_game_starts(alice, bob):
    game = new_game(alice)
    response = browser(bob).post(join_url(game), {"terms": "1"}, **HTMX)
    assert (response.status_code, response["Location"]) == (
        303,
        reverse("games:table", args=[game.public_id]),
    )
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_a_seat_is_given_back(alice):
    game = new_game(alice)
    assert browser(alice).post(join_url(game, "leave")).status_code == 303
    assert not game.seats.filter(player=alice).exists()


def test_cancelling_is_not_one_tap_away(alice):
    table = f"/games/{new_game(alice).public_id}/"
    page = page_of(browser(alice).get(table))
    folded = page.by_id("cancel-game")
    assert folded.tag.name == "details" and "open" not in folded
    assert page.targets.count(f"{table}cancel/") == folded.targets.count(f"{table}cancel/") == 1


def test_the_creator_cancels(alice):
    game = new_game(alice)
    assert browser(alice).post(join_url(game, "cancel")).status_code == 303
    game.refresh_from_db()
    assert game.status == Status.CANCELLED


def refused(player: Player, game: Game, what: str) -> tuple[int, str]:
    response = browser(player).post(join_url(game, what))
    page = page_of(response).one("main")
    assert reverse("games:table", args=[game.public_id]) in page.targets
    return response.status_code, page.text


def test_it_says_why_nobody_can_join(alice, bob, charlie, guest):
    game = new_game(alice)
    status, page = refused(alice, game, "join")
    assert status == 409 and "only one seat" in page
    status, page = refused(guest, game, "join")
    assert status == 403 and "As a guest" in page
    join_game(game_id=game.pk, player=bob)
    status, page = refused(charlie, game, "join")
    assert status == 409 and "All seats of this game are taken" in page
    assert game.seats.count() == 2


def test_it_says_why_nobody_can_leave_or_cancel(alice, bob, charlie):
    game = new_game(alice)
    assert refused(bob, game, "cancel")[0] == 403
    assert refused(bob, game, "leave")[0] == 409
    leave_game(game_id=game.pk, player=alice)
    join_game(game_id=game.pk, player=bob)
    join_game(game_id=game.pk, player=charlie)
    for what in ("leave", "cancel"):
        status, page = refused(bob if what == "leave" else alice, game, what)
        assert status == 409 and "started" in page


@pytest.mark.parametrize("what", ["join", "leave", "cancel"])
def test_anonymous_logs_in_and_comes_back_to_the_table(alice, what):
    game = new_game(alice)
    response = browser().post(join_url(game, what))
    assert response.status_code == 302
    assert response["Location"] == f"/accounts/login/?next=/games/{game.public_id}/"


@pytest.mark.parametrize("what", ["join", "leave", "cancel"])
@pytest.mark.parametrize("public_id", ["22222222", "x", "22222222222", "%00"])
def test_a_game_that_is_not_there_is_not_found(alice, what, public_id):
    assert browser(alice).post(f"/games/{public_id}/{what}/").status_code == 404


@pytest.mark.parametrize("url", ["/games/play-a-bot/", "/games/22222222/join/", "/games/22222222/leave/"])
def test_a_button_is_not_a_page(alice, url):
    response = browser(alice).get(url)
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "This is a button, not a page" in page_of(response).one("main").text


@pytest.mark.parametrize("url", [NEW, FORM])
def test_other_methods_are_refused_in_words(alice, url):
    response = browser(alice).delete(url)
    assert response.status_code == 405 and len(page_of(response).select("h1")) == 1


def test_no_form_counts_without_its_token(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    for url in (NEW, PLAY_BOT, join_url(new_game(alice), "cancel")):
        assert client.post(url).status_code == 403
    assert Game.objects.get().status == Status.OPEN


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_instant_make_one_game(alice):
    def click(_number: int) -> str:
        try:
            return browser(alice).post(NEW, wish())["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as clicks:
        tables = set(clicks.map(click, range(4)))
    assert len(tables) == 1 and Game.objects.count() == 1


@pytest.mark.parametrize(("seat", "words"), [("open", "4 days"), ("bot-pilot", "as long as you like")])
def test_a_new_game_between_people_has_a_clock_and_one_with_bots_alone_none(alice, seat, words):
    assert words in browser(alice).get(f"{NEW}terms/?players=2&seat_1=me&seat_2={seat}").content.decode()
