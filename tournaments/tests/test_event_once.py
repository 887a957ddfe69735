"""The page of an event has each thing once, in the order in which one asks: one's own, who stands where, the
others; and what it is for whoever directs it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from tournaments.models import Event, Format
from tournaments.services.removing import disqualify
from tournaments.tests.events import entered, opened, people, play_round, running, started, wins
from tournaments.tests.visits import Browser, shown
from upkeep.tests.elements import Element

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def game_of(event: Event, player: Player) -> str:
    mine = [game for game in running(event) if game.seats.filter(player=player).exists()]
    return f"/games/{mine[0].public_id}/"


def leads_to(page: Element, address: str, *within: str) -> list[int]:
    return [sum(link["href"] == address for link in page.select(f"{where} a[href]")) for where in within]


def test_the_own_game_stands_once_and_in_both_rows_of_the_standings(alice: Player) -> None:
    players = people(8)
    event = started(alice, players)
    page = shown(players[0], event.get_absolute_url())
    own = game_of(event, players[0])
    assert leads_to(page, own, ".event-game", ".event-tables", ".event-standings") == [1, 0, 2]
    assert "Round 1, the others" in page.texts("heading")
    assert len(page.select(".event-tables .duel")) == 3
    page = shown(None, event.get_absolute_url())
    assert "Round 1" in page.texts("heading") and len(page.select(".event-tables .duel")) == 4


def test_a_cup_has_the_own_match_first_with_its_button_and_the_way_to_it(alice: Player) -> None:
    players = people(8)
    event = play_round(started(alice, players, Format.KNOCKOUT))
    page = shown(players[0], event.get_absolute_url())
    first, *others = page.select(".event-match")
    assert "event-match--own" in first["class"] and not any(
        "event-match--own" in each["class"] for each in others
    )
    own = game_of(event, players[0])
    assert leads_to(page, own, ".event-match", ".event-columns__own--in-match", ".bracket") == [1, 1, 1]
    way = page.one("region", "Your way")
    steps = [" ".join(row.text.split()) for row in way.all("listitem")]
    assert (
        len(steps) == 2
        and steps[0].startswith("Quarter-final 1 : 0 Player")
        and steps[1].startswith("Semi-final")
    )
    assert "event-tables--drawn" in page.by_id("tables-heading").tag.parent["class"], "at a desk it is drawn"
    asked = shown(players[0], event.get_absolute_url() + "?round=1")
    assert "event-tables--drawn" not in asked.by_id("tables-heading").tag.parent["class"]


def test_whom_the_winner_meets_is_said_once_it_is_known(alice: Player) -> None:
    players = people(4)
    event = started(alice, players, Format.KNOCKOUT)
    assert not shown(players[0], event.get_absolute_url()).select(".event-meets")
    other = next(game for game in running(event) if not game.seats.filter(player=players[0]).exists())
    winner = wins(other).seats.get(result="won").player
    page = shown(players[0], event.get_absolute_url())
    assert [each.text for each in page.select(".event-meets")] == [f"Final: the winner meets {winner.name}."]


def test_a_cell_has_the_place_of_the_opponent_and_rounds_to_come_are_hatched(alice: Player) -> None:
    event = play_round(started(alice, people(4), rounds=3))
    page = shown(None, event.get_absolute_url())
    rows = page.select(".event-table tbody tr")
    places = {row.select(".name")[0].text: row.select(".event-table__place")[0].text for row in rows}
    for row in rows:
        cell = row.select(".event-cell--with")[0]
        opponent = next(name for name in places if f"with {name}:" in cell["title"])
        assert cell.select("small")[0].text == places[opponent]
        assert len(row.select(".event-table__to-come .event-cell--none")) == 1
    heads = [head.text for head in page.select(".event-table thead .event-table__cell")]
    assert heads == ["1", "2", "3"]


def test_an_announcement_has_the_strongest_first_and_who_looks_among_them(alice: Player, bob: Player) -> None:
    event = entered(opened(alice), [*people(7), bob])
    page = shown(bob, event.get_absolute_url())
    own, *_none = page.select(".entrants .line--me")
    assert "Bob" in own.text
    assert len(page.select(".entrants > ol:first-child > li")) == 5
    assert len(page.select(".entrants details")) == 1 and "2 more" in page.select(".entrants summary")[0].text
    assert [line.text for line in page.select(".entrants .line__number")] == [str(n) for n in range(1, 9)]


def test_who_directs_it_has_three_tabs_and_nobody_else_any(alice: Player, bob: Player) -> None:
    event = started(alice, people(4))
    addresses = [
        reverse(f"tournaments:{name}", args=[event.public_id]) for name in ("event", "direct", "log")
    ]
    for here, address in enumerate(addresses):
        tabs = shown(alice, address).one("navigation", event.title).all("link")
        assert [tab["href"] for tab in tabs] == addresses
        assert ["aria-current" in tab for tab in tabs] == [place == here for place in range(3)]
    for viewer in (bob, None):
        for address in (addresses[0], addresses[2]):
            assert event.title not in shown(viewer, address).names("navigation")


def test_the_directors_tab_names_rounds_and_what_each_act_about_an_entrant_does(alice: Player) -> None:
    players = people(4)
    event = play_round(started(alice, players))
    direct = reverse("tournaments:direct", args=[event.public_id])
    page = shown(alice, direct)
    rounds = [" ".join(row.text.split()) for row in page.one("region", "Rounds").all("listitem")]
    assert rounds[0].startswith("✓ Round 1") and "2 games run" in rounds[1] and "Round 3" in rounds[2]
    (more,) = [link["href"] for link in page.select(".line__more") if "with Player2" in link.text]
    browser = Browser(alice).open(direct + more.partition("#")[0])
    menu = shown(alice, direct + more.partition("#")[0]).select(".line__menu")[0]
    assert "Who is removed is in no further round; games that run go on." in menu.text
    assert "Who is disqualified has no place" in menu.text
    assert [form.select("[name$=-player]")[0]["value"] for form in menu.select("form")] == [
        players[1].public_id
    ] * 2
    answer = browser.send(browser.form("disqualify-reason"), **{"disqualify-reason": ""})
    assert answer.status_code == 422, "why is asked in the same row"
    disqualify(event_id=event.pk, director=alice, player=players[1], reason="Had help.")
    page = shown(alice, direct)
    assert [each.text for each in page.select(".line__title--struck .name")] == ["Player2"]
    assert not [link for link in page.select(".line__more") if "with Player2" in link.text]
