"""What holds of any ratings and any games."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.arithmetic import glicko, tables, two_players
from ratings.arithmetic.glicko import FLOOR, Comparison, Rating
from ratings.arithmetic.rating_list import CEILINGS, Book, Change, Place, Pool, RatedGame, recomputed
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.two_players import RECOMMENDED, TwoPlayers

values = st.floats(300, 3200)
scores = st.sampled_from([0.0, 0.5, 1.0])
some, few = settings(max_examples=50), settings(max_examples=25)


def ratings(ceiling: float) -> st.SearchStrategy[Rating]:
    return st.builds(Rating, values, st.floats(FLOOR, ceiling))


def standings(ceiling: float) -> st.SearchStrategy[Standing]:
    return st.builds(Standing, ratings(ceiling), st.integers(0, 300))


duellists = standings(two_players.CEILING)
at_tables = st.lists(standings(tables.CEILING), min_size=3, max_size=6)


@st.composite
def games(draw: st.DrawFn, number: int) -> RatedGame:
    """One of seven players in all, so that they meet again."""
    pool = draw(st.sampled_from(Pool))
    seats = 2 if pool is Pool.TWO else draw(st.integers(3, 6))
    players = draw(st.permutations(range(7)))[:seats]
    if pool is Pool.TWO:
        first = draw(scores)
        results = [first, 1 - first]
    else:
        results = draw(st.lists(st.sampled_from([0.0, 1.0]), min_size=seats, max_size=seats))
    places = tuple(
        Place(player, score, draw(st.integers(0, 9)) == 0, score == 0 and draw(st.booleans()))
        for player, score in zip(players, results, strict=True)
    )
    return RatedGame(number, pool, places, day=number * 0.5)


histories = st.integers(1, 25).flatmap(lambda count: st.tuples(*(games(number) for number in range(count))))


@some
@given(duellists, duellists)
def test_what_two_are_forecast_is_one(first: Standing, second: Standing) -> None:
    chance = RECOMMENDED.forecast(first, second)
    assert 0 < chance < 1
    lot = RECOMMENDED.forecast_by_lot(first, second)
    assert lot + RECOMMENDED.forecast_by_lot(second, first) == pytest.approx(1)
    assert 1 - RECOMMENDED.forecast(second, first) < lot < chance


@some
@given(duellists, duellists, scores)
def test_a_game_of_two_knows_no_names(one: Standing, other: Standing, score: float) -> None:
    fair = TwoPlayers(first_move=0)
    assert fair.after_game(one, other, score) == tuple(reversed(fair.after_game(other, one, 1 - score)))
    assert fair.forecast(one, other) == pytest.approx(1 - fair.forecast(other, one))


@some
@given(duellists, duellists, st.sampled_from([0.0, 1.0]))
def test_who_wins_rises_and_who_loses_falls(first: Standing, second: Standing, score: float) -> None:
    after = RECOMMENDED.after_game(first, second, score)
    rise = [new.rating.value - old.rating.value for new, old in zip(after, (first, second), strict=True)]
    assert (rise[0] > 0 > rise[1]) if score else (rise[0] < 0 < rise[1])


@some
@given(values, values, st.floats(FLOOR, 350), scores, st.integers(0, 99))
def test_equals_in_certainty_win_and_lose_the_same(
    value: float, other: float, deviation: float, score: float, played: int
) -> None:
    both = [Standing(Rating(each, deviation), played) for each in (value, other)]
    after = RECOMMENDED.after_game(both[0], both[1], score)
    assert sum(each.rating.value for each in after) == pytest.approx(value + other)


@some
@given(duellists, duellists, values)
def test_a_better_player_is_forecast_more(one: Standing, other: Standing, value: float) -> None:
    better = replace(one, rating=Rating(max(one.rating.value, value), one.rating.deviation))
    assert RECOMMENDED.forecast(better, other) >= RECOMMENDED.forecast(one, other)


@some
@given(at_tables)
def test_what_a_table_is_forecast_is_one(table: list[Standing]) -> None:
    chances = tables.forecast([each.rating for each in table])
    assert all(0 < chance < 1 for chance in chances)
    assert sum(chances) == pytest.approx(1)


@some
@given(at_tables, st.randoms(use_true_random=False))
def test_a_table_knows_no_seats(table: list[Standing], dice: random.Random) -> None:
    won = [dice.random() < 0.4 for _ in table]
    order = dice.sample(range(len(table)), len(table))
    moved = tables.after_game([table[seat] for seat in order], [won[seat] for seat in order])
    after = tables.after_game(table, won)
    for new, seat in zip(moved, order, strict=True):
        assert new.rating.value == pytest.approx(after[seat].rating.value)
        assert new.rating.deviation == pytest.approx(after[seat].rating.deviation)
    if len(set(won)) == 2:
        risen = [new.rating.value > old.rating.value for new, old in zip(after, table, strict=True)]
        assert risen == won


@some
@given(at_tables, values)
def test_a_loser_gains_nothing_by_another_loser(table: list[Standing], value: float) -> None:
    won = [True] + [False] * (len(table) - 1)
    changed = list(table)
    changed[-1] = Standing(Rating(value, 100))
    assert tables.after_game(table, won)[1] == tables.after_game(changed, won)[1]


@some
@given(
    ratings(350),
    st.lists(st.builds(Comparison, ratings(350), scores, st.floats(-200, 200), st.floats(0.1, 1))),
    st.floats(0, 5000),
    st.sampled_from([200.0, 350.0]),
)
def test_a_deviation_stays_between_floor_and_ceiling(
    rating: Rating, met: list[Comparison], days: float, ceiling: float
) -> None:
    rating = replace(rating, deviation=min(rating.deviation, ceiling))
    after = glicko.after_game(rating, met, ceiling)
    later = glicko.after_days(after, days, ceiling)
    assert FLOOR <= after.deviation <= later.deviation <= ceiling
    assert after.deviation <= glicko.widened(after, 200, ceiling).deviation <= ceiling
    assert math.isfinite(later.value) and later.value == after.value


@some
@given(ratings(350), st.floats(0, 900), st.floats(0, 900))
def test_days_add_up(rating: Rating, some: float, more: float) -> None:
    apart = glicko.after_days(glicko.after_days(rating, some, 350), more, 350)
    assert apart.deviation == pytest.approx(glicko.after_days(rating, some + more, 350).deviation)


@few
@given(histories, st.randoms(use_true_random=False))
def test_recomputation_goes_by_numbers_alone(history: tuple[RatedGame, ...], dice: random.Random) -> None:
    live = Book()
    changes: list[Change] = []
    for game in history:
        changes += live.add(game)
    again = recomputed(dice.sample(history, len(history)))
    assert (again.standings, again.absences, again.last_number) == (
        live.standings,
        live.absences,
        live.last_number,
    )
    assert replayed(changes) == live.standings


def replayed(changes: list[Change]) -> dict[tuple[Pool, int], Standing]:
    """What stands by the rows alone, each of which begins where the one before it ended."""
    found: dict[tuple[Pool, int], Standing] = {}
    for change in changes:
        last = found.get((change.pool, change.player))
        if last is not None:
            assert change.before == last.on(change.before.day, CEILINGS[change.pool])
        found[change.pool, change.player] = change.after
    return found
