"""Rated games that end: what they change, in the same commit."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from accounts.tests.cast import person
from games.models import FormerPlayer, Game, Seat, SeatOrder, Visibility
from games.services import SeatWish, agree_to_draw, resign
from games.services.deciding import decide_game
from games.tests.clocks import now, set_up, time_runs_out
from games.tests.play import deal, long_enough
from homeworlds.rules import Variant
from ratings.models import PlayerRating, RatedResult, RatingChange
from ratings.tests.rating import give_up, rated_table, reasons, standing, table, timed_out, why_not, won
from upkeep.models import IsAppendOnly

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def changes(game):
    rows = RatingChange.objects.filter(game=game).order_by("pk")
    return [
        (row.player.name, row.why, round(row.rating_before), round(row.rating_after), row.games_after)
        for row in rows
    ]


def test_a_game_of_two_changes_both_ratings_and_says_why(alice, bob):
    """The golden values of the studies, through the services."""
    game = won(alice, bob)
    assert changes(game) == [("Alice", "won", 1500, 1601, 1), ("Bob", "lost", 1500, 1399, 1)]
    assert standing(alice) == (1600.9, 218.02, 1) and standing(bob) == (1399.1, 218.02, 1)
    result = RatedResult.objects.get()
    assert (result.number, result.pool, result.why_not) == (1, "two", "")
    assert result.ended_at == now(game).finished_at
    assert [place["player"] for place in result.places] == [alice.pk, bob.pk]
    assert RatingChange.objects.get(player=bob).opponents == [alice.pk]


def test_who_moved_first_is_ahead_by_the_first_move(alice, bob):
    game = rated_table(bob, alice)
    give_up(game, bob)
    assert standing(alice)[0] > 1600.9


def test_a_draw_is_between(alice, bob):
    game = rated_table(alice, bob)
    for player in (alice, bob):
        agree_to_draw(game_id=game.pk, player=player, answers=0, key="d")
    assert reasons(game) == ["drew", "drew"]
    assert standing(alice)[0] < 1500 < standing(bob)[0]


def test_at_a_table_who_wins_has_beaten_each_loser(alice, bob, charlie):
    won(alice, bob, charlie, variant=Variant.SINISTER)
    assert standing(alice, "tables")[0] > 1500 > standing(bob, "tables")[0]
    assert standing(bob, "tables") == standing(charlie, "tables") and standing(alice) is None


def test_who_draws_at_a_table_comes_before_those_who_are_out(alice, bob, charlie):
    game = give_up(rated_table(alice, bob, charlie), charlie)
    for player in (alice, bob):
        agree_to_draw(game_id=game.pk, player=player, answers=game.log_number, key="d")
    assert sorted(reasons(game)) == ["drew", "drew", "lost"]
    assert standing(alice, "tables")[0] > 1500 > standing(charlie, "tables")[0]


def test_a_newcomer_at_tables_is_seeded_by_the_games_of_two(alice, bob, charlie):
    won(alice, bob)
    game = won(charlie, alice, bob)
    before = {row.player: row.rating_before for row in RatingChange.objects.filter(game=game)}
    assert before[alice] > before[charlie] == 1500 > before[bob]


def test_good_vs_evil_has_a_pool_of_its_own(alice, bob, charlie):
    game = rated_table(alice, bob, charlie, variant=Variant.GOOD_VS_EVIL)
    deal(game, "GGE")
    give_up(game, charlie)
    assert now(game).outcome["winners"] == [0, 1]
    assert set(PlayerRating.objects.values_list("pool", flat=True)) == {"good-vs-evil"}
    assert standing(alice, "good-vs-evil") == standing(bob, "good-vs-evil")


def test_nothing_of_good_vs_evil_is_written_before_the_end(alice, bob, charlie):
    dora, emil = person("Dora"), person("Emil")
    game = rated_table(alice, bob, charlie, dora, emil, variant=Variant.GOOD_VS_EVIL)
    deal(game, "GGGEE")
    give_up(game, alice)
    assert now(game).status == "running"
    assert not RatedResult.objects.exists() and not RatingChange.objects.exists()


@pytest.mark.parametrize(
    ("reason", "more"),
    [
        ("not-public", {"visibility": Visibility.UNLISTED}),
        ("not-public", {"visibility": Visibility.PRIVATE}),
        ("not-by-lot", {"seat_order": SeatOrder.FIXED}),
    ],
)
def test_a_rated_game_that_does_not_count_says_why_and_changes_nothing(alice, bob, reason, more):
    game = won(alice, bob, **more)
    assert why_not(game) == reason and not RatingChange.objects.exists() and table() == {}


def test_handicaps_and_bots_do_not_count(alice, bob, bots):
    handicap = [SeatWish(player=alice, timewarp=1), SeatWish(player=bob)]
    assert why_not(won(alice, bob, wishes=handicap)) == "handicapped"
    game = rated_table(alice, bob, wishes=[SeatWish(player=alice), SeatWish(bot_level="random")])
    assert why_not(give_up(game, alice)) == "with-bots"
    assert table() == {}


def test_friendly_and_imported_games_leave_nothing(alice, bob):
    won(alice, bob, rated=False)
    game = rated_table(alice, bob)
    Game.objects.filter(pk=game.pk).update(imported=True)
    give_up(game, bob)
    assert not RatedResult.objects.exists()


def test_a_short_game_does_not_count(alice, bob):
    game = rated_table(alice, bob)
    Game.objects.filter(pk=game.pk).update(turn_count=3)
    assert why_not(give_up(game, bob)) == "too-short" and table() == {}


def test_a_void_game_does_not_count(alice, bob, charlie):
    game = rated_table(alice, bob)
    decide_game(staff=charlie, game=game, reason="It cannot be.")
    assert why_not(game) == "void" and table() == {}


def test_the_eleventh_game_of_a_pair_in_thirty_days_does_not_count(alice, bob, charlie):
    games = [won(alice, bob) for _ in range(11)]
    assert [why_not(game) for game in games] == [""] * 10 + ["pair-too-often"]
    assert standing(alice)[2] == 10
    assert why_not(won(alice, charlie)) == ""
    long_ago = {name: F(name) - timedelta(days=31) for name in ("ended_at",)}
    Seat.objects.filter(game=games[0]).update(**long_ago)
    RatedResult.objects.filter(game=games[0]).update(**long_ago)
    assert why_not(won(bob, alice)) == "" and why_not(won(bob, alice)) == "pair-too-often"


def test_two_who_met_too_often_make_no_table_worthless(alice, bob, charlie):
    """Nothing counts between these two, and all that is with the third one; games of two are another pool."""
    for _ in range(10):
        won(alice, bob)
    won(charlie, alice, bob)
    before = {player: standing(player, "tables")[0] for player in (alice, bob, charlie)}
    assert before[charlie] > 1500 > before[bob]
    for _ in range(9):
        assert why_not(won(alice, bob, charlie)) == ""
    before = {player: standing(player, "tables") for player in (alice, bob, charlie)}
    game = won(alice, bob, charlie)
    assert why_not(game) == "pair-too-often" and not reasons(game)


def test_at_a_table_only_the_pair_over_its_cap_is_left_out(alice, bob, charlie):
    dora = person("Dora")
    for _ in range(10):
        won(alice, bob, dora)
    game = won(alice, bob, charlie)
    assert why_not(game) == "" and standing(bob, "tables")[2] == 11
    nothing = [weighed[:2] for weighed in RatedResult.objects.get(game=game).weights if weighed[2] == 0]
    assert sorted(nothing) == sorted([[alice.pk, bob.pk], [bob.pk, alice.pk]])
    rows = {row.player: row for row in RatingChange.objects.filter(game=game)}
    assert rows[bob].rating_after == rows[bob].rating_before
    assert rows[charlie].rating_after < rows[charlie].rating_before


def left_to_a_substitute(game, seat, newcomer):
    """As `substitute` leaves the seat of somebody adrift."""
    held = Seat.objects.get(game=game, number=seat)
    FormerPlayer.objects.create(
        seat=held, player=held.player, log_number=game.log_number, missed=1, left_at=game.created_at
    )
    held.player, held.has_substitute = newcomer, True
    held.save()


def test_the_substitute_risks_nothing_and_the_first_who_left_has_lost(alice, bob, charlie):
    dora, emil = person("Dora"), person("Emil")
    game = rated_table(alice, bob, charlie)
    left_to_a_substitute(game, 2, dora)
    Game.objects.filter(pk=game.pk).update(log_number=game.log_number + 1)
    FormerPlayer.objects.update(log_number=0)
    left_to_a_substitute(now(game), 2, emil)
    give_up(game, bob, emil)
    assert [row[:2] for row in changes(game)] == [("Alice", "won"), ("Bob", "lost"), ("Charlie", "left")]
    assert standing(bob, "tables") == standing(charlie, "tables")


def test_if_the_substitute_wins_only_who_left_has_lost(alice, bob, charlie):
    dora = person("Dora")
    game = rated_table(alice, bob, charlie)
    left_to_a_substitute(game, 2, dora)
    give_up(game, alice, bob)
    assert [row[:2] for row in changes(game)] == [("Charlie", "left")]
    assert standing(charlie, "tables")[0] < 1500 and len(table()) == 1


def test_the_fourth_loss_on_time_within_three_days_widens_that_rating_once(alice, bob, charlie):
    others = [person(name) for name in ("Dora", "Emil", "Frida", "Gina", "Hugo")]
    won(bob, alice, charlie)
    for player in others:
        won(bob, player)
    PlayerRating.objects.filter(player=bob).update(deviation=90)
    games = [timed_out(other, bob) for other in others]
    assert [reasons(game)[2:] for game in games] == [[], [], [], ["absent"], []]
    widened = RatingChange.objects.get(why="absent")
    assert (widened.player, widened.pool, widened.deviation_after) == (bob, "two", 200.0)
    assert standing(bob, "tables")[1] == 90


def test_who_was_absent_finds_back_and_no_further(alice, bob):
    """By the wide deviation to where the number stood before the fourth loss, and there it is sure again."""
    others = [person(name) for name in ("Dora", "Emil", "Frida", "Gina")]
    for player in others:
        won(bob, player)
    PlayerRating.objects.filter(player=bob).update(deviation=70)
    games = [timed_out(other, bob) for other in others]
    before = RatingChange.objects.get(game=games[3], why="lost").rating_before
    assert PlayerRating.objects.get(player=bob).back_to == pytest.approx(before)
    won(bob, alice)
    row = PlayerRating.objects.get(player=bob)
    assert (row.rating, row.deviation, row.back_to) == (pytest.approx(before), 65.0, None)


def test_losses_on_time_that_came_slowly_widen_nothing(alice, bob):
    for _ in range(4):
        RatedResult.objects.update(ended_at=F("ended_at") - timedelta(days=2))
        timed_out(alice, bob)
    assert not RatingChange.objects.filter(why="absent").exists()


def test_resigning_is_no_absence(alice, bob):
    for _ in range(4):
        won(alice, bob)
    assert not RatingChange.objects.filter(why="absent").exists()


def test_at_a_table_the_seats_that_were_lost_on_time_are_known(alice, bob, charlie):
    """Charlie resigns, and of the others one stays away."""
    game = set_up(rated_table(alice, bob, charlie, excuses=0))
    give_up(long_enough(game), charlie)
    game = time_runs_out(game)
    away = Seat.objects.get(game=game, adrift_since__isnull=False).player
    if game.status == "running":
        give_up(game, away)
    result = RatedResult.objects.get()
    assert [place["player"] for place in result.places if place["lost_on_time"]] == [away.pk]


def test_a_rating_stands_in_the_list_after_some_games_and_for_some_days(alice, bob, monkeypatch):
    monkeypatch.setattr("ratings.weights.FEW_OPPONENTS", 0)
    assert won(alice, bob) and PlayerRating.objects.filter(listed_until=None).count() == 2
    for number in range(6):
        other = person(f"Player{number}")
        won(alice, other)
        game = won(other, alice)
    row = PlayerRating.objects.get(player=alice)
    finished = now(game).finished_at
    assert row.deviation < 130 and finished < row.listed_until <= finished + timedelta(days=365)


def test_a_refused_end_leaves_no_rating(alice, bob, monkeypatch):
    game = rated_table(alice, bob)
    monkeypatch.setattr("ratings.services.counting.write_changes", lambda *all_of_it: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        give_up(game, bob)
    assert not RatedResult.objects.exists() and table() == {}


def test_rating_takes_as_many_queries_in_the_thousandth_game(alice, bob, django_assert_max_num_queries):
    """Eight of them are of ratings: the counter (read, write), the result, who is excluded, who met whom
    within the year, what stands, and what changed in two tables. The first game of all makes the counter as
    well."""
    counts = set()
    won(bob, alice)
    for _ in range(3):
        game = rated_table(alice, bob)
        with django_assert_max_num_queries(33) as queries:
            resign(game_id=game.pk, player=bob, key="r", confirmed=True)
        counts.add(len(queries))
    assert len(counts) == 1


def test_what_was_written_of_a_rating_stays(alice, bob):
    won(alice, bob)
    row = RatingChange.objects.first()
    for alters in (
        lambda: RatingChange.objects.update(rating_after=1),
        lambda: RatingChange.objects.all().delete(),
        row.save,
        row.delete,
    ):
        with pytest.raises(IsAppendOnly):
            alters()
