"""Reads games of any format and writes them in another; what could not be read is told apart."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final, TextIO

from homeworlds.foreign.reading import MOST_CHARACTERS, read_records
from homeworlds.foreign.table import ForeignGame
from homeworlds.foreign.writing import WRITERS
from homeworlds.records import RecordError
from homeworlds.refusals import Refusal

FORMATS: Final = tuple(WRITERS)


def run(file: Path, form: str, out: TextIO, told: TextIO) -> int:
    """The exit code: 0 when all was read, 1 otherwise. Raises OSError."""
    games = unread = 0
    try:
        for game in read_records(_bytes(file)):
            games += 1
            out.write(WRITERS[form](game))
            unread += bool(game.unread)
            _tell(game, told)
    except (RecordError, Refusal) as error:
        told.write(f"{file.name}: {error}\n")
        return 1
    told.write(f"{games - unread} of {games} games read to their end\n")
    return 1 if unread or not games else 0


def _tell(game: ForeignGame, told: TextIO) -> None:
    called = f"{game.format} {game.title}".strip()
    for unread in game.unread:
        told.write(
            f"{called}, line {unread.line}: {unread.why}" + (f" [{unread.text}]\n" if unread.text else "\n")
        )


def _bytes(file: Path) -> bytes:
    """No more than is read, also of what gzip would swell to."""
    with file.open("rb") as raw:
        zipped = raw.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(file) if zipped else file.open("rb") as data:
            return data.read(4 * MOST_CHARACTERS)
    except (EOFError, gzip.BadGzipFile) as error:
        raise RecordError("The file is no whole gzip") from error
