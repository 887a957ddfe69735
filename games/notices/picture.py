"""The table in a mail: as its reader sees it, drawn when the mail is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from board.map.places import Places
from board.map.snapshot import Snapshot
from board.picture.pixels import draw_pixels
from board.picture.sheet import draw_letter
from games.log.moments import outcome_of, state_of
from games.models import EntryKind, Game, LogEntry, Seat
from homeworlds.notation import parse_turn
from notices.kinds import Drawing
from upkeep.kept.compiled_query import CompiledQuery

ZOOM: Final = 0.75
"""Three pixels for two where it is shown widest; phones, which have more, show it smaller."""


def drawing_of(game: Game, seats: Sequence[Seat], viewer: int, words: str) -> Drawing:
    """The present, with what the last turn touched; `words` stand for it where it is not shown."""
    played = next(iter(_LAST_PLAYED(game.pk)), None)
    last = played if played and played.kind == EntryKind.TURN else None
    table = Snapshot(
        state_of(game, seats).position,
        Places.from_json(game.places),
        parse_turn(last.text, len(seats)) if last else (),
        last.seat if last else None,
        over=outcome_of(game) is not None,
    )
    picture = draw_letter(table, names=[seat.shown_name for seat in seats], viewer=viewer, title=words)
    return Drawing(draw_pixels(picture.svg, zoom=ZOOM), words, picture.width // 2, picture.height // 2)


_LAST_PLAYED: Final = CompiledQuery(
    lambda game: LogEntry.objects.filter(game=game).played().order_by("-number")[:1], int
)
