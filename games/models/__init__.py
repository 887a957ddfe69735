"""Everything the games app stores."""

from games.models.game import (
    KEY_LENGTH,
    PUBLIC_ID_LENGTH,
    EntryKind,
    Game,
    LogEntry,
    LogIsAppendOnly,
    LogQuerySet,
    Seat,
    SeatKind,
    SeatOrder,
    SeatResult,
    SecretAlignment,
    Status,
    Visibility,
    new_public_id,
)
from games.models.invitation import Answer, DrawVote, Invitation
from games.models.leaver import Leaver
from games.models.marks import Mark, Marking, MarkKind, MarkTally
from games.models.private import GameNote
from games.models.talk import Report, Room, TalkMessage, TalkSeen

__all__ = [
    "KEY_LENGTH",
    "PUBLIC_ID_LENGTH",
    "Answer",
    "DrawVote",
    "EntryKind",
    "Game",
    "GameNote",
    "Invitation",
    "Leaver",
    "LogEntry",
    "LogIsAppendOnly",
    "LogQuerySet",
    "Mark",
    "MarkKind",
    "MarkTally",
    "Marking",
    "Report",
    "Room",
    "Seat",
    "SeatKind",
    "SeatOrder",
    "SeatResult",
    "SecretAlignment",
    "Status",
    "TalkMessage",
    "TalkSeen",
    "Visibility",
    "new_public_id",
]
