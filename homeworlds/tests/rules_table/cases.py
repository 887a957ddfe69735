"""What a case is and how it is run.

A script is a list of turns with ` / ` between them; `resign 2` and `time 2` are departures of a seat.
A rule set is a preset and options: `modern attack=smaller fallen_good=true`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from homeworlds.notation import format_turn, parse_position, parse_turn
from homeworlds.outcome import Alignment, Departure, Outcome
from homeworlds.pieces import PIECES
from homeworlds.position import Position
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules, with_options
from homeworlds.state import GameState, Played, begin, depart, play
from homeworlds.turn import HalfTurn

NAMES = "ABCDEF"
MIDWAY = "…"
"""At the end of a script: the last turn is not ended."""


@dataclass(frozen=True, kw_only=True)
class TurnCase:
    position: str
    script: str
    rules: str = "modern"
    variant: str | None = None
    players: int | None = None
    alignments: str | None = None
    departed: tuple[int, ...] = ()
    fallen: tuple[int, ...] = ()
    code: RefusalCode | None = None
    after: str | None = None
    shows: str | None = None
    """Systems that are there afterwards, with `; ` between them."""
    gone: str = ""
    """Names of systems that are not there afterwards."""
    eliminated: tuple[int, ...] = ()
    """By the last entry of the script."""
    outcome: str | None = None
    """`win 0 last-player` or `draw 0,1 all-eliminated`."""
    revealed: str | None = None
    """`0G 2E`."""
    evil_left: int | None = None
    canonical: str | None = None

    def __str__(self) -> str:
        return f"{self.position} | {self.script}"

    def seats(self) -> int:
        if self.players is not None:
            return self.players
        systems = re.findall(r"\) ([rygb123-]+)", self.position)
        return systems[0].count("-") + 1 if systems else 2

    def rule_set(self) -> RuleSet:
        preset, *options = self.rules.split()
        default = Variant.BINARY if self.seats() == 2 else Variant.LAST_CAPTAIN_STANDING
        variant = Variant(self.variant) if self.variant else default
        pairs = dict(option.split("=") for option in options)
        values = {name: value == "true" if name == "fallen_good" else value for name, value in pairs.items()}
        return with_options(preset_rules(Preset(preset), variant), values)

    def read(self, text: str) -> Position:
        return parse_position(text, self.rule_set(), tuple(NAMES[: self.seats()]))


Fact: TypeAlias = Callable[[], None]
"""Asserts what no single turn shows."""
Case: TypeAlias = TurnCase | Fact


@dataclass(frozen=True)
class Sentence:
    number: str
    digest: str
    """Of the sentence as the rules page words it: another wording asks for another look here."""
    title: str
    source: str
    """The documents 000 to 004 it comes from, or the rules page itself."""
    accepted: tuple[Case, ...]
    refused: tuple[Case, ...] = ()


def ok(position: str, script: str, after: str | None = None, **expected: object) -> TurnCase:
    """A script that is accepted, and what comes of it."""
    return TurnCase(position=position, script=script, after=after, **expected)  # type: ignore[arg-type]


def no(position: str, script: str, code: RefusalCode, **given: object) -> TurnCase:
    """A script whose last turn is refused."""
    return TurnCase(position=position, script=script, code=code, **given)  # type: ignore[arg-type]


def run(case: TurnCase) -> tuple[GameState, Played | None, HalfTurn | None]:
    """Plays the script. Raises Refusal. The half-made turn is the last one when it is not ended."""
    state = GameState(
        case.rule_set(),
        case.read(case.position),
        departed=frozenset(case.departed),
        fallen=frozenset(case.fallen),
    )
    sides = None if case.alignments is None else [Alignment(letter) for letter in case.alignments]
    played: Played | None = None
    for entry in case.script.split(" / "):
        word, _, seat = entry.partition(" ")
        if word in ("resign", "time"):
            cause = Departure.TIME if word == "time" else Departure.RESIGNATION
            played = depart(state, int(seat), cause, sides)
        else:
            half = begin(state)
            for action in parse_turn(entry.removesuffix(MIDWAY), case.seats()):
                half = half.then(action)
                assert_conserved(half.position, case.rule_set())
            if entry.endswith(MIDWAY):
                return state, None, half
            played = play(state, half, sides)
        state = played.state
        assert_conserved(state.position, case.rule_set())
    return state, played, None


def check_accepted(case: TurnCase) -> None:
    state, played, half = run(case)
    position = half.position if half else state.position
    if case.after is not None:
        assert _in_any_order(position) == _in_any_order(case.read(case.after))
    if case.shows is not None:
        shown = case.read(f"<{position.mover}> {case.shows}").systems
        assert set(shown) <= set(position.systems)
    for name in case.gone.split():
        assert position.find(name) is None, name
    if played is None:
        return
    assert played.eliminated == case.eliminated
    assert _outcome_text(state.outcome) == case.outcome
    if case.revealed is not None:
        assert " ".join(f"{seat}{side}" for seat, side in state.revealed) == case.revealed
    if case.evil_left is not None:
        assert state.evil_left() == case.evil_left
    if case.canonical is not None:
        assert format_turn(played.turn, case.seats()) == case.canonical


def check_refused(case: TurnCase) -> None:
    assert case.code is not None
    assert_refused(case.code, lambda: run(case))


def assert_refused(code: RefusalCode, attempt: Callable[[], object]) -> None:
    with pytest.raises(Refusal) as caught:
        attempt()
    assert caught.value.code == code
    assert caught.value.sentence


def assert_conserved(position: Position, rules: RuleSet) -> None:
    """Bank, stars and ships together are every piece of the game."""
    counts = list(position.bank)
    for system in position.systems:
        for piece in system.stars:
            counts[piece] += 1
        for _owner, ship in system.ships():
            counts[ship] += 1
    assert counts == [rules.pieces_of_each_kind(position.players)] * len(PIECES)
    assert min(position.bank) >= 0


def _in_any_order(position: Position) -> Position:
    return position._replace(systems=tuple(sorted(position.systems, key=lambda system: system.name)))


def _outcome_text(outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    word = "draw" if outcome.draw else "win"
    return f"{word} {','.join(map(str, outcome.winners))} {outcome.termination}"
