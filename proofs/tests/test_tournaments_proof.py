"""The reckoning of `bin/prove tournaments`: what it says of events that were held as they should be, and that
it finds what is missing, doubled and summed up wrongly."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proofs.events.called_for import first_places, look_for
from proofs.events.contest import Contest, End, Person, Table, points
from proofs.events.summed import differences, final_standing
from proofs.events.tournaments import Verdict


def game(round_: int, number: int, seats: tuple[int, ...], *won: int, **more) -> Table:
    """Won by these players."""
    end = End(frozenset(seats.index(player) for player in won))
    made = Table(round_, number, seats, game=100 * round_ + number, end=end)
    return replace(made, **more)


def people(number: int) -> dict[int, Person]:
    return {each: Person(rating=2000.0 - each) for each in range(number)}


def kept(contest: Contest) -> Contest:
    """With what its games say."""
    found = final_standing(contest)
    return replace(contest, kept={each: (place, float(score)) for each, (place, score) in found.items()})


def swiss() -> Contest:
    """Three players, one of them with a bye in each round."""
    tables = (
        game(1, 1, (0, 1), 0),
        Table(1, 2, (2,)),
        game(2, 1, (0, 2), 0, 2),
        Table(2, 2, (1,)),
    )
    return kept(Contest("Swiss", "swiss", people(3), tables, rounds=2))


def divisions() -> Contest:
    tables = (game(1, 1, (0, 1), 0), game(1, 2, (1, 2), 1), game(1, 3, (2, 0), 0))
    return kept(Contest("Divisions", "divisions", people(3), tables))


def knockout() -> Contest:
    """Of three; the final is level after three games and two more."""
    first = [
        game(1, 2, (1, 2), 1, leg=1, match=1),
        game(1, 3, (2, 1), 2, leg=2, match=1),
        game(1, 4, (1, 2), 1, leg=3, match=1),
    ]
    final = [game(2, leg, (0, 1), 0, 1, leg=leg) for leg in range(1, 6)]
    tables = (Table(1, 1, (0,)), *first, *final, Table(2, 6, (0,), leg=6))
    return kept(Contest("Knock-out", "knockout", people(3), tables, best_of=3))


def pods() -> Contest:
    """All at once, with a final."""
    tables = (
        game(1, 1, (0, 1, 2), 0),
        game(1, 2, (3, 4, 5), 3, 4),
        game(2, 1, (0, 3, 5), 5),
        game(2, 2, (4, 1, 2), 4),
        game(3, 1, (5, 4, 0), 0, is_final=True),
    )
    return kept(
        Contest(
            "Pods",
            "all-at-once",
            people(6),
            tables,
            points="win",
            order=("opponents", "wins", "sonneborn-berger", "rating"),
            size=3,
            rounds=2,
            has_final=True,
        )
    )


EVENTS = [swiss, divisions, knockout, pods]


@pytest.mark.parametrize("made", EVENTS)
def test_of_an_event_that_was_held_as_it_should_be_nothing_is_said(made):
    found = look_for(made())
    assert found.missing == found.doubled == differences(made()) == []


@pytest.mark.parametrize("made", EVENTS)
def test_a_game_without_an_end_and_a_table_without_a_game_are_missing(made):
    contest = made()
    for lacking in ({"end": None}, {"game": None, "end": None}):
        tables = tuple(
            replace(table, **lacking) if table.game == 101 or table.game == 202 else table
            for table in contest.tables
        )
        assert look_for(replace(contest, tables=tables)).missing


@pytest.mark.parametrize("made", EVENTS)
@pytest.mark.parametrize("number", range(4))
def test_a_table_that_is_not_there_is_missing(made, number):
    contest = made()
    tables = contest.tables[:number] + contest.tables[number + 1 :]
    assert number >= len(contest.tables) or look_for(replace(contest, tables=tables)).missing


@pytest.mark.parametrize("made", EVENTS)
def test_a_game_that_was_made_twice_is_doubled(made):
    contest = made()
    again = next(table for table in contest.tables if table.game)
    twice = replace(contest, tables=(*contest.tables, replace(again, number=9, game=999)))
    assert look_for(twice).doubled
    assert look_for(replace(contest, strays=(999,))).doubled == [f"{contest.name}: game 999 has no table"]


def test_a_game_of_a_match_that_was_decided_and_a_bye_for_nobody_are_doubled():
    contest = knockout()
    one_more = game(1, 5, (1, 2), 2, leg=4, match=1)
    assert look_for(replace(contest, tables=(*contest.tables, one_more))).doubled
    assert look_for(replace(contest, tables=(*contest.tables, Table(1, 6, (1,))))).doubled


def test_who_has_withdrawn_is_not_missed():
    contest = swiss()
    tables = (*contest.tables[:2], game(2, 1, (0, 2), 0, 2))
    gone = replace(contest, tables=tables, gone={2: frozenset({1})})
    assert look_for(gone).missing == []
    assert look_for(replace(gone, gone={})).missing == ["Swiss: 1 does not sit in round 2"]


@pytest.mark.parametrize("made", EVENTS)
def test_a_wrong_place_and_a_wrong_sum_are_found(made):
    contest = made()
    place, score = contest.kept[0]
    assert place is not None and score is not None
    for wrong in ((place, score + 0.5), (place + 1, score), (None, None)):
        assert len(differences(replace(contest, kept={**contest.kept, 0: wrong}))) == 1


def test_a_final_of_others_than_the_best_is_found():
    contest = pods()
    others = (*contest.tables[:-1], game(3, 1, (5, 4, 1), 1, is_final=True))
    assert any("sit in the final" in line for line in differences(kept(replace(contest, tables=others))))


def test_the_sums_are_those_of_the_rules():
    assert final_standing(swiss()) == {2: (1, Fraction(3, 2)), 0: (2, Fraction(3, 2)), 1: (3, Fraction(1))}
    assert final_standing(knockout()) == {0: (1, 2), 1: (2, 1), 2: (3, 0)}
    assert final_standing(pods())[0] == (1, 5)
    assert final_standing(pods())[4] == (2, 7)


def test_points_by_the_order_of_falling():
    fell = Table(1, 1, (0, 1, 2, 3), 1, End(frozenset({3}), {0: 30, 1: 12}))
    by_order = Contest("Pods", "pods", people(4), (fell,), points="order", size=4)
    assert points(by_order, fell) == [1, 0, 2, 3]


def test_a_leaver_who_has_hardly_played_takes_his_games_with_him():
    left = {**people(3), 2: Person(withdrawn=True)}
    away = End(frozenset({0}), away=frozenset({1}))
    tables = (
        game(1, 1, (0, 1), 1),
        replace(game(1, 2, (1, 2), 1), end=away),
        replace(game(1, 3, (0, 2), 0), end=away),
    )
    found = final_standing(Contest("Divisions", "divisions", left, tables))
    assert found[1] == (1, 1) and found[0] == (2, 0)


def test_seeds_stand_so_that_the_first_two_meet_last():
    assert first_places(6) == [0, None, 3, 4, 1, None, 2, 5]


def test_the_last_line_counts_what_was_found():
    verdict = Verdict(games=12, missing=["a"], doubled=["b", "c"], differ={"Swiss": ["d", "e"]})
    assert not verdict.good and len(verdict.lines) == 5
    assert verdict.summary(5) == "tournaments: 5 events, 12 games, 1 missing, 2 doubled, 1 standings differ"
    assert Verdict(games=12).good and not Verdict().good and not Verdict(games=1, besides=["f"]).good
