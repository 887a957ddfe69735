"""Positions that somebody has pasted, and where a sandbox begins with one."""

from __future__ import annotations

from urllib.parse import parse_qsl

from board.map.places import Places, settle
from board.rules_address import rules_query
from games.access import Viewer
from games.log.moments import hash_of
from games.models import LogEntry, Status
from homeworlds.notation import format_position, parse_position, seat_names
from homeworlds.position import Position, check_position
from homeworlds.reading.plain import LOOKALIKES, cleaned
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet, check_players, player_numbers
from homeworlds.state import GameState, start_game
from study.trail import Root


def read_position(text: str, rules: RuleSet) -> Position:
    """As it was pasted, with marks that nobody sees and letters that only look as if.

    Raises Refusal: it cannot be read, is no position of these rules, or none that a turn begins with.
    """
    plain = cleaned(text)
    try:
        return _read_position(plain, rules)
    except Refusal:
        if plain.isascii():
            raise
    return _read_position(plain.translate(LOOKALIKES), rules)


def _read_position(text: str, rules: RuleSet) -> Position:
    names = seat_names(text)
    if not names:
        names = tuple([f"Seat-{n}" for n in range(1, player_numbers(rules.variant)[0] + 1)])
    check_players(len(names), rules.variant)
    start_game(rules, names)
    position = parse_position(text, rules, names)
    check_position(position)
    return position


def pasted_root(rules: RuleSet, position: Position, *, from_seat: int | None = None) -> Root:
    """`from_seat` is the side it is looked at from."""
    said = [("position", format_position(position)), ("variant", rules.variant.value)]
    said += parse_qsl(rules_query(rules).removeprefix("?"))
    if from_seat is not None:
        said.append(("seat", str(from_seat)))
    return Root(
        state=GameState(rules, position),
        places=settle(Places(), position),
        game=None,
        side=from_seat if from_seat is not None and from_seat < position.players else 0,
        carried=tuple(said),
        stood={hash_of(position): 1},
    )


def is_bound(position: Position, viewer: Viewer) -> bool:
    """Whether the viewer plays a running game without sandbox that has come to this position."""
    if viewer.is_anonymous:
        return False
    return LogEntry.objects.filter(
        game__seats__player=viewer,
        game__status=Status.RUNNING,
        game__sandbox_allowed=False,
        position_hash=hash_of(position),
    ).exists()
