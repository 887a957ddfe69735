"""Games that count no longer: ratings are what they would be without them, by rows that say so."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Player
from accounts.staff.words import words_of
from accounts.tests.cast import log_in_as_staff, person
from games.models import Game
from games.services.deciding import decide_game
from games.services.log import lock_game
from games.signals import game_reopened
from ratings.arithmetic.rating_list import recomputed
from ratings.keeping import rated_game
from ratings.models import Exclusion, PlayerRating, RatedResult, RatingChange
from ratings.services import recomputing
from ratings.services.excluding import exclude_player, readmit_player
from ratings.services.recomputing import recompute_ratings
from ratings.tests.rating import rated_table, standing, table, timed_out, unguarded, why_not, won
from upkeep.models import StaffAct

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def goes_on(game):
    with transaction.atomic():
        game, seats = lock_game(game.pk)
        game_reopened.send(sender=Game, game=game, seats=seats)


def without(*games):
    """The table that the arithmetic makes of all results but these games'."""
    left = RatedResult.objects.exclude(game__in=games).exclude(withdrawn="excluded").filter(why_not="")
    book = recomputed(rated_game(result) for result in left)
    return {
        (str(pool), player): (each.rating.value, each.rating.deviation, each.games, each.day)
        for (pool, player), each in book.standings.items()
    }


def assert_whole():
    """What stands is what the games say, and the rows of each player's changes lead there without a gap."""
    assert recompute_ratings(write=False) == []
    last = {}
    for row in RatingChange.objects.order_by("pk"):
        key = (row.pool, row.player_id)
        if last.get(key) and last[key].games_after:
            assert (row.rating_before, row.games_before) == (last[key].rating_after, last[key].games_after)
        last[key] = row
    numbers = dict(RatingChange.objects.order_by("pk").values_list("number", "number"))
    assert list(numbers) == sorted(numbers)
    for row in PlayerRating.objects.all():
        assert row.number == last[row.pool, row.player_id].number


def test_a_game_that_goes_on_counts_no_more(alice, bob, charlie):
    first, second, third = won(alice, bob), won(charlie, alice), won(charlie, alice, bob)
    rows = RatingChange.objects.count()
    goes_on(first)
    assert table() == without(first) and len(table()) == 5
    withdrawn = RatingChange.objects.filter(why="withdrawn")
    assert {row.game for row in withdrawn} == {first} and {row.number for row in withdrawn} == {4}
    assert RatingChange.objects.count() == rows + withdrawn.count()
    bobs = withdrawn.get(player=bob, pool="two")
    assert (bobs.games_before, bobs.games_after, bobs.rating_after, bobs.day_after) == (1, 0, 1500, None)
    assert standing(bob) is None
    result = RatedResult.objects.get(game=first)
    assert (result.withdrawn, result.withdrawn_number, result.number) == ("reopened", 4, 1)
    assert_whole()
    for game in (third, second):
        goes_on(game)
        assert_whole()
    assert table() == {}


def test_who_met_none_of_them_gets_no_row(alice, bob, charlie):
    dora = person("Dora")
    game = won(alice, bob)
    won(charlie, dora)
    goes_on(game)
    assert set(RatingChange.objects.filter(why="withdrawn").values_list("player", flat=True)) == {
        alice.pk,
        bob.pk,
    }
    assert_whole()


def test_withdrawn_one_after_the_other_in_any_order(alice, bob, charlie):
    """The rows before a game tell no more what stands there when an earlier one was withdrawn since."""
    games = [won(alice, bob), won(bob, charlie), won(charlie, alice), won(alice, charlie)]
    goes_on(games[0])
    goes_on(games[2])
    assert table() == without(games[0], games[2])
    goes_on(games[1])
    assert table() == without(*games[:3])
    assert_whole()


def test_a_game_that_ends_again_counts_again_as_the_last(alice, bob, charlie):
    game = won(alice, bob)
    won(charlie, bob)
    decide_game(staff=charlie, game=game, reason="It was so.", winners=[1])
    results = RatedResult.objects.filter(game=game).order_by("number")
    assert [(result.withdrawn, result.number) for result in results] == [("reopened", 1), ("", 4)]
    assert standing(bob)[2] == 2 and standing(bob)[0] > standing(alice)[0]
    assert_whole()


def test_a_result_that_is_corrected_later_is_of_that_day(alice, bob, charlie):
    game = won(alice, bob)
    Game.objects.filter(pk=game.pk).update(finished_at=game.finished_at - timedelta(days=90))
    decide_game(staff=charlie, game=game, reason="It was so.", winners=[1])
    assert RatedResult.objects.get(withdrawn="").ended_at == Game.objects.get().changed_at


def test_a_game_that_did_not_count_goes_on_and_changes_nothing(alice, bob, charlie):
    short = rated_table(alice, bob)
    Game.objects.filter(pk=short.pk).update(turn_count=1)
    short = decide_game(staff=charlie, game=short, reason="Over.", winners=[0])
    won(alice, bob)
    before = table()
    goes_on(short)
    assert table() == before and not RatingChange.objects.filter(why="withdrawn").exists()
    assert RatedResult.objects.get(game=short).withdrawn == "reopened"


def test_staff_take_the_results_of_a_player_out(alice, bob, charlie):
    dora, stan = person("Dora"), person("Stan")
    games = [won(alice, bob), won(charlie, bob), won(charlie, bob, alice), won(alice, charlie)]
    exclude_player(staff=stan, player=bob, reason="Two accounts of one person.")
    assert table() == without(*games[:3])
    assert set(RatedResult.objects.filter(withdrawn="excluded").values_list("game", flat=True)) == {
        game.pk for game in games[:3]
    }
    assert standing(bob) is None
    act = StaffAct.objects.get()
    assert act.act == "exclude_player" and list(act.concerns.all()) == [bob]
    assert why_not(won(bob, dora)) == "excluded" and standing(dora) is None
    with pytest.raises(ValidationError, match="done already"):
        exclude_player(staff=stan, player=bob, reason="Once more.")
    assert_whole()


def test_whose_results_count_again_gets_back_nothing_of_before(alice, bob):
    stan = person("Stan")
    won(alice, bob)
    exclude_player(staff=stan, player=bob, reason="So it seemed.")
    readmit_player(staff=stan, player=bob, reason="It was not so.")
    assert table() == {} and not Exclusion.objects.exists()
    assert why_not(won(alice, bob)) == "" and standing(bob)[2] == 1
    with pytest.raises(ValidationError, match="nothing to do"):
        readmit_player(staff=stan, player=bob, reason="It was not so.")
    assert_whole()


def test_an_act_without_a_reason_does_nothing(alice, bob, charlie):
    won(alice, bob)
    before = table()
    with pytest.raises(ValidationError, match="say why"):
        exclude_player(staff=charlie, player=bob, reason=" ")
    assert table() == before and not Exclusion.objects.exists()


def test_an_excluded_game_that_is_corrected_stays_out(alice, bob):
    stan = person("Stan")
    game = won(alice, bob)
    exclude_player(staff=stan, player=bob, reason="Two accounts of one person.")
    decide_game(staff=stan, game=game, reason="It was so.", winners=[1])
    assert why_not(game) == "excluded" and table() == {}
    assert_whole()


def check(*options):
    out = StringIO()
    try:
        call_command("recompute_ratings", *options, stdout=out)
    except SystemExit:
        return False, out.getvalue()
    return True, out.getvalue()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda: PlayerRating.objects.filter(pool="two").update(rating=1700),
        lambda: PlayerRating.objects.first().delete(),
        lambda: unguarded(RatingChange).update(games_after=7),
        lambda: RatedResult.objects.filter(number=1).update(why_not="void"),
    ],
)
def test_what_was_spoilt_is_named_and_mended(alice, bob, charlie, spoil):
    won(alice, bob), won(bob, charlie), won(alice, bob, charlie)
    agree, said = check("--check")
    assert agree and said.startswith("all ratings agree")
    spoil()
    agree, said = check("--check")
    assert not agree and f"player {alice.pk}" in said
    check()
    agree, said = check("--check")
    assert agree, said
    assert table() == without()


def test_after_mending_games_are_withdrawn_rightly(alice, bob, charlie):
    """Rows of before were of other ratings."""
    games = [won(alice, bob), won(bob, charlie), won(charlie, alice)]
    RatedResult.objects.filter(number=1).update(why_not="void")
    check()
    assert RatingChange.objects.filter(why="recomputed").exists()
    goes_on(games[1])
    assert recompute_ratings(write=False) == [] and standing(alice)[2] == 1


def test_absences_from_before_the_withdrawn_game_are_remembered(alice, bob, charlie, monkeypatch):
    """The fourth loss on time comes after it, three came before."""
    monkeypatch.setattr("ratings.weights.FEW_OPPONENTS", 0)
    for number in range(8):
        won(person(f"Player{number}"), bob)
    for _ in range(3):
        timed_out(alice, bob)
    game = won(alice, charlie)
    timed_out(alice, bob)
    assert RatingChange.objects.filter(why="absent").exists()
    goes_on(game)
    assert_whole()
    assert table() == without(game)


def test_checking_is_not_misled_by_what_happens_meanwhile(alice, bob, charlie, monkeypatch):
    games = [won(alice, bob), won(bob, charlie)]
    compute = recomputing._recomputed

    def late(last):
        goes_on(games[0])
        won(charlie, alice)
        return compute(last)

    monkeypatch.setattr(recomputing, "_recomputed", late)
    assert recompute_ratings(write=False) == []
    monkeypatch.undo()
    assert_whole()


def test_staff_do_so_in_the_admin_and_the_player_reads_it(alice, bob, client):
    stan = person("Stan")
    Player.objects.filter(pk=stan.pk).update(is_staff=True)
    log_in_as_staff(client, stan)
    won(alice, bob)
    row = PlayerRating.objects.get(player=bob)
    page = reverse("admin:ratings_playerrating_act", args=[row.pk, "exclude"])
    assert client.post(page, {"reason": ""}).status_code == 422 and len(table()) == 2
    answer = client.post(page, {"reason": "Two accounts."}, follow=True)
    assert table() == {} and "Bob" in answer.content.decode()
    page = reverse("admin:ratings_exclusion_act", args=[Exclusion.objects.get().pk, "readmit"])
    assert client.post(page, {"reason": "No, one."}, follow=True).status_code == 200
    assert not Exclusion.objects.exists()
    said = [words_of(act) for act in StaffAct.objects.filter(concerns=bob).order_by("pk")]
    assert said == [
        "Staff have taken your results out of the ratings.",
        "Your results count for the ratings again.",
    ]


EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("two"), st.permutations(range(4))),
        st.tuples(st.just("three"), st.permutations(range(4))),
        st.tuples(st.just("goes on"), st.integers(0, 9)),
        st.tuples(st.just("corrected"), st.integers(0, 9)),
        st.tuples(st.just("excluded"), st.integers(0, 20)),
    ),
    min_size=4,
    max_size=9,
)


@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)
@given(EVENTS)
def test_whatever_happens_what_stands_is_what_the_games_say(people, events):
    with transaction.atomic():
        finished, stella = [], person("Stella")
        for what, which in events:
            match what:
                case "two":
                    finished.append(won(*[people[each] for each in which[:2]]))
                case "three":
                    finished.append(won(*[people[each] for each in which[:3]]))
                case "goes on" if which < len(finished):
                    goes_on(finished.pop(which))
                case "corrected" if which < len(finished):
                    winner = [1] if Game.objects.get(pk=finished[which].pk).outcome["winners"] == [0] else [0]
                    decide_game(staff=stella, game=finished[which], reason="So.", winners=winner)
                case "excluded" if which < len(people):
                    Exclusion.objects.filter(player=people[which]).delete()
                    exclude_player(staff=stella, player=people[which], reason="So.")
            assert_whole()
        transaction.set_rollback(True)


@pytest.fixture
def people(alice, bob, charlie):
    return [alice, bob, charlie, person("Dora")]
