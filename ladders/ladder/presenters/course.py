"""A player's places over time, from what the log says of the player."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext

from accounts.models import Player
from ladders.arithmetic.order import EventKind, Result
from ladders.models import Ladder, LadderEvent

MOST_DRAWN: Final = 60
_DRAWN: Final = (EventKind.JOINED, EventKind.SETTLED, EventKind.UNDONE)


class Sign(enum.StrEnum):
    """Colour and shape tell the same."""

    WON = "won"
    LOST = "lost"
    OTHER = "other"


class Stand(NamedTuple):
    """A moment at which the log says where the player stood."""

    at: datetime
    before: int
    after: int
    sign: Sign
    words: str
    game: str
    """Its public id; empty where there is none."""


def course_of(ladder: Ladder, player: Player) -> Sequence[Stand]:
    """Since the player joined last, at most so many of the last; one query."""
    events = LadderEvent.objects.filter(Q(player=player) | Q(other=player), ladder=ladder, kind__in=_DRAWN)
    last = events.select_related("game", "player", "other").order_by("-number")[:MOST_DRAWN]
    found: list[Stand] = []
    for event in last:
        if event.kind == EventKind.JOINED:
            found.append(_joined(event))
            break
        side = "" if event.player_id == player.pk else "other_"
        before, after = event.data.get(f"{side}from"), event.data.get(f"{side}to")
        if before is not None and after is not None:
            found.append(_stand(event, before, after, sent=not side))
    return found[::-1]


def _joined(event: LadderEvent) -> Stand:
    place = event.data["to"]
    return Stand(event.at, place, place, Sign.OTHER, gettext("joined"), "")


def _stand(event: LadderEvent, before: int, after: int, *, sent: bool) -> Stand:
    other = event.other if sent else event.player
    name, sign = other.name if other else "", Sign.OTHER
    if event.kind == EventKind.UNDONE:
        words = gettext("the game with {name} goes on").format(name=name)
    elif event.result in (Result.DRAWN, Result.VOID):
        words = gettext("drawn with {name}").format(name=name)
        if event.result == Result.VOID:
            words = gettext("void with {name}").format(name=name)
    elif (event.result == Result.LOST) != sent:
        sign, words = Sign.WON, gettext("won against {name}").format(name=name)
    else:
        sign, words = Sign.LOST, gettext("lost to {name}").format(name=name)
    return Stand(event.at, before, after, sign, words, event.game.public_id if event.game else "")
