"""What is kept of an event for its pages: whatever happens is seen by the next who looks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.tests.cast import person
from tournaments.models import Event, EventTable, Format, Round
from tournaments.presenters.kept import ShownSheet, _sheet, shown_sheet
from tournaments.services.adjudicating import adjudicate
from tournaments.services.directing import annul_table, extend_round
from tournaments.services.entering import return_to_event, withdraw_from_event
from tournaments.sheet import Sheet, standings
from tournaments.tests.events import flags, goes_on, now, people, play_round, running, started, wins
from tournaments.tests.visits import queries, shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def kept(event: Event) -> ShownSheet:
    return shown_sheet(now(event))


def a_result(event: Event) -> None:
    wins(running(event)[0])


def an_adjudication(event: Event) -> None:
    table = EventTable.objects.filter(round__event=event).order_by("pk")[0]
    adjudicate(table_id=table.pk, director=event.director, winners=[0])


def an_annulment(event: Event) -> None:
    table = EventTable.objects.filter(round__event=event).order_by("pk")[0]
    annul_table(table_id=table.pk, director=event.director, reason="A fault.")


def an_extension(event: Event) -> None:
    extend_round(event_id=event.pk, director=event.director, by=timedelta(days=2))


def a_withdrawal(event: Event) -> None:
    withdraw_from_event(event_id=event.pk, player=Player.objects.get(name="Player1"))


def a_return(event: Event) -> None:
    a_withdrawal(event)
    kept(event)
    return_to_event(event_id=event.pk, player=Player.objects.get(name="Player1"))


def another_result(event: Event) -> None:
    """Of a game that goes on after all."""
    game = flags(running(event)[0])
    kept(event)
    goes_on(game)


def a_round(event: Event) -> None:
    play_round(event)


def another_name(event: Event) -> None:
    Player.objects.filter(name="Player1").update(name="Zoe")


def a_game_begins(event: Event) -> None:
    """The last of a round, which has its tables before."""
    table = EventTable.objects.filter(round__event=event).order_by("pk")[0]
    EventTable.objects.filter(pk=table.pk).update(game=None)
    _sheet.cache_clear()
    kept(event)
    EventTable.objects.filter(pk=table.pk).update(game=table.game)


def an_end_that_moves(event: Event) -> None:
    """As when a game goes on after all."""
    Round.objects.filter(event=event).update(ends_at=now(event).started_at + timedelta(days=15))


HAPPENINGS = (
    a_result, an_adjudication, an_annulment, an_extension, a_withdrawal, a_return, another_result, a_round,
    another_name, a_game_begins, an_end_that_moves,
)  # fmt: skip


@pytest.mark.parametrize("happens", HAPPENINGS, ids=lambda each: each.__name__)
def test_whatever_happens_is_seen_at_once(alice, happens: Callable[[Event], None]):
    event = started(alice, people(6), round_lasts=timedelta(days=10))
    before = kept(event)
    assert kept(event) is before
    happens(event)
    after, anew = kept(event), Sheet(now(event))
    assert (after.lines, after.standings) == (anew.lines, standings(anew))
    for name in ("withdrawn_at", "why"):
        assert [getattr(each, name) for each in after.entries] == [
            getattr(each, name) for each in anew.entries
        ]
    assert [each.player.name for each in after.entries] == [each.player.name for each in anew.entries]
    assert [(each.ends_at, each.closed_at) for each in after.rounds] == [
        (each.ends_at, each.closed_at) for each in anew.rounds
    ]


@pytest.mark.parametrize("format_", Format)
def test_who_looks_again_asks_no_more_of_many_players_than_of_few(alice, format_):
    """Nor for each of them: what the sheet is made of is not read again."""
    counted = []
    for number in (8, 40):
        players = [person(f"Few{format_[:2]}{number}x{each}") for each in range(number)]
        event = started(person(f"Dir{number}"), players, format_, rounds=2)
        kept(event)
        with CaptureQueriesContext(connection) as asked:
            kept(event)
        counted.append(len(asked))
        assert not [each for each in asked if "tournaments_tableseat" in each["sql"]]
    assert counted == [4, 4]


def test_two_who_look_see_their_own_games_and_nothing_of_each_other(alice):
    players = people(4)
    event = started(alice, players)
    for player in (players[0], players[1], None, players[0]):
        page = shown(player, event.get_absolute_url())
        own = [each.text for each in page.select(".event-table__me")]
        assert [player.name in each for each in own] == ([True] if player else [])
        assert len(page.select(".event-game")) == (1 if player else 0)


def test_two_hundred_are_shown_twenty_at_a_time_and_ones_own_page_first(alice):
    players = people(45)
    event = started(alice, players, rounds=1)
    page = shown(None, event.get_absolute_url())
    assert len(page.select("tbody tr")) == 20 and len(page.select(".pod")) == 10
    last = shown(players[-1], event.get_absolute_url())
    assert len(last.select("#me")) == 1
    assert len(last.select(".event-game")) == 1, "the own game stands once, before the others"
    assert not [each for each in last.select(".pod") if players[-1].name in each.text]
    again = shown(None, event.get_absolute_url() + "?page=3&tables=3&round=1")
    assert len(again.select("tbody tr")) == 5 and len(again.select(".pod")) == 3
    names = [each["href"] for each in again.select("nav.pages a")]
    assert names == ["?round=1&tables=3&page=2#standings-heading", "?page=3&round=1&tables=2#tables-heading"]


def test_matches_of_a_large_knock_out_are_shown_with_their_games(alice):
    players = people(40)
    event = started(alice, players, Format.KNOCKOUT)
    seen = []
    for number in range(1, 5):
        page = shown(None, event.get_absolute_url() + f"?tables={number}")
        assert len(page.select(".event-match")) <= 10
        seen += [each.text for each in page.select(".event-match")]
    assert len(seen) == len(set(seen)) == 32
    assert queries(players[0], event.get_absolute_url()) <= 20
