"""A friend without an account, invitations and terms, as a browser without JavaScript meets them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.addresses import forget_what_was_not_confirmed
from accounts.models import Player
from accounts.services import create_guest, keep_guest
from games.clocks.paces import PACES, USUAL
from games.lobby.terms import GameTerms, Handicap
from games.models import Answer, Game, Invitation, Room, SeatKind, SeatOrder, Status, TalkMessage
from games.services import SeatWish, change_terms, join_game, take_turn, withdraw_invitation
from games.tests.browsing import Browser
from games.tests.seating import new_game
from games.views.invitations import GUEST_SEATS
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = pytest.mark.django_db
NEW = "/games/new/"
LINK = SeatWish(by_link=True)
INVITED = "You are invited"
SINISTER = preset_rules(Preset.BOOKLET, Variant.SINISTER)


@pytest.fixture(autouse=True)
def quiet(calls, postman):
    cache.clear()


def link_of(game: Game) -> str:
    return f"/games/join/{Invitation.objects.get(seat__game=game, player=None).token}/"


def code() -> str:
    found = re.search(r"^ {4}([^\s/]+)$", mail.outbox[-1].body, re.MULTILINE)
    assert found
    return found[1]


def talk_off(game: Game) -> None:
    change_terms(
        game_id=game.pk,
        player=game.creator,
        shown=1,
        terms=GameTerms(talk_allowed=False),
        handicaps=[Handicap()] * game.players,
    )


def press_and_sign_up(browser: Browser, url: str, name: str = "Newcomer") -> None:
    """From the button on the page behind a link to the code."""
    browser.open(url)
    answer = browser.send(browser.form("terms"))
    browser.open(answer["Location"])
    form = browser.form("email")
    filled = {"name": name, "email": f"{name.lower()}@example.com"}
    password = "password1" if "password1" in form.names else "password"
    answer = browser.send(form, **filled, **{password: "nine large pyramids"})
    browser.open(answer["Location"])


def assert_new_terms_are_shown(answer) -> None:
    page = page_of(answer)
    assert any("The terms of this game have changed" in alert for alert in page.texts("alert"))
    assert "Nobody talks at this table." in page.one("main").text


def invitations_on(answer) -> list[str]:
    """The words of those that wait."""
    page = page_of(answer).one("main")
    return [each.text for each in page.all("region", INVITED)]


def enter_code(browser: Browser) -> None:
    answer = browser.send(browser.form("code"), code=code())
    assert answer.status_code == 302
    browser.url = answer["Location"]
    browser.page = browser.client.get(browser.url, follow=True)


def test_a_stranger_reads_what_the_game_is_and_sits_there_after_signing_up(alice):
    game = new_game(alice, SeatWish(by_link=True, timewarp=2), SeatWish(), rules=SINISTER)
    stranger = Browser()
    page = page_of(stranger.open(link_of(game)).page).one("main")
    for words in (
        "Alice invites you",
        "Eliminate the next player to your left in your own turn.",
        "3 players",
        "Yours is seat 2.",
        "Seat 2 may take 2 bonus actions at the start of the second turn.",
        "You may take as long as you like for a turn.",
        "A friendly game",
        "You begin with a large ship.",
    ):
        assert words in page.text, words
    press_and_sign_up(stranger, link_of(game))
    assert not game.seats.filter(player__name="Newcomer").exists()
    enter_code(stranger)
    assert stranger.page.redirect_chain[-1][0] == f"/games/{game.public_id}/"
    seat = game.seats.get(player__name="Newcomer")
    assert (seat.kind, seat.timewarp, seat.agreed_terms) == (SeatKind.PLAYER, 2, 1)
    assert Browser().client.get(link_of(game)).status_code == 410


def test_a_guest_signs_up_first_and_sits_there_then(alice):
    game, guest = new_game(alice, LINK), create_guest()
    browser = Browser(guest)
    press_and_sign_up(browser, link_of(game), "Keeper")
    enter_code(browser)
    assert game.seats.get(player=guest).player.name == "Keeper"
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def sit_as_guest(browser: Browser, url: str):
    browser.open(url)
    assert page_of(browser.page).one("button", "Take this seat as a guest", value="guest")["name"] == "as"
    return browser.client.post(url, {"terms": "1", "as": "guest"})


def test_a_friend_takes_the_seat_as_a_guest_and_is_asked_for_an_address_after_the_first_turn(alice):
    game, friend = new_game(alice, LINK, seat_order=SeatOrder.FIXED), Browser()
    answer = sit_as_guest(friend, link_of(game))
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.public_id}/")
    guest = game.seats.get(number=1).player
    assert guest.is_guest
    take_turn(game_id=game.pk, player=alice, answers=0, key="a", text="homeworld G3 B1 Y3")
    asks = "Only this browser knows you. With an address you come back from anywhere"
    assert asks not in page_of(friend.open(answer["Location"]).page).text
    take_turn(game_id=game.pk, player=guest, answers=1, key="b", text="homeworld G2 B1 R3")
    said = page_of(friend.open(answer["Location"]).page).texts("paragraph")
    assert any(each.startswith(asks) for each in said)
    assert asks not in page_of(Browser(alice).open(answer["Location"]).page).text


def test_after_the_sign_up_the_guests_games_show_the_new_name(
    alice, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr("accounts.addresses.database_now", timezone.now)  # nobody can set PostgreSQL's
    game, friend = new_game(alice, LINK, seat_order=SeatOrder.FIXED), Browser()
    table = sit_as_guest(friend, link_of(game))["Location"]
    guest = game.seats.get(number=1).player
    take_turn(game_id=game.pk, player=alice, answers=0, key="a", text="homeworld G3 B1 Y3")
    take_turn(game_id=game.pk, player=guest, answers=1, key="b", text="homeworld G2 B1 R3")
    take_turn(game_id=game.pk, player=alice, answers=2, key="c", text="build Y1 Alice")
    take_turn(game_id=game.pk, player=guest, answers=3, key="d", text=f"build R1 {guest.name}")
    with django_capture_on_commit_callbacks(execute=True):
        keep_guest(guest=guest, name="Keeper", password="nine large pyramids")
    for looking in (friend, Browser(alice)):
        page = looking.open(table).page
        assert page_of(page).all("link", "Keeper")
        assert nowhere_in(page, guest.name)
    assert game.log.get(number=4).text == "build R1 Keeper"
    # Without the code the name is free for others the next day, and the games say so.
    later = timezone.now() + timedelta(days=2)
    with time_machine.travel(later), django_capture_on_commit_callbacks(execute=True):
        forget_what_was_not_confirmed()
    assert game.seats.get(number=1).name == guest.name
    assert call_command("replay_games", "--check") is None


@pytest.mark.parametrize("rated", [True, False])
def test_without_the_button_or_in_a_rated_game_one_signs_up_first(alice, rated):
    game, friend = new_game(alice, LINK, terms=GameTerms(rated=rated, clock=PACES[USUAL])), Browser()
    buttons = page_of(friend.open(link_of(game)).page).one("main").names("button")
    assert ("Take this seat as a guest" in buttons) is not rated
    answer = friend.client.post(link_of(game), {"terms": "1", **({"as": "guest"} if rated else {})})
    assert answer["Location"].startswith("/accounts/signup/")
    assert not Player.objects.filter(kind="guest").exists()


def test_one_place_takes_so_many_seats_as_a_guest_and_no_more(alice):
    for _seat in range(GUEST_SEATS.most):
        assert sit_as_guest(Browser(), link_of(new_game(alice, LINK))).status_code == 303
    assert sit_as_guest(Browser(), link_of(new_game(alice, LINK))).status_code == 429


def test_a_friend_with_an_account_logs_in_and_presses_the_button(alice, bob):
    game = new_game(alice, LINK)
    browser = Browser(bob).open(link_of(game))
    answer = browser.send(browser.form("terms"))
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.public_id}/")
    assert browser.client.get(link_of(game))["Location"] == f"/games/{game.public_id}/"


def test_terms_changed_during_the_sign_up_are_shown_first(alice):
    game = new_game(alice, LINK)
    browser = Browser()
    press_and_sign_up(browser, link_of(game))
    talk_off(game)
    enter_code(browser)
    assert browser.page.status_code == 409
    assert_new_terms_are_shown(browser.page)
    assert not game.seats.filter(player__name="Newcomer").exists()
    browser.open(link_of(game))
    assert browser.send(browser.form("terms")).status_code == 303
    assert game.seats.filter(player__name="Newcomer").exists()


def test_terms_changed_between_looking_and_joining_are_shown_again(alice, bob):
    game = new_game(alice)
    for url, action in ((f"/games/{game.public_id}/", "/join/"), ("/games/open/", "/join/")):
        browser = Browser(bob).open(url)
        form = browser.form("terms", action=action)
        if game.terms_number == 1:
            talk_off(game)
            game.refresh_from_db()
        else:
            form.fields = [(name, "1" if name == "terms" else value) for name, value in form.fields]
        answer = browser.send(form)
        assert answer.status_code == 409
        assert_new_terms_are_shown(answer)
    assert not game.seats.filter(player=bob).exists()


@pytest.mark.parametrize("terms", ["", "0", "x", "-1", "²", "9" * 99, "2"])
def test_a_number_that_no_terms_have_agrees_to_nothing(alice, bob, terms):
    game = new_game(alice, LINK)
    assert Browser(bob).client.post(link_of(game), {"terms": terms}).status_code == 409
    game = new_game(alice)
    assert Browser(bob).client.post(f"/games/{game.public_id}/join/", {"terms": terms}).status_code == 409


def test_a_link_that_holds_no_longer_says_why(alice, bob, charlie):
    game = new_game(alice, LINK, LINK, rules=SINISTER)
    used, withdrawn = [f"/games/join/{each.token}/" for each in Invitation.objects.order_by("pk")]
    Browser(bob).client.post(used, {"terms": "1"})
    seat = Invitation.objects.get(answer=Answer.WAITING).seat_id
    withdraw_invitation(game_id=game.pk, player=alice, seat_id=seat)
    for url, words in ((used, "it works once"), (withdrawn, "was withdrawn")):
        for client in (Browser(charlie).client, Browser().client):
            for answer in (client.get(url), client.post(url, {"terms": "1"})):
                assert answer.status_code == 410 and words in page_of(answer).one("main").text
    assert Browser().client.get("/games/join/" + "x" * 22 + "/").status_code == 404


def test_the_invited_see_it_at_home_and_in_my_games_and_decline_with_a_word(alice, bob):
    new_game(alice, SeatWish(invited=bob, word="Shall we?"))
    browser = Browser(bob)
    for url in ("/", "/games/mine/"):
        (waiting,) = invitations_on(browser.open(url).page)
        assert "Shall we?" in waiting
    invitation = Invitation.objects.get()
    browser.open(f"/games/join/{invitation.token}/")
    assert browser.send(browser.form(action="/decline/"), word="Not today.").status_code == 303
    invitation.refresh_from_db()
    assert (invitation.answer, invitation.answer_word) == (Answer.DECLINED, "Not today.")
    assert invitations_on(browser.open("/").page) == []
    assert browser.client.get(f"/games/join/{invitation.token}/").status_code == 410


@pytest.mark.parametrize("talk", [True, False])
def test_the_invited_accept_with_a_word_where_the_players_may_talk(alice, bob, talk):
    game = new_game(alice, SeatWish(invited=bob), terms=GameTerms(talk_allowed=talk))
    browser = Browser(bob).open(f"/games/join/{Invitation.objects.get().token}/")
    form = browser.form("terms")
    assert ("word" in form.names) is talk
    words = {"word": "With pleasure."} if talk else {}
    assert browser.send(form, **words).status_code == 303
    said = list(TalkMessage.objects.filter(game=game).values_list("author__name", "text", "room"))
    assert said == ([("Bob", "With pleasure.", Room.PLAYERS)] if talk else [])


def test_the_creator_keeps_seats_at_the_table(alice, bob):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    table, browser = f"/games/{game.public_id}/", Browser(alice)
    browser.open(table)
    assert browser.send(browser.form(action="/seats/2/invite/")).status_code == 303
    named = browser.form("name", action="/seats/3/invite/")
    assert browser.send(named, name="bob", word="Come!").status_code == 303
    page = page_of(browser.open(table).page)
    assert f"http://testserver{link_of(game)}" in page.text and "Bob is invited" in page.text
    assert browser.send(browser.form(action="/seats/3/withdraw/")).status_code == 303
    assert Invitation.objects.get(player=bob).answer == Answer.WITHDRAWN


@pytest.mark.parametrize(
    "name, reason",
    [
        ("Nobody-1", "Nobody has this name."),
        ("Alice", "This player cannot be invited."),
        ("Charlie", "Charlie is invited to this game already."),
        ("x" * 21, "at most 20 characters"),
    ],
)
def test_who_cannot_be_invited_is_said_at_the_seat_and_nothing_typed_is_lost(alice, charlie, name, reason):
    game = new_game(alice, SeatWish(invited=charlie), SeatWish(), rules=SINISTER)
    browser = Browser(alice).open(f"/games/{game.public_id}/")
    answer = browser.send(browser.form("name", action="/seats/3/invite/"), name=name, word="Come & play")
    assert answer.status_code == 422
    page = page_of(answer)
    form = page.by_id("invite-3")
    # Of the seats this one is shown.
    assert "open-seat--refused" in page.by_id("seat-3")["class"].split()
    assert reason in form.field("name").description
    assert (form.field("name").value, form.field("word").value) == (name, "Come & play")
    assert Invitation.objects.count() == 1


def test_nobody_else_is_told_whether_a_name_exists(alice, bob):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    for name in ("Alice", "Nobody-1"):
        answer = Browser(bob).client.post(f"/games/{game.public_id}/seats/2/invite/", {"name": name})
        assert answer.status_code == 403


def test_the_creator_changes_the_terms_and_the_players_agree(alice, bob, charlie):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    join_game(game_id=game.pk, player=bob)
    table, browser = f"/games/{game.public_id}/", Browser(alice)
    browser.open(f"{table}terms/")
    form = browser.form("timewarp_2", "one_star_2")
    assert browser.send(form, timewarp_2="3", one_star_2="on", clock="days-3", talk="no").status_code == 303
    assert browser.send(form, clock="days-1").status_code == 409
    assert browser.client.post(form.action, {"terms": "2", "clock": "days-4"}).status_code == 422
    join_game(game_id=game.pk, player=charlie, terms=2)
    assert "have not agreed to the new terms yet: Bob" in page_of(browser.open(table).page).text
    player = Browser(bob).open(table)
    said = page_of(player.page).text
    assert "Bob may take 3 bonus actions" in said and "Bob sets up with a single star." in said
    assert player.send(player.form("terms", action="/agree/")).status_code == 303
    creator = browser.open(table)
    assert creator.send(creator.form("terms", action="/agree/")).status_code == 303
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_a_new_game_with_every_kind_of_seat_and_terms_of_its_own(alice, bob):
    browser = Browser(alice).open(NEW)
    said = page_of(browser.page).one("main").text
    assert "A friendly game: everybody may watch, 4 days and 1 day more a turn" in said
    answer = browser.send(
        browser.form("variant", "seat_1"),
        variant="sinister",
        players="4",
        seat_2="invited",
        seat_2_name="Bob",
        seat_3="link",
        seat_4="open",
        visibility="unlisted",
        clock="days-3",
        talk="no",
        timewarp_2="1",
        one_star_3="on",
        red_alert_4="on",
    )
    assert answer.status_code == 303
    game = Game.objects.get()
    assert (game.visibility, game.clock_cap, game.talk_allowed) == ("unlisted", timedelta(days=3), False)
    assert [(seat.timewarp, seat.one_star) for seat in game.seats.all()] == [
        (0, False), (1, False), (0, True), (0, False),
    ]  # fmt: skip
    assert [seat.red_alert for seat in game.seats.all()] == [False, False, False, True]
    assert set(Invitation.objects.values_list("player", flat=True)) == {bob.pk, None}


@pytest.mark.parametrize(
    "name, reason",
    [("", "Nobody has this name."), ("Zed", "Nobody has this name."), ("Alice", "cannot be invited")],
)
def test_a_name_that_cannot_be_invited_is_said_beside_it(alice, name, reason):
    browser = Browser(alice).open(NEW)
    answer = browser.send(browser.form("variant", "seat_1"), seat_2="invited", seat_2_name=name)
    assert answer.status_code == 422 and reason in str(answer.context["form"].errors["seat_2_name"])
    assert not Game.objects.exists()


def test_a_friend_may_be_named_in_the_address_of_the_form(alice, bob):
    form = Browser(alice).open(f"{NEW}?invite=Bob").page.context["form"]
    assert (form["seat_2"].value(), form["seat_2_name"].value()) == ("invited", "Bob")


def test_the_sentence_of_the_terms_follows_the_choices(alice):
    chosen = "players=2&visibility=private&clock=days-1&timewarp_2=2"
    words = page_of(Browser(alice).open(f"/games/new/terms/?{chosen}").page).text
    for phrase in ("only the players see it", "1 day for every turn", "1 seat with a handicap"):
        assert phrase in words
    assert Browser(alice).open("/games/new/terms/?players=x&visibility=x&timewarp_1=9&clock=%00")


def test_a_game_is_rated_or_friendly_and_everybody_is_told_before_joining(alice, bob):
    chosen = "/games/new/terms/?players=2&red_alert_all=on"
    friendly, rated = [page_of(Browser(alice).open(url).page).text for url in (chosen, f"{chosen}&rated=yes")]
    assert "A friendly game: everybody may watch" in friendly and "Red Alert" in friendly
    assert "A rated game: everybody may watch" in rated and "Red Alert" not in rated
    browser = Browser(alice).open(NEW)
    form = browser.form("variant", "seat_1")
    assert dict(form.fields)["rated"] == "no"
    assert dict(form.fields)["clock"] == "normal"
    answer = browser.send(form, seat_2="open", rated="yes", red_alert_all="on", clock="")
    assert answer.status_code == 422 and "A rated game needs a clock." in page_of(answer).text
    assert browser.send(form, seat_2="open", rated="yes", red_alert_all="on").status_code == 303
    game = Game.objects.get()
    assert game.rated
    table = f"/games/{game.public_id}/"
    said = page_of(Browser(bob).open(table).page).text
    assert "A rated game: unless it is over too soon, it counts for the ratings" in said
    assert "Nobody is warned by the site." in said
    browser.open(f"{table}terms/")
    answer = browser.send(browser.form("rated"), rated="yes", clock="")
    assert answer.status_code == 422 and "A rated game needs a clock." in page_of(answer).text
    browser.open(f"{table}terms/")
    assert browser.send(browser.form("rated"), rated="no").status_code == 303
    game.refresh_from_db()
    assert not game.rated
    said = page_of(Browser(bob).open(table).page).text
    assert "A friendly game: the result counts for no rating." in said


def test_red_alert_for_everybody_is_one_tick_and_goes_with_it(alice):
    for choice, words in (
        ("red_alert_2=on", "Red Alert for 1 seat."),
        ("red_alert_all=on", "for everybody."),
    ):
        page = Browser(alice).open(f"/games/new/terms/?players=2&{choice}").page
        assert words in page_of(page).text
    game = new_game(alice, SeatWish(red_alert=True))
    game.seats.update(red_alert=True)
    browser = Browser(alice).open(f"/games/{game.public_id}/terms/")
    form = browser.form("red_alert_all")
    assert dict(form.fields)["red_alert_all"] == "on" and "red_alert_1" not in dict(form.fields)
    form.fields = [(name, value) for name, value in form.fields if name != "red_alert_all"]
    assert browser.send(form).status_code == 303
    assert not game.seats.filter(red_alert=True).exists()


def test_open_games_are_filtered(alice, bob):
    binary, mine = new_game(alice), new_game(bob)
    sinister = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER, preset=Preset.BOOKLET)
    new_game(alice, LINK)  # in no list: its seat is kept
    browser = Browser(bob)

    def shown(query: str) -> set[str]:
        rows = page_of(browser.open(f"/games/open/{query}").page).select(".lobby-row")
        return {row.targets[0].split("/")[2] for row in rows}

    everything = {binary.public_id, mine.public_id, sinister.public_id}
    assert shown("") == everything
    assert shown("?variant=sinister") == shown("?players=3") == {sinister.public_id}
    assert shown("?rules=booklet") == {sinister.public_id}
    assert shown("?variant=sinister&players=2") == set()
    assert shown("?variant=chess&players=x&rules=%00") >= {binary.public_id}


def test_the_pages_of_a_filtered_list_keep_the_filter(alice):
    for _ in range(51):
        new_game(alice)
    page = page_of(Browser(alice).open("/games/open/?variant=binary&players=2").page)
    following = page.one("navigation", "Pages").one("link", "Next")
    assert following["href"] == "?variant=binary&players=2&page=2"


def test_the_row_of_an_invitation_takes_the_seat(alice, bob):
    new_game(alice, SeatWish(invited=bob))
    invitation, browser = Invitation.objects.get(), Browser(bob)
    address = f"/games/join/{invitation.token}/"
    (terms,) = page_of(browser.open("/games/mine/").page).select(
        f'form[action="{address}"] input[name="terms"]'
    )
    assert browser.client.post(address, {"terms": terms["value"]}).status_code == 303
    invitation.refresh_from_db()
    assert invitation.answer == Answer.ACCEPTED


def test_the_queries_do_not_grow_with_the_invitations(alice, bob):
    browser, counts = Browser(bob), set()
    browser.open("/")  # the living table is drawn once
    for _ in range(2):
        for _ in range(5):
            new_game(alice, SeatWish(invited=bob))
        for url in ("/", "/games/mine/"):
            with CaptureQueriesContext(connection) as queries:
                browser.open(url)
            counts.add((url, len(queries)))
    assert len(counts) == 2, counts


def test_a_link_needs_its_token_of_the_form(alice, bob):
    game = new_game(alice, LINK)
    browser = Browser(bob, checks_csrf=True)
    assert browser.client.post(link_of(game), {"terms": "1"}).status_code == 403
    assert Player.objects.filter(seats__game=game).count() == 1
