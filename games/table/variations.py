"""What was not played: the turn that a mark or an analysis speaks of, step by step, from where it could have
been made."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404
from django.urls import reverse

from board.map.places import place_turn, settle
from board.map.traces import traces_of
from games.access import Viewer
from games.models import BETTER, Analysis, Game, MarkKind
from games.table.analysis.balance import judged_turns, rows_of
from games.table.hindsight import MarkView
from games.table.looking_back import seat_query
from games.table.view import RunningTable, Shown, movers_of, running_table
from homeworlds.notation import parse_turn
from homeworlds.turn import make_turn


def variation_at(game: Game, viewer: Viewer, *, number: int, kind: str, step: int) -> RunningTable:
    """The table with `step` actions of the turn that a mark at entry `number` speaks of, or an analysis.

    Raises Http404: the game is not over, there is no such mark, or no such action.
    """
    if not 1 <= number <= game.log_number:
        raise Http404
    before = running_table(game, viewer, number if kind == MarkKind.WALKED_INTO else number - 1)
    mark = _better(before, number) if kind == BETTER else _mark(before, number, kind)
    if mark is None or mark.seat is None:
        raise Http404
    actions = parse_turn(mark.text, game.players)
    if not 0 <= step <= len(actions):
        raise Http404
    start = before.at
    half = make_turn(before.rules, start.position._replace(mover=mark.seat), actions[:step])
    position, places = half.position, place_turn(start.places, half)
    if step == len(actions):
        position = half.end().position
        places = settle(places, position)
    at = Shown(
        number=number,
        is_latest=False,
        position=position,
        places=places,
        turn=half.turn,
        mover=mark.seat if step else None,
        step=step,
        traces=traces_of(start.places, half, position),
        variation=mark,
    )
    return replace(before, at=at)


def _mark(table: RunningTable, number: int, kind: str) -> MarkView | None:
    return next((each for each in table.marks if (each.number, each.kind) == (number, kind)), None)


def _better(table: RunningTable, number: int) -> MarkView | None:
    """None: the game is not over or not looked through, or no turn was better."""
    analysis = Analysis.objects.filter(game=table.game, due_at=None).first()
    if analysis is None or table.state.outcome is None:
        return None
    turns = judged_turns(rows_of(analysis.readings), movers_of(table.entries), {})
    turn = next((each for each in turns if each.number == number and each.better), None)
    return turn and MarkView(number, BETTER, turn.seat, None, turn.better)


def variation_address(
    public_id: str, mark: MarkView, step: int, *, from_seat: int | None = None, fragment: bool = False
) -> str:
    name = "games:variation_fragment" if fragment else "games:variation"
    return reverse(name, args=[public_id, mark.number, mark.kind, step]) + seat_query(from_seat)
