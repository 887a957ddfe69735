"""Buchholz (cut 1) and the direct encounter, reckoned once more from the games alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, groupby, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import swiss
from tournaments.pairing.plain import Entrant, Played
from tournaments.pairing.points import LATE
from tournaments.pairing.prospects import Prospect, prospects
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.standings import BUCHHOLZ, DIRECT, RATING, WINS, Standings, standings
from tournaments.pairing.tests.playing import Event


class Reckoned:
    """By the sentences that the event's page shows."""

    def __init__(self, event):
        self.results = [
            (player, other, Fraction(game.points[seat]))
            for game in event.played
            for seat, (player, other) in enumerate([game.seats, game.seats[::-1]])
        ]
        self.byes = [player for _round, player in event.byes]
        self.people = {each.id: each for each in event.people}
        self.score = {
            each: sum((got for player, _other, got in self.results if player == each), Fraction(0))
            + self.byes.count(each)
            + (Fraction(LATE) if self.people[each].entered > 1 else 0)
            for each in self.people
        }
        self.rounds = max(map(self.turnouts, self.people))

    def turnouts(self, player):
        return [one for one, _other, _got in self.results].count(player) + self.byes.count(player)

    def buchholz(self, player):
        each_round = [self.score[other] for one, other, _got in self.results if one == player]
        each_round += [self.score[player]] * self.byes.count(player)
        each_round += [Fraction(0)] * (self.rounds - len(each_round))
        return sum(each_round) - min(each_round)

    def direct(self, player, level):
        met = {frozenset((one, other)) for one, other, _got in self.results}
        if any(frozenset(couple) not in met for couple in combinations(level, 2)):
            return 0
        return sum(got for one, other, got in self.results if one == player and other in level)

    def value(self, name, player, level):
        match name:
            case "buchholz-cut-1":
                return self.buchholz(player)
            case "direct-encounter":
                return self.direct(player, level)
            case "wins":
                return [got for one, _other, got in self.results if one == player].count(1)
        return self.people[player].rating

    def groups(self, level, order):
        if not order or len(level) == 1:
            return [sorted(level)]
        values = {each: self.value(order[0], each, level) for each in level}
        ranked = sorted(level, key=values.__getitem__, reverse=True)
        parts = [list(part) for _value, part in groupby(ranked, key=values.__getitem__)]
        return [group for part in parts for group in self.groups(part, order[1:])]

    def standing(self, order):
        ranked = sorted(self.people, key=self.score.__getitem__, reverse=True)
        levels = [list(part) for _score, part in groupby(ranked, key=self.score.__getitem__)]
        return [group for level in levels for group in self.groups(level, order)]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(4, 14),
    st.integers(1, 4),
    st.sampled_from([0, 0.15]),
    st.integers(0, 9999),
    st.sampled_from([*permutations([BUCHHOLZ, DIRECT, WINS])]),
    st.booleans(),
)
def test_standings_by_any_order_of_these_are_those_that_follow_from_the_games(
    number, rounds, leaving, seed, order, by_rating
):
    event = Event(number, seed, leaving=leaving, late=0.1)
    for each in range(1, rounds + 1):
        try:
            event.play(swiss.pair(event.state(each), seed=seed))
        except Impossible:
            break
    order = (*order, *[RATING] * by_rating)
    reckoned = Reckoned(event)
    lines = standings(event.people, event.played, event.byes, bye=1, late=LATE, order=order)
    assert [
        sorted(line.player for line in part) for _place, part in groupby(lines, lambda line: line.place)
    ] == (reckoned.standing(order))
    assert {line.player: line.buchholz for line in lines} == {
        player: float(reckoned.buchholz(player)) for player in reckoned.people
    }
    table = Standings(event.people, event.played, event.byes, bye=1, late=LATE, order=order)
    assert {line.player: table.place(line.player) for line in lines} == {
        line.player: line.place for line in lines
    }


def played(*results):
    return [Played(round=1, seats=seats, points=points) for seats, points in results]


PEOPLE = [Entrant(id=each, rating=1500 - each) for each in range(4)]


def test_the_direct_encounter_counts_only_where_all_who_are_level_have_met():
    circle = [((0, 1), (0, 1)), ((1, 2), (0, 1)), ((2, 0), (0, 1))]
    one = standings(PEOPLE, played(*circle[:1], ((0, 2), (1, 0))), bye=1, order=(DIRECT, RATING))
    assert [line.player for line in one][:2] == [1, 0] and [line.direct for line in one][:2] == [1, 0]
    all_met = standings(PEOPLE[:3], played(*circle), bye=1, order=(DIRECT, RATING))
    assert [line.direct for line in all_met] == [1, 1, 1] and [line.player for line in all_met] == [0, 1, 2]
    apart = standings(
        PEOPLE, played(((0, 1), (0, 1)), ((2, 3), (1, 0)), ((0, 3), (1, 0))), bye=1, order=(DIRECT,)
    )
    assert {line.direct for line in apart} == {0} and [line.place for line in apart] == [1, 1, 1, 4]


def test_the_lowest_is_left_out_and_a_bye_is_somebody_like_oneself():
    games = [((0, 1), (1, 0)), ((0, 2), (0, 1)), ((1, 3), (1, 0)), ((2, 1), (0, 1))]

    def of(player, byes=()):
        lines = standings(PEOPLE, played(*games), byes, bye=1, order=(BUCHHOLZ,))
        return next(line.buchholz for line in lines if line.player == player)

    assert of(1) == 1 + 1  # of 1, 0 and 1
    assert of(0) == 2 + 1  # two rounds of three: the one that was missed is left out
    assert of(0, byes=[(3, 0)]) == 2 + 2 and of(3) == 2


def test_what_is_no_sum_is_not_foretold_and_whoever_is_level_may_come_first_or_last():
    table = Standings(PEOPLE[:3], played(((0, 1), (1, 0)), ((1, 2), (1, 0))), bye=1, order=(BUCHHOLZ, RATING))
    found = prospects(table, [(0, 2)], 2)
    assert found is not None and found.win == Prospect(1, 3)
