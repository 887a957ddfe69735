"""Replays recorded games and tells which do not reach their recorded end."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from homeworlds.records import RecordError, check_record, read_record
from homeworlds.refusals import Refusal


def run(file: Path, report: TextIO) -> int:
    """Reads JSON lines, gzip or plain. The exit code: 0 when every game replayed, 1 otherwise."""
    replayed = games = 0
    for number, line in enumerate(_lines(file), start=1):
        games += 1
        failure = _failure(line)
        if failure is None:
            replayed += 1
        else:
            report.write(f"{file.name}:{number}: {failure}\n")
    report.write(f"{replayed} of {games} games replayed to their recorded end\n")
    return 0 if replayed == games else 1


def _lines(file: Path) -> Iterator[str]:
    with file.open("rb") as raw:
        zipped = raw.read(2) == b"\x1f\x8b"
    with gzip.open(file, "rt", encoding="utf-8") if zipped else file.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield line


def _failure(line: str) -> str | None:
    try:
        record = read_record(json.loads(line))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        return f"not a recorded game: {error!r}"
    try:
        check_record(record)
    except Refusal as refusal:
        return f"game {record.id}, step {refusal.step}: {refusal}"
    except RecordError as error:
        return f"game {record.id}: {error}"
    return None
