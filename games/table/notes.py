"""A person's own notes on a game, for that person alone."""

from __future__ import annotations

from dataclasses import dataclass

from games.access import Viewer
from games.models import Game, GameNote


@dataclass(frozen=True, slots=True)
class NoteView:
    public_id: str
    text: str
    number: int
    """Of the note that is changed; 0 before the first."""


def note_for(game: Game, viewer: Viewer) -> NoteView | None:
    """None for visitors without an account. One query."""
    if viewer.is_anonymous:
        return None
    note = GameNote.objects.filter(game=game, player=viewer).first()
    if note is None:
        return NoteView(game.public_id, "", 0)
    return NoteView(game.public_id, note.text, note.number)
