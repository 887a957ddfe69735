"""Positions of the tests of pictures: short to write, and those of the recorded games."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from homeworlds.actions import Pass
from homeworlds.notation import parse_position
from homeworlds.pieces import Piece, find_piece
from homeworlds.position import Position
from homeworlds.records import Step
from homeworlds.rules import Preset, Variant, preset_rules

RULES = preset_rules(Preset.MODERN, Variant.BINARY)
FOUR = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)


def piece(text: str) -> Piece:
    found = find_piece(text)
    assert found is not None
    return found


def position_of(text: str, names: tuple[str, ...] = ("Ann", "Ben")) -> Position:
    return parse_position(text, RULES if len(names) == 2 else FOUR, names)


def recorded_games(shared: Path, number: int) -> Iterator[dict[str, object]]:
    """Those of more than two seats first, then some of two."""
    with gzip.open(shared / "archive" / "games.jsonl.gz", "rt") as lines:
        records = [json.loads(line) for line in lines]
    records.sort(key=lambda record: (record["n"] == 2, record["id"] * 7919 % 1009))
    return islice(records, number)


def passed_before_setup(step: Step, position: Position) -> bool:
    """The old server let a player do so; our rules do not."""
    return step.turn == (Pass(),) and position.homeworld(step.seat) is None
