"""Positions of games of two players, as numbers, and whether who has just moved went on to win."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from bots.arena.openings import NAMES
from bots.core import RoomUsedUp
from bots.core.features import FULL
from bots.core.searcher import Searcher
from homeworlds.notation import parse_position, parse_turn
from homeworlds.position import Position
from homeworlds.records import read_record, replay_states
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules, with_options
from homeworlds.state import GameState, play
from homeworlds.turn import make_turn

PARTS: Final = 5
"""Each part of the games measures a fit to the others."""


class Example(NamedTuple):
    features: list[int]
    """How much more the seat has that has just moved."""
    late: float
    """From 0, the beginning, to 1."""
    won: bool
    part: int


class _Game(NamedTuple):
    name: str
    rules: RuleSet
    positions: Iterator[Position]
    winner: int


def gather(files: list[Path], searcher: Searcher) -> Iterator[Example]:
    """The quiet positions: both have set up and the seat to move has no win in one, which the search sees by
    itself. Files of recorded games and results of the arena, JSON lines, gzip or plain; draws are passed
    over. One game is in memory at a time."""
    for file in files:
        with gzip.open(file, "rt") if file.suffix == ".gz" else file.open() as lines:
            for number, line in enumerate(lines):
                game = _read(json.loads(line), f"{file.name} {number}")
                if game is not None:
                    yield from _examples(game, searcher)


def _examples(game: _Game, searcher: Searcher) -> Iterator[Example]:
    part = zlib.crc32(game.name.encode()) % PARTS
    for position in game.positions:
        mover, waiting = position.mover, 1 - position.mover
        if position.out or position.homeworld(0) is None or position.homeworld(1) is None:
            continue
        try:
            if searcher.eliminates(game.rules, position, mover, waiting):
                continue
        except RoomUsedUp:
            continue
        features, ships = searcher.features(game.rules, position)
        yield Example(features, min(ships, FULL) / FULL, game.winner == waiting, part)


def _read(line: dict[str, Any], name: str) -> _Game | None:
    """None: not of two players, or a draw."""
    if "terms" in line:
        return _played(line, name)
    if line["n"] != 2:
        return None
    record = read_record(line)
    positions = (state.position for _step, state in replay_states(record))
    return _Game(str(record.id), record.rules, positions, record.winner)


def _played(line: dict[str, Any], name: str) -> _Game | None:
    """Both games of an opening belong to one part."""
    if line["points"] == 0.5 or line["why"].startswith("lost by"):
        return None
    rules = with_options(preset_rules(Preset.BOOKLET, Variant.BINARY), line["terms"]["rules"])
    seat = line["seat"] if line["points"] == 1 else 1 - line["seat"]
    return _Game(f"{name[:-1]} {line['opening']}", rules, _positions(line, rules), seat)


def _positions(line: dict[str, Any], rules: RuleSet) -> Iterator[Position]:
    state = GameState(rules, parse_position(line["opening"], rules, NAMES))
    for text in line["turns"]:
        yield state.position
        state = play(state, make_turn(rules, state.position, parse_turn(text, 2))).state
