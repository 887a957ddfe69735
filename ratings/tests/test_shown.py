"""What people see of ratings, and what newcomers and bots are presumed to be."""

from __future__ import annotations

import pytest

from ratings.arithmetic.glicko import Rating
from ratings.arithmetic.shown import Certainty, certainty, in_hundred, is_listed, number
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.strengths import Strength, fixed, presumed
from ratings.arithmetic.two_players import CEILING, RECOMMENDED


@pytest.mark.parametrize(
    ("games", "deviation", "expected"),
    [
        (0, 250, Certainty.NEW),
        (2, 100, Certainty.NEW),
        (3, 130.1, Certainty.PROVISIONAL),
        (3, 130, Certainty.SETTLED),
    ],
)
def test_how_a_number_stands(games: int, deviation: float, expected: Certainty) -> None:
    assert certainty(Standing(Rating(1511.6, deviation), games)) is expected


def test_the_number_is_rounded() -> None:
    assert number(Standing(Rating(1511.6, 90), 20)) == 1512


@pytest.mark.parametrize(
    ("deviation", "day", "today", "listed"),
    [
        (90, 0, 365, True),
        (90, 0, 366, False),
        (131, 0, 0, False),
        (128, 0, 365, False),  # days have made it uncertain
        (90, None, 0, False),
    ],
)
def test_the_list_holds_settled_ratings_of_the_last_year(
    deviation: float, day: float | None, today: float, listed: bool
) -> None:
    assert is_listed(Standing(Rating(1500, deviation), 20, day), today, CEILING) is listed


def test_a_forecast_is_never_certain() -> None:
    assert [in_hundred(chance) for chance in (0.0, 0.004, 0.624, 0.996, 1.0)] == [1, 1, 62, 99, 99]


def test_a_stated_strength_moves_forecasts() -> None:
    newcomer, known = RECOMMENDED.newcomer(), Standing(Rating(1500, 80), 100)
    chances = [RECOMMENDED.forecast_by_lot(presumed(newcomer, stated), known) for stated in (None, *Strength)]
    assert chances[0] == chances[1] < chances[2] < 0.5 < chances[3]
    assert presumed(newcomer, Strength.STRONG).rating == Rating(1750, 250)


def test_a_stated_strength_fades_with_what_is_known() -> None:
    shifts = [
        presumed(Standing(Rating(1500, deviation), 9), Strength.STRONG).rating.value - 1500
        for deviation in (350, 250, 125, 50)
    ]
    assert shifts == [250, 250, pytest.approx(62.5), pytest.approx(10)]


def test_a_bot_of_measured_strength_is_new_to_nothing() -> None:
    bot, player = fixed(1300), Standing(Rating(1300, 80), 10**6)
    assert bot.rating == Rating(1300, 30)
    assert RECOMMENDED.forecast_by_lot(bot, player) == pytest.approx(0.5, abs=0.001)
    assert fixed(1300, 9).rating.deviation == 30
    assert fixed(1300, 999).rating.deviation == 350
