"""Missed wins: found once a game is over, once, whatever becomes of the workers; never told before."""

import re

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Mark, Marking, MarkKind, Visibility
from games.services import mark_game, mark_whole_game
from games.services.hindsight import marks
from games.services.log import lock_game
from games.signals import game_reopened
from games.table.hindsight import marks_of, marks_tally
from games.tests.browsing import HTMX
from games.tests.marks import FOUND, WIN, end, found, tallies, with_a_missed_win
from games.tests.play import play_peaceful_turns, table_of
from games.wake import SPARE_BELL
from homeworlds.rules import RuleSet, Variant
from homeworlds.search import LimitReached
from upkeep.sweep import sweep
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def running(alice, bob):
    return with_a_missed_win(alice, bob)


@pytest.fixture
def ended(running, bob):
    return end(running, bob)


def test_the_end_of_a_game_wakes_a_worker_when_it_is_committed(
    running, bob, calls, django_capture_on_commit_callbacks
):
    assert not Marking.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        end(running, bob)
        assert calls == []
    assert (SPARE_BELL,) in calls


def test_what_was_missed_and_allowed_is_found_once_and_counted_once(ended, alice, bob):
    assert mark_game(game_id=ended.pk, checked=0) is False
    assert found(ended) == FOUND
    counted = [[(Variant.BINARY, 1, 4, 1, 0)], [(Variant.BINARY, 1, 3, 0, 1)]]
    assert tallies(alice, bob) == counted
    mark_game(game_id=ended.pk, checked=0)
    mark_game(game_id=ended.pk, checked=7)
    mark_whole_game(game_id=ended.pk)
    assert (found(ended), tallies(alice, bob)) == (FOUND, counted)
    assert Marking.objects.get().due_at is None


def test_a_long_game_is_looked_at_piece_by_piece(ended, alice, bob, calls, monkeypatch):
    monkeypatch.setattr(marks, "ENTRIES_AT_ONCE", 3)
    with_pieces = []
    for checked in (0, 3, 6):
        with_pieces.append(mark_game(game_id=ended.pk, checked=checked))
        assert tallies(alice, bob) == [[], []] or checked == 6
    assert with_pieces == [True, True, False]
    assert found(ended) == FOUND
    assert tallies(alice, bob)[0] == [(Variant.BINARY, 1, 4, 1, 0)]


def test_a_worker_that_dies_in_a_piece_leaves_it_to_the_next(ended, alice, monkeypatch):
    monkeypatch.setattr(marks, "ENTRIES_AT_ONCE", 6)
    mark_game(game_id=ended.pk, checked=0)
    count = marks._count

    def die(game, step):
        raise KeyboardInterrupt

    monkeypatch.setattr(marks, "_count", die)
    with pytest.raises(KeyboardInterrupt):
        mark_game(game_id=ended.pk, checked=6)
    assert (Marking.objects.get().checked, found(ended)) == (6, FOUND[:1])
    monkeypatch.setattr(marks, "_count", count)
    mark_game(game_id=ended.pk, checked=6)
    assert found(ended) == FOUND
    assert tallies(alice) == [[(Variant.BINARY, 1, 4, 1, 0)]]


def test_of_two_workers_at_the_same_piece_one_writes_it(ended, alice, monkeypatch):
    look = marks._look

    def look_slowly(game, checked, reached):
        monkeypatch.setattr(marks, "_look", look)
        mark_game(game_id=game.pk, checked=checked)
        return look(game, checked, reached)

    monkeypatch.setattr(marks, "_look", look_slowly)
    mark_game(game_id=ended.pk, checked=0)
    assert found(ended) == FOUND
    assert tallies(alice) == [[(Variant.BINARY, 1, 4, 1, 0)]]


def test_the_sweep_calls_for_a_game_that_nobody_looks_at(ended, calls):
    calls.clear()
    sweep()
    assert calls.count((SPARE_BELL,)) == 1
    assert (marks.claim_marking(), marks.claim_marking()) == (ended.marking, None)
    sweep()
    assert calls.count((SPARE_BELL,)) == 1
    Marking.objects.update(due_at=timezone.now())
    mark_game(game_id=ended.pk, checked=0)
    assert marks.claim_marking() is None


def test_what_takes_too_long_is_said_not_to_be_checked(ended, alice, monkeypatch):
    def give_up(*arguments, **more):
        raise LimitReached

    monkeypatch.setattr(marks, "walked_into", give_up)
    mark_game(game_id=ended.pk, checked=0)
    kinds = [(mark.number, mark.kind) for mark in marks_of(ended)]
    assert kinds[-2:] == [(7, MarkKind.MISSED), (7, MarkKind.UNCHECKED)]
    (note,) = page(ended, "turns/6/").select(".mark-note")
    assert "Whether a win was missed here took too long to find out." in note.text
    assert tallies(alice) == [[(Variant.BINARY, 1, 4, 1, 0)]]


def test_good_vs_evil_is_judged_by_the_alignments_after_the_end(alice, bob, charlie):
    game = play_peaceful_turns(table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL)), 12)
    assert not mark_game(game_id=game.pk, checked=0) and not Marking.objects.exists()
    for player in (alice, bob, charlie):
        if Game.objects.get(pk=game.pk).finished_at is None:
            end(game, player)
    assert mark_whole_game(game_id=game.pk)
    assert {mark.kind for mark in Mark.objects.all()} <= {MarkKind.MISSED, MarkKind.WALKED_INTO}
    assert sum(line[0][2] for line in tallies(alice, bob, charlie)) == 12


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_games_that_not_everybody_may_see_are_marked_and_counted_nowhere(ended, alice, bob, visibility):
    Game.objects.filter(pk=ended.pk).update(visibility=visibility)
    mark_whole_game(game_id=ended.pk)
    assert found(ended) == FOUND
    assert tallies(alice, bob) == [[], []]


def test_the_profile_tells_what_was_counted(ended, alice):
    address = alice.get_absolute_url()
    assert "Missed wins" not in page_of(Client().get(address)).names("columnheader")
    mark_whole_game(game_id=ended.pk)
    profile = page_of(Client().get(address))
    assert "Missed wins" in profile.names("columnheader")
    assert profile.texts("row")[-1].endswith(" 4 1 0")


def test_a_game_that_goes_on_after_all_has_no_marks_and_counts_for_nobody(ended, alice, bob):
    mark_whole_game(game_id=ended.pk)
    assert found(ended) == FOUND
    with transaction.atomic():
        game, seats = lock_game(ended.pk)
        game_reopened.send(sender=Game, game=game, seats=seats)
    assert found(ended) == [] and not Marking.objects.exists()
    assert {numbers[1:] for one in tallies(alice, bob) for numbers in one} == {(0, 0, 0, 0)}


def test_a_worker_that_is_at_it_when_the_game_goes_on_writes_nothing(ended):
    with transaction.atomic():
        game, seats = lock_game(ended.pk)
        game_reopened.send(sender=Game, game=game, seats=seats)
    assert mark_game(game_id=ended.pk, checked=0) is False
    assert found(ended) == []


# --- What is shown


def answer(game, tail="", status=200, client=None):
    answer = (client or Client()).get(f"/games/{game.public_id}/{tail}")
    assert answer.status_code == status
    return answer


def page(game, tail=""):
    return page_of(answer(game, tail))


def test_nothing_is_told_while_the_game_runs_even_if_something_were_known(running, alice):
    for number, kind in ((6, MarkKind.WALKED_INTO), (7, MarkKind.MISSED)):
        Mark.objects.create(game=running, number=number, kind=kind, seat=0, text=WIN)
    player = Client()
    player.force_login(alice)
    for client in (player, Client()):
        for tail in ("", "turns/6/", "turns/7/", "turns/7/1/"):
            shown = answer(running, tail, client=client)
            assert page_of(shown).select(".mark-note") == []
            assert nowhere_in(shown, re.compile("mark-note|missed|walked.into", re.IGNORECASE))
        for tail in ("turns/7/missed/0/", "turns/6/walked-into/1/table/"):
            answer(running, tail, 404, client)


def test_the_list_and_the_replay_tell_and_show_it_step_by_step(ended):
    mark_game(game_id=ended.pk, checked=0)
    turns = f"/games/{ended.public_id}/turns"
    listed = page(ended).select("ol.log a")
    marked = {line["href"]: line.select("em")[0].text for line in listed if line.select("em")}
    assert marked == {f"{turns}/7/": "missed win", f"{turns}/6/": "walked into a win"}
    (note,) = page(ended, "turns/7/").select(".mark-note")
    assert "Missed: Alice could have won here. Alice: " in note.text
    assert note.one("link", "Show it on the map")["href"] == f"{turns}/7/missed/0/"
    begun = page(ended, "turns/7/missed/0/")
    assert "Instead of turn 7" in begun.by_id("turn-heading").text
    assert begun.by_id("step-on")["href"] == f"{turns}/7/missed/1/"
    shown = page(ended, "turns/7/missed/1/")
    assert "This was not played." in shown.by_id("turn-panel").text
    assert shown.one("region", "Map").select(".ghost")
    assert shown.by_id("leave")["href"] == f"{turns}/7/"
    walked = page(ended, "turns/6/walked-into/1/").by_id("turn-heading")
    assert "In answer to turn 6" in walked.text
    fragment = Client().get(f"{turns}/7/missed/1/table/?seat=1", headers=HTMX)
    assert fragment.headers["HX-Push-Url"] == f"{turns}/7/missed/1/?seat=1"


@pytest.mark.parametrize(
    "tail", ["turns/7/missed/2/", "turns/6/missed/0/", "turns/99/missed/0/", "turns/0/walked-into/0/"]
)
def test_there_is_no_other_variation(ended, tail):
    mark_game(game_id=ended.pk, checked=0)
    answer(ended, tail, 404)


def test_marks_cost_one_query_however_many(ended, alice):
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            page(ended)
            marks_tally(alice)
        counts.append(len(queries))
        mark_whole_game(game_id=ended.pk)
    assert counts[0] == counts[1]
