"""The analysis of a game: worked out once it is over, once, whatever becomes of the workers; never before."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services import create_guest
from board.charts.balance import Point
from bots.analysis import Reading
from games.models import Analysis, Game, Mark, Marking, MarkKind, Status, Visibility
from games.services import analyse_game, analyse_whole_game, mark_game
from games.services.hindsight import analysis as service
from games.services.leaving import rename_seat
from games.services.log import lock_game
from games.signals import game_reopened
from games.table.analysis.balance import (
    DECISIVE,
    NOTICED,
    JudgedTurn,
    Row,
    decisive,
    judged_turns,
    points_of,
)
from games.table.analysis.page import as_percent
from games.tests.analysis import answer, logged_in, page
from games.tests.marks import WIN, end, with_a_missed_win
from games.tests.play import play_peaceful_turns, play_turn, table_of
from games.wake import SPARE_BELL
from homeworlds.rules import RuleSet, Variant
from upkeep.sweep import sweep
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
POSITIONS = 9
"""Of the game below: the empty table, seven turns, a resignation."""


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    cache.clear()
    monkeypatch.setattr(service, "MOST_NODES", 2_000)


@pytest.fixture
def running(alice, bob):
    return with_a_missed_win(alice, bob)


@pytest.fixture
def ended(running, bob):
    return end(running, bob)


@pytest.fixture
def quick(monkeypatch):
    """Reads at a glance, and for ever after one position a call; what was asked is told."""
    asked = []

    def read(state, before, **more):
        asked.append((state, list(before), more["played"]))
        seat = state.position.mover
        if state.outcome is not None:
            return Reading(tuple([float(each in state.outcome.winners) for each in range(2)]))
        if len(before) < 2:
            return Reading((0.5, 0.5))
        return Reading((0.6, 0.4), 4, (), None) if seat else Reading((0.6, 0.4), 4, _turn(state), 0.7)

    monkeypatch.setattr(service, "read", read)
    monkeypatch.setattr(service, "SECONDS_AT_ONCE", 0.0)
    return asked


def _turn(state):
    from homeworlds.notation import parse_turn

    return parse_turn(f"build g1 {state.position.names[0]}", 2)


def read_on(game, times):
    return [analyse_game(game_id=game.pk, checked=checked) for checked in range(times)]


# --- How it is worked out


def test_the_search_for_missed_wins_plans_it_for_a_game_long_enough(alice, bob, calls, ended, monkeypatch):
    mark_game(game_id=ended.pk, checked=0)
    assert not Analysis.objects.exists()
    monkeypatch.setattr("games.log.results.TURNS_OF_EACH", 3)
    longer = end(with_a_missed_win(alice, bob), bob)
    assert "Look again in a minute" in page(longer).text
    mark_game(game_id=longer.pk, checked=0)
    assert Analysis.objects.get().game == longer


def test_one_position_after_the_other_is_read_once(ended, quick, calls):
    service.plan_analysis(ended)
    assert read_on(ended, POSITIONS) == [True] * (POSITIONS - 1) + [False]
    analysis = Analysis.objects.get()
    assert analysis.due_at is None and [row[0] for row in analysis.readings] == list(range(POSITIONS))
    assert [len(before) for _state, before, _played in quick] == list(range(POSITIONS))
    played = [played for _state, _before, played in quick]
    assert played[:7] == [quick[number + 1][0].position for number in range(7)] and played[7:] == [None, None]
    read_on(ended, POSITIONS + 1)
    assert len(quick) == POSITIONS


def test_a_call_for_what_is_done_or_not_yet_reached_does_nothing(ended, quick):
    service.plan_analysis(ended)
    read_on(ended, 2)
    assert [analyse_game(game_id=ended.pk, checked=checked) for checked in (0, 1, 3)] == [False] * 3
    assert len(quick) == Analysis.objects.get().checked == 2


def test_after_some_seconds_it_puts_itself_behind_the_others(
    ended, quick, calls, django_capture_on_commit_callbacks
):
    service.plan_analysis(ended)
    del calls[:]
    with django_capture_on_commit_callbacks(execute=True):
        read_on(ended, POSITIONS)
    assert calls == [(SPARE_BELL,)] * (POSITIONS - 1)


def test_what_was_taken_back_is_not_read(alice, bob, quick):
    from games.services import take_back

    game = table_of(alice, bob, rules=RuleSet())
    for text in ("homeworld y2 g1 g3", "homeworld r3 g3 y3", "build g1 alice"):
        play_turn(game, text)
    game.refresh_from_db()
    take_back(game_id=game.pk, player=alice, answers=3, key="back")
    play_turn(game, "pass")
    game = end(game, bob)
    analyse_whole_game(game_id=game.pk)
    assert [row[0] for row in Analysis.objects.get().readings] == [0, 1, 2, 5, 6]


def test_a_position_costs_one_statement_more_however_long_the_game(ended, quick):
    service.plan_analysis(ended)
    counts = []
    for checked in range(4):
        with CaptureQueriesContext(connection) as queries:
            analyse_game(game_id=ended.pk, checked=checked)
        counts.append(len(queries))
    clock = connection.vendor == "postgresql"
    assert counts == [8 + clock] * 4
    with CaptureQueriesContext(connection) as queries:
        analyse_whole_game(game_id=ended.pk)
    assert [query["sql"].split()[0] for query in queries].count("UPDATE") == POSITIONS - 4


def test_a_worker_that_dies_leaves_the_position_to_the_next(ended, quick, monkeypatch):
    service.plan_analysis(ended)
    read_on(ended, 3)

    def die(*arguments, **more):
        raise KeyboardInterrupt

    read = service.read
    monkeypatch.setattr(service, "read", die)
    with pytest.raises(KeyboardInterrupt):
        analyse_game(game_id=ended.pk, checked=3)
    assert Analysis.objects.get().checked == 3
    monkeypatch.setattr(service, "read", read)
    assert analyse_game(game_id=ended.pk, checked=3)


def test_of_two_workers_at_the_same_position_one_writes_it(ended, quick, monkeypatch):
    service.plan_analysis(ended)
    read = service.read

    def read_slowly(*arguments, **more):
        monkeypatch.setattr(service, "read", read)
        analyse_game(game_id=ended.pk, checked=0)
        return read(*arguments, **more)

    monkeypatch.setattr(service, "read", read_slowly)
    assert analyse_game(game_id=ended.pk, checked=0) is False
    assert Analysis.objects.get().checked == 1 and len(Analysis.objects.get().readings) == 1


def test_one_that_is_begun_goes_on_and_is_in_one_workers_hands(ended, calls, quick):
    Marking.objects.update(due_at=None)
    service.plan_analysis(ended)
    read_on(ended, 2)
    calls.clear()
    sweep()
    assert calls.count((SPARE_BELL,)) == 1
    claimed = service.claim_analysis()
    assert claimed.checked == 2 and service.claim_analysis() is None
    assert service.analyse_claimed(claimed) and service.claim_analysis().checked == 3


def test_of_a_game_that_goes_on_after_all_nothing_is_kept_or_written(ended, quick, monkeypatch):
    service.plan_analysis(ended)
    read = service.read

    def reopened_meanwhile(*arguments, **more):
        with transaction.atomic():
            game, seats = lock_game(ended.pk)
            game_reopened.send(sender=Game, game=game, seats=seats)
        return read(*arguments, **more)

    read_on(ended, 2)
    monkeypatch.setattr(service, "read", reopened_meanwhile)
    assert analyse_game(game_id=ended.pk, checked=2) is False
    assert not Analysis.objects.exists()


def test_who_is_called_otherwise_is_so_in_what_was_found(ended, quick):
    analyse_whole_game(game_id=ended.pk)
    Mark.objects.create(game=ended, number=6, kind=MarkKind.WALKED_INTO, seat=0, text=WIN)
    assert "alice" in str(Analysis.objects.get().readings).lower()
    with transaction.atomic():
        game, seats = lock_game(ended.pk)
        for seat, name in zip(seats, ("Zoe", "Yann"), strict=True):
            rename_seat(game, seats, seat, name)
    said = f"{Analysis.objects.get().readings} {Mark.objects.get().text}".lower()
    assert "zoe" in said and "yann" in said and "alice" not in said and "bob" not in said


def test_a_real_game_is_read_from_its_beginning_to_its_end(ended):
    assert analyse_whole_game(game_id=ended.pk) and not analyse_whole_game(game_id=ended.pk)
    rows = Analysis.objects.get().readings
    assert rows[0] == [0, 0, [500, 500], None, ""] and rows[-1][2] == [1000, 0]
    before_missing = rows[6]
    assert before_missing[3:] == [1000, WIN]


# --- Asking for it


@pytest.mark.usefixtures("one_window")
def test_nobody_asks_for_very_many_and_no_guest_for_any(ended, alice, monkeypatch):
    ask = f"/games/{ended.public_id}/analysis/ask/"
    assert logged_in(create_guest()).post(ask).status_code == 403
    client = logged_in(alice)
    with monkeypatch.context() as waits:
        waits.setattr(service, "MOST_WAITING", 0)
        assert client.post(ask).status_code == 409
    assert [client.post(ask).status_code for _ in range(10)] == [303] * 9 + [429]
    assert client.get(ask).status_code == 405


def test_nobody_who_is_suspended_asks(ended, alice):
    alice.suspended_until = timezone.now() + timedelta(days=1)
    alice.save()
    assert logged_in(alice).post(f"/games/{ended.public_id}/analysis/ask/").status_code == 403
    assert not Analysis.objects.exists()


def test_asking_has_missed_wins_looked_for_too(ended, alice, calls, django_capture_on_commit_callbacks):
    Marking.objects.all().delete()
    del calls[:]
    with django_capture_on_commit_callbacks(execute=True):
        logged_in(alice).post(f"/games/{ended.public_id}/analysis/ask/")
    assert calls == [(SPARE_BELL,)] * 2
    assert Marking.objects.get().due_at and Analysis.objects.get().due_at


def test_a_running_game_is_not_to_be_had(running, alice, ended):
    Game.objects.filter(pk=ended.pk).update(status=Status.RUNNING, outcome=None, next_seat=0)
    for client in (logged_in(alice), Client()):
        refused = answer(running, status=403, client=client)
        assert "Only a game that is over" in page_of(refused).text
    assert logged_in(alice).post(f"/games/{running.public_id}/analysis/ask/").status_code == 409
    assert not Analysis.objects.exists()


def test_while_a_game_runs_nothing_is_told_even_if_something_were_known(running, alice, quick):
    rows = [[number, 4, [600, 400], 900, "build g1 alice"] for number in range(8)]
    Analysis.objects.create(game=running, checked=8, readings=rows, created_at=timezone.now())
    for client in (logged_in(alice), Client()):
        answer(running, status=403, client=client)
        answer(running, "turns/5/better/0/", 404, client)
        for tail in ("", "turns/5/"):
            shown = answer(running, tail, client=client)
            assert nowhere_in(shown, re.compile("analysis/|better", re.IGNORECASE))
    assert analyse_game(game_id=running.pk, checked=8) is False
    with pytest.raises(Game.DoesNotExist):
        analyse_whole_game(game_id=running.pk)


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_whoever_may_see_the_game_may_see_its_analysis(ended, alice, charlie, visibility):
    analyse_whole_game(game_id=ended.pk)
    Game.objects.filter(pk=ended.pk).update(visibility=visibility)
    for client in (Client(), logged_in(charlie)):
        answer(ended, status=404, client=client)
        answer(ended, "turns/7/better/0/", 404, client)
        assert client.post(f"/games/{ended.public_id}/analysis/ask/").status_code == 404
    assert "How the balance moved" in page(ended, client=logged_in(alice)).text
    if visibility == Visibility.UNLISTED:
        answer(ended, f"analysis/?watch={ended.watch_token}")


# --- What is shown


def test_the_page_tells_what_decided_the_game_and_leads_to_the_turns(ended):
    mark_game(game_id=ended.pk, checked=0)
    analyse_whole_game(game_id=ended.pk)
    shown = page(ended)
    root = f"/games/{ended.public_id}/"
    (missed,) = [each for each in shown.select(".decisive li") if "Turn 7" in each.text]
    assert "Alice could have won with this turn." in missed.text and WIN in missed.text
    assert missed.one("link", "Turn 7")["href"] == f"{root}turns/7/"
    assert missed.one("link", "Show it on the map")["href"] == f"{root}turns/7/missed/0/"
    (curve, _narrow) = shown.select("svg.balance")
    assert [link["href"] for link in curve.select("a")][7:] == [f"{root}turns/7/", root]
    rows = [row.text.split() for row in shown.select(".drawn-figures tbody tr")]
    assert [row[0] for row in rows] == [str(number) for number in range(1, POSITIONS)]
    assert rows[-1][2:] == ["100%", "0%"]
    assert "rough estimates" in shown.text
    assert page(ended, "").by_id("analysis")["href"] == f"{root}analysis/"
    assert page(ended, "turns/3/").one("link", "Analysis")["href"] == f"{root}analysis/"


def test_the_better_turn_is_shown_step_by_step(ended, quick):
    analyse_whole_game(game_id=ended.pk)
    text = f"/games/{ended.public_id}/turns/3/better/1/"
    assert text.replace("/1/", "/0/").replace("turns/3", "turns/3") in str(
        [link["href"] for link in page(ended).select(".drawn-figures a")]
    )
    shown = page(ended, "turns/3/better/1/")
    assert "Instead of turn 3" in shown.by_id("turn-heading").text
    assert "This was not played." in shown.by_id("turn-panel").text
    for other in ("turns/3/better/2/", "turns/4/better/0/", "turns/8/better/0/", "turns/99/better/0/"):
        answer(ended, other, 404)


def test_a_game_without_a_turn_has_nothing_to_analyse(alice, bob):
    game = end(table_of(alice, bob, rules=RuleSet()), bob)
    assert "No turn was made" in page(game, client=logged_in(alice)).text
    assert logged_in(alice).post(f"/games/{game.public_id}/analysis/ask/").status_code == 409


def test_the_page_costs_the_same_however_long_the_game(alice, bob, ended):
    longer = end(play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 24), bob)
    counts = []
    for game in (ended, longer):
        analyse_whole_game(game_id=game.pk)
        page(game)
        with CaptureQueriesContext(connection) as queries:
            page(game)
        counts.append(len(queries))
    assert counts == [5, 5]


def test_of_good_and_evil_it_tells_what_the_finished_table_tells(alice, bob, charlie):
    game = play_peaceful_turns(table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL)), 9)
    answer(game, status=403)
    for player in (alice, bob, charlie):
        if Game.objects.get(pk=game.pk).status == Status.RUNNING:
            end(game, player)
    analyse_whole_game(game_id=game.pk)
    shown = page(Game.objects.get(pk=game.pk))
    said = shown.one("main").text.replace("Good vs Evil", "")
    assert not re.search(r"\b(Good|Evil)\b", said)
    assert len(shown.select("svg.balance")) == 2


def test_the_command_analyses_when_it_is_told_to(ended):
    call_command("mark_games")
    assert not Analysis.objects.exists()
    call_command("mark_games", "--balance")
    assert Analysis.objects.get().due_at is None


# --- The arithmetic


ROWS = (
    Row(2, 4, (0.6, 0.4), 0.7, "a"),
    Row(3, 4, (0.5, 0.5), None, "b"),
    Row(4, 4, (0.3, 0.7), 0.34, "c"),
    Row(5, 4, (0.32, 0.68), 0.9, "d"),
)
MOVERS = {3: 0, 4: 1, 5: 0}


def test_a_turn_lost_what_the_best_one_promised_more():
    judged = judged_turns(ROWS, MOVERS, {})
    assert [(turn.number, turn.better, round(turn.loss, 2)) for turn in judged] == [
        (3, "a", 0.2),
        (4, "", 0.0),
        (5, "", 0.02),
    ]
    (won,) = [turn for turn in judged_turns(ROWS, MOVERS, {4: "win"}) if turn.number == 4]
    assert (won.better, round(won.loss, 2)) == ("win", 0.3)


def test_the_three_that_lost_most_decided_in_their_order():
    turns = [
        JudgedTurn(number, 0, 0.9, 0.9 - loss, "x") for number, loss in enumerate([0.2, 0.05, 0.3, 0.11, 0.4])
    ]
    assert [turn.number for turn in decisive(turns)] == [0, 2, 4]


def test_between_two_the_curve_weighs_both_sides_of_a_search():
    assert [(each.number, round(each.chances[0], 3)) for each in points_of(ROWS, MOVERS)] == [
        (2, 0.65),
        (3, 0.4),
        (4, 0.32),
        (5, 0.32),
    ]
    rough = [row._replace(depth=0) for row in ROWS]
    assert points_of(rough, MOVERS) == tuple([Point(row.number, row.chances) for row in rough])


@pytest.mark.parametrize(
    "chance, said", [(0.0, "0%"), (0.001, "1%"), (0.496, "50%"), (0.999, "99%"), (1.0, "100%")]
)
def test_only_what_is_over_is_certain(chance, said):
    assert as_percent(chance) == said


def test_the_least_that_is_decisive_or_noticed_is_so():
    assert decisive([JudgedTurn(1, 0, DECISIVE, 0.0, "x")])
    rows = (Row(1, 4, (0.5, 0.5), NOTICED, "a"), Row(2, 4, (0.0, 1.0), None, ""))
    assert [turn.better for turn in judged_turns(rows, {2: 0}, {})] == ["a"]
