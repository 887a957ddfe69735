"""An event that runs as pages, without JavaScript: standings and games, progress, the files."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import person
from games.models import Game
from games.tests.play import play_turn
from tournaments.models import Entry, Format, TieBreak
from tournaments.services.entering import withdraw_from_event
from tournaments.tests.events import (
    followed,
    people,
    play_out,
    play_round,
    running,
    started,
    wins,
)
from tournaments.tests.visits import Browser, queries, shown
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
FEW, MANY = 8, 40


def test_ones_next_game_is_on_top_with_whose_turn_it_is(alice, bob):
    event = started(alice, [alice, bob, *people(2)])
    page = shown(alice, event.get_absolute_url())
    assert "0 of 2 games finished round 1 of 3 · round ends in 29 days" in page.text
    game = Game.objects.get(seats__player=alice)
    mover = game.seats.get(number=game.next_seat).player
    other = game.seats.exclude(player=alice).get().player
    own = page.one("region", f"Your game against {other.name}")
    waits = mover == alice
    assert ("your turn" in own.text) is waits
    assert own.names("link") == ["Make your turn" if waits else "Look at the game"]
    play_turn(game, "homeworld G3 B1 Y3")
    own = shown(alice, event.get_absolute_url()).one("region", f"Your game against {other.name}")
    assert ("your turn" in own.text) is not waits and "Turn 1" in own.text


def test_a_division_is_a_square_of_games_each_a_link(alice):
    players = people(4)
    event = started(alice, players, Format.DIVISIONS)
    game = running(event)[0]
    one, other = [seat.player for seat in game.seats.order_by("number")]
    wins(game, one)
    followed(event)
    page = shown(players[0], event.get_absolute_url())
    table = page.one("table")
    cells = table.select("a.event-cell")
    assert len(cells) == 12
    won = table.one("link", re.compile(f"with {other.name}: Won"))
    assert won["href"] == f"/games/{game.public_id}/" and won["class"] == "event-cell event-cell--won"
    assert table.all("link", re.compile(f"with {one.name}: Lost"))
    mine = [cell for cell in cells if "event-cell--mine" in cell["class"]]
    own = [each for each in running(event) if each.seats.filter(player=players[0]).exists()]
    assert len(mine) == 2 * len(own)
    assert "1 of 6 games finished" in page.text


def test_the_standings_tell_what_a_tie_break_is_made_of(alice):
    event = play_round(started(alice, people(6)))
    page = shown(None, event.get_absolute_url())
    assert "How ties are broken" in page.text
    first = page.select(".event-why")[0]
    page = shown(None, event.get_absolute_url() + first["href"].partition("#")[0])
    assert "place 1, 1 points" in page.by_id("why").text
    assert "The points of those whom one finished ahead of (Sonneborn-Berger):" in page.text


def test_buchholz_and_the_direct_encounter_stand_in_the_table_and_say_what_they_are_made_of(alice):
    ties = [TieBreak.BUCHHOLZ, TieBreak.DIRECT, TieBreak.RATING]
    event = play_round(play_round(started(alice, people(5), tie_breaks=ties)))
    page = shown(None, event.get_absolute_url())
    heads = [each.text for each in page.select(".event-table thead abbr")]
    assert heads[-3:] == ["BH-1", "DE", "Rating"]
    first = page.select(".event-why")[0]
    page = shown(None, event.get_absolute_url() + first["href"].partition("#")[0])
    assert "The opponents’ points, the lowest left out (Buchholz, cut 1):" in page.text
    assert "Player" in page.by_id("why").tag.parent.select_one("ol .dim").text


def test_a_pod_is_a_row_with_the_winner_first_and_the_others_as_they_fell(alice):
    event = started(alice, people(8), Format.PODS)
    game = running(event)[0]
    seats = [seat.player for seat in game.seats.order_by("number")]
    # Who gives up first has fallen first.
    wins(game, seats[2])
    followed(event)
    page = shown(None, event.get_absolute_url())
    row = next(each for each in page.select(".pod") if "done" in each.text)
    shown_seats = [seat.text for seat in row.select(".pod__others .pod__seat")]
    fallen = sorted((each for each in seats if each != seats[2]), key=lambda each: each.pk)
    assert row.select(".pod__link")[0].text == seats[2].name
    assert shown_seats == [f"P{each.name}" for each in reversed(fallen)]
    assert len(page.select(".pod--runs")) == 1 and "turn 0" in page.text


def test_what_a_win_a_draw_and_a_loss_bring_is_said_while_few_games_are_open(alice):
    players = people(4)
    event = started(alice, players, rounds=1)
    page = shown(players[0], event.get_absolute_url())
    (said,) = [each.text for each in page.select(".event-prospect")]
    found = re.fullmatch(
        r"If you win: place (1|1 to 2); if you draw: (\d|\d to \d); if you lose: (\d to 4|4)\.", said
    )
    assert found, said
    assert not shown(alice, event.get_absolute_url()).select(".event-prospect")


def test_at_a_table_of_pods_a_loss_is_said_and_no_draw(alice):
    players = people(8)
    event = started(alice, players, Format.PODS, rounds=1)
    page = shown(players[0], event.get_absolute_url())
    (said,) = [each.text for each in page.select(".event-prospect")]
    assert said == "If you win: place 1; if you lose: 3."


def test_who_sits_at_the_final_table_is_told_what_it_decides(alice):
    event = started(alice, people(8), Format.AT_ONCE, rounds=1, has_final=True)
    play_round(event)
    (final,) = running(event)
    page = shown(final.seats.get(number=0).player, event.get_absolute_url())
    assert page.select(".event-prospect")[0].text == "If you win: place 1; if you lose: 2 to 4."


def test_a_bracket_is_drawn_and_its_matches_are_listed_round_by_round(alice):
    event = play_round(started(alice, people(6), Format.KNOCKOUT))
    page = shown(None, event.get_absolute_url())
    assert len(page.select("svg.bracket svg.bracket__match")) == 7
    tabs = page.one("navigation", "Rounds")
    assert tabs.texts("link") == ["Quarter-final", "Semi-final"]
    first = shown(None, event.get_absolute_url() + "?round=1")
    assert not first.select(".pod"), "a match stands there once, with its games"
    games = [len(match.select(".event-match__games > a")) for match in first.select(".event-match")]
    assert sorted(games) == [0, 0, 1, 1]
    assert len(first.select(".event-match")) == 4 and len(first.select(".event-match__side--won")) == 4
    over = play_out(event)
    page = shown(None, over.get_absolute_url())
    assert "Final" in page.one("navigation", "Rounds").texts("link") and "over" in page.text


def test_names_in_a_bracket_are_text_whatever_they_say(alice, monkeypatch):
    players = people(4)
    Player.objects.filter(pk=players[0].pk).update(name="<b>&")
    event = started(alice, players, Format.KNOCKOUT)
    answer = Browser(None).open(event.get_absolute_url()).page.content.decode()
    assert "<b>&" not in answer and "&lt;b&gt;&amp;" in answer


def test_a_player_withdraws_and_comes_back(alice, bob):
    event = started(alice, [bob, *people(5)])
    browser = Browser(bob).open(event.get_absolute_url()).press("Withdraw from the event")
    assert "You are in no further round." in page_of(browser.page).text
    browser.press("Come back for the next round")
    assert "You are back, from the next round on." in page_of(browser.page).text
    assert Entry.objects.get(player=bob).withdrawn_at is None


def test_the_progress_answers_only_when_something_has_happened(alice):
    event = started(alice, people(4))
    page = shown(None, event.get_absolute_url())
    address = page.by_id("event-progress")["hx-get"]
    assert Browser(None).get(address).status_code == 204
    wins(running(event)[0])
    answer = Browser(None).get(address)
    assert answer.status_code == 200 and "1 of 2" in page_of(answer).text
    play_out(event)
    assert Browser(None).get(address).status_code == 286


@pytest.mark.parametrize("format_", Format)
def test_a_page_asks_as_much_for_many_players_as_for_few(alice, format_):
    counted = []
    for number in (FEW, MANY):
        players = [person(f"Few{format_[:2]}{number}x{each}") for each in range(number)]
        event = started(person(f"Dir{number}"), players, format_, rounds=2)
        viewer = running(event)[-1].seats.get(number=0).player
        others = [game for game in running(event) if not game.seats.filter(player=viewer).exists()]
        for game in others[: number // 8]:
            wins(game)
        counted.append(queries(viewer, event.get_absolute_url()))
    assert counted[0] == counted[1] <= 40


def test_the_files_hold_what_the_page_says(alice):
    players = people(6)
    event = play_round(started(alice, players))
    withdraw_from_event(event_id=event.pk, player=players[1])
    answer = Browser(None).get(reverse("tournaments:standings_csv", args=[event.public_id]))
    assert answer["Content-Disposition"] == f'attachment; filename="event-{event.public_id}.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["place"] for row in rows][:1] == ["1"] and len(rows) == 6
    assert {row["player"]: row["withdrawn"] for row in rows}["Player2"] == "yes"
    assert sum(float(row["points"]) for row in rows) == 3
    found = json.loads(Browser(None).get(reverse("tournaments:event_json", args=[event.public_id])).content)
    assert [row["player"] for row in found["standings"]] == [row["player"] for row in rows]
    first = found["tables"][0]
    assert first["points"] in ([1, 0], [0, 1]) and first["game"].startswith("/games/")
    assert len([each for each in found["tables"] if each["round"] == 1]) == 3


def test_the_log_says_all_that_was_done(alice):
    event = started(alice, people(4))
    page = shown(None, reverse("tournaments:log", args=[event.public_id]))
    said = [item.text for item in page.select(".event-log li")]
    assert "Round 1 is paired." in said[0] and "The event is announced." in said[-1]


def test_a_profile_names_medals(alice):
    players = people(4)
    play_out(started(alice, players, title="Autumn", rounds=1))
    page = shown(None, players[0].get_absolute_url())
    assert "Autumn: place 1" in page.text
    assert "Autumn" not in shown(None, alice.get_absolute_url()).text
