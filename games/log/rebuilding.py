"""The caches of a game made anew from its log alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from games.clocks.running import clock_caches
from games.log.alignments import alignments_for_judge
from games.log.moments import (
    Moment,
    after_agreement,
    after_decision,
    after_departure,
    after_note,
    after_repetition,
    after_turn,
    after_undoing,
    after_void,
    differences,
    entry_caches,
    first_moment,
    game_caches,
    half_turn_of,
    hash_of,
)
from games.log.taking_back import turn_taken_back
from games.models import ASIDES, EntryKind, Game, LogEntry, Seat
from homeworlds.outcome import Alignments, Departure, Termination
from homeworlds.refusals import Refusal
from homeworlds.state import Played


class LogBroken(Exception):
    """A log that cannot be replayed; the text says where and why."""


class Difference(NamedTuple):
    """A cache that does not hold what the log says."""

    entry: LogEntry | None
    """None for a field of the game itself."""
    field: str
    stored: Any
    rebuilt: Any

    def __str__(self) -> str:
        where = f"entry {self.entry.number}, " if self.entry else ""
        return f"{where}{self.field}: stored {self.stored!r}, rebuilt {self.rebuilt!r}"


def check(game: Game) -> list[Difference]:
    """What the caches of a started game hold against its log, and the clock that runs against what is left on
    it. Raises LogBroken."""
    seats = list(game.seats.all())
    entries = list(game.log.order_by("number"))
    moment = first_moment(game, seats)
    found: list[Difference] = []
    for entry, (moment, played) in zip(entries, replayed(game, seats, entries), strict=True):
        caches = entry_caches(moment, played)
        found += [Difference(entry, name, *pair) for name, pair in differences(entry, caches).items()]
    now = game_caches(moment) | clock_caches(game, seats)
    return found + [Difference(None, name, *pair) for name, pair in differences(game, now).items()]


@transaction.atomic
def rebuild(*, game_id: int) -> list[Difference]:
    """Writes the caches as the log has them; returns what was different. Locks the game.

    Raises LogBroken. Wakes no bot and tells nobody: it mends, nothing has happened.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    found = check(game)
    wrong: dict[LogEntry | None, dict[str, Any]] = {}
    for difference in found:
        wrong.setdefault(difference.entry, {})[difference.field] = difference.rebuilt
    for entry, caches in wrong.items():
        if entry is None:
            Game.objects.filter(pk=game_id).update(**caches)
        else:
            LogEntry.objects.filter(pk=entry.pk).update(**caches)
    return found


def replayed(
    game: Game, seats: Sequence[Seat], entries: Sequence[LogEntry]
) -> Iterator[tuple[Moment, Played]]:
    """The moments after these entries, which must be all from the first on. Raises LogBroken."""
    alignments = alignments_for_judge(game)
    seen: Counter[str] = Counter()
    moment = first_moment(game, seats)
    past, turns = [moment], dict[int, str]()
    last: _Turn | None = None
    for number, entry in enumerate(entries, 1):
        if entry.number != number:
            raise LogBroken(f"entry {number} is missing")
        before = moment
        try:
            if entry.kind == EntryKind.TAKE_BACK:
                moment, played = _after_take_back(moment, entry, last)
                seen[turns.pop(last.entry.number if last else 0)] -= 1
            elif entry.kind == EntryKind.REOPENED:
                moment, played = after_undoing(moment, past[first_undone(entry) - 1])
                for undone in [turn for turn in turns if turn >= first_undone(entry)]:
                    seen[turns.pop(undone)] -= 1
            else:
                moment, played = _after(moment, entry, alignments, seen)
        except Refusal as refusal:
            raise LogBroken(f"entry {number}, {entry.kind} {entry.text!r}: {refusal}") from refusal
        if entry.kind not in ASIDES:
            last = None
        if entry.kind == EntryKind.TURN:
            turns[number] = hash_of(moment.state.position)
            seen[turns[number]] += 1
            last = _Turn(entry, before, played)
        past.append(moment)
        yield moment, played


def moment_before(game: Game, seats: Sequence[Seat], number: int) -> Moment:
    """How a game that has started stood before an entry of its log. Raises LogBroken."""
    entries = list(game.log.filter(number__lt=number).order_by("number"))
    course = [moment for moment, _played in replayed(game, seats, entries)]
    return course[-1] if course else first_moment(game, seats)


def first_undone(entry: LogEntry) -> int:
    """The number of the first of the entries that a reopening undoes. Raises LogBroken: there is none."""
    before = entry.data.get("before")
    if type(before) is not int or not 0 < before < entry.number:
        raise LogBroken(f"entry {entry.number}: {entry.kind} does not say from which entry on")
    return before


class _Turn(NamedTuple):
    """The turn that is the last entry so far, but for what was noted aside."""

    entry: LogEntry
    before: Moment
    played: Played

    def settled(self) -> bool:
        over = self.played.state.outcome is not None
        return over or bool(self.played.eliminated or self.played.newly_revealed)


def _after_take_back(moment: Moment, entry: LogEntry, last: _Turn | None) -> tuple[Moment, Played]:
    named = turn_taken_back(entry.number, entry.data)
    if last is None or (last.entry.seat, last.entry.number) != (entry.seat, named) or last.settled():
        raise LogBroken(f"entry {entry.number}: no {entry.kind} was possible")
    return after_undoing(moment, last.before)


def _after(
    moment: Moment, entry: LogEntry, alignments: Alignments | None, seen: Counter[str]
) -> tuple[Moment, Played]:
    state = moment.state
    if entry.kind == EntryKind.TURN:
        if entry.seat != state.position.mover:
            raise LogBroken(f"entry {entry.number}: seat {entry.seat} was not to move")
        return after_turn(moment, half_turn_of(state, entry.text), alignments)
    if entry.kind in (EntryKind.RESIGNATION, EntryKind.TIME) and entry.seat is not None:
        return after_departure(moment, entry.seat, Departure(entry.kind), alignments)
    if entry.kind == EntryKind.DECISION:
        return after_decision(moment, entry.data, alignments)
    if entry.kind == EntryKind.VOID:
        return after_void(moment, alignments)
    if entry.kind in ASIDES:
        return after_note(moment)
    if entry.kind == EntryKind.DRAW:
        termination = entry.data["termination"]
        if termination == Termination.AGREEMENT:
            return after_agreement(moment, alignments)
        claimed = termination == Termination.THIRD_OCCURRENCE
        if drawn := after_repetition(moment, seen[hash_of(state.position)], alignments, claimed=claimed):
            return drawn
    raise LogBroken(f"entry {entry.number}: no {entry.kind} was possible")
