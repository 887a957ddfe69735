"""The director's page, and what tables and divisions show beside it."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import person
from games.models import Game
from tournaments.models import Entry, Event, EventStatus, Format
from tournaments.tests.events import (
    entered,
    followed,
    now,
    opened,
    people,
    play_round,
    running,
    started,
    tables,
    time_passes,
)
from tournaments.tests.visits import Browser, shown
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def direct(event: Event) -> str:
    return reverse("tournaments:direct", args=[event.public_id])


def test_only_the_director_has_the_directors_page(alice, bob):
    event = opened(alice)
    assert Browser(bob).get(direct(event)).status_code == 403
    assert Browser(alice).get(direct(event)).status_code == 200


def test_the_director_invites_replaces_tells_all_and_starts(alice, bob, charlie):
    event = entered(opened(alice, most=3, least=3), [*people(3), charlie])
    browser = Browser(alice).open(direct(event))
    browser.send(browser.form("name"), name="Bob")
    assert "The invitation is sent." in page_of(browser.page).text
    answer = browser.send(browser.form("name"), name="Nobody")
    assert answer.status_code == 422
    browser.open(direct(event))
    leaves = Player.objects.get(name="Player2")
    browser.send(browser.form("leaves"), leaves=leaves.public_id, comes=charlie.public_id)
    assert "The place is taken over." in page_of(browser.page).text
    assert not Entry.objects.get(player=charlie).waits and not Entry.objects.filter(player=leaves).exists()
    browser.send(browser.form("words"), words="Welcome.")
    browser.press("Start now")
    assert now(event).status == EventStatus.RUNNING
    assert "To all: Welcome." in shown(None, reverse("tournaments:log", args=[event.public_id])).text


def test_who_plays_too_is_told_so_and_offered_nothing_that_would_be_refused(alice):
    event = started(alice, [alice, *people(3)], round_lasts=7 * timedelta(days=1))
    offered = page_of(Browser(alice).open(direct(event)).page).text
    assert "You play in this event yourself" in offered
    assert "Extend the round" not in offered and "Pair it by hand" not in offered
    others = [person(name) for name in ("Erin", "Frank", "Gwen", "Hugo")]
    aside = started(alice, others, round_lasts=7 * timedelta(days=1))
    offered = page_of(Browser(alice).open(direct(aside)).page).text
    assert "You play in this event yourself" not in offered
    assert "Extend the round" in offered and "Pair it by hand" in offered


def test_the_director_adjudicates_annuls_and_extends(alice, bob):
    players = people(4)
    event = started(alice, players, round_lasts=timedelta(days=10))
    first, second = running(event)
    browser = Browser(alice).open(direct(event))
    browser.send(browser.form("by"), by="3d")
    assert "The round ends later." in page_of(browser.page).text
    winner = first.seats.get(number=1)
    browser.open(reverse("tournaments:decide", args=[event.public_id, first.event_table.pk]))
    browser.send(browser.form("seat"), seat="1")
    assert "The game is adjudicated." in page_of(browser.page).text
    assert f"with {winner.player.name}: Lost" in str(shown(None, event.get_absolute_url()).names("link"))
    browser.open(reverse("tournaments:decide", args=[event.public_id, second.event_table.pk]))
    browser.send(browser.form("reason"), reason="Wrong seats.")
    assert "The table is annulled, and played anew." in page_of(browser.page).text
    followed(event)
    assert len(running(event)) == 1
    said = shown(None, reverse("tournaments:log", args=[event.public_id])).text
    assert "Wrong seats." in said and "The director adjudicates a game." in said


def test_the_director_pairs_a_round_by_hand_and_is_told_what_is_wrong(alice):
    event = started(alice, people(4))
    browser = Browser(alice).open(direct(event)).press("Pair it by hand")
    play_round(event)
    browser.open(direct(event))
    assert page_of(browser.page).field("tables").value.strip().count("\n") == 1
    answer = browser.send(browser.form("tables"), tables="Player1, Player2\nPlayer3, Player1")
    assert answer.status_code == 422 and "Player1 is seated twice." in page_of(answer).text
    answer = browser.send(browser.form("tables"), tables="Player1, Nobody")
    assert "Nobody is not in this event." in page_of(answer).text
    (a, b), (c, d) = names_of(event, 1)
    browser.send(browser.form("tables"), tables=f"{a.lower()}, {d}\n{c}, {b}")
    assert "The round is paired." in page_of(browser.page).text
    assert set(names_of(event, 2)) == {(a, d), (c, b)}


def names_of(event: Event, round_: int) -> list[tuple[str, ...]]:
    """Who sits at each table. The first round is drawn by lot."""
    return [
        tuple(seat.entry.player.name for seat in table.seats.order_by("number"))
        for table in tables(event, round_)
    ]


def test_a_table_votes_before_its_round_ends(alice):
    players = people(4)
    event = started(alice, players)
    vote = "How should it be adjudicated?"
    assert vote not in shown(players[0], event.get_absolute_url()).names("link")
    time_passes(event, timedelta(days=25))
    page = shown(players[0], event.get_absolute_url())
    browser = Browser(players[0]).open(page.one("link", vote)["href"])
    browser.send(browser.form("seat"), seat="-1")
    assert "Your vote is noted" in page_of(browser.page).text
    game = Game.objects.get(seats__player=players[0])
    decided = shown(alice, reverse("tournaments:decide", args=[event.public_id, game.event_table.pk]))
    assert "The table has voted: Player1: a draw" in decided.text


def test_two_divisions_have_a_tab_each_and_the_viewers_comes_first(alice):
    players = people(12)
    event = started(alice, players, Format.DIVISIONS)
    lots = random.Random(1)
    own = Entry.objects.get(event=event, player=lots.choice(players))
    page = shown(own.player, event.get_absolute_url())
    tabs = page.one("navigation", "Divisions")
    current = [each.text for each in tabs.all("link") if "aria-current" in each]
    assert current == [f"Division {own.division}"]
    names = [row.text for row in page.select(".event-table tbody th")]
    assert own.player.name in " ".join(names) and len(names) == 6
