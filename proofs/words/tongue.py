"""Does whatever is typed come to a turn or to a sentence, and to the same turn again?

A million texts (--texts, --seed): turns of random games in canonical form, which have to be read as they were
meant; the same damaged, in words, with marks nobody sees; and words by lot. Nothing may be raised but a
refusal with its sentence, and what was read is written, and read again as the same.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from homeworlds.actions import Turn
from homeworlds.notation import VOCABULARIES, format_turn, parse_turn
from homeworlds.reading.turns import read_turn
from homeworlds.refusals import Refusal
from homeworlds.renaming import renamed_position
from homeworlds.state import GameState, begin
from homeworlds.tests.samples import sample
from homeworlds.turn import HalfTurn
from proofs.kit.options import options

TEXTS_OF_A_POSITION: Final = 40
LONGEST_SHOWN: Final = 10
UGLY: Final = (
    "G1 r 2 And then -> to at red small build B 12. a|b [x] {y} Qo'nos pass s'Bob Seat-1 3) *  Мира 天狼 é # "
    "// Ann: x,y hw @1 r1@0 - -- The vert de contre c sac 1"
).split()
"""Names of systems and players that look like something else."""
MARKS: Final = "\ufeff\u200b\u00ad\u00a0\u3000\u2028\r\n\t;|,.()[]{}#/->=’'\"@:!１ｇаеѕ\x00\ud800é𝔾"

Read = Callable[[str, GameState], HalfTurn]


class Text(NamedTuple):
    text: str
    meant: Turn | None
    """What it must be read as; None where anything may come of it."""


def states(dice: Random) -> Iterator[GameState]:
    """Positions of random games, half of them with names that ask for trouble."""
    while True:
        number = 3 * dice.randrange(100_000) + dice.choice((1, 2))
        state = sample(number).state
        position = state.position
        if dice.random() < 0.5:
            names = dict.fromkeys([*position.names, *[system.name for system in position.systems]])
            ugly = dice.sample(UGLY, min(len(names), len(UGLY)))
            position = renamed_position(position, dict(zip(names, ugly, strict=False)))
        yield state._replace(position=position)


def texts(state: GameState, dice: Random) -> Iterator[Text]:
    """Of this position, without end."""
    words = _words(state)
    while True:
        turn = _turn(state, dice)
        canonical = format_turn(turn, state.position.players)
        kind = dice.random()
        if kind < 0.2:
            yield Text(canonical, turn)
        elif kind < 0.4:
            yield Text("".join(_damaged(list(canonical), MARKS, dice)), None)
        elif kind < 0.7:
            yield Text(" ".join(_damaged(canonical.split(" "), words, dice)), None)
        elif kind < 0.95:
            yield Text(" ".join(dice.choices(words, k=dice.randrange(1, 12))), None)
        else:
            yield Text("".join(dice.choices(MARKS + canonical, k=dice.randrange(60))), None)


def _turn(state: GameState, dice: Random) -> Turn:
    """Some steps by lot; it need not be one that may end there."""
    half = begin(state)
    for _ in range(dice.choice((1, 1, 2, 4))):
        if steps := list(half.legal_actions()):
            half = half.then(dice.choice(steps))
    return half.turn


def _words(state: GameState) -> list[str]:
    said = [word for words in VOCABULARIES for table in words for word in table]
    names = [*state.position.names, *[system.name for system in state.position.systems]]
    verbs = "build trade move discover attack sacrifice catastrophe pass homeworld b t m d a s c p h".split()
    pieces = "g1 G1 1g r y2 3 b3 small red".split()
    return [*said, *names * 6, *verbs * 6, *pieces * 8, *";|,", ",", "->", "1.", "(good", "#", "resign", "@1"]


def _damaged(parts: list[str], others: Sequence[str], dice: Random) -> list[str]:
    """Signs or words are left out, put in, put in the place of another, or shuffled."""
    for _ in range(dice.randrange(1, 4)):
        at, kind = dice.randrange(len(parts) + 1), dice.randrange(4)
        if kind == 3:
            dice.shuffle(parts)
        else:
            parts[at : at + (kind != 1)] = [dice.choice(others)] if kind else []
    return parts


def wrong_with(text: Text, state: GameState, read: Read = read_turn) -> str:
    """What must not be; empty when all is well. Anything but a refusal is raised on."""
    players = state.position.players
    try:
        half = read(text.text, state)
    except Refusal as refusal:
        if text.meant is not None:
            return f"refused: {refusal}"
        return "" if refusal.sentence and len(refusal.sentence) < 5_000 else "a refusal without its sentence"
    if text.meant is not None and half.turn != text.meant:
        return f"read as {format_turn(half.turn, players)}"
    canonical = format_turn(half.turn, players)
    if format_turn(parse_turn(canonical, players), players) != canonical:
        return f"{canonical} is not written as it is read"
    if read(canonical, state).turn != half.turn:
        return f"{canonical} is read otherwise than written"
    return ""


def run(number: int, seed: int, read: Read = read_turn) -> tuple[Counter[str], list[str]]:
    """How many came to what, and what must not be."""
    dice, counted, wrong = Random(f"tongue {seed}"), Counter[str](), list[str]()
    for state in states(dice):
        for text, _ in zip(texts(state, dice), range(TEXTS_OF_A_POSITION), strict=False):
            counted["texts"] += 1
            try:
                found = wrong_with(text, state, read)
            except Exception as error:  # noqa: BLE001 - that there is none is what is to be shown
                counted["exceptions"] += 1
                found = repr(error)
            if found:
                wrong.append(f"{text.text!r} at {state.position!r}: {found}")
        if counted["texts"] >= number:
            return counted, wrong
    raise AssertionError("positions never end")


def main() -> int:
    chosen = options("tongue", __doc__, texts=1_000_000, seed=0).parse_args()
    began = time.monotonic()
    counted, wrong = run(chosen.texts, chosen.seed)
    for line in wrong[:LONGEST_SHOWN]:
        print(line)
    said = f"{counted['texts']:,} texts, {counted['exceptions']} exceptions, {len(wrong)} wrong"
    print(f"{said}; {time.monotonic() - began:.0f} seconds")
    return 1 if wrong else 0
