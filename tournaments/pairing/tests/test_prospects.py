"""If I win, draw or lose."""

from __future__ import annotations

import random
from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.divisions import games
from tournaments.pairing.plain import Entrant, Played
from tournaments.pairing.points import by_elimination, winner_takes
from tournaments.pairing.prospects import Prospect, Prospects, prospects
from tournaments.pairing.standings import (
    OPPONENTS,
    RATING,
    SONNEBORN_BERGER,
    TWO_PLAYER_ORDER,
    WINS,
    Standings,
    standings,
)


def reckoned(number, played, **more):
    return Standings([Entrant(id=each, rating=1500 - each) for each in range(number)], played, **more)


def if_i_win(*asked):
    found = prospects(*asked)
    return found and found.win


def test_the_last_game_decides():
    played = [Played(round=1, seats=(0, 1), points=(1, 0)), Played(round=1, seats=(1, 2), points=(1, 0))]
    reckoning = reckoned(3, played, bye=1, order=TWO_PLAYER_ORDER)
    assert if_i_win(reckoning, [(0, 2)], 0) == Prospect(1, 1)
    assert if_i_win(reckoning, [(0, 2)], 2) == Prospect(3, 3)  # all have a point; his was won of the lowest
    assert if_i_win(reckoning, [(0, 2)], 1) == Prospect(2, 2)


def test_a_draw_of_others_can_be_the_best():
    """Who wins their game has two points; if they draw, all have a point and a half."""
    points = {(0, 3): (1, 0), (0, 4): (0.5, 0.5), (1, 3): (1, 0), (2, 4): (1, 0)}
    played = [Played(round=1, seats=seats, points=got) for seats, got in points.items()]
    reckoning = reckoned(5, played, bye=1, order=(RATING,))
    assert if_i_win(reckoning, [(1, 2)], 0) == Prospect(1, 2)


@settings(max_examples=25)
@given(st.integers(3, 6), st.integers(0, 4), st.data())
def test_all_outcomes_are_looked_at(number, open_number, data):
    every = games(list(range(number)))
    left = data.draw(st.permutations(every))[:open_number]
    played = [
        Played(round=1, seats=each, points=data.draw(st.sampled_from([(1, 0), (0, 1), (0.5, 0.5)])))
        for each in every
        if each not in left
    ]
    me = data.draw(st.integers(0, number - 1))
    people = [Entrant(id=each, rating=1500 - each) for each in range(number)]
    places = {1: [], 0.5: [], 0: []}
    for ends in product([(1, 0), (0, 1), (0.5, 0.5)], repeat=len(left)):
        more = [Played(round=1, seats=seats, points=end) for seats, end in zip(left, ends, strict=True)]
        for mine, found in places.items():
            if all(game.points[game.seats.index(me)] == mine for game in more if me in game.seats):
                lines = standings(people, played + more, bye=1, order=TWO_PLAYER_ORDER)
                found += [line.place for line in lines if line.player == me]
    expected = [Prospect(min(found), max(found)) for found in places.values()]
    found = prospects(reckoned(number, played, bye=1, order=TWO_PLAYER_ORDER), left, me)
    assert found == Prospects(*expected)


@settings(max_examples=25)
@given(st.integers(1, 3), st.integers(0, 3), st.booleans(), st.randoms(use_true_random=False))
def test_all_outcomes_of_pods_are_looked_at(rounds, over, by_order, lots):
    """Compared with the places in all outcomes one by one; tables of nine in threes, some of them over."""
    order = (OPPONENTS, WINS, SONNEBORN_BERGER, RATING)
    tables = []
    for _ in range(rounds):
        seats = lots.sample(range(9), 9)
        tables += [tuple(seats[at : at + 3]) for at in (0, 3, 6)]
    ways = list(permutations((1, 2, 3))) if by_order else [(1, 2, 2), (2, 1, 2), (2, 2, 1)]
    pay = by_elimination if by_order else winner_takes

    def ends(seats, places):
        return Played(round=1, seats=seats, points=pay(places), places=places)

    left = tables[-3:][over:]
    played = [ends(seats, lots.choice(ways)) for seats in tables if seats not in left]
    reckoning = reckoned(9, played, bye=5, order=order)
    me = lots.randrange(9)
    won, lost = [], []
    for chosen in product(ways, repeat=len(left)):
        more = [ends(seats, places) for seats, places in zip(left, chosen, strict=True)]
        own = [game.places[game.seats.index(me)] for game in more if me in game.seats]
        place = reckoning.with_results(more).place(me)
        won += [place] if all(each == 1 for each in own) else []
        lost += [place] if all(each > 1 for each in own) else []
    found = prospects(reckoning, left, me, by_order=by_order)
    assert (found.win, found.loss) == (Prospect(min(won), max(won)), Prospect(min(lost), max(lost)))
    assert (found.draw is None) is any(me in seats for seats in left)


def test_tables_of_four_are_won_by_one_of_the_seats():
    reckoning = reckoned(8, [], bye=5)
    tables = [(0, 1, 2, 6), (3, 4, 5, 7)]
    assert if_i_win(reckoning, tables, 0) == Prospect(1, 1)
    # Of two winners the one who began with more points is ahead: 3, 4 and 5 of 6, but not 7.
    assert if_i_win(reckoning, tables, 6) == Prospect(1, 2)


def test_eight_open_games_are_looked_at_and_nine_are_not():
    reckoning = reckoned(18, [], bye=1, order=TWO_PLAYER_ORDER)
    open_games = [(each, each + 9) for each in range(9)]
    assert if_i_win(reckoning, open_games[:8], 0) == Prospect(1, 1)
    assert if_i_win(reckoning, open_games, 0) is None
    sixes = [tuple(range(6 * each, 6 * each + 6)) for each in range(8)]
    assert if_i_win(reckoned(48, [], bye=5), sixes, 0) is None


def test_not_every_outcome_of_many_tables_is_reckoned_by_itself(monkeypatch):
    """Every pod of thirty-two is open, after four rounds: 65,536 outcomes."""
    lots, played, reckoned_with = random.Random(1), [], []
    with_results = Standings.with_results

    def counted(self, more):
        reckoned_with.append(more)
        return with_results(self, more)

    for number in range(4):
        seats = lots.sample(range(32), 32)
        for at in range(0, 32, 4):
            table = tuple(seats[at : at + 4])
            played.append(Played(round=number, seats=table, points=(5, 0, 0, 0), places=(1, 2, 2, 2)))
    open_games = [tuple(range(at, at + 4)) for at in range(0, 32, 4)]
    monkeypatch.setattr(Standings, "with_results", counted)
    assert prospects(reckoned(32, played, bye=5), open_games, 5) is not None
    assert len(reckoned_with) < 200
