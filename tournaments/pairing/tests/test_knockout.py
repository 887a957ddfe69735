"""Knock-out."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import knockout
from tournaments.pairing.plain import Entrant, Played, Round, State
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.tests.playing import Event


def people(number, *, gone=()):
    return tuple(Entrant(id=each, rating=2000 - each, withdrawn=each in gone) for each in range(number))


def state(number, played=(), byes=(), *, in_round=1, gone=()):
    return State(round=in_round, entrants=people(number, gone=gone), played=tuple(played), byes=tuple(byes))


def pair(number, played=(), byes=(), *, in_round=1, gone=(), best_of=1):
    return knockout.pair(state(number, played, byes, in_round=in_round, gone=gone), best_of=best_of, seed=1)


def game(first, second, points=(1, 0), *, in_round=1):
    return Played(round=in_round, seats=(first, second), points=points)


def test_the_best_seeds_meet_last_and_have_the_byes():
    assert knockout.draw(list(range(8))) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert knockout.draw(list(range(5))) == [0, None, 3, 4, 1, None, 2, None]
    found = pair(5)
    assert {frozenset(table) for table in found.tables} == {frozenset((3, 4))}
    assert sorted(found.byes) == [0, 1, 2]


def test_equal_ratings_are_drawn_and_the_draw_is_fixed_by_the_seed():
    equals = [Entrant(id=each) for each in range(16)]
    draws = [tuple(knockout.seeded(equals, seed)) for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]
    assert knockout.seeded([*equals, Entrant(id=16, rating=1600)], 3)[0] == 16


@settings(max_examples=60)
@given(
    st.one_of(st.integers(2, 12), st.integers(2, 200)),
    st.sampled_from([1, 3]),
    st.sampled_from([0, 0.2]),
    st.integers(0, 99),
)
def test_one_is_left_and_everybody_else_lost_or_left(number, best_of, leaving, seed):
    event = Event(number, seed)
    lots = random.Random(seed)
    gone = set()
    rounds = len(knockout.bracket(state(number), best_of=best_of, seed=1))
    assert 2 ** (rounds - 1) < number <= 2**rounds
    for each in range(1, rounds + 1):
        if each > 1:
            gone |= {player for player in range(number) if lots.random() < leaving}
        while True:
            found = pair(number, event.played, event.byes, in_round=each, gone=gone, best_of=best_of)
            if not found.tables and not found.byes:
                break
            seated = [player for table in found.tables for player in table] + list(found.byes)
            assert len(set(seated)) == len(seated) and not gone & set(seated)
            event.play(found)
    end = state(number, event.played, event.byes, in_round=rounds, gone=gone)
    final = knockout.bracket(end, best_of=best_of, seed=1)[-1][0]
    assert final.over
    for matches in knockout.bracket(end, best_of=best_of, seed=1):
        for match in matches:
            firsts = [each.seats[0] for each in match.games]
            assert all(one != other for one, other in pairwise(firsts))
            assert match.winner in (match.one, match.other, None)
            if match.winner is None:
                assert {match.one, match.other} - {None} <= gone
    placed = knockout.placed(end, best_of=best_of, seed=1)
    assert sorted(player for player, _won in placed) == list(range(number))
    assert final.winner is None or placed[0] == (final.winner, rounds)


def test_first_moves_alternate_and_a_lead_beyond_reach_ends_the_match():
    first = pair(2, best_of=3).tables[0]
    assert first == (1, 0)  # in the first game the lower seed
    two = [game(1, 0)]
    assert pair(2, two, best_of=3).tables == ((0, 1),)
    assert pair(2, [*two, game(0, 1, (0, 1))], best_of=3).tables == ()
    third = [*two, game(0, 1)]
    assert pair(2, third, best_of=3).tables == ((1, 0),)
    over = knockout.bracket(state(2, [*third, game(1, 0)]), best_of=3, seed=1)[0][0]
    assert (over.winner, over.over) == (1, True)


def test_a_level_match_is_played_on():
    drawn = [game(1, 0, (0.5, 0.5))]
    assert pair(2, drawn).tables == ((0, 1),)
    assert pair(2, [*drawn, game(0, 1, (0.5, 0.5))]).tables == ((1, 0),)
    decided = [*drawn, game(0, 1)]
    assert pair(2, decided) == Round(number=1, tables=())
    level = [game(1, 0), game(0, 1), game(1, 0, (0.5, 0.5))]
    assert pair(2, level, best_of=3).tables == ((0, 1),)
    ahead = [game(1, 0), game(0, 1, (0.5, 0.5)), game(1, 0, (0.5, 0.5))]
    assert pair(2, ahead, best_of=3).tables == ()


def test_while_a_game_goes_on_its_match_has_no_other():
    assert pair(2, [game(1, 0, None)], best_of=3).tables == ()


def test_who_moved_first_less_often_begins_the_next_match():
    played = [game(3, 0, (0, 1)), game(2, 1, (1, 0))]
    assert pair(4, played, in_round=2).tables == ((0, 2),)


def test_who_leaves_makes_room_and_nobody_is_drawn_by_lot():
    assert pair(4, gone={3}).byes == (0,)
    assert pair(4, [game(3, 0, None)], gone={3}).byes == (0,)
    noted = [(1, 0)]
    found = pair(4, [game(2, 1, (1, 0))], noted, in_round=2, gone={3})
    assert found.tables == ((0, 2),) or found.tables == ((2, 0),)
    both = pair(4, [game(2, 1, (1, 0))], in_round=2, gone={0, 3})
    assert both.byes == (2,)


def test_who_went_on_and_left_later_lost_later():
    """Player 3 left before his game, player 0 in the second round or after it."""
    played = [game(2, 1, (1, 0))]
    noted = knockout.bracket(state(4, played, [(1, 0)], gone={0, 3}), best_of=1, seed=1)
    assert noted[0][0].winner == 0 and noted[1][0].winner == 2
    played.append(game(0, 2, in_round=2))
    seen = knockout.bracket(state(4, played, in_round=2, gone={0, 3}), best_of=1, seed=1)
    assert seen[0][0].winner == 0 and seen[1][0].winner == 0


def test_a_bye_that_is_on_record_is_not_given_again():
    assert sorted(pair(5).byes) == [0, 1, 2]
    assert pair(5, byes=[(1, 0), (1, 2)]).byes == (1,)


def test_no_round_begins_before_the_last_one_is_decided():
    with pytest.raises(Impossible) as refused:
        pair(4, [game(3, 0)], in_round=2)
    assert refused.value.code == "undecided"
    with pytest.raises(Impossible) as refused:
        pair(4, in_round=3)
    assert refused.value.code == "over"
    with pytest.raises(Impossible) as refused:
        pair(1)
    assert refused.value.code == "too-few"


def test_a_later_seed_can_be_zero():
    """Player 0 wins like anybody else."""
    entrants = (Entrant(id=0, rating=1000), Entrant(id=1, rating=2000))
    done = State(round=1, entrants=entrants, played=(game(0, 1),))
    assert knockout.pair(done, best_of=1, seed=1) == Round(number=1, tables=())
    assert knockout.placed(done, best_of=1, seed=1) == [(0, 1), (1, 0)]
