"""Win in one: positions in which it hangs on one thing, and the ends of the recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from homeworlds.enumeration import all_ends
from homeworlds.outcome import Alignment
from homeworlds.records import Record, replay_states
from homeworlds.search import LimitReached
from homeworlds.state import GameState, play
from homeworlds.tests.rules_table.cases import TurnCase
from homeworlds.tests.samples import records
from homeworlds.threats import eliminating_turn, red_alert, winning_turn
from homeworlds.turn import HalfTurn, make_turn

RECORDED_ENDINGS = 1274
PARTS = 4

HERE = Path(__file__).parent


def _table(name: str) -> list[list[str]]:
    """Rows of what it hangs on first and the answer last."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines]


ELIMINATIONS = _table("eliminations.txt")
WINS = _table("wins.txt")
BOTH_FALL = "<0> A (0, y1b2) y3-; B (1, g3y3) -y1y2"


def _case(rules: str, position: str, variant: str | None = None) -> TurnCase:
    players = 2 if ";" not in position else None
    return TurnCase(position=position, script="", rules=rules, variant=variant, players=players)


@pytest.mark.long
@pytest.mark.parametrize(
    "rules, position, seats, answer", [pytest.param(*case[1:], id=case[0]) for case in ELIMINATIONS]
)
def test_an_elimination_is_found_exactly_when_there_is_one(
    rules: str, position: str, seats: str, answer: str
) -> None:
    seat, victim = map(int, seats.split())
    can = answer == "yes"
    case = _case(rules, position)
    start = case.read(position)
    turn = eliminating_turn(GameState(case.rule_set(), start), seat, victim)
    assert (turn is not None) == can
    if turn is not None:
        eliminated = make_turn(case.rule_set(), start._replace(mover=seat), turn).end().eliminated
        assert victim in eliminated and seat not in eliminated
    if start.homeworld(seat) is not None:
        ends = [half.end() for half in all_ends(case.rule_set(), start._replace(mover=seat))]
        assert can == any(victim in end.eliminated and seat not in end.eliminated for end in ends)


@pytest.mark.long
@pytest.mark.parametrize(
    "rules, variant, position, letters, answer", [pytest.param(*case[1:], id=case[0]) for case in WINS]
)
def test_a_win_is_found_exactly_when_there_is_one(
    rules: str, variant: str, position: str, letters: str, answer: str
) -> None:
    can = answer == "yes"
    case = _case(rules, position, variant)
    state = GameState(case.rule_set(), case.read(position))
    sides = None if letters == "-" else [Alignment(letter) for letter in letters]
    turn = winning_turn(state, sides)
    assert (turn is not None) == can
    ends = all_ends(state.rules, state.position)
    assert can == any(_wins(state, half, sides) for half in ends)
    if turn is not None:
        assert _wins(state, make_turn(state.rules, state.position, turn), sides)


def _wins(state: GameState, half: HalfTurn, sides: Sequence[Alignment] | None) -> bool:
    outcome = play(state, half, sides).state.outcome
    return outcome is not None and not outcome.draw and half.mover in outcome.winners


@pytest.mark.parametrize("rules, can", [("modern", True), ("modern own_elimination=forbidden", False)])
def test_one_who_falls_with_the_victim_threatens_where_that_is_legal(rules: str, can: bool) -> None:
    case = _case(rules, BOTH_FALL)
    state = GameState(case.rule_set(), case.read(BOTH_FALL))
    assert eliminating_turn(state, 0, 1) is None
    turn = eliminating_turn(state, 0, 1, surviving=False)
    assert (turn is not None) == can
    if turn is not None:
        assert make_turn(state.rules, state.position, turn).end().eliminated == (0, 1)


def test_good_vs_evil_needs_the_alignments() -> None:
    rules, variant, position = next(row[1:4] for row in WINS if row[2] == "good-vs-evil")
    case = _case(rules, position, variant)
    with pytest.raises(ValueError, match="alignments"):
        winning_turn(GameState(case.rule_set(), case.read(position)))


def test_a_search_that_is_given_up_says_so() -> None:
    text = "<0> A (0, g1b2) r3y1-; B (1, y1b3) -y2y3; V (g3) y3-"
    case = _case("modern", text)
    state = GameState(case.rule_set(), case.read(text))
    with pytest.raises(LimitReached):
        eliminating_turn(state, 0, 1, limit=5)
    assert eliminating_turn(state, 0, 1, limit=100_000) is not None


@pytest.mark.parametrize(
    "variant, position, threat",
    [
        # Seat 1 stands at the door of seat 0 with red, seat 2 does not; then both do.
        ("last-captain-standing", "<0> A (0, y1b2) g1--; B (1, g3y2) -g3-; C (2, b3g1) --g3", None),
        ("last-captain-standing", "<0> A (0, y1b2) g1-r2-; B (1, g3y2) -g3-; C (2, b3g1) --g3", 1),
        ("last-captain-standing", "<0> A (0, y1b2) g1-r2-r2; B (1, g3y2) -g3-; C (2, b3g1) --g3", 1),
        ("sinister", "<0> A (0, y1b2) g1-r2-r2; B (1, g3y2) -g3-; C (2, b3g1) --g3", 2),
        ("sinister", "<0> A (0, y1b2) g1-r2-; B (1, g3y2) -g3-; C (2, b3g1) --g3", 1),
        ("good-vs-evil", "<0> A (0, y1b2) g1--r2; B (1, g3y2) -g3-; C (2, b3g1) --g3", 2),
        # Whoever is out or has not set up threatens nobody.
        ("good-vs-evil", "<0 out 2> A (0, y1b2) g1--r2; B (1, g3y2) -g3-; C (b3g1) --g3", None),
        ("sinister", "<0> A (0, y1b2) g1--; B (1, g3y2) -g3-", None),
    ],
)
def test_the_gravest_threat_is_the_first_in_turn_order_but_the_hunter_in_sinister(
    variant: str, position: str, threat: int | None
) -> None:
    case = TurnCase(position=position, script="", rules="booklet", variant=variant, players=3)
    found = red_alert(GameState(case.rule_set(), case.read(position)), 0)
    assert (found.threat.seat if found.threat else None) == threat and not found.unchecked
    if found.threat:
        half = make_turn(
            case.rule_set(), case.read(position)._replace(mover=found.threat.seat), found.threat.turn
        )
        assert 0 in half.end().eliminated


@pytest.mark.parametrize("rules, threatens", [("modern", True), ("modern own_elimination=forbidden", False)])
def test_a_red_alert_counts_who_falls_too_where_that_is_legal(rules: str, threatens: bool) -> None:
    case = _case(rules, BOTH_FALL)
    assert (red_alert(GameState(case.rule_set(), case.read(BOTH_FALL)), 1).threat is not None) == threatens


@pytest.mark.parametrize("timewarp, threatens", [("", False), (" warp 1:1", True)])
def test_a_red_alert_counts_the_timewarp_of_the_opponent(timewarp: str, threatens: bool) -> None:
    text = f"<0{timewarp}> A (0, y1b2) g1g2-r2; B (1, g3y3) -g3"
    case = _case("booklet", text)
    assert (red_alert(GameState(case.rule_set(), case.read(text)), 0).threat is not None) == threatens


def test_a_red_alert_that_cannot_be_sure_names_the_opponent() -> None:
    text = "<1> A (0, g1b2) r3y1-; B (1, y1b3) -y2y3; V (g3) y3-"
    case = _case("modern", text)
    state = GameState(case.rule_set(), case.read(text))
    assert red_alert(state, 1, limit=5) == (None, (0,))
    assert red_alert(state, 1).threat is not None


@pytest.mark.archive
@pytest.mark.parametrize("part", range(PARTS))
def test_every_recorded_game_won_by_its_last_turn_had_a_win_in_one(part: int) -> None:
    won = [record for record in records() if _won_by_the_last_turn(record)]
    assert len(won) == RECORDED_ENDINGS
    for record in won[part::PARTS]:
        before = [state for _step, state in replay_states(record)][-2]
        before = before._replace(position=before.position._replace(mover=record.winner))
        turn = winning_turn(before)
        assert turn is not None, record.id
        outcome = play(before, make_turn(before.rules, before.position, turn)).state.outcome
        assert outcome is not None and outcome.winners == (record.winner,), record.id


def _won_by_the_last_turn(record: Record) -> bool:
    last = record.steps[-1]
    return record.on_board and not last.departs and last.seat == record.winner
