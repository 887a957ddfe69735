"""Ways from the table and the replay into the sandbox."""

from __future__ import annotations

from board.turn.making import Choosing, Making
from games.models import MarkKind
from games.table.view import RunningTable
from homeworlds.notation import format_turn
from study.trail import bound_by_terms, sandbox_address


def sandbox_link(table: RunningTable, making: Making | None, from_seat: int | None) -> str:
    """Where turns are tried from the position shown, with what is made of a turn there; empty where the
    terms forbid it."""
    seated = table.viewer_seat is not None
    if seated and bound_by_terms(table.game):
        return ""
    at, players = table.at, table.game.players
    number, turn = at.number, ""
    if making is not None and Choosing(text=making.text).fits_address:
        turn = making.text
    if making is None and at.step is not None:
        turn = format_turn(at.turn, players)
        if at.variation is None or at.variation.kind is not MarkKind.WALKED_INTO:
            number -= 1
        elif players > 2:
            # It need not be the next player's turn.
            turn = ""
    return sandbox_address(table.game.public_id, number, turn=turn, from_seat=None if seated else from_seat)
