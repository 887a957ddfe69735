"""Reliability beside names: counted when games end, by public games only."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.tests.cast import person
from games.clocks.reliability import GAMES, MADE_UP_BY, TURNS_OF_A_GAME, Figures, Tier
from games.models import FormerPlayer, Game, LogEntry, Reliability, Seat, Visibility
from games.services import resign, substitute, take_back
from games.services.clocks.reliability import figures_of, recount_due
from games.services.clocks.undoing import undo_falls
from games.tests.clocks import now, seat, set_up, time_runs_out, timed_table
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Player:
    return person("Alice")


@pytest.fixture
def bob() -> Player:
    return person("Bob")


def figures(player: Player) -> Figures:
    """When everything new has been counted."""
    recount_due()
    row = Reliability.objects.get(player=player)
    return Figures(row.finished, row.judged, row.turns, row.missed, row.left)


def of_three_turns(game: Game) -> Game:
    """As if everybody had made so many."""
    Game.objects.filter(pk=game.pk).update(turn_count=F("players") * TURNS_OF_A_GAME)
    return now(game)


def finished(winner: Player, loser: Player, number: int = 1, **terms: object) -> Game:
    """So many games, long enough, that the second one has resigned."""
    for _ in range(number):
        game = of_three_turns(timed_table(winner, loser, **terms))
        resign(game_id=game.pk, player=loser, key="resign", confirmed=True)
    return now(game)


def days_ago(game: Game, days: int) -> None:
    """All that the log of a finished game tells happened so much earlier."""
    earlier = timedelta(days=days)
    for entry in LogEntry.objects.filter(game=game):
        LogEntry._base_manager.filter(pk=entry.pk).update(created_at=entry.created_at - earlier)
    Seat.objects.filter(game=game).update(ended_at=now(game).finished_at - earlier)


def lost_on_time(winner: Player, loser: Player) -> Game:
    """The first seat is to move."""
    return time_runs_out(timed_table(loser, winner))


def test_who_has_finished_few_games_is_new_and_who_has_finished_enough_reliable(alice, bob):
    finished(alice, bob, GAMES - 1)
    assert recount_due() == 2
    assert Reliability.objects.get(player=bob).tier == Tier.NEW
    finished(alice, bob)
    assert recount_due() == 2
    assert recount_due() == 0
    assert {row.tier for row in Reliability.objects.all()} == {Tier.RELIABLE}
    assert figures(bob) == (GAMES, GAMES, 0, 0, 0)


def test_games_without_a_clock_make_nobody_new_and_are_not_judged(alice, bob):
    for _ in range(2):
        game = of_three_turns(table_of(alice, bob, rules=preset_rules(Preset.MODERN, Variant.BINARY)))
        resign(game_id=game.pk, player=bob, key="resign", confirmed=True)
    assert figures(alice) == (2, 0, 0, 0, 0)


def test_games_left_twice_are_seen_and_twice_within_a_day_is_once(alice, bob):
    finished(alice, bob, GAMES)
    for game in Game.objects.all():
        days_ago(game, 10)
    first = lost_on_time(alice, bob)
    lost_on_time(alice, bob)
    assert figures(bob)[3:] == (1, 1)
    assert Reliability.objects.get(player=bob).tier == Tier.RELIABLE
    days_ago(first, 3)
    lost_on_time(alice, bob)
    assert figures(bob)[3:] == (2, 2)
    assert Reliability.objects.get(player=bob).tier == Tier.AWAY
    assert Reliability.objects.get(player=alice).tier == Tier.RELIABLE


def often_away(winner: Player, player: Player) -> None:
    """He has finished enough, and left games three times."""
    finished(winner, player, GAMES)
    for days in (9, 7, 5):
        days_ago(lost_on_time(winner, player), days)


def test_ten_games_that_are_resigned_at_once_change_nothing(alice, bob):
    often_away(alice, bob)
    before = figures(bob)
    assert before[3:] == (3, 3)
    for _ in range(10):
        game = timed_table(alice, bob)
        resign(game_id=game.pk, player=bob, key="resign", confirmed=True)
    assert figures(bob) == before and Reliability.objects.get(player=bob).tier == Tier.AWAY
    newcomer = person("Newcomer")
    for _ in range(10):
        resign(game_id=timed_table(alice, newcomer).pk, player=newcomer, key="resign", confirmed=True)
    assert figures(newcomer) == (0, 0, 0, 0, 0)


def test_turns_in_time_make_up_for_what_was_missed_and_those_taken_back_do_not(alice, bob):
    often_away(alice, bob)
    assert figures(bob)[3:] == (3, 3)
    games = [play_peaceful_turns(timed_table(alice, bob), 20, seed) for seed in (1, 2, 3)]
    assert MADE_UP_BY == 30 and figures(bob)[3:] == (3, 3), "these games are not over"
    last = games[-1]
    take_back(game_id=last.pk, player=bob, answers=last.log_number, key="back")
    for game in games:
        resign(game_id=game.pk, player=alice, key="resign", confirmed=True)
    assert figures(bob)[2:] == (29, 3, 3)
    short = play_peaceful_turns(timed_table(alice, bob), 6)
    resign(game_id=short.pk, player=alice, key="resign", confirmed=True)
    assert figures(bob)[2:] == (32, 2, 2)


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_games_that_not_everybody_finds_tell_nothing(alice, bob, visibility):
    finished(alice, bob, 2)
    before = figures(bob)
    time_runs_out(timed_table(bob, alice, visibility=visibility))
    assert figures(bob) == before == figures_of([bob.pk])[bob.pk]


def test_who_was_replaced_keeps_what_was_missed_and_the_substitute_begins_anew(alice, bob):
    four = set_up(timed_table(alice, bob, person("Cleo"), person("Dan")))
    time_runs_out(four)
    time_runs_out(four)
    assert seat(four, 0).adrift_since
    erin = person("Erin")
    assert not Reliability.objects.filter(player=alice).exists()
    substitute(game_id=four.pk, seat=0, player=erin, key="take")
    assert FormerPlayer.objects.get().missed == 2
    assert figures(alice) == (0, 1, 0, 1, 1)  # the two were within a day
    for player in (erin, bob, Player.objects.get(name="Cleo")):
        resign(game_id=four.pk, player=player, key="resign", confirmed=True)
    assert figures(erin) == (0, 0, 0, 0, 0)
    assert figures(alice) == (0, 1, 0, 1, 1)


def test_a_game_that_goes_on_after_all_counts_no_longer(alice, bob):
    game = lost_on_time(alice, bob)
    assert figures(bob) == (0, 1, 0, 1, 1)
    undo_falls(game_id=game.pk, since=game.created_at, until=database_now())
    assert figures(bob) == (0, 0, 0, 0, 0)


def test_a_player_who_cannot_be_counted_holds_up_no_other(alice, bob, monkeypatch, caplog):
    finished(alice, bob)

    def count(players: list[int]) -> dict[int, Figures]:
        if alice.pk in players:
            raise ValueError("poison")
        return figures_of(players)

    monkeypatch.setattr("games.services.clocks.reliability.figures_of", count)
    assert recount_due() == 1
    assert f"player {alice.pk} could not be counted" in caplog.text
    assert recount_due() == 0
    assert Reliability.objects.get(player=alice).due_at > database_now()


def test_all_figures_can_be_counted_anew(alice, bob):
    lost_on_time(alice, bob)
    finished(alice, bob)
    recount_due()
    call_command("count_reliability", check=True, stdout=StringIO())
    Reliability.objects.filter(player=bob).update(missed=5, tier=Tier.AWAY)
    Reliability.objects.filter(player=alice).delete()
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("count_reliability", check=True, stdout=out)
    assert "2 differences" in out.getvalue() and f"player {bob.pk}" in out.getvalue()
    call_command("count_reliability", stdout=StringIO())
    call_command("count_reliability", check=True, stdout=StringIO())
    assert figures(bob) == (1, 2, 0, 1, 1)


def test_a_word_and_a_shape_stand_beside_every_name_without_more_queries(alice, bob):
    finished(alice, bob, GAMES)
    recount_due()
    game = timed_table(alice, bob, person("Cleo"))
    client, pages = Client(), ("/games/mine/", f"/games/{game.public_id}/", f"/players/{bob.name}/")
    client.force_login(alice)
    for page in pages:
        text = client.get(page).content.decode()
        assert "reliable</span>" in text, page
        assert (
            f"In the last {GAMES} games with a clock: turns in time 0; not made up for: turns missed 0"
            in text
        )
    assert "○" in client.get(pages[1]).content.decode()
    with CaptureQueriesContext(
        connection,
    ) as before:
        client.get(pages[1])
    Reliability.objects.all().delete()
    with CaptureQueriesContext(connection) as after:
        client.get(pages[1])
    assert len(after) == len(before)
    assert not any("games_reliability" in query["sql"].split("FROM")[1].split("JOIN")[0] for query in before)


def test_bots_have_no_such_word(alice):
    from accounts.services import ensure_bots

    ensure_bots()
    client = Client()
    client.force_login(alice)
    answer = client.post("/games/play-a-bot/", {"key": "one"})
    text = client.get(answer["Location"]).content.decode()
    assert text.count('class="tier"') == 1
