"""Looking at finished games for missed chances: planned in the commit that ends a game, done by a worker.

The log is looked at piece by piece, and each piece is one transaction that moves `Marking.checked` on by
a compare-and-set. So a worker that is killed loses one piece of work, two workers at once write it once, and
no game holds up the queue for long. Before the end of a game nothing
is worked out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Min, QuerySet

from accounts.models import Player
from games.log.alignments import alignments_for_judge
from games.log.moments import first_moment
from games.log.rebuilding import replayed
from games.log.results import is_analysed_unasked, is_counted
from games.models import Game, LogEntry, Mark, Marking, MarkKind, MarkTally, Status
from games.services.hindsight.analysis import lock_as_read, plan_analysis
from games.wake import ring_for_spare_time
from homeworlds.hindsight import Stroke, missed, walked_into
from homeworlds.notation import format_turn, parse_turn
from homeworlds.outcome import Alignments
from homeworlds.renaming import renamed_turn
from homeworlds.search import LimitReached
from homeworlds.state import GameState
from upkeep.clock import database_now
from upkeep.due import claim
from upkeep.watching.logs import bind

ENTRIES_AT_ONCE: Final = 40
LEASE: Final = timedelta(seconds=30)
"""For one piece."""
LIMIT: Final = 50_000
"""Half-made turns for one question; nearly all need less than a thousand."""


def plan_marking(sender: object, *, game: Game, by: Player | None = None, **more: Any) -> None:
    """Hears that a game has ended, in that transaction: it shall be looked at, unless it was imported; at
    once if it ended `by` somebody, who looks at it now. What a clock ended the sweep finds."""
    if game.imported or game.finished_at is None:
        return
    now = game.finished_at
    Marking.objects.bulk_create([Marking(game=game, created_at=now, due_at=now)], ignore_conflicts=True)
    if by is not None:
        ring_for_spare_time()


def drop_marking(sender: object, *, game: Game, **more: Any) -> None:
    """Hears that a game goes on after all, in that transaction: nothing may be known of it any more. What its
    players' tallies got they lose; a worker that is at it now writes nothing."""
    marking = Marking.objects.select_for_update().filter(game=game).first()
    if marking is None:
        return
    if marking.due_at is None and is_counted(game):
        _count(game, -1)
    Mark.objects.filter(game=game).delete()
    marking.delete()


def rename_in_marks(
    sender: object, *, game: Game, players: int, names: Mapping[str, str], **more: Any
) -> None:
    """Hears that a seat and its homeworld are called otherwise; the game is locked."""
    marks = list(Mark.objects.filter(game=game).exclude(text=""))
    for mark in marks:
        mark.text = format_turn(renamed_turn(parse_turn(mark.text, players), names), players)
    Mark.objects.bulk_update(marks, ["text"])


def mark_game(*, game_id: int, checked: int) -> bool:
    """Looks at the entries that follow the first `checked`, some at once; whether more are to be done.

    False too when somebody else did these, or nothing is (left) to be done. Raises LogBroken.
    """
    more = _mark_piece(game_id, checked, goes_on=True)
    if more:
        ring_for_spare_time()
    return more


def mark_whole_game(*, game_id: int) -> bool:
    """All of a finished game at once, without the queue; whether there was anything to do.

    Raises LogBroken, and Game.DoesNotExist for a game that is not finished.
    """
    with transaction.atomic():
        now = database_now()
        game = Game.objects.select_for_update().get(pk=game_id, status=Status.FINISHED)
        marking, _new = Marking.objects.get_or_create(game=game, defaults={"created_at": now, "due_at": now})
    if marking.due_at is None:
        return False
    checked = marking.checked
    while _mark_piece(game_id, checked):
        checked += ENTRIES_AT_ONCE
    return True


def _mark_piece(game_id: int, checked: int, *, goes_on: bool = False) -> bool:
    """Whether more are to be done. `goes_on`: after the last piece a game that is worth it is analysed."""
    marking = Marking.objects.filter(game=game_id, checked=checked, due_at__isnull=False).first()
    game = Game.objects.filter(pk=game_id, status=Status.FINISHED, marking=marking).first()
    if marking is None or game is None:
        return False
    # This very row: a game that goes on after all and ends again is looked at anew, in another.
    due = Marking.objects.filter(pk=marking.pk, checked=checked, due_at__isnull=False)
    bind(game=game.public_id)
    reached = min(checked + ENTRIES_AT_ONCE, game.log_number)
    marks = _look(game, checked, reached)
    more = reached < game.log_number
    with transaction.atomic():
        next_due = database_now() if more else None
        if not lock_as_read(game) or not due.update(checked=reached, due_at=next_due):
            # Another worker wrote this piece; or names are others now, and it is claimed again.
            return False
        Mark.objects.bulk_create(marks)
        if not more and is_counted(game):
            _count(game, 1)
        if not more and goes_on and is_analysed_unasked(game):
            plan_analysis(game)
    return more


def marking_due_since(now: datetime) -> datetime | None:
    found: datetime | None = due_markings(now).aggregate(first=Min("due_at"))["first"]
    return found


def claim_marking() -> Marking | None:
    """A game that is to be looked at, from now on the caller's; None: there is none."""
    due = due_markings(database_now()).order_by("due_at")
    return claim(due, due_at="due_at", since="created_at", state="checked", least=LEASE)


def due_markings(now: datetime) -> QuerySet[Marking]:
    return Marking.objects.filter(due_at__lte=now)


def mark_claimed(marking: Marking) -> bool:
    return mark_game(game_id=marking.game_id, checked=marking.checked)


def _look(game: Game, checked: int, reached: int) -> list[Mark]:
    """What is to be said of the turns among these entries."""
    seats = list(game.seats.all())
    entries = list(LogEntry.objects.filter(game=game, number__lte=reached).order_by("number"))
    alignments = alignments_for_judge(game)
    standing = set(LogEntry.objects.filter(game=game).standing_turns().values_list("number", flat=True))
    state = first_moment(game, seats).state
    marks: list[Mark] = []
    for entry, (moment, _played) in zip(entries, replayed(game, seats, entries), strict=True):
        if entry.number > checked and entry.number in standing:
            marks += _marks_of(entry, state, moment.state, alignments)
        state = moment.state
    return marks


def _marks_of(
    entry: LogEntry, before: GameState, after: GameState, alignments: Alignments | None
) -> Sequence[Mark]:
    found: dict[MarkKind, Stroke | None] = {}
    try:
        found[MarkKind.MISSED] = missed(before, after, alignments, limit=LIMIT)
        found[MarkKind.WALKED_INTO] = walked_into(before, after, alignments, limit=LIMIT)
    except LimitReached:
        found[MarkKind.UNCHECKED] = None
    return [
        _mark(entry, kind, stroke, after.position.players)
        for kind, stroke in found.items()
        if stroke is not None or kind is MarkKind.UNCHECKED
    ]


def _mark(entry: LogEntry, kind: MarkKind, stroke: Stroke | None, players: int) -> Mark:
    return Mark(
        game_id=entry.game_id,
        number=entry.number,
        kind=kind,
        player_id=entry.player_id,
        seat=stroke.seat if stroke else None,
        victim=stroke.victim if stroke else None,
        text=format_turn(stroke.turn, players) if stroke else "",
    )


def _count(game: Game, step: int) -> None:
    """Adds what was found to the tallies of those who made the turns, or with -1 takes it away; in the order
    of their ids, for two games that end at once must not wait for each other."""
    turns: dict[int, int] = {}
    makers = LogEntry.objects.filter(game=game).standing_turns().values_list("player", flat=True)
    for player in makers:
        if player is not None:
            turns[player] = turns.get(player, 0) + 1
    marks = list(Mark.objects.filter(game=game))
    for player, number in sorted(turns.items()):
        own = [mark for mark in marks if mark.player_id == player]
        wins = sum(mark.kind == MarkKind.MISSED and mark.victim is None for mark in own)
        walks = sum(mark.kind == MarkKind.WALKED_INTO for mark in own)
        tally, _new = MarkTally.objects.get_or_create(player_id=player, variant=game.variant)
        MarkTally.objects.filter(pk=tally.pk).update(
            games=F("games") + step,
            turns=F("turns") + step * number,
            missed_wins=F("missed_wins") + step * wins,
            walked_into=F("walked_into") + step * walks,
        )
