import gzip
import itertools
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots import LEVELS, choose_turn, judge_bot
from bots.budget import Budget
from bots.tests.cast import NAMES, bot, dealt, play_game, still
from homeworlds.notation import format_turn, parse_position
from homeworlds.outcome import Alignment
from homeworlds.records import read_record, replay_states
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState, play
from homeworlds.threats import eliminating_turn
from homeworlds.turn import TurnEnd, make_turn

SHARED = Path(os.environ.get("HOMEWORLDS_SHARED", Path(__file__).parents[2] / ".." / "shared"))
BINARY = preset_rules(Preset.BOOKLET, Variant.BINARY)
JUDGE = bot("judge")


def state_of(variant: Variant, text: str, players: int) -> GameState:
    rules = preset_rules(Preset.BOOKLET, variant)
    return GameState(rules, parse_position(text, rules, NAMES[:players]))


def judged(state: GameState, seed: int = 1, alignment: Alignment | None = None) -> TurnEnd:
    """What the judge's turn leads to."""
    turn = JUDGE(state, random.Random(seed), alignment)
    return make_turn(state.rules, state.position, turn).end()


def test_it_beats_random() -> None:
    wins = 0
    for seed in range(12):
        seat = seed % 2
        players = [bot("random"), bot("random")]
        players[seat] = bot("judge", 400)
        state, _turns = play_game(BINARY, players, seed=seed, most=160)
        wins += state.outcome is not None and state.outcome.winners == (seat,)
    assert wins >= 11


def test_with_turns_enough_it_goes_on_until_it_finds_one_without_danger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing but the pass is judged before the answers are looked at, and after it Bob wins."""
    monkeypatch.setattr(judge_bot, "SINGLES", 0.0)
    monkeypatch.setattr(judge_bot, "LINES", 0.0)
    text = "<0> Alice (0, b1y3) g1g2g3-; Bob (1, r1b3) -g3; Vega (r2) -y1g1"
    state = state_of(Variant.BINARY, text, 2)
    assert eliminating_turn(state, 1, 0)
    walked_into = {}
    for turns in (3, judge_bot.CAREFUL):
        turn = bot("judge", turns)(state, random.Random(1), None)
        after = make_turn(state.rules, state.position, turn).end().position
        walked_into[turns] = eliminating_turn(GameState(state.rules, after), 1, 0) is not None
    assert walked_into == {3: True, judge_bot.CAREFUL: False}


def test_the_last_captain_wins_by_the_fall_of_all_the_others_at_once() -> None:
    """In both homeworlds there are two green ships of Alice and one of the owner: one more is too many."""
    text = "<0> Alice (0, b1y3) g3g3--; Bob (1, r1b3) g1g1-g3-; Carol (2, r2b3) g1g1--g3"
    state = state_of(Variant.LAST_CAPTAIN_STANDING, text, 3)
    turn = bot("judge", 400)(state, random.Random(1), None)
    assert play(state, make_turn(state.rules, state.position, turn)).state.outcome is not None


def endings(most: int) -> Iterator[GameState]:
    """States before the winner's last turn, of games decided on the board."""
    with gzip.open(SHARED / "archive" / "games.jsonl.gz", "rt") as lines:
        records = (read_record(json.loads(line)) for line in lines)
        decided = (record for record in records if record.on_board)
        for record in itertools.islice(decided, most):
            (_step, before), (last, _after) = list(replay_states(record))[-2:]
            if last.seat == record.winner:
                yield before._replace(position=before.position._replace(mover=last.seat))


@pytest.mark.archive
def test_it_finds_the_wins_in_one_of_recorded_games() -> None:
    found = []
    for state in endings(120):
        turn = JUDGE(state, random.Random(1), None)
        outcome = play(state, make_turn(state.rules, state.position, turn)).state.outcome
        found.append(outcome is not None and outcome.winners == (state.position.mover,))
    assert len(found) > 90
    assert sum(found) >= 0.98 * len(found)


THREATENED = "<0> Alice (0, b1y3) g1g2g3-; Bob (1, r1b3) -g3; Vega (r2) -y1g1"
"""Bob may move G1 to Alice and blow up green."""


def test_it_leaves_no_elimination_in_one_when_it_sees_a_way_out() -> None:
    state = state_of(Variant.BINARY, THREATENED, 2)
    assert eliminating_turn(state, 1, 0) is not None
    for seed in range(5):
        after = state._replace(position=judged(state, seed).position)
        assert eliminating_turn(after, 1, 0) is None


BESIEGED = "<0> Alice (0, b1y3) g3---; Bob (1, r1b2) g3r3-g1--; Carol (2, r1b3) --g3-; Dan (3, y1g2) ---g3"
"""Alice's R3 can take Bob's only ship."""


def test_evil_eliminates_anybody_and_good_spares_whom_it_does_not_know() -> None:
    state = state_of(Variant.GOOD_VS_EVIL, BESIEGED, 4)
    assert judged(state, alignment=Alignment.EVIL).eliminated == (1,)
    assert judged(state, alignment=Alignment.GOOD).eliminated == ()


def test_good_eliminates_the_last_evil_player_when_it_is_known() -> None:
    state = state_of(
        Variant.GOOD_VS_EVIL,
        BESIEGED.replace("<0>", "<0 out 2>").replace("Carol (2, r1b3)", "Carol (r1b3)"),
        4,
    )
    revealed = ((1, Alignment.EVIL), (2, Alignment.EVIL))
    fallen = frozenset([1])
    # Two were dealt Evil; one is out, one lives unrevealed, and Bob has fallen.
    assert judged(state._replace(revealed=revealed, fallen=fallen), alignment=Alignment.GOOD).eliminated == (
        1,
    )


def test_sinister_takes_its_target() -> None:
    assert judged(state_of(Variant.SINISTER, BESIEGED, 4)).eliminated == (1,)


def test_the_last_captain_takes_the_last_opponent() -> None:
    text = BESIEGED.replace("<0>", "<0 out 2,3>").replace("(2, ", "(").replace("(3, ", "(")
    assert judged(state_of(Variant.LAST_CAPTAIN_STANDING, text, 4)).eliminated == (1,)


def test_the_alignments_of_others_change_nothing() -> None:
    """Until somebody is eliminated, which reveals."""
    rules = preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL)
    played = []
    for deal in itertools.islice(set(itertools.permutations(dealt(4)[1:])), 3):
        players = [bot("judge", 150), *[bot("random")] * 3]
        alignments = [Alignment.GOOD, *deal]
        _state, turns = play_game(rules, players, seed=4, most=16, alignments=alignments)
        played.append(turns)
    shortest = min(map(len, played))
    assert shortest > 8
    assert all(turns[:shortest] == played[0][:shortest] for turns in played)


def test_the_same_dice_give_the_same_turn() -> None:
    state = state_of(Variant.BINARY, THREATENED, 2)
    for level in ("random", "judge"):
        turns = [choose_turn(state, level=level, rng=random.Random(5), clock=still) for _ in range(2)]
        assert turns[0] == turns[1]


@pytest.mark.parametrize("level", ["random", "judge"])
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.5])
def test_it_stops_when_the_time_is_up(level: str, seconds: float) -> None:
    """Each look at the clock costs a hundredth of a second here."""
    looks = itertools.count()
    state = state_of(Variant.BINARY, THREATENED, 2)
    turn = choose_turn(
        state, level=level, rng=random.Random(1), seconds=seconds, clock=lambda: next(looks) / 100
    )
    assert make_turn(state.rules, state.position, turn).end().turn == turn
    assert next(looks) <= 100 * seconds + 20


@pytest.mark.parametrize("level", ["random", "judge"])
def test_it_judges_no_more_turns_than_it_may(level: str) -> None:
    budget = Budget(300, 1, still)
    LEVELS[level](state_of(Variant.BINARY, THREATENED, 2), random.Random(1), None, budget)
    assert budget.used <= 310


@pytest.mark.parametrize("level", ["random", "judge"])
def test_it_passes_when_nothing_else_can_be_done(level: str) -> None:
    """No power but red, nobody to attack, and every sacrifice would be the last ship at home."""
    state = state_of(Variant.BINARY, "<0> Alice (0, r1r2) r3-; Bob (1, r1b3) -g3", 2)
    for seed in range(3):
        turn = choose_turn(state, level=level, rng=random.Random(seed), clock=still)
        assert format_turn(turn, 2) == "pass"
