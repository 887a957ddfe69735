"""Clubs as pages, without JavaScript; what one may not do is said before the button."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.services import create_guest
from board.words.refusals import sentence
from clubs.limits import MOST_FOUNDED
from clubs.models import Club, ClubInvitation, Joining, Membership, Role
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.services import change_club, found_club, invite_to_club, make_officer
from clubs.tests.clubhouse import club_of
from games.clocks.paces import SAVED, SLOW
from games.models import Visibility
from games.services import SeatWish, create_game, resign
from games.tests.browsing import Browser
from games.tests.play import play_peaceful_turns
from homeworlds.rules import RuleSet
from ladders.ladder.services import challenge, found_ladder, join_ladder
from ladders.models import Ladder
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
LIST = reverse("pages:clubs")


@pytest.fixture(autouse=True)
def no_counts_from_other_tests() -> None:
    cache.clear()


def text_of(browser: Browser, address: str) -> str:
    return str(page_of(browser.open(address).page).text)


def test_somebody_founds_a_club_and_others_find_it(alice, bob):
    browser = Browser(alice).open(reverse("pages:club_new"))
    browser.send(browser.form("name"), name="Orion", about="We play at night.", joining="open")
    club = Club.objects.get()
    page = text_of(Browser(bob), LIST + "?words=rio")
    assert "Orion" in page and "We play at night." in page
    assert "No club has this in its name." in text_of(Browser(bob), LIST + "?words=Vega")
    assert "Join the club" in text_of(Browser(bob), club.get_absolute_url())


def test_a_name_that_is_taken_is_said_beside_the_name(alice, bob):
    club_of(alice)
    browser = Browser(bob).open(reverse("pages:club_new"))
    answer = browser.send(browser.form("name"), name="ORION", joining="open")
    assert answer.status_code == 422
    assert "There is a club of this name" in page_of(answer).text
    browser.send(browser.form("name"), name="Orion", joining="hidden")
    assert Club.objects.get(hidden=True).joining == Joining.INVITED


def test_who_has_founded_enough_reads_so_instead_of_the_form(alice):
    for number in range(MOST_FOUNDED):
        found_club(player=alice, name=f"Club {'abc'[number]}")
    said = sentence(ClubRefusal(ClubRefusalCode.FOUNDED_ENOUGH, most=MOST_FOUNDED))
    page = page_of(Browser(alice).open(reverse("pages:club_new")).page)
    assert said in page.text and not page.select("input[name=name]")
    assert said in text_of(Browser(alice), LIST)


def test_one_comes_in_and_leaves_again(alice, bob):
    club = club_of(alice)
    browser = Browser(bob).open(club.get_absolute_url())
    browser.send(browser.form(action="/join/"))
    assert Membership.objects.filter(club=club, player=bob).exists()
    browser.open(reverse("pages:club_leave", args=[club.public_id]))
    browser.send(browser.form(action="/leave/"))
    assert not Membership.objects.filter(club=club, player=bob).exists()


def test_an_invitation_stands_on_top_of_my_clubs_and_is_answered_there(alice, bob):
    club = club_of(alice, hidden=True)
    browser = Browser(alice).open(reverse("pages:club_members", args=[club.public_id]))
    browser.send(browser.form("name", action="/invite/"), name="bob")
    browser = Browser(bob).open(LIST)
    assert "Alice invites you" in page_of(browser.page).text
    browser.send(browser.form(action="/join/"))
    assert Membership.objects.get(club=club, player=bob).role == Role.MEMBER


def test_why_somebody_cannot_be_invited_stands_beside_the_name(alice, bob):
    club = club_of(alice, bob)
    browser = Browser(alice).open(reverse("pages:club_members", args=[club.public_id]))
    answer = browser.send(browser.form("name", action="/invite/"), name="Bob")
    assert answer.status_code == 422 and "Bob is a member already." in page_of(answer).text
    answer = browser.send(browser.form("name", action="/invite/"), name="Nobody-here")
    assert answer.status_code == 422 and "Nobody has this name." in page_of(answer).text


def test_whoever_cannot_join_reads_why(alice, bob, client):
    club = found_club(player=alice, name="Orion", joining=Joining.INVITED)
    assert "by invitation only" in text_of(Browser(bob), club.get_absolute_url())
    guest = text_of(Browser(create_guest()), club.get_absolute_url())
    assert "Clubs are for players with an account." in guest and "Join the club" not in guest
    opened = club_of(bob, name="Vega")
    page = page_of(client.get(opened.get_absolute_url()))
    assert "Log in to join the club" in page.text


def test_the_founder_makes_officers_and_officers_remove_members(alice, bob, charlie):
    club = club_of(alice, bob, charlie)
    browser = Browser(alice).open(reverse("pages:club_member", args=[club.public_id, bob.public_id]))
    browser.send(browser.form(action="/members/"), "act")
    assert Membership.objects.get(club=club, player=bob).role == Role.OFFICER
    browser = Browser(bob).open(reverse("pages:club_member", args=[club.public_id, charlie.public_id]))
    browser.send(browser.form(action="/members/"), "act")
    assert not Membership.objects.filter(club=club, player=charlie).exists()
    page = page_of(
        Browser(bob).open(reverse("pages:club_member", args=[club.public_id, alice.public_id])).page
    )
    assert "Only the founder of the club can change something here." in page.text
    assert not page.select("main button[name=act]")


def test_officers_write_news_that_all_members_read(alice, bob, charlie):
    club = club_of(alice, bob, charlie)
    make_officer(club_id=club.pk, player=alice, member=bob)
    browser = Browser(bob).open(club.get_absolute_url())
    browser.send(browser.form("news", action="/news/"), news="A cup begins.")
    page = page_of(Browser(charlie).open(club.get_absolute_url()).page)
    assert "A cup begins." in page.text and not page.select("input[name=news]")
    assert "A cup begins." in text_of(Browser(charlie), LIST)


def test_closing_asks_once_more_and_the_page_says_that_it_has_closed(alice, bob):
    club = club_of(alice, bob)
    browser = Browser(alice).open(reverse("pages:club_close", args=[club.public_id]))
    browser.send(browser.form(action="/close/"))
    page = text_of(Browser(bob), club.get_absolute_url())
    assert "This club has closed. Its games stay." in page and "Join the club" not in page
    assert club.name not in text_of(Browser(bob), LIST)


def test_a_club_shows_its_tables_and_games(alice, bob, charlie):
    club = club_of(alice, bob)
    pair = [SeatWish(player=alice), SeatWish(player=bob)]
    over = play_peaceful_turns(create_game(creator=alice, rules=RuleSet(), seats=pair, club=club), 6)
    resign(game_id=over.pk, player=bob, key="r", confirmed=True)
    running = create_game(creator=alice, rules=RuleSet(), seats=pair, club=club)
    waiting = create_game(
        creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()], club=club
    )
    member = Browser(bob).open(club.get_absolute_url()).page.content.decode()
    stranger = Browser(charlie).open(club.get_absolute_url()).page.content.decode()
    for game in (over, running):
        assert game.public_id in member and game.public_id in stranger
    assert waiting.public_id in member and waiting.public_id not in stranger
    finished = Browser(bob).open(reverse("pages:club_games", args=[club.public_id]) + "?state=finished")
    assert over.public_id in finished.page.content.decode()


def test_settings_keep_a_hidden_club_hidden(alice):
    club = club_of(alice, hidden=True)
    browser = Browser(alice).open(reverse("pages:club_settings", args=[club.public_id]))
    assert not page_of(browser.page).select("input[name=joining]")
    browser.send(browser.form("name"), name="Vega")
    club.refresh_from_db()
    assert (club.name, club.hidden, club.joining) == ("Vega", True, Joining.INVITED)


def test_a_second_invitation_to_a_changed_club_names_it_as_it_is_now(alice, bob):
    club = club_of(alice)
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    change_club(club_id=club.pk, player=alice, name="Rigel", about="", joining=Joining.INVITED)
    assert "Rigel" in text_of(Browser(bob), LIST)
    assert ClubInvitation.objects.count() == 1


def test_officers_begin_a_ladder_of_the_club_and_its_games_are_the_clubs(alice, bob, charlie):
    club = club_of(alice, bob)
    assert "Begin a ladder" not in text_of(Browser(bob), club.get_absolute_url())
    browser = Browser(alice).open(reverse("pages:club_ladder", args=[club.public_id]))
    browser.send(browser.form("rules"), rules="binary-modern", clock="slow")
    ladder = Ladder.objects.get(club=club)
    assert (ladder.preset, ladder.pace) == ("modern", SAVED[SLOW])
    assert "0 players" in text_of(Browser(charlie), club.get_absolute_url())
    for player in (alice, bob):
        join_ladder(ladder_id=ladder.pk, player=player)
    page = text_of(Browser(bob), club.get_absolute_url())
    assert "you are at place 2" in page and "Begin a ladder" not in page
    game = challenge(ladder_id=ladder.pk, player=bob, other=alice).game
    assert game.club == club and game.origin_kind != "club" and game.rated
    again = page_of(Browser(alice).open(reverse("pages:club_ladder", args=[club.public_id])).page)
    assert not again.select("input[name=rules]")


def test_games_on_the_ladder_of_a_hidden_club_are_private_and_unrated(alice, bob, charlie):
    club = club_of(alice, bob, hidden=True)
    ladder = found_ladder(club=club, by=alice, rules=RuleSet())
    for player in (alice, bob):
        join_ladder(ladder_id=ladder.pk, player=player)
    game = challenge(ladder_id=ladder.pk, player=bob, other=alice).game
    assert (game.club, game.visibility, game.rated, game.origin_kind) == (club, Visibility.PRIVATE, False, "")
    assert Browser(charlie).client.get(ladder.get_absolute_url()).status_code == 404


def test_an_invitation_stands_on_top_of_the_home_page_too(alice, bob):
    invite_to_club(club_id=club_of(alice, hidden=True).pk, player=alice, invited=bob)
    browser = Browser(bob).open("/")
    assert "Alice invites you" in page_of(browser.page).text
    browser.send(browser.form(action="/decline/"))
    assert "Alice invites you" not in text_of(Browser(bob), "/")
