"""Whatever a file holds of games, by the format that knows its beginning best."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import IO, Final, NamedTuple

from homeworlds.foreign import abstract_play, arena, live, own, plain, sdg
from homeworlds.foreign.table import ForeignGame
from homeworlds.reading.decoding import decoded
from homeworlds.reading.plain import cleaned
from homeworlds.records import RecordError

MOST_CHARACTERS: Final = 40_000_000
LONGEST_LINE: Final = 20_000
"""Of a text; games as JSON stand on one line, which may be longer."""
LONGEST_JSON: Final = 2_000_000
MOST_LINES: Final = 60_000
"""Of a text that is not JSON."""
SNIFFED: Final = 1024
_MANY_BLANKS: Final = re.compile(r" {5,}")


class Format(NamedTuple):
    """A module: a new format is one such file and its test."""

    name: str
    sniff: Callable[[str], float]
    """How sure it is, from 0 to 1, by the first kilobyte."""
    read: Callable[[str], Iterator[ForeignGame]]
    """The games of a text. Raises RecordError, whose sentence says why there are none."""


FORMATS: Final = (
    Format(own.NAME, own.sniff, own.read),
    Format(sdg.NAME, sdg.sniff, sdg.read),
    Format(abstract_play.NAME, abstract_play.sniff, abstract_play.read),
    Format(live.NAME, live.sniff, live.read),
    Format(arena.NAME, arena.sniff, arena.read),
    Format(plain.NAME, plain.sniff, plain.read),
)


def read_records(source: IO[str] | IO[bytes] | str | bytes) -> Iterator[ForeignGame]:
    """The games of a text in any format that is known, each as far as it can be understood: its `unread`
    says what not, where and why. A stream is read to its end.

    Raises RecordError: nothing of it is a game.

    >>> (game,) = read_records("1. Ann: hw r1 b2 g3\\n2. Bob: hw y1 b3 g3\\n3. Ann: grow green\\n4. Bob: fly")
    >>> game.names, game.turns
    (('Ann', 'Bob'), ['homeworld R1 B2 G3', 'homeworld Y1 B3 G3', 'build G1 Ann'])
    >>> game.unread[0].line, game.unread[0].why[:23]
    (4, '“fly” is not an action.')
    """
    data = source if isinstance(source, str | bytes) else source.read(MOST_CHARACTERS + 1)
    text = decoded(data) if isinstance(data, bytes) else data
    if len(text) > MOST_CHARACTERS:
        raise RecordError(f"The text is too long: nothing over {MOST_CHARACTERS:,} characters is read")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    beginning = text[:SNIFFED]
    is_json = beginning.lstrip().startswith(("{", "["))
    _check_lines(text, is_json=is_json)
    if not is_json:
        text = _MANY_BLANKS.sub("    ", cleaned(text))
    best = max(FORMATS, key=lambda form: form.sniff(beginning))
    if best.sniff(beginning) == 0.0:
        best = FORMATS[-1]
    return best.read(text)


def _check_lines(text: str, *, is_json: bool) -> None:
    longest, lines = LONGEST_JSON if is_json else LONGEST_LINE, text.split("\n")
    if not is_json and len(lines) > MOST_LINES:
        raise RecordError(f"The text has {len(lines):,} lines, and nothing over {MOST_LINES:,} is read")
    for number, line in enumerate(lines, start=1):
        if len(line) > longest:
            raise RecordError(
                f"Line {number} has {len(line):,} characters; {longest:,} are enough for any game"
            )
