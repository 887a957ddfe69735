"""What was not played: the turn that a mark speaks of, step by step, from where it could have been made."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext

from board.map.places import place_turn, settle
from board.map.traces import traces_of
from board.turn.making import turn_words
from games.access import Viewer
from games.models import Game, MarkKind
from games.table.hindsight import MarkView
from games.table.looking_back import Steps, link_attributes, seat_query, stage_address, step_link
from games.table.view import TableView, table_for
from homeworlds.notation import parse_turn
from homeworlds.turn import make_turn


def variation_at(game: Game, viewer: Viewer, *, number: int, kind: MarkKind, step: int) -> TableView:
    """The table with `step` actions of the turn that a mark at entry `number` speaks of.

    Raises Http404: the game is not over, there is no such mark, or no such action.
    """
    if not 1 <= number <= game.log_number:
        raise Http404
    start = number - 1 if kind is MarkKind.MISSED else number
    before = table_for(game, viewer, number=start)
    mark = next((each for each in before.marks if (each.number, each.kind) == (number, kind)), None)
    if mark is None or mark.seat is None or before.position is None or before.places is None:
        raise Http404
    actions = parse_turn(mark.text, game.players)
    if not 0 <= step <= len(actions):
        raise Http404
    half = make_turn(before.rules, before.position._replace(mover=mark.seat), actions[:step])
    position, places = half.position, place_turn(before.places, half)
    if step == len(actions):
        position = half.end().position
        places = settle(places, position)
    return replace(
        before,
        position=position,
        places=places,
        shown=number,
        step=step,
        is_latest=False,
        last_turn=half.turn,
        last_mover=mark.seat if step else None,
        last_entry=None,
        traces=traces_of(before.places, half, position),
        variation=mark,
    )


def variation_address(
    public_id: str, mark: MarkView, step: int, *, from_seat: int | None = None, fragment: bool = False
) -> str:
    name = "games:variation_fragment" if fragment else "games:variation"
    return reverse(name, args=[public_id, mark.number, mark.kind, step]) + seat_query(from_seat)


def variation_steps(view: TableView, mark: MarkView, from_seat: int | None) -> Steps:
    """The ways through the variation, and back to the game."""
    public_id, names = view.game.public_id, [seat.name for seat in view.seats]
    step, actions = view.step or 0, parse_turn(mark.text, view.game.players)
    total = len(actions)
    targets = {
        "first": 0 if step else None,
        "previous": None,
        "back": step - 1 if step else None,
        "on": step + 1 if step < total else None,
        "next": None,
        "last": total if step < total else None,
    }
    links = [
        step_link(
            name,
            link_attributes(
                variation_address(public_id, mark, target, from_seat=from_seat),
                variation_address(public_id, mark, target, from_seat=from_seat, fragment=True),
            )
            if target is not None
            else {},
        )
        for name, target in targets.items()
    ]
    words = gettext("This was not played.")
    if step and mark.seat is not None:
        (done,) = turn_words(view.last_turn[-1:], mark.seat, names)
        told = gettext("{player}: {words}").format(player=names[mark.seat], words=done)
        words = f"{told} · {words}"
    return Steps(
        heading=_heading(mark, step, total),
        words=words,
        links=tuple(links),
        leave=stage_address(public_id, mark.number, from_seat=from_seat),
    )


def _heading(mark: MarkView, step: int, total: int) -> str:
    values = {"number": mark.number, "step": step, "total": total}
    if mark.kind is MarkKind.MISSED:
        words = gettext("Instead of turn {number}: action {step} of {total}")
        return (words if step else gettext("Instead of turn {number}")).format(**values)
    words = gettext("In answer to turn {number}: action {step} of {total}")
    return (words if step else gettext("In answer to turn {number}")).format(**values)
