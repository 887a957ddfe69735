"""Tables that are open to a club: who joins them, who sees them, and what becomes of them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.tests.cast import person
from clubs.services import change_club, close_club, leave_club
from clubs.tests.clubhouse import club_of
from games.clocks.paces import PACES, USUAL
from games.lists import open_games
from games.lobby.terms import GameTerms, Handicap
from games.models import OF_CLUB, Game, Status, Visibility
from games.refusals import GameRefusalCode as Code
from games.services import (
    SeatWish,
    ask_rematch,
    cancel_game,
    change_terms,
    create_game,
    invite,
    join_game,
    resign,
)
from games.services.club_tables import give_up_tables_of_closed_clubs
from games.tests.browsing import Browser
from games.tests.play import play_peaceful_turns
from games.tests.seating import BINARY, new_game, refused
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
RATED = GameTerms(rated=True, clock=PACES[USUAL])


@pytest.fixture
def club(alice, bob):
    return club_of(alice, bob)


@pytest.fixture
def hidden(alice, bob):
    return club_of(alice, bob, hidden=True, name="Vega")


def test_members_join_it_and_nobody_else(club, alice, bob, charlie):
    game = new_game(alice, club=club)
    with refused(Code.MEMBERS_ONLY):
        join_game(game_id=game.pk, player=charlie)
    assert join_game(game_id=game.pk, player=bob).status == Status.RUNNING


def test_it_comes_from_the_club(club, alice):
    game = new_game(alice, club=club, terms=RATED)
    assert (game.origin_kind, game.origin_title, game.origin_link) == (
        OF_CLUB, "Orion", club.get_absolute_url(),
    )  # fmt: skip
    assert game.rated and game.visibility == Visibility.PUBLIC


def test_a_member_makes_it_for_members(club, alice, bob, charlie):
    with refused(Code.MEMBERS_ONLY):
        new_game(charlie, club=club)
    with refused(Code.MEMBERS_ONLY):
        new_game(alice, SeatWish(invited=charlie), club=club)
    with refused(Code.MEMBERS_ONLY):
        create_game(
            creator=alice,
            rules=BINARY,
            seats=[SeatWish(player=alice), SeatWish(player=charlie)],
            club=club,
        )
    with refused(Code.NO_LINKS_IN_CLUBS):
        new_game(alice, SeatWish(by_link=True), club=club)
    assert new_game(alice, SeatWish(invited=bob), club=club)


def test_afterwards_too_only_members_are_invited(club, alice, charlie):
    game = new_game(alice, club=club)
    seat = game.seats.get(player=None)
    with refused(Code.NO_LINKS_IN_CLUBS):
        invite(game_id=game.pk, player=alice, seat_id=seat.pk)
    with refused(Code.MEMBERS_ONLY):
        invite(game_id=game.pk, player=alice, seat_id=seat.pk, invited=charlie)


def test_who_has_left_joins_no_more_and_keeps_the_seat_taken_before(club, alice, bob):
    kept, other = new_game(bob, club=club), new_game(alice, club=club)
    leave_club(club_id=club.pk, player=bob)
    with refused(Code.MEMBERS_ONLY):
        join_game(game_id=other.pk, player=bob)
    assert join_game(game_id=kept.pk, player=alice).status == Status.RUNNING


def test_members_find_it_among_the_open_games_and_others_do_not(club, hidden, alice, bob, charlie):
    games = {new_game(alice, club=each).pk for each in (club, hidden)}
    assert {row.game.pk for row in open_games(bob).rows} == games
    assert {row.club for row in open_games(bob).rows} == {club, hidden}
    assert open_games(charlie).rows == ()


def test_a_hidden_clubs_table_stays_private_and_unrated_whatever_is_asked(hidden, alice, bob):
    game = new_game(alice, club=hidden, terms=RATED)
    public = GameTerms(rated=True, clock=PACES[USUAL], visibility=Visibility.PUBLIC, talk_allowed=False)
    change_terms(game_id=game.pk, player=alice, shown=1, terms=public, handicaps=[Handicap(), Handicap()])
    game.refresh_from_db()
    assert (game.visibility, game.rated, game.origin_kind) == (Visibility.PRIVATE, False, "")
    assert not game.talk_allowed


def test_games_tell_the_new_name_of_their_club(club, alice):
    game = new_game(alice, club=club)
    change_club(club_id=club.pk, player=alice, name="Rigel", about="", joining=club.joining)
    game.refresh_from_db()
    assert game.origin_title == "Rigel"


def test_tables_of_a_closed_club_are_given_up_and_games_that_run_go_on(club, alice, bob):
    waiting, running = new_game(alice, club=club), new_game(alice, SeatWish(player=bob), club=club)
    others = new_game(alice)
    assert give_up_tables_of_closed_clubs() == 0
    close_club(club_id=club.pk, player=alice)
    with refused(Code.MEMBERS_ONLY):
        join_game(game_id=waiting.pk, player=bob)
    assert give_up_tables_of_closed_clubs() == 1
    states = [Game.objects.get(pk=game.pk).status for game in (waiting, running, others)]
    assert states == [Status.CANCELLED, Status.RUNNING, Status.OPEN]


def test_a_rematch_is_of_the_same_club_while_all_are_members(hidden, alice, bob):
    over = play_peaceful_turns(new_game(alice, SeatWish(player=bob), club=hidden), 6)
    resign(game_id=over.pk, player=bob, key="r", confirmed=True)
    again = ask_rematch(game_id=over.pk, player=alice)
    assert (again.club, again.visibility, again.origin_kind) == (hidden, Visibility.PRIVATE, "")
    cancel_game(game_id=again.pk, player=alice)
    leave_club(club_id=hidden.pk, player=bob)
    again = ask_rematch(game_id=over.pk, player=bob)
    assert (again.club, again.visibility, again.rated) == (None, Visibility.PRIVATE, False)


# --- The form and the table


def test_the_form_offers_the_clubs_of_the_player_only(club, hidden, alice, charlie):
    page = page_of(Browser(alice).open(f"/games/new/?club={hidden.public_id}").page)
    chosen = [option["value"] for option in page.select("select[name=club] option") if "selected" in option]
    assert chosen == [hidden.public_id]
    assert not page_of(Browser(charlie).open("/games/new/").page).select("select[name=club]")


def test_the_form_makes_a_table_of_the_club(club, alice):
    browser = Browser(alice).open("/games/new/")
    browser.send(browser.form("key", action="/games/new/"), club=club.public_id)
    assert Game.objects.get().club == club


def test_a_hidden_club_in_the_form_wins_over_a_rated_game(hidden, alice):
    browser = Browser(alice).open("/games/new/")
    browser.send(browser.form("key", action="/games/new/"), club=hidden.public_id, rated="yes")
    game = Game.objects.get()
    assert (game.club, game.rated, game.visibility) == (hidden, False, Visibility.PRIVATE)


def test_nobody_sends_the_club_of_others(club, charlie):
    browser = Browser(charlie).open("/games/new/")
    form = browser.form("key", action="/games/new/")
    form.names.add("club")
    browser.send(form, club=club.public_id)
    assert not Game.objects.filter(club=club).exists()


def test_whoever_looks_at_a_table_of_a_club_reads_why_there_is_no_seat(club, alice, charlie):
    game = new_game(alice, club=club)
    page = page_of(Browser(charlie).open(reverse("games:table", args=[game.public_id])).page)
    assert "Only members of this game’s club may join it." in page.text


def test_a_member_reads_among_the_terms_who_sees_the_table(hidden, alice, bob):
    game = new_game(alice, club=hidden)
    page = page_of(Browser(bob).open(reverse("games:about", args=[game.public_id])).page)
    assert "The members of its club see this game until it starts" in page.text
    assert "Vega" not in page.text


def test_the_queries_of_the_open_games_do_not_grow_with_clubs(
    alice, bob, django_assert_max_num_queries, django_assert_num_queries
):
    def tables(number: int) -> None:
        club = club_of(person(f"Founder{number}"), bob, name=f"Club {'abcdef'[number]}{number}")
        new_game(club.memberships.get(role="founder").player, club=club)

    tables(0)
    with django_assert_max_num_queries(20) as few:
        list(open_games(bob).rows)
    for number in range(1, 6):
        tables(number)
    with django_assert_num_queries(len(few)):
        assert len(open_games(bob).rows) == 6
