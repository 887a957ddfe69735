"""How many sit at each table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.refusals import Impossible
from tournaments.pairing.sizes import table_sizes


@pytest.mark.parametrize(
    "players, size, sizes",
    [
        (16, 4, [4, 4, 4, 4]),
        (15, 4, [4, 4, 4, 3]),
        (14, 4, [4, 4, 3, 3]),
        (13, 4, [4, 3, 3, 3]),
        (9, 4, [3, 3, 3]),
        (6, 4, [3, 3]),
        (5, 4, [5]),
        (5, 3, [5]),
        (7, 3, [4, 3]),
        (8, 3, [4, 4]),
        (11, 5, [4, 4, 3]),
        (13, 5, [5, 4, 4]),
        (19, 6, [5, 5, 5, 4]),
        (3, 6, [3]),
    ],
)
def test_as_many_tables_as_can_be_have_the_size(players, size, sizes):
    assert table_sizes(players, size) == sizes


@given(st.integers(3, 300), st.integers(3, 6))
def test_everybody_has_a_seat_and_nobody_plays_at_a_table_of_two(players, size):
    sizes = table_sizes(players, size)
    assert sum(sizes) == players
    assert min(sizes) >= 3 and max(sizes) <= max(size, 5) and max(sizes) - min(sizes) <= 1
    fitting = [fours for fours in range(players // size + 1) if (players - fours * size) % (size - 1) == 0]
    if size > 3 and fitting:  # it can be done with tables of this size and one seat less
        assert sizes.count(size) == max(fitting) and set(sizes) <= {size, size - 1}


@pytest.mark.parametrize("players, size", [(2, 3), (0, 4), (9, 2), (9, 7)])
def test_too_few_players_and_other_sizes_are_refused(players, size):
    with pytest.raises(Impossible):
        table_sizes(players, size)
