"""Before an event starts: the list of events, what is shown before one enters, and entering."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.tests.cast import person
from clubs.services import accept_club_invitation, found_club, invite_to_club
from games.models import Company
from tournaments.models import Entry, Format, Repeats
from tournaments.services.entering import enter_event
from tournaments.services.opening import invite_to_event, open_event
from tournaments.tests.events import (
    entered,
    opened,
    people,
    plan,
    play_out,
    started,
)
from tournaments.tests.visits import Browser, queries, shown
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
LIST = reverse("tournaments:events")


def test_the_list_shows_ones_own_first_then_what_one_can_enter_what_runs_and_what_is_over(alice, bob):
    players = people(4)
    mine = open_event(director=alice, plan=plan(title="Mine"))
    enter_event(event_id=mine.pk, player=bob)
    open_event(director=alice, plan=plan(title="Open"))
    play_out(started(person("Dora"), players, title="Over", rounds=1))
    started(person("Emil"), players, title="Runs")
    page = shown(bob, LIST)
    headings = page.texts("heading")
    assert headings == ["Events", "My events", "One can enter", "Running", "Finished"]
    titles = [link.text for link in page.select(".game-row__link")]
    assert titles == ["Mine", "Open", "Runs", "Over"]
    assert "1 of 64 entered" in page.text and "It starts in 23 hours" in page.text
    assert "2 games run" in page.text and "First: Player1" in page.text
    assert "My events" not in shown(None, LIST).texts("heading")


def test_the_list_asks_as_much_for_many_events(alice):
    for number in range(2):
        open_event(director=person(f"Director{number}"), plan=plan(title=f"One {number}"))
    few = queries(alice, LIST)
    for number in range(2, 14):
        event = open_event(director=person(f"Director{number}"), plan=plan(title=f"One {number}"))
        entered(event, [alice])
    assert queries(alice, LIST) == few


def test_the_tabs_of_compete_stand_at_the_same_place_on_all_of_its_pages(alice):
    event = opened(alice)
    addresses = [
        reverse(name) for name in ("ladders:ladders", "ladders:stairs", "pages:ratings", "pages:clubs")
    ]
    for address in [*addresses, LIST, event.get_absolute_url()]:
        page = shown(None, address)
        tabs = page.one("navigation", "Compete")
        assert tabs.texts("link") == ["Ladders", "Stairs", "Ratings", "Clubs", "Events"]
        assert page.select("main > nav, main > h1, main > div h1")[0]["class"] == "segments compete"


def test_everything_is_shown_before_somebody_enters(alice):
    event = opened(
        alice, Format.PODS, about="Bring tea.", company=Company.RELIABLE, rating_from=1400, rating_to=1800
    )
    page = shown(None, event.get_absolute_url())
    for words in (
        "Bring tea.",
        "Pods by score. Tables of three to six.",
        "Tables have 4 seats, some one fewer.",
        "Last Captain Standing, Booklet.",
        "Everybody has 4 days at the start and 1 day more after every turn, 7 days at most.",
        "While players are on vacation, their clocks stand still.",
        "3 rounds. A round lasts 30 days at most.",
        "A win is 5; a draw shares 5 among those left, 2 at most for each.",
        "Equal points are told apart by the opponents’ average points a game, then wins, then",
        "Whose time runs out in a round is withdrawn from the next one, and may come back.",
        "A rated game",
        "Only players known to be reliable can enter this event. Ratings from 1400 to 1800.",
        "From 3 to 64 players; who comes later waits for a place.",
        "It starts in 23 hours",
        "Directed by Alice.",
    ):
        assert words in page.text, words
    assert "Log in to enter" in page.names("link")


def test_one_enters_leaves_and_enters_again_from_the_waiting_list(alice, bob, charlie):
    event = opened(alice, most=3, least=3)
    entered(event, [alice, *people(1)])
    browser = Browser(bob).open(event.get_absolute_url())
    assert "2 of 3 are entered." in page_of(browser.page).text
    browser.press("Enter the event")
    assert "You are entered." in page_of(browser.page).text
    waiting = Browser(charlie).open(event.get_absolute_url()).press("Enter the event")
    assert "You are on the waiting list" in page_of(waiting.page).text
    assert "1 waits for a place." in page_of(waiting.page).text
    browser.press("Leave the event")
    assert not Entry.objects.get(player=charlie).waits
    assert "You are not in this event any more." in page_of(browser.page).text


def test_why_one_cannot_enter_is_said_instead_of_the_button(alice, bob):
    event = opened(alice, by_invitation=True)
    page = shown(bob, event.get_absolute_url())
    assert "The director invites the players of this event." in page.text
    assert "Enter the event" not in page.names("button")
    answer = Browser(bob).post(reverse("tournaments:enter", args=[event.public_id]))
    assert answer.status_code == 409
    invite_to_event(event_id=event.pk, director=alice, invited=bob)
    page = shown(bob, event.get_absolute_url())
    assert "The director invites you to this event." in page.text
    assert "Enter the event" in page.names("button")


def test_one_is_entered_for_every_edition_and_no_longer(alice, bob):
    event = open_event(director=alice, plan=plan(), repeats=Repeats.WEEKLY)
    browser = Browser(bob).open(event.get_absolute_url())
    assert "Edition 1. It is held again: every week." in page_of(browser.page).text
    browser.press("Enter every edition that follows")
    assert "You are entered for every edition that follows." in page_of(browser.page).text
    browser.press("Enter no further edition by itself")
    assert "You enter each edition yourself." in page_of(browser.page).text


def test_an_event_of_a_hidden_club_is_not_there_for_others(alice, bob):
    club = found_club(player=alice, name="Night", hidden=True)
    event = open_event(director=alice, plan=plan(title="Secret"), club=club)
    names = ("event", "progress", "log", "standings_csv", "event_json")
    for name in names:
        assert Browser(bob).get(reverse(f"tournaments:{name}", args=[event.public_id])).status_code == 404
    assert "Secret" not in shown(bob, LIST).text and "Secret" in shown(alice, LIST).text
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    accept_club_invitation(club_id=club.pk, player=bob)
    assert "Secret" in shown(bob, LIST).text
