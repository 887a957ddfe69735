"""Games from other sites and out of lists of turns, as records: read by the library, finished, and whole."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from board.words.refusals import sentence
from games.models import EntryKind
from homeworlds.foreign.reading import FORMATS, SNIFFED, read_records
from homeworlds.foreign.table import ForeignGame
from homeworlds.foreign.writing import to_json
from homeworlds.outcome import Departure
from homeworlds.records import RecordError
from homeworlds.refusals import Refusal
from records.recorded import RecordedEntry, RecordedGame, RecordedSeat
from records.refusals import NotARecord

_KINDS = {Departure.RESIGNATION: EntryKind.RESIGNATION, Departure.TIME: EntryKind.TIME}
SURE = 0.3
"""How sure a format has to be of a text that is not JSON."""


def lines_of_foreign(text: str) -> Iterator[str] | None:
    """The games of a text as JSON, a line each; None when it is in no format that is known. Raises
    NotARecord."""
    if all(form.sniff(text[:SNIFFED]) < SURE for form in FORMATS):
        return None
    return map(to_json, _games(text))


def read_foreign(text: str) -> RecordedGame:
    """The first game of a text. Raises NotARecord."""
    game = next(iter(_games(text)), None)
    if game is None:
        raise NotARecord("This is no record: it has neither a format nor turns.")
    if game.unread:
        first = game.unread[0]
        raise NotARecord(f"Line {first.line}: {first.why}")
    log = [
        RecordedEntry(EntryKind.TURN, move.seat, move.text)
        if move.departure is None
        else RecordedEntry(_KINDS[move.departure], move.seat)
        for move in game.moves
    ]
    if game.state.outcome is None:
        log += _left(game)
    digest = hashlib.blake2b(to_json(game).encode(), digest_size=8).hexdigest()
    return RecordedGame(
        link=f"{game.format}:{digest}",
        title=f"{game.format} {game.title}".strip(),
        rules=game.rules,
        preset=None,
        seats=tuple(
            [RecordedSeat(name=name, one_star=seat in game.one_star) for seat, name in enumerate(game.names)]
        ),
        log=tuple(log),
    )


def _left(game: ForeignGame) -> list[RecordedEntry]:
    """Who was left by the others has won: they resign."""
    if not game.winners or game.draw:
        raise NotARecord("Only finished games can be imported, and this one is not finished.")
    losers = [seat for seat in game.state.position.living if seat not in game.winners]
    return [RecordedEntry(EntryKind.RESIGNATION, seat) for seat in losers]


def _games(text: str) -> list[ForeignGame]:
    try:
        return list(read_records(text))
    except RecordError as error:
        raise NotARecord(f"{error}.") from error
    except Refusal as refusal:
        raise NotARecord(sentence(refusal)) from refusal
