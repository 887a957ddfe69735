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
from games.table.looking_back import Steps, seat_query, stage_address, step_link
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


def variation_steps(table: RunningTable, mark: MarkView, from_seat: int | None) -> Steps:
    """The ways through the variation, and back to the game."""
    public_id, names, at = table.game.public_id, table.state.position.names, table.at
    step, total = at.step or 0, len(parse_turn(mark.text, len(names)))
    targets = {
        "first": 0 if step else None,
        "previous": None,
        "back": step - 1 if step else None,
        "on": step + 1 if step < total else None,
        "next": None,
        "last": total if step < total else None,
    }
    addresses = {
        name: [
            variation_address(public_id, mark, target, from_seat=from_seat, fragment=fragment)
            for fragment in (False, True)
        ]
        for name, target in targets.items()
        if target is not None
    }
    words = gettext("This was not played.")
    if step and mark.seat is not None:
        (done,) = turn_words(at.turn[-1:], mark.seat, names)
        told = gettext("{player}: {words}").format(player=names[mark.seat], words=done)
        words = f"{told} · {words}"
    return Steps(
        heading=_heading(mark, step, total),
        words=words,
        links=tuple([step_link(name, *addresses.get(name, ())) for name in targets]),
        leave=stage_address(public_id, mark.number, from_seat=from_seat),
    )


def _heading(mark: MarkView, step: int, total: int) -> str:
    values = {"number": mark.number, "step": step, "total": total}
    if mark.kind is MarkKind.MISSED:
        words = gettext("Instead of turn {number}: action {step} of {total}")
        return (words if step else gettext("Instead of turn {number}")).format(**values)
    words = gettext("In answer to turn {number}: action {step} of {total}")
    return (words if step else gettext("In answer to turn {number}")).format(**values)
