"""Good vs Evil: whether a bot's turns tell its side before it acts on it. In early and quiet positions the
mover is asked once as Good and once as Evil, by the same dice."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from bots.fitting.regression import fit
from bots.thinking import STRENGTHS, Asked
from homeworlds.outcome import Alignment
from homeworlds.position import Position
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState, play, start_game
from homeworlds.turn import make_turn
from proofs.bots.features import features
from proofs.bots.running import NAMES, Choose, common, dealt, lines_of, thinking
from proofs.bots.shares import SURE, Apart, Share

RULES: Final = preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL)
SIDES: Final = (Alignment.GOOD, Alignment.EVIL)
NODES: Final = 3000
SECONDS: Final = 60.0
LEADING: Final = (2, 3)
"""Levels that play up to the position."""
LATEST: Final = 8
"""Turns of each seat before it, at most."""
PARTS: Final = 10
FIRMNESS: Final = 5.0


class Quiet(NamedTuple):
    """A position of a game in which nobody has shown his side."""

    state: GameState
    before: tuple[Position, ...]


class Task(NamedTuple):
    number: int
    seed: int
    levels: Sequence[int]
    nodes: int


def reach(task: Task, choose: Choose) -> Quiet:
    """The position of this number: some turns of a game of bots from its start."""
    attempt = 0
    while True:
        dice = Random(f"secret {task.seed} {task.number} {attempt}")
        found = _try(task, dice, choose)
        if found is not None:
            return found
        attempt += 1


def _try(task: Task, dice: Random, choose: Choose) -> Quiet | None:
    players = dice.randint(3, 6)
    sides = dealt(players, dice)
    state = start_game(RULES, NAMES[:players], first=dice.randrange(players))
    level = dice.choice(LEADING)
    before: list[Position] = []
    for _turn in range(dice.randint(0, LATEST * players)):
        alignment = sides[state.position.mover]
        asked = Asked(state, alignment, tuple(before), seed=task.number, nodes=task.nodes, seconds=SECONDS)
        half = make_turn(state.rules, state.position, choose(level, asked))
        before.append(state.position)
        state = play(state, half, sides).state
        if state.outcome is not None or state.revealed:
            return None
    return Quiet(state, tuple(before))


def compare(task: Task, choose: Choose) -> dict[str, Any]:
    """The line to keep: for each level what could be read from both turns."""
    quiet = reach(task, choose)
    state = quiet.state
    levels = {}
    for level in task.levels:
        asked = Asked(state, None, quiet.before, seed=task.number, nodes=task.nodes, seconds=SECONDS)
        turns = [choose(level, asked._replace(alignment=side)) for side in SIDES]
        ends = [make_turn(state.rules, state.position, turn).end() for turn in turns]
        levels[str(level)] = {
            "differs": ends[0].position != ends[1].position,
            "acts": any(end.eliminated for end in ends),
            "read": [features(state, turn) for turn in turns],
        }
    return {"number": task.number, "players": state.position.players, "levels": levels}


def work(task: Task) -> dict[str, Any]:
    return compare(task, thinking)


def guess(pairs: Sequence[Sequence[Sequence[float]]]) -> Apart:
    """How often a side is guessed right more than by a coin: by logistic regression, which foretells each
    tenth of the positions by the others. Each position is there twice, Good and Evil; where both turns read
    the same one of both guesses is right."""
    numpy = importlib.import_module("numpy")
    rows = numpy.array([row for pair in pairs for row in pair])
    evil = numpy.array([side is Alignment.EVIL for _pair in pairs for side in SIDES])
    parts = numpy.repeat(numpy.arange(len(pairs)) % PARTS, 2)
    logits = numpy.zeros(len(evil))
    for part in range(PARTS):
        own = parts == part
        logits[own] = rows[own] @ fit(rows[~own], evil[~own], FIRMNESS)
    right = ((logits > 0) == evil).reshape(-1, 2).mean(axis=1)
    value, reach = float(right.mean()) - 0.5, SURE * float(right.std(ddof=1)) / math.sqrt(len(pairs))
    return Apart(value, value - reach, value + reach)


def told(level: int, lines: Sequence[Mapping[str, Any]]) -> str:
    found = [line["levels"][str(level)] for line in lines]
    quiet = [each for each in found if not each["acts"]]
    differs = Share(sum([each["differs"] for each in quiet]), len(quiet))
    guessed = guess([each["read"] for each in quiet]) if len(quiet) >= 2 * PARTS else "too few positions"
    return (
        f"level {level}: another turn as Evil than as Good in {differs}; "
        f"a classifier beats guessing by {guessed}; {len(found) - len(quiet)} times somebody was eliminated"
    )


def main() -> int:
    options = common("bots-secret", __doc__, positions=1000, nodes=(NODES, "of each turn"))
    options.add_argument("--levels", type=int, nargs="*", default=list(STRENGTHS))
    given = options.parse_args()
    terms = {"proof": "bots-secret", "levels": given.levels}
    tasks = (Task(number, given.seed, given.levels, given.nodes) for number in range(given.positions))
    done = {}
    for line in lines_of(given, terms, tasks, work, given.positions):
        done[line["number"]] = line
        if len(done) % 100 == 0:
            print(f"{len(done)} positions", flush=True)
    lines = [done[number] for number in sorted(done)]
    print(f"bots-secret: {len(lines)} positions of three to six players, nobody's side known")
    for level in given.levels:
        print(told(level, lines))
    return 0
