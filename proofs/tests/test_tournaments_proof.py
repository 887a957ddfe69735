"""The reckoning of `bin/prove tournaments`: what it says of events that were held as they should be, and that
it finds what is missing, doubled and summed up wrongly."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from accounts.tests.cast import person
from proofs.events.called_for import first_places, look_for
from proofs.events.contest import LONG_AGO, Contest, End, Person, Table, points
from proofs.events.seen import contest_of
from proofs.events.summed import differences, final_standing
from proofs.events.tournaments import Verdict
from proofs.kit.killer import Killer
from proofs.kit.processes import wait_for
from tournaments.models import Format, Round
from tournaments.services import pairing
from tournaments.sheet import Sheet, next_rounds
from tournaments.tests.events import people as persons
from tournaments.tests.events import play_out, play_round, started


def minute(number: int):
    return LONG_AGO + timedelta(minutes=number)


def game(round_: int, number: int, seats: tuple[int, ...], *won: int, **more) -> Table:
    """Won by these players."""
    leg = more.get("leg", 1)
    end = End(frozenset(seats.index(player) for player in won), at=minute(100 * round_ + 10 * leg + 9))
    began = minute(100 * round_ + 10 * leg)
    made = Table(round_, number, seats, game=100 * round_ + number, end=end, made=began)
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
        Table(2, 2, (1,), made=minute(210)),
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
    bye = Table(2, 6, (0,), leg=6, made=minute(260))
    play_offs = [replace(table, until=minute(258)) if table.leg > 3 else table for table in final]
    tables = (Table(1, 1, (0,)), *first, *play_offs, bye)
    last = timedelta(minutes=18)
    return kept(Contest("Knock-out", "knockout", people(3), tables, best_of=3, play_offs_last=last))


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


def with_table(contest: Contest, game: int, **changes) -> Contest:
    tables = [replace(each, **changes) if each.game == game else each for each in contest.tables]
    return replace(contest, tables=tuple(tables))


@pytest.mark.parametrize(
    "made, early",
    [(swiss, ["Swiss: round 2, table 1", "Swiss: round 2, table 2"]), (pods, ["Pods: round 3, table 1"])],
)
def test_a_round_that_was_paired_too_early_is_found(made, early):
    """Of rounds that are all made on the first day the final alone."""
    contest = made()
    late = End(frozenset({0}), at=minute(400))
    found = look_for(with_table(contest, 101, end=late)).doubled
    assert found == [f"{each} was paired before round 1, table 1 was over" for each in early]


def test_a_game_of_a_match_and_a_round_of_a_knock_out_wait_for_the_last():
    contest = knockout()
    for game_number in (103, 203):
        assert look_for(with_table(contest, game_number, made=minute(1))).doubled
    assert look_for(with_table(contest, 201, made=minute(130))).doubled


def test_play_offs_go_on_until_their_time_is_over_and_no_longer():
    contest = knockout()
    assert contest.tables[-1].made == minute(260)
    third = [table for table in contest.tables if table.game != 205]
    assert not look_for(replace(contest, tables=tuple(third))).missing, "one play-off may be enough"
    longer = replace(contest, play_offs_last=timedelta(minutes=21))
    assert look_for(longer).missing == ["Knock-out: round 2, match 1 is not decided, and has no further game"]
    assert look_for(with_table(contest, 204, until=minute(249))).doubled


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


class Victim:
    def __init__(self, name: str, words: str) -> None:
        self.name, self.words = name, words

    def said(self) -> str:
        return self.words

    def kill(self) -> None:
        pass

    start = kill


def test_who_has_not_come_to_work_yet_is_not_killed():
    at_work, starts = Victim("worker", "default@here ready.\n"), Victim("beat", "not ready yet\n")
    killer = Killer([at_work, starts], every=0.01)
    killer.start()
    wait_for("it is killed again and again", lambda: killer.kills["worker"] > 2)
    killer.stopped.set()
    killer.join()
    assert killer.kills["beat"] == 0


# --- as it is read from an event


@pytest.fixture
def held(db):
    """Begun, with eight people."""
    return lambda format_, **changes: started(person("Director"), persons(8), format_, **changes)


@pytest.mark.parametrize("format_", [Format.SWISS, Format.KNOCKOUT])
def test_of_an_event_that_the_site_has_held_nothing_is_said(held, format_):
    contest = contest_of(play_out(held(format_, best_of=3 if format_ is Format.KNOCKOUT else 1)))
    found = look_for(contest)
    assert found.missing == found.doubled == differences(contest) == []
    assert all(
        table.made > LONG_AGO and (table.end is None or table.end.at > table.made) for table in contest.tables
    )


def test_a_round_that_the_site_pairs_over_games_that_go_on_is_found(held, monkeypatch):
    event = play_round(held(Format.SWISS))
    Round.objects.filter(event=event).update(alone=False)
    monkeypatch.setattr(pairing, "awaits_round", lambda _event: True)
    sheet = Sheet(event)
    assert pairing.write_rounds(event_id=event.pk, seen=sheet.fingerprint, rounds=next_rounds(sheet) or ())
    monkeypatch.undo()
    doubled = look_for(contest_of(play_out(event))).doubled
    assert doubled and all("paired before round 2" in line for line in doubled)
