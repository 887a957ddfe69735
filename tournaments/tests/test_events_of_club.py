"""The page of a club lists its events."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.tests.cast import person
from clubs.models import Club
from clubs.services import invite_to_club
from clubs.tests.clubhouse import club_of
from games.tests.browsing import Browser
from tournaments.models import Event
from tournaments.presenters.listing import LAST_OF_CLUB
from tournaments.services.opening import cancel_event, open_event
from tournaments.services.starting import start_now
from tournaments.tests.events import entered, followed, people, plan, play_out
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def events_shown(viewer: Player | None, club: Club) -> list[str]:
    page = page_of(Browser(viewer).open(club.get_absolute_url()).page)
    return [link.text for link in page.select("[aria-labelledby=events-heading] .game-row__link")]


def start(event: Event) -> Event:
    start_now(event_id=event.pk, director=event.director)
    return followed(event)


def announce(club: Club, title: str, players: list[Player]) -> Event:
    director = Player.objects.get(name="Alice")
    event = open_event(director=director, plan=plan(title=title, rounds=1), club=club)
    return entered(event, players)


def test_a_club_lists_what_runs_what_is_announced_and_what_was_over_last(alice):
    players = people(3)
    club = club_of(alice, *players)
    for number in range(LAST_OF_CLUB + 1):
        play_out(start(announce(club, f"Over {number}", players)))
    cancel_event(event_id=announce(club, "Given up", []).pk, director=alice)
    announce(club, "Open", [])
    start(announce(club, "Runs", players))
    open_event(director=person("Dora"), plan=plan(title="Of nobody"))
    other = club_of(person("Emil"), name="Lyra")
    open_event(director=Player.objects.get(name="Emil"), plan=plan(title="Of others"), club=other)
    over = [f"Over {number}" for number in range(LAST_OF_CLUB, 0, -1)]
    assert events_shown(None, club) == ["Runs", "Open", *over]
    page = page_of(Browser(players[0]).open(club.get_absolute_url()).page)
    assert page.select("[aria-labelledby=events-heading] .game-row__tag")[0].text == "entered"
    own = [row.select(".game-row__link")[0].text for row in page.select(".event-row--own")]
    assert own == ["Runs", *over]
    assert events_shown(None, other) == ["Of others"]


def test_whoever_is_only_invited_to_a_hidden_club_sees_no_event_of_it(alice, bob):
    club = club_of(alice, *people(3), hidden=True, name="Night")
    announce(club, "Secret", [])
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    assert events_shown(alice, club) == ["Secret"]
    assert events_shown(bob, club) == []


def test_the_page_of_a_club_asks_as_much_for_many_events_as_for_few(alice):
    players = people(4)
    club = club_of(alice, *players)
    counted = []
    for several in (1, 2):
        for number in range(several):
            play_out(start(announce(club, f"Over {several}.{number}", players)))
            start(announce(club, f"Runs {several}.{number}", players))
            announce(club, f"Open {several}.{number}", players)
            Event.objects.update(director=None)
        browser = Browser(players[0])
        browser.open(club.get_absolute_url())
        with CaptureQueriesContext(connection) as asked:
            browser.open(club.get_absolute_url())
        counted.append(len(asked))
    assert counted[0] == counted[1]
