"""What outages do to the moments that games hold (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from django.db.models import Q

from games.clocks.outages import MOVED, Clocks
from games.models import (
    Analysis,
    Consent,
    DrawVote,
    FormerPlayer,
    Game,
    GameNote,
    Invitation,
    Leaver,
    LogEntry,
    Marking,
    PlayOn,
    Reliability,
    Report,
    Seat,
    Status,
    TalkMessage,
)
from upkeep.timekeeping.moments import HAPPENED, WORK, Locked, moves, stays


def register_all() -> None:
    moves(Game, *MOVED, locked=Locked.GAME, by=Clocks())
    moves(Game, "musters_until", "expires_at", locked=Locked.GAME, open=Q(status=Status.OPEN))
    # Its turns are passed meanwhile, and somebody may take it for so long from then on.
    moves(
        Seat,
        "adrift_since",
        locked=Locked.GAME,
        open=Q(game__status=Status.RUNNING),
        begins=True,
        held_by="game",
    )
    moves(PlayOn, "until", locked=Locked.GAME, open=Q(accepted=False), held_by="game")
    stays(
        "A pause takes nobody's time, however long it is; the clock that runs after it is moved.",
        Game,
        "paused_until",
    )
    stays(HAPPENED, Game, "created_at", "started_at", "finished_at", "changed_at")
    stays(HAPPENED, Seat, "ended_at")
    stays(HAPPENED, FormerPlayer, "left_at")
    stays(HAPPENED, LogEntry, "created_at")
    stays("An invitation stands as long as its game waits.", Invitation, "created_at")
    stays(HAPPENED, Invitation, "answered_at")
    for votes in (Consent, DrawVote):
        stays("A vote ages by turns, not by time.", votes, "created_at")
    stays(HAPPENED, GameNote, "changed_at")
    stays(HAPPENED, TalkMessage, "created_at", "hidden_at")
    stays(HAPPENED, Report, "created_at", "settled_at")
    for work in (Analysis, Marking, Leaver):
        stays(WORK, work, "due_at")
        stays(HAPPENED, work, "created_at")
    stays(WORK, Game, "bot_due_at")
    stays(WORK, Reliability, "due_at")
