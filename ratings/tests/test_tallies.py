"""Results of the seats, the tallies they add up to, and counting them anew."""

import random
from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from accounts.tests.cast import person
from games.lobby.terms import GameTerms
from games.log.results import is_too_short
from games.models import Game, Seat, SeatOrder, Visibility
from games.services import SeatWish, agree_to_draw, create_game, resign
from games.services.clocks.undoing import undo_falls
from games.services.log import lock_game
from games.signals import game_reopened
from games.tests.clocks import set_up, time_runs_out, timed_table
from games.tests.play import deal, long_enough, play_peaceful_turns, play_turn, table_of
from homeworlds.outcome import Outcome, Termination, evil_dealt
from homeworlds.rules import RuleSet, Variant
from ratings.models import PairTally, PlayerTally
from ratings.tallies import _meeting, count_results
from ratings.tests.tallying import pair, tally
from ratings.what_counts import End, Reason, Terms, why_not
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def give_up(game, *players):
    long_enough(game)
    for player in players:
        resign(game_id=game.pk, player=player, key=f"r{player.pk}", confirmed=True)


def draw(game, *players):
    long_enough(game)
    for player in players:
        agree_to_draw(game_id=game.pk, player=player, answers=0, key="d")


def results(game):
    return list(Seat.objects.filter(game=game).order_by("number").values_list("result", flat=True))


def test_a_game_won_is_lost_for_the_other(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    assert results(game) == ["", ""] and not PlayerTally.objects.exists()
    give_up(game, bob)
    assert results(game) == ["won", "lost"]
    assert tally(alice) == {"binary": (1, 1, 0, 0, 0)} and tally(bob) == {"binary": (1, 0, 0, 0, 1)}
    assert pair(alice, bob) == (1, 0, 0, 0, 0) and pair(bob, alice) == (0, 1, 0, 0, 0)
    assert set(Seat.objects.values_list("ended_at", flat=True)) == {Game.objects.get().finished_at}


def test_a_draw_is_drawn_for_both_and_games_add_up(alice, bob, charlie):
    for _ in range(2):
        draw(table_of(alice, bob, rules=RuleSet()), alice, bob)
    last = table_of(bob, alice, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    give_up(last, alice, charlie)
    assert tally(alice) == {"binary": (2, 0, 0, 2, 0), "last-captain-standing": (1, 0, 0, 0, 1)}
    assert pair(alice, bob) == (0, 1, 0, 2, 0)


def test_of_three_the_two_who_lose_met_and_neither_won(alice, bob, charlie):
    give_up(table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.SINISTER)), bob, charlie)
    assert pair(bob, charlie) == (0, 0, 0, 0, 1)
    assert pair(alice, charlie) == (1, 0, 0, 0, 0)


def test_a_win_of_several_is_shared(alice, bob, charlie):
    """Good wins together when no Evil is left."""
    game = create_game(
        creator=alice,
        rules=RuleSet(variant=Variant.GOOD_VS_EVIL),
        seats=[SeatWish(player=each) for each in (alice, bob, charlie)],
        seat_order=SeatOrder.FIXED,
    )
    deal(game, "GGE")
    give_up(game, charlie)
    game.refresh_from_db()
    assert game.outcome["winners"] == [0, 1] and results(game) == ["shared", "shared", "lost"]
    assert tally(alice) == {"good-vs-evil": (1, 0, 1, 0, 0)}
    assert pair(alice, bob) == (0, 0, 1, 0, 0) and pair(charlie, alice) == (0, 1, 0, 0, 0)


def test_each_pair_of_results_is_one_kind_of_meeting():
    drawn = Outcome((0, 1), True, Termination.ALL_ELIMINATED)
    assert drawn.draw
    for one, other, met in [
        ("won", "lost", "one_won"),
        ("lost", "shared", "other_won"),
        ("shared", "shared", "both_won"),
        ("drawn", "drawn", "drawn"),
        ("drawn", "lost", "one_won"),
        ("lost", "drawn", "other_won"),
        ("lost", "lost", "neither"),
    ]:
        assert _meeting(one, other) == met


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_games_that_not_everybody_may_see_have_results_and_are_not_counted(alice, bob, visibility):
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    terms = GameTerms(visibility=visibility)
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED, terms=terms)
    give_up(game, bob)
    assert results(game) == ["won", "lost"]
    assert not PlayerTally.objects.exists() and not PairTally.objects.exists()


def test_imported_games_are_not_counted(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    Game.objects.filter(pk=game.pk).update(imported=True)
    give_up(game, bob)
    assert results(game) == ["won", "lost"] and not PlayerTally.objects.exists()


def test_bots_are_counted_but_not_against_each_other(alice, bots):
    seats = [SeatWish(player=alice), SeatWish(bot_level="random"), SeatWish(bot_level="random")]
    game = create_game(
        creator=alice, rules=RuleSet(variant=Variant.SINISTER), seats=seats, seat_order=SeatOrder.FIXED
    )
    long_enough(game)
    rover, nomad = [seat.player for seat in game.seats.order_by("number")[1:]]
    resign(game_id=game.pk, player=rover, key="r", confirmed=True)
    give_up(game, alice)
    assert tally(nomad) == {"sinister": (1, 1, 0, 0, 0)}
    assert PairTally.objects.count() == 2 and pair(alice, nomad) == (0, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("players", "turns", "counted"), [(2, 3, False), (2, 4, True), (3, 4, False), (3, 5, True)]
)
def test_a_short_game_has_its_winner_and_is_in_no_tally(alice, bob, charlie, players, turns, counted):
    people = [alice, bob, charlie][:players]
    variant = Variant.BINARY if players == 2 else Variant.LAST_CAPTAIN_STANDING
    game = play_peaceful_turns(table_of(*people, rules=RuleSet(variant=variant)), turns)
    for each in people[1:]:
        resign(game_id=game.pk, player=each, key="r", confirmed=True)
    assert results(game) == ["won", *["lost"] * (players - 1)]
    assert PlayerTally.objects.exists() == PairTally.objects.exists() == counted
    assert count_results(write=False) == []
    game.refresh_from_db()
    with transaction.atomic():
        game, seats = lock_game(game.pk)
        game_reopened.send(sender=Game, game=game, seats=seats)
    assert tally(alice) == ({str(variant): (0, 0, 0, 0, 0)} if counted else {})


@pytest.mark.parametrize("players", [2, 3, 6])
def test_ratings_hold_to_the_same_length(players):
    """Which is said once for the games and once for the arithmetic, since neither looks at the other."""
    terms = Terms(players=players, rated=True, public=True, by_lot=True)
    for turns in range(players + 4):
        short = why_not(terms, end=End(turns=turns)) is Reason.TOO_SHORT
        assert short == is_too_short(Game(players=players, turn_count=turns))


def test_a_loss_on_time_that_is_undone_is_counted_no_more(alice, bob):
    game = set_up(timed_table(alice, bob))
    for _ in range(2):
        play_turn(game, "pass")
    time_runs_out(game)
    assert tally(bob) == {"binary": (1, 1, 0, 0, 0)}
    at = database_now()
    undo_falls(game_id=game.pk, since=at - timedelta(minutes=1), until=at)
    assert tally(bob) == {"binary": (0, 0, 0, 0, 0)} and pair(alice, bob) == (0, 0, 0, 0, 0)
    assert count_results(write=False) == []
    time_runs_out(game)
    assert tally(alice) == {"binary": (1, 0, 0, 0, 1)} and count_results(write=False) == []


def test_a_refused_end_counts_nothing(alice, bob, monkeypatch):
    game = table_of(alice, bob, rules=RuleSet())
    monkeypatch.setattr("games.signals.game_finished.send", lambda **more: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        give_up(game, bob)
    assert results(game) == ["", ""] and not PlayerTally.objects.exists()


@pytest.mark.parametrize("played", [1, 2])
def test_a_game_that_goes_on_after_all_counts_no_more(alice, bob, played):
    for _ in range(played):
        game = table_of(alice, bob, rules=RuleSet())
        give_up(game, bob)
    with transaction.atomic():
        game, seats = lock_game(game.pk)
        game_reopened.send(sender=Game, game=game, seats=seats)
    left = played - 1
    assert tally(alice) == {"binary": (left, left, 0, 0, 0)} and tally(bob) == {
        "binary": (left, 0, 0, 0, left)
    }
    assert pair(alice, bob) == (left, 0, 0, 0, 0)


def test_a_private_game_that_goes_on_after_all_takes_nothing_away(alice, bob):
    give_up(table_of(alice, bob, rules=RuleSet()), bob)
    game = table_of(alice, bob, rules=RuleSet())
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PRIVATE)
    give_up(game, bob)
    with transaction.atomic():
        game, seats = lock_game(game.pk)
        game_reopened.send(sender=Game, game=game, seats=seats)
    assert tally(alice) == {"binary": (1, 1, 0, 0, 0)}


def test_counting_takes_as_many_queries_in_the_thousandth_game(alice, bob, django_assert_max_num_queries):
    counts = set()
    for _ in range(3):
        game = long_enough(table_of(alice, bob, rules=RuleSet()))
        with django_assert_max_num_queries(25) as queries:
            resign(game_id=game.pk, player=bob, key="r", confirmed=True)
        counts.add(len(queries))
    assert len(counts) == 1


@pytest.fixture
def many(alice, bob, charlie):
    """Games of every variant and of many ends."""
    dora, rng = person("Dora"), random.Random(7)
    for variant in Variant:
        for _ in range(3):
            people = [alice, bob, charlie, dora][: 2 if variant is Variant.BINARY else 4]
            rng.shuffle(people)
            visibility = rng.choice([Visibility.PUBLIC, Visibility.PUBLIC, Visibility.PRIVATE])
            game = create_game(
                creator=people[0],
                rules=RuleSet(variant=variant),
                seats=[SeatWish(player=each) for each in people],
                terms=GameTerms(visibility=visibility),
                lots=rng,
            )
            if variant is Variant.GOOD_VS_EVIL:
                evil = people[: evil_dealt(len(people))]  # who give up first
                deal(game, ["GE"[seat.player in evil] for seat in game.seats.order_by("number")])
            if rng.random() < 0.3:
                draw(game, *people)
            for each in people:
                game.refresh_from_db()
                if game.status == "running":
                    give_up(game, each)
    play_turn(table_of(alice, bob, rules=RuleSet()), "homeworld G3 B1 Y3")


def test_the_tallies_agree_with_counting_anew(many):
    assert count_results(write=False) == []
    kinds = Counter(Seat.objects.exclude(result="").values_list("result", flat=True))
    assert set(kinds) == {"won", "shared", "drawn", "lost"}
    out = StringIO()
    call_command("count_results", "--check", stdout=out)
    assert out.getvalue() == "all results agree\n"


def test_what_was_spoilt_is_named_and_mended(many, alice):
    def stored():
        return (
            sorted(PlayerTally.objects.values_list("player", "variant", "won", "shared", "drawn", "lost")),
            sorted(PairTally.objects.values_list("one", "other", "one_won", "drawn", "neither")),
            sorted(Seat.objects.values_list("pk", "result", "ended_at")),
        )

    before = stored()
    PlayerTally.objects.filter(player=alice).update(lost=99)
    PairTally.objects.first().delete()
    Seat.objects.filter(result="won").update(result="")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("count_results", "--check", stdout=out)
    assert "'lost': 99" in out.getvalue() and "stored None" in out.getvalue()
    assert stored() != before
    call_command("count_results", stdout=out)
    assert stored() == before
    assert count_results(write=False) == []
