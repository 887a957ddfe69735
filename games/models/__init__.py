"""Everything the games app stores."""

from games.models.analysis import BETTER, Analysis
from games.models.deal import Deal, SecretAlignment
from games.models.game import (
    KEY_LENGTH,
    OF_CLUB,
    OF_EVENT,
    PUBLIC_ID_LENGTH,
    Company,
    FormerPlayer,
    Game,
    Seat,
    SeatKind,
    SeatOrder,
    SeatResult,
    Status,
    Visibility,
    new_public_id,
)
from games.models.invitation import Answer, Consent, DrawVote, Invitation, Matter, PlayOn
from games.models.leaver import Leaver
from games.models.log import ASIDES, EntryKind, LogEntry, LogQuerySet
from games.models.marks import Mark, Marking, MarkKind, MarkTally
from games.models.private import GameNote
from games.models.reliability import Reliability
from games.models.talk import Report, Room, TalkMessage, TalkSeen
from upkeep.models import Heartbeat, Outage

__all__ = [
    "ASIDES",
    "BETTER",
    "KEY_LENGTH",
    "OF_CLUB",
    "OF_EVENT",
    "PUBLIC_ID_LENGTH",
    "Analysis",
    "Answer",
    "Company",
    "Consent",
    "Deal",
    "DrawVote",
    "EntryKind",
    "FormerPlayer",
    "Game",
    "GameNote",
    "Heartbeat",
    "Invitation",
    "Leaver",
    "LogEntry",
    "LogQuerySet",
    "Mark",
    "MarkKind",
    "MarkTally",
    "Marking",
    "Matter",
    "Outage",
    "PlayOn",
    "Reliability",
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
