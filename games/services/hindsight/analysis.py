"""Working out how the balance of finished games moved, which takes about a minute of a processor for each.

Planned by the last piece of the search for missed wins, or when somebody asks. Position by position, each a
transaction that moves `Analysis.checked` on by a compare-and-set: a worker that is killed loses one position,
and after some seconds it puts itself behind whatever else is to be done. Before the end of a game nothing is
worked out.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Min, QuerySet

from accounts.models import Player
from bots.analysis import Reading, read
from bots.core import available
from bots.core.searcher import Searcher
from games.access import check_may_play
from games.log.alignments import alignments_for_judge
from games.log.moments import first_moment
from games.log.rebuilding import replayed
from games.log.taking_back import undone_among
from games.models import Analysis, EntryKind, Game, LogEntry, Marking, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services.log import lock_game
from games.wake import ring_for_spare_time
from homeworlds.notation import format_turn, parse_turn
from homeworlds.renaming import renamed_turn
from homeworlds.state import GameState
from upkeep.clock import database_now
from upkeep.due import claim
from upkeep.watching.logs import bind

NODES_OF_GAME: Final = 16_000_000
"""All searches of a game together look at twice so many at most: a minute of a processor."""
MOST_NODES: Final = 200_000
LEAST_NODES: Final = 2_000
"""For one position."""
SECONDS_AT_ONCE: Final = 4.0
"""Of the processor, before mails and the other games have their turn."""
LEASE: Final = timedelta(seconds=60)
"""For one position."""
MOST_WAITING: Final = 100
"""So many games wait for a worker at most when somebody asks for another one."""
WHOLE: Final = 1000
READ: Final = {EntryKind.TURN, EntryKind.RESIGNATION, EntryKind.TIME}
"""What moves the balance."""


class _Searchers(threading.local):
    """One for each thread, made when it is first asked for."""

    searcher: Searcher | None = None

    def get(self) -> Searcher | None:
        if self.searcher is None and settings.COMPILED_SEARCH and available():
            self.searcher = Searcher()
            self.searcher.load()
        return self.searcher


_searchers = _Searchers()


class _Stage(NamedTuple):
    """A position that is to be read, and the entry that led to it."""

    number: int
    kind: str
    state: GameState


def plan_analysis(game: Game) -> None:
    """In the transaction of the caller; a plan there is already stays. A worker begins at once."""
    now = database_now()
    Analysis.objects.bulk_create([Analysis(game=game, created_at=now, due_at=now)], ignore_conflicts=True)
    ring_for_spare_time()


def drop_analysis(sender: object, *, game: Game, **more: Any) -> None:
    """Hears that a game goes on after all, in that transaction: nothing may be known of it any more."""
    Analysis.objects.filter(game=game).delete()


@transaction.atomic
def ask_for_analysis(*, game_id: int, player: Player) -> Game:
    """Has a finished game analysed that nobody has asked for yet, and looked at for missed wins. Asked again
    it changes nothing. Locks the game.

    Raises GameRefusal (SUSPENDED; GUESTS_DO_NOT_ASK; NOT_OVER: it is not
    finished, or no turn was made; MANY_ANALYSES).
    """
    check_may_play(player)
    if player.is_guest:
        raise GameRefusal(GameRefusalCode.GUESTS_DO_NOT_ASK)
    game, _seats = lock_game(game_id)
    if game.status != Status.FINISHED or not game.turn_count:
        raise GameRefusal(GameRefusalCode.NOT_OVER)
    if Analysis.objects.filter(game=game).exists():
        return game
    if len(Analysis.objects.filter(due_at__isnull=False)[:MOST_WAITING]) == MOST_WAITING:
        raise GameRefusal(GameRefusalCode.MANY_ANALYSES)
    now = database_now()
    marking, _new = Marking.objects.get_or_create(game=game, defaults={"created_at": now, "due_at": now})
    if marking.due_at is not None:
        ring_for_spare_time()
    plan_analysis(game)
    return game


def analyse_game(*, game_id: int, checked: int) -> bool:
    """Reads the positions that follow the first `checked`, for some seconds; whether more are to be done.

    False too when somebody else did these, or nothing is (left) to be done. Raises LogBroken.
    """
    _reached, more = _read_on(game_id, checked, SECONDS_AT_ONCE)
    if more:
        ring_for_spare_time()
    return more


def analyse_whole_game(*, game_id: int) -> bool:
    """All of a finished game at once, without the queue; whether there was anything to do.

    Raises LogBroken, and Game.DoesNotExist for a game that is not finished.
    """
    with transaction.atomic():
        now = database_now()
        game = Game.objects.select_for_update().get(pk=game_id, status=Status.FINISHED)
        analysis, _new = Analysis.objects.get_or_create(
            game=game, defaults={"created_at": now, "due_at": now + LEASE}
        )
    if analysis.due_at is None:
        return False
    _read_on(game_id, analysis.checked, float("inf"))
    return True


def analysis_due_since(now: datetime) -> datetime | None:
    found: datetime | None = due_analyses(now).aggregate(first=Min("due_at"))["first"]
    return found


def claim_analysis() -> Analysis | None:
    """A game that is to be analysed, from now on the caller's; None: there is none."""
    due = due_analyses(database_now()).order_by("due_at")
    return claim(due, due_at="due_at", since="created_at", state="checked", least=LEASE)


def due_analyses(now: datetime) -> QuerySet[Analysis]:
    return Analysis.objects.filter(due_at__lte=now)


def analyse_claimed(analysis: Analysis) -> bool:
    return analyse_game(game_id=analysis.game_id, checked=analysis.checked)


def rename_in_analysis(
    sender: object, *, game: Game, players: int, names: Mapping[str, str], **more: Any
) -> None:
    """Hears that a seat and its homeworld are called otherwise; the game is locked."""
    analysis = Analysis.objects.filter(game=game).first()
    if analysis is None:
        return
    for row in analysis.readings:
        row[-1] = format_turn(renamed_turn(parse_turn(row[-1], players), names), players) if row[-1] else ""
    analysis.save(update_fields=["readings"])


def _read_on(game_id: int, checked: int, seconds: float) -> tuple[int, bool]:
    """How many are done then, and whether this worker is to go on with more."""
    game = Game.objects.filter(pk=game_id, status=Status.FINISHED).first()
    waiting = Analysis.objects.filter(game=game_id, checked=checked, due_at__isnull=False)
    analysis = waiting.first() if game is not None else None
    if game is None or analysis is None:
        return checked, False
    bind(game=game.public_id)
    began, stages = time.process_time(), _stages(game)
    nodes = max(LEAST_NODES, min(MOST_NODES, NODES_OF_GAME // len(stages)))
    alignments, rows = alignments_for_judge(game), list(analysis.readings)
    enough = False
    while len(rows) < len(stages) and not enough:
        following = stages[len(rows) + 1] if len(rows) + 1 < len(stages) else None
        reading = read(
            stages[len(rows)].state,
            [stage.state.position for stage in stages[: len(rows)]],
            nodes=nodes,
            alignments=alignments,
            played=following.state.position if following and following.kind == EntryKind.TURN else None,
            searcher=_searchers.get() if game.players == 2 else None,
        )
        rows.append(_row(stages[len(rows)].number, reading, game.players))
        enough = time.process_time() - began >= seconds
        held = None if len(rows) == len(stages) else timedelta(0) if enough else LEASE
        if not _write(game, analysis, rows, held):
            return len(rows), False  # another worker wrote this one, or the game goes on
    return len(rows), len(rows) < len(stages)


@transaction.atomic
def _write(game: Game, analysis: Analysis, rows: Sequence[Any], held: timedelta | None) -> bool:
    """The next is the caller's for so long; None: there is none. Nothing is written if somebody has been
    called otherwise meanwhile: the notation has names. Locks the game."""
    if not lock_as_read(game):
        return False
    due_at = None if held is None else database_now() + held
    as_found = Analysis.objects.filter(pk=analysis.pk, checked=len(rows) - 1, due_at__isnull=False)
    return bool(as_found.update(checked=len(rows), readings=rows, due_at=due_at))


def lock_as_read(game: Game) -> bool:
    """Locks the row of a finished game; whether that is over still, and nobody at it has been called
    otherwise since it was read. Whoever gives a seat another name, or goes on with a game, holds that lock.
    """
    as_read = Game.objects.filter(pk=game.pk, status=Status.FINISHED, names_changed=game.names_changed)
    return bool(list(as_read.select_for_update(no_key=True).values_list("pk")))


def _stages(game: Game) -> list[_Stage]:
    """The positions that still stand, from the empty table on, each once."""
    seats = list(game.seats.all())
    entries = list(LogEntry.objects.filter(game=game).order_by("number"))
    undone = undone_among([{"number": e.number, "kind": e.kind, "data": e.data} for e in entries])
    stages = [_Stage(0, "", first_moment(game, seats).state)]
    for entry, (moment, _played) in zip(entries, replayed(game, seats, entries), strict=True):
        if entry.kind in READ and entry.number not in undone:
            stages.append(_Stage(entry.number, entry.kind, moment.state))
    return stages


def _row(number: int, reading: Reading, players: int) -> list[Any]:
    """As the model keeps it."""
    promised = None if reading.promised is None else round(WHOLE * reading.promised)
    chances = [round(WHOLE * chance) for chance in reading.chances]
    return [number, reading.depth, chances, promised, format_turn(reading.best, players)]
