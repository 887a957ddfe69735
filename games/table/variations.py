"""What was not played: the turn that a mark speaks of, step by step, from where it could have been made."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404
from django.urls import reverse

from board.map.places import place_turn, settle
from board.map.traces import traces_of
from games.access import Viewer
from games.models import Game, MarkKind
from games.table.hindsight import MarkView
from games.table.looking_back import seat_query
from games.table.view import RunningTable, Shown, running_table
from homeworlds.notation import parse_turn
from homeworlds.turn import make_turn


def variation_at(game: Game, viewer: Viewer, *, number: int, kind: MarkKind, step: int) -> RunningTable:
    """The table with `step` actions of the turn that a mark at entry `number` speaks of.

    Raises Http404: the game is not over, there is no such mark, or no such action.
    """
    if not 1 <= number <= game.log_number:
        raise Http404
    before = running_table(game, viewer, number - 1 if kind is MarkKind.MISSED else number)
    mark = next((each for each in before.marks if (each.number, each.kind) == (number, kind)), None)
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


def variation_address(
    public_id: str, mark: MarkView, step: int, *, from_seat: int | None = None, fragment: bool = False
) -> str:
    name = "games:variation_fragment" if fragment else "games:variation"
    return reverse(name, args=[public_id, mark.number, mark.kind, step]) + seat_query(from_seat)
