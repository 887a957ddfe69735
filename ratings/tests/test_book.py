"""Which ratings a finished game changes, and what the days between games do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.arithmetic import tables
from ratings.arithmetic.absence import Absence
from ratings.arithmetic.glicko import Rating
from ratings.arithmetic.rating_list import Book, Change, Place, Pool, RatedGame, Reason, recomputed
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.two_players import RECOMMENDED

ALICE, BOB, CHARLIE, DORA = range(1, 5)


def won(number: int, winner: int, loser: int, day: float | None = None, on_time: bool = False) -> RatedGame:
    places = Place(winner, 1), Place(loser, 0, lost_on_time=on_time)
    return RatedGame(number, Pool.TWO, places, day)


def table(number: int, *places: Place, pool: Pool = Pool.TABLES) -> RatedGame:
    return RatedGame(number, pool, places)


def by_player(changes: list[Change]) -> dict[int, Change]:
    return {change.player: change for change in changes}


def test_a_game_changes_its_players_in_its_pool_only() -> None:
    book = Book()
    changes = book.add(won(7, ALICE, BOB))
    assert [(c.number, c.pool, c.player, c.opponents, c.reason) for c in changes] == [
        (7, Pool.TWO, ALICE, (BOB,), Reason.WON),
        (7, Pool.TWO, BOB, (ALICE,), Reason.LOST),
    ]
    assert changes[0].before == RECOMMENDED.newcomer()
    assert changes[0].after == book.standing(Pool.TWO, ALICE)
    assert set(book.standings) == {(Pool.TWO, ALICE), (Pool.TWO, BOB)}


def test_who_begins_is_the_first_place() -> None:
    first, second = (by_player(Book().add(won(1, *pair)))[ALICE] for pair in ((ALICE, BOB), (BOB, ALICE)))
    assert first.after.rating.value - 1500 == pytest.approx(100.90, abs=0.01)
    assert second.after.rating.value - 1500 == pytest.approx(-100.90, abs=0.01)
    behind = RatedGame(1, Pool.TWO, (Place(BOB, 0), Place(ALICE, 1)))
    assert by_player(Book().add(behind))[ALICE].after.rating.value > first.after.rating.value


def test_a_draw_costs_the_one_who_moved_first() -> None:
    drawn = RatedGame(1, Pool.TWO, (Place(ALICE, 0.5), Place(BOB, 0.5)))
    changes = by_player(Book().add(drawn))
    assert {change.reason for change in changes.values()} == {Reason.DREW}
    assert changes[ALICE].after.rating.value < 1500 < changes[BOB].after.rating.value


def test_the_first_table_is_seeded_and_later_games_of_two_do_not_reach_it() -> None:
    book = recomputed([won(1, ALICE, BOB), won(2, ALICE, BOB)])
    at_two = book.standing(Pool.TWO, ALICE).rating
    assert book.standing(Pool.TABLES, ALICE) == tables.newcomer(at_two)
    changes = by_player(book.add(table(3, Place(ALICE, 1), Place(CHARLIE, 0), Place(DORA, 0))))
    assert changes[ALICE].before.rating.value == tables.newcomer(at_two).rating.value > 1500
    assert changes[CHARLIE].before.rating.value == 1500
    book.add(won(4, BOB, ALICE))
    assert book.standing(Pool.TABLES, ALICE) == changes[ALICE].after


def test_good_vs_evil_stands_apart() -> None:
    places = Place(ALICE, 1), Place(BOB, 1), Place(CHARLIE, 1), Place(DORA, 0), Place(9, 0)
    book = Book()
    changes = by_player(book.add(table(1, *places, pool=Pool.GOOD_VS_EVIL)))
    assert round(changes[BOB].after.rating.value, 2) == 1565.40
    assert {pool for pool, _ in book.standings} == {Pool.GOOD_VS_EVIL}
    with pytest.raises(ValueError, match="no forecast"):
        book.forecast(Pool.GOOD_VS_EVIL, [ALICE, BOB, DORA])


def test_a_table_without_a_loser_moves_no_rating_but_is_a_game() -> None:
    changes = Book().add(table(1, Place(ALICE, 1), Place(BOB, 1), Place(CHARLIE, 1)))
    assert [change.after.rating for change in changes] == [change.before.rating for change in changes]
    assert {change.after.games for change in changes} == {1}


def test_a_table_needs_a_result_for_each() -> None:
    with pytest.raises(ValueError):
        tables.after_game([tables.newcomer()] * 3, [True, False])


def test_forecasts_are_those_of_the_pools() -> None:
    book = recomputed([won(1, ALICE, BOB)])
    chance, rest = book.forecast(Pool.TWO, [ALICE, BOB])
    assert chance == RECOMMENDED.forecast(book.standing(Pool.TWO, ALICE), book.standing(Pool.TWO, BOB))
    assert rest == 1 - chance
    three = book.forecast(Pool.TABLES, [BOB, CHARLIE, ALICE])
    assert three[0] < three[1] < three[2]


def test_games_come_by_rising_numbers_and_nobody_twice() -> None:
    book = recomputed([won(5, ALICE, BOB)])
    with pytest.raises(ValueError, match="5 comes after game 5"):
        book.add(won(5, BOB, ALICE))
    for places in ([Place(ALICE, 1), Place(ALICE, 0)], [Place(ALICE, 1)]):
        with pytest.raises(ValueError, match="too few players, or one twice"):
            RatedGame(6, Pool.TWO, tuple(places))
    for scores in ((1, 1), (0, 0), (1, 0, 0)):
        places = [Place(player, score) for player, score in enumerate(scores)]
        with pytest.raises(ValueError, match="not a game of two"):
            RatedGame(6, Pool.TWO, tuple(places))


# --- Substitutes


def test_who_left_loses_as_if_still_there_when_the_substitute_loses() -> None:
    left = RatedGame(1, Pool.TWO, (Place(ALICE, 1), Place(BOB, 0, substituted=True)))
    stayed = Book().add(won(1, ALICE, BOB))
    changes = Book().add(left)
    assert [change.after for change in changes] == [change.after for change in stayed]
    assert [change.reason for change in changes] == [Reason.WON, Reason.LEFT]


@pytest.mark.parametrize("score", [1, 0.5])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_saved_game_of_two_moves_only_who_left(seat: int, score: float) -> None:
    places = [Place(ALICE, 1 - score), Place(ALICE, 1 - score)]
    places[seat] = Place(BOB, score, substituted=True)
    before = [won(1, BOB, CHARLIE), won(2, DORA, ALICE)]
    changes = recomputed(before).add(RatedGame(3, Pool.TWO, tuple(places)))
    order = (BOB, ALICE) if seat == 0 else (ALICE, BOB)
    lost = RatedGame(3, Pool.TWO, tuple(Place(player, float(player == ALICE)) for player in order))
    assert [(change.player, change.reason) for change in changes] == [(BOB, Reason.LEFT)]
    assert changes[0].after == by_player(recomputed(before).add(lost))[BOB].after


def test_a_saved_table_moves_only_who_left_by_one_share() -> None:
    book = Book()
    left = book.add(table(1, Place(ALICE, 0), Place(BOB, 1, substituted=True), Place(CHARLIE, 0)))
    assert [(change.player, change.reason) for change in left] == [(BOB, Reason.LEFT)]
    usual = Book().add(table(1, Place(ALICE, 1), Place(BOB, 0), Place(CHARLIE, 0)))
    assert left[0].after.rating.value == pytest.approx(by_player(usual)[BOB].after.rating.value)
    assert left[0].after.rating.value < 1500


# --- Days


def test_idle_days_widen_a_deviation() -> None:
    book = recomputed([won(1, ALICE, BOB, day=100)])
    then, later = (book.standing(Pool.TWO, ALICE, day) for day in (100, 1100))
    assert then == book.standing(Pool.TWO, ALICE)
    assert later.rating.deviation**2 - then.rating.deviation**2 == pytest.approx(16 * 1000)
    assert (later.rating.value, later.games, later.day) == (then.rating.value, 1, 1100)
    assert book.standing(Pool.TWO, ALICE, 99) == then
    assert book.standing(Pool.TWO, ALICE, 10**6).rating.deviation == 350
    change = by_player(book.add(won(2, ALICE, BOB, day=1100)))[ALICE]
    assert change.before == later
    assert change.after.day == 1100


def test_without_days_nothing_widens() -> None:
    standing = Standing(Rating(1500, 90), 5)
    assert standing.on(400, 350) is standing
    assert Standing(Rating(1500, 90), 5, 3).on(None, 350).rating.deviation == 90
    assert Standing(Rating(1500, 90), 5, 3).on(2, 350) == Standing(Rating(1500, 90), 5, 3)


# --- Mass absence


@pytest.mark.parametrize(
    ("days", "widens"),
    [
        ([0, 1, 2], []),
        ([0, 1, 2, 3], [3]),
        ([0, 1, 2, 3.01], []),
        ([0, 2, 3, 4, 5], [5]),
        ([0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 4, 4, 4], [0]),
        ([0, 0, 0, 0, 3, 6, 6, 6, 6], [0]),
        ([0, 0, 0, 0, 3.01, 3.02, 3.03, 3.04], [0, 3.04]),
    ],
)
def test_an_absence_widens_once(days: list[float], widens: list[float]) -> None:
    absence = Absence()
    assert [day for day in days if absence.lost_on_time(day)] == widens


def test_an_absence_counts_every_game_and_widens_that_pool() -> None:
    book = Book()
    for number in range(1, 41):
        book.add(won(number, ALICE, number + 100, day=number / 4))
    book.add(table(41, Place(ALICE, 1), Place(BOB, 0), Place(CHARLIE, 0)))
    settled = book.standing(Pool.TWO, ALICE).rating
    assert settled.deviation < 130
    changes: list[Change] = []
    for number in range(42, 48):
        changes += book.add(won(number, number + 100, ALICE, day=20, on_time=True))
    hers = [change for change in changes if change.player == ALICE]
    assert [change.reason for change in hers] == [Reason.LOST] * 4 + [Reason.ABSENT] + [Reason.LOST] * 2
    wide = hers[4]
    assert (wide.pool, wide.opponents) == (Pool.TWO, ())
    assert wide.after.rating == Rating(hers[3].after.rating.value, 200)
    assert wide.after.games == hers[3].after.games == 44
    assert wide.after.back_to == hers[3].before.rating.value
    assert book.standing(Pool.TABLES, ALICE).back_to is None
    assert book.standing(Pool.TWO, ALICE).rating.value < settled.value
    assert not [change for change in changes if change.player != ALICE and change.reason is not Reason.WON]


def test_a_widened_rating_finds_back_and_no_further() -> None:
    there = Standing(Rating(1480, 180), 10, back_to=1500)
    assert there.played(Rating(1499.9, 170)) == Standing(Rating(1499.9, 170), 11, back_to=1500)
    assert (
        there.played(Rating(1500, 170)) == there.played(Rating(1600, 170)) == Standing(Rating(1500, 65), 11)
    )
    assert there.played(Rating(1600, 60)) == Standing(Rating(1500, 60), 11)


def test_who_is_wide_already_is_not_widened() -> None:
    book = recomputed([won(n, n + 100, ALICE, day=1, on_time=True) for n in range(1, 4)])
    book.standings[Pool.TWO, ALICE] = Standing(Rating(1400, 200), 3, 1)
    changes = book.add(won(4, 104, ALICE, day=1, on_time=True))
    assert Reason.ABSENT not in {change.reason for change in changes}


def test_a_comparison_weighs_for_each_what_is_said() -> None:
    full, half = Book(), Book()
    full.add(won(1, ALICE, BOB))
    half.add(replace(won(1, ALICE, BOB), weights={(ALICE, BOB): 0.5}))
    gain = full.standing(Pool.TWO, ALICE).rating.value - 1500
    assert 0 < half.standing(Pool.TWO, ALICE).rating.value - 1500 < gain
    assert half.standing(Pool.TWO, BOB) == full.standing(Pool.TWO, BOB)
    nothing = Book()
    nothing.add(
        replace(table(1, Place(ALICE, 1), Place(BOB, 0), Place(CHARLIE, 0)), weights={(BOB, ALICE): 0.0})
    )
    assert nothing.standing(Pool.TABLES, BOB).rating.value == 1500
    assert nothing.standing(Pool.TABLES, CHARLIE).rating.value < 1500


def test_games_lost_otherwise_are_no_absence() -> None:
    book = Book()
    changes = [change for n in range(1, 9) for change in book.add(won(n, n + 100, ALICE, day=1))]
    assert Reason.ABSENT not in {change.reason for change in changes}
