"""Replays recorded games and tells which do not reach their recorded end."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from homeworlds.commands.encoded import lines_of
from homeworlds.records import Record, RecordError, check_record, read_record
from homeworlds.refusals import Refusal


def run(file: Path, report: TextIO) -> int:
    """Reads JSON lines, gzip or plain. The exit code: 0 when every game replayed, 1 otherwise."""
    on_board = left = games = 0
    for number, line in enumerate(_lines(file), start=1):
        games += 1
        try:
            record = _replayed(line)
        except RecordError as failure:
            report.write(f"{file.name}:{number}: {failure}\n")
            continue
        on_board += record.on_board
        left += not record.on_board
    report.write(f"on the board, to the recorded winner: {on_board}\n")
    report.write(f"left by the others, with the recorded winner alive: {left}\n")
    report.write(f"{on_board + left} of {games} games replayed to their recorded end\n")
    return 0 if on_board + left == games else 1


def _lines(file: Path) -> Iterator[str]:
    with file.open("rb") as raw:
        zipped = raw.read(2) == b"\x1f\x8b"
    with gzip.open(file) if zipped else file.open("rb") as data:
        for line in lines_of(data):
            if line.strip():
                yield line


def _replayed(line: str) -> Record:
    """The game, replayed to its end. Raises RecordError."""
    try:
        record = read_record(json.loads(line))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise RecordError(f"not a recorded game: {error!r}") from error
    try:
        check_record(record)
    except Refusal as refusal:
        raise RecordError(f"game {record.id}, step {refusal.step}: {refusal}") from refusal
    except RecordError as error:
        raise RecordError(f"game {record.id}: {error}") from error
    return record
