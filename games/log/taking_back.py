"""When a turn can be taken back: until the next player has seen it, unless it settled something; and what of
a log does not stand any more."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from games.clocks.words import who_plays
from games.models import EntryKind, Game, Seat, SeatKind, Status
from games.refusals import GameRefusal, GameRefusalCode


class LastEntry(Protocol):
    """The last entry of a log but for what was noted aside, as a row or as a viewer sees it."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def data(self) -> Mapping[str, Any]: ...
    @property
    def eliminated(self) -> Collection[Any]: ...
    @property
    def revealed(self) -> Collection[Any]: ...


def undone_among(entries: Iterable[Mapping[str, Any]]) -> set[int]:
    """Of entries of a log, each with `number`, `kind` and `data`: the numbers of those that later ones of
    them undo, as `LogQuerySet.standing` has it."""
    undone: set[int] = set()
    for entry in entries:
        if entry["kind"] == EntryKind.TAKE_BACK:
            undone.add(turn_taken_back(entry["number"], entry["data"]))
        elif entry["kind"] == EntryKind.REOPENED:
            undone.update(range(entry["data"]["before"], entry["number"]))
    return undone


def turn_taken_back(number: int, data: Mapping[str, Any]) -> int:
    """The number of the turn that a take-back undoes: the entry before it, unless it names another."""
    turn: int = data.get("turn", number - 1)
    return turn


def why_not_take_back(
    game: Game, seats: Sequence[Seat], seat: Seat, last: LastEntry | None
) -> GameRefusal | None:
    """What keeps this seat from taking its last turn back; None when nothing does.

    Only the last entry of the log can be a turn to take back: bots have answered, others have resigned, a
    draw has followed when there is a later one. What is noted aside, about clocks and seats, is none of them.
    """
    if game.status != Status.RUNNING or game.next_seat is None:
        return GameRefusal(GameRefusalCode.NOT_RUNNING)
    if not game.take_back_allowed:
        return GameRefusal(GameRefusalCode.TURNS_STAND)
    made = last is not None and last.kind == EntryKind.TURN and last.seat == seat.number
    # A seat adrift has had its turn passed: its player comes back instead, or has done so.
    if last is None or not made or seat.adrift_since is not None or last.data.get("adrift"):
        return GameRefusal(GameRefusalCode.NO_TURN_TO_TAKE_BACK)
    if last.eliminated or last.revealed:
        return GameRefusal(GameRefusalCode.TURN_SETTLED)
    following = seats[game.next_seat]
    if following.kind == SeatKind.PLAYER and following.seen_number >= last.number:
        return GameRefusal(GameRefusalCode.TURN_SEEN, player=who_plays(following))
    return None
