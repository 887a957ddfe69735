"""Ways from the table and the replay into the sandbox."""

from __future__ import annotations

from board.turn.making import Making
from games.models import MarkKind
from games.table.view import TableView
from homeworlds.notation import format_turn
from study.trail import bound_by_terms, sandbox_address


def sandbox_link(view: TableView, making: Making | None, from_seat: int | None) -> str:
    """Where turns are tried from the position shown, with what is made of a turn there; empty where the
    terms forbid it, and before the start."""
    seated = view.viewer_seat is not None
    if view.state is None or (seated and bound_by_terms(view.game)):
        return ""
    number, turn = _start(view, making)
    return sandbox_address(view.game.public_id, number, turn=turn, from_seat=None if seated else from_seat)


def _start(view: TableView, making: Making | None) -> tuple[int, str]:
    """The entry after which it begins, and the turn in the making."""
    players = view.game.players
    if making is not None:
        return view.shown, making.text
    if view.step is None:
        return view.shown, ""
    turn = format_turn(view.last_turn, players)
    if view.variation is not None and view.variation.kind is MarkKind.WALKED_INTO:
        # With more than two it need not be the next player's turn.
        return view.shown, turn if players == 2 else ""
    return view.shown - 1, turn
