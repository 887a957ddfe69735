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
    SecretAlignment,
    Status,
    Visibility,
    new_public_id,
)
from games.models.invitation import Answer, DrawVote, Invitation
from games.models.notice import Notice, NoticeKind
from games.models.talk import Report, Room, TalkMessage, TalkSeen

__all__ = [
    "KEY_LENGTH",
    "PUBLIC_ID_LENGTH",
    "Answer",
    "DrawVote",
    "EntryKind",
    "Game",
    "Invitation",
    "LogEntry",
    "LogIsAppendOnly",
    "LogQuerySet",
    "Notice",
    "NoticeKind",
    "Report",
    "Room",
    "Seat",
    "SeatKind",
    "SeatOrder",
    "SecretAlignment",
    "Status",
    "TalkMessage",
    "TalkSeen",
    "Visibility",
    "new_public_id",
]
