"""A person's own notes on a game."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from games.models import Game, GameNote
from games.models.private import LONGEST_NOTE
from games.refusals import GameRefusal, GameRefusalCode
from upkeep.clock import database_now


@transaction.atomic
def write_note(*, game: Game, player: Player, text: str, answers: int) -> GameNote:
    """Writes the note anew: `answers` is the number of the one that was changed, 0 before the first.

    The same text again changes nothing. Expects a game of `game_for_viewer`. Locks the note.
    Raises GameRefusal (NOTE_TOO_LONG; NOTE_CHANGED: another one has been written since).
    """
    text = text.replace("\r\n", "\n").strip()
    if len(text) > LONGEST_NOTE:
        raise GameRefusal(GameRefusalCode.NOTE_TOO_LONG, number=len(text) - LONGEST_NOTE)
    now = database_now()
    GameNote.objects.bulk_create([GameNote(game=game, player=player, changed_at=now)], ignore_conflicts=True)
    note = GameNote.objects.select_for_update().get(game=game, player=player)
    if note.text == text:
        return note
    if note.number != answers:
        raise GameRefusal(GameRefusalCode.NOTE_CHANGED)
    note.text, note.number, note.changed_at = text, note.number + 1, now
    note.save(update_fields=["text", "number", "changed_at"])
    return note
