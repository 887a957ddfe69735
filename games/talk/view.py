"""Who hears and says what at a table.

Players talk among themselves, watchers among themselves; once the game is over both may read all. Players
who are out go on talking, but in Good vs Evil they only read until the end, and so do those whom a substitute
has replaced: they may know too much. Talk is for people: guests talk where they sit, and at a table with one
person there is nobody to talk to.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.models import Player
from accounts.quiet import unheard_by
from board.map.symbols import render_badge
from board.words.refusals import sentence
from games.access import Viewer, seat_of
from games.clocks.words import who_plays
from games.log.moments import state_of
from games.models import FormerPlayer, Game, Room, Seat, SeatKind, Status, TalkMessage, TalkSeen, Visibility
from games.refusals import GameRefusal, GameRefusalCode
from games.table.news import talk_version
from games.talk.text import markup
from homeworlds.rules import Variant

SHOWN: Final = 50
"""Messages of a room at the table; the page of the talk has them all."""


def why_silent(game: Game, viewer: Viewer) -> GameRefusalCode | None:
    """Why the viewer writes in no room of the game until its end, whoever reads that room: out of it, or
    replaced by a substitute. None: nothing keeps him from it. Expects the game with its seats.

    Players read what those who watch say as soon as they log out, so it is one answer for all rooms.
    """
    if viewer.is_anonymous or (game.status, game.variant) != (Status.RUNNING, Variant.GOOD_VS_EVIL):
        return None
    seats = list(game.seats.all())
    seat = seat_of(game, viewer)
    if seat is not None and seat.number not in state_of(game, seats).position.living:
        return GameRefusalCode.SILENT_WHILE_OUT
    replaced = [each.pk for each in seats if each.has_substitute]
    if replaced and FormerPlayer.objects.filter(seat__in=replaced, player=viewer).exists():
        return GameRefusalCode.SILENT_WHEN_REPLACED
    return None


def rooms_read(game: Game, viewer: Viewer) -> tuple[Room, ...]:
    """Expects the game with its seats."""
    if not game.talk_allowed or game.status == Status.CANCELLED:
        return ()
    over, sits = game.status == Status.FINISHED, seat_of(game, viewer) is not None
    people = sum(seat.kind == SeatKind.PLAYER for seat in game.seats.all())
    rooms = []
    if (sits or over) and (people > 1 or game.status == Status.OPEN):
        rooms.append(Room.PLAYERS)
    if (over or not sits) and game.started_at is not None and game.visibility != Visibility.PRIVATE:
        rooms.append(Room.WATCHERS)
    return tuple(rooms)


def room_written(game: Game, viewer: Viewer) -> Room:
    """Where this viewer's words go. Raises GameRefusal (NO_TALK, SILENT_WHILE_OUT, SILENT_WHEN_REPLACED)."""
    sits = seat_of(game, viewer) is not None
    room = Room.PLAYERS if sits else Room.WATCHERS
    speaks = not viewer.is_anonymous and (viewer.is_human or (viewer.is_guest and sits))
    if not speaks or room not in rooms_read(game, viewer):
        raise GameRefusal(GameRefusalCode.NO_TALK)
    if code := why_silent(game, viewer):
        raise GameRefusal(code)
    return room


def heard(game: Game, rooms: Collection[Room], viewer: Viewer) -> QuerySet[TalkMessage]:
    """What was said in these rooms, without the words of those whom the viewer has muted or blocked."""
    messages = TalkMessage.objects.filter(game=game, room__in=rooms)
    if viewer.is_anonymous:
        return messages
    return messages.exclude(author__in=unheard_by(viewer).values("other"))


def version_of_talk(game: Game, viewer: Viewer) -> str:
    """Changes with everything that this viewer would see anew; one query at most."""
    rooms = rooms_read(game, viewer)
    if not rooms:
        return "-"
    last = heard(game, rooms, viewer).aggregate(last=Max("pk"), hidden=Count("hidden_at"))
    return talk_version(game.status, rooms, last["last"] or 0, last["hidden"])


@dataclass(frozen=True, slots=True)
class MessageView:
    pk: int
    badge: SafeString
    """Of the seat; empty for watchers and before the start."""
    author: str
    profile: str
    """The address of the author's profile."""
    author_id: str
    """The account's public id; empty for the viewer's own words, and for who cannot be muted."""
    said: SafeString
    """Marked up; empty when staff has taken it away, and when it went with its author's account."""
    hidden: bool
    at: datetime
    turn: int
    """The last number of the log when it was said."""
    is_own: bool
    is_new: bool
    may_report: bool


@dataclass(frozen=True, slots=True)
class RoomView:
    room: Room
    heading: str
    messages: tuple[MessageView, ...]
    """The oldest first."""
    more: bool
    """There are earlier ones than these."""


@dataclass(frozen=True, slots=True)
class TalkView:
    public_id: str
    rooms: tuple[RoomView, ...]
    writes: Room | None
    readers: str
    """Who reads what the viewer says."""
    why_not: str
    """Why the viewer cannot write, where that is worth a sentence."""
    version: str
    key: str
    pause: int
    """Seconds until the browser asks for news."""

    @property
    def new(self) -> int:
        return sum(message.is_new for room in self.rooms for message in room.messages)

    @property
    def last_seen(self) -> dict[Room, int]:
        """The last message of each room with something new in it."""
        return {
            room.room: room.messages[-1].pk
            for room in self.rooms
            if any(message.is_new for message in room.messages)
        }


def talk_for(game: Game, viewer: Viewer, *, before: int | None = None, most: int = SHOWN) -> TalkView | None:
    """The talk as this viewer hears it; None where there is none. At most five queries, six where a seat has
    a substitute in a game with secrets.

    Expects a game of `game_for_viewer`. `before` a message: the earlier ones only.
    """
    rooms = rooms_read(game, viewer)
    if not rooms:
        return None
    seen = _seen(game, viewer)
    shown = []
    for room in rooms:
        said = heard(game, [room], viewer).select_related("author").order_by("-pk")
        if before is not None:
            said = said.filter(pk__lt=before)
        messages = list(said[: most + 1])
        views = [_message_view(game, each, viewer, seen.get(room, 0)) for each in reversed(messages[:most])]
        shown.append(RoomView(room, _heading(room), tuple(views), len(messages) > most))
    writes, why_not = _writing(game, viewer)
    return TalkView(
        public_id=game.public_id,
        rooms=tuple(shown),
        writes=writes,
        readers=_readers(game, writes),
        why_not=why_not,
        version=version_of_talk(game, viewer),
        key=secrets.token_urlsafe(16),
        pause=6 if game.status == Status.RUNNING else 20,
    )


def _seen(game: Game, viewer: Viewer) -> dict[str, int]:
    if viewer.is_anonymous:
        return {}
    seen = TalkSeen.objects.filter(game=game, player=viewer)
    return dict(seen.values_list("room", "last_message"))


def _writing(game: Game, viewer: Viewer) -> tuple[Room | None, str]:
    try:
        return room_written(game, viewer), ""
    except GameRefusal as refusal:
        return None, "" if refusal.code is GameRefusalCode.NO_TALK else sentence(refusal)


def _heading(room: Room) -> str:
    return gettext("Talk of the players") if room is Room.PLAYERS else gettext("Talk of those who watch")


def _readers(game: Game, room: Room | None) -> str:
    if room is None:
        return ""
    if game.status == Status.FINISHED:
        return gettext("Everybody who may see this game reads it.")
    if room is Room.PLAYERS:
        return gettext("The players read it now, those who watch after the game.")
    return gettext("Those who watch read it now, the players after the game.")


def _message_view(game: Game, message: TalkMessage, viewer: Viewer, seen: int) -> MessageView:
    author = message.author
    own = author.pk == viewer.pk
    seats: Sequence[Seat] = list(game.seats.all())
    seat = next((seat for seat in seats if seat.player_id == author.pk), None)
    name = who_plays(seat) if seat else author.name
    number = seat.number if seat else None
    hidden = message.hidden_at is not None
    person = not viewer.is_anonymous and viewer.is_human
    return MessageView(
        pk=message.pk,
        badge=SafeString("") if number is None else render_badge(number, seat.shown_name if seat else name),
        author=name,
        profile=author.get_absolute_url(),
        author_id="" if own or not person or not author.is_human else author.public_id,
        said=SafeString("") if hidden else markup(message.text, game),
        hidden=hidden,
        at=message.created_at,
        turn=message.log_number,
        is_own=own,
        is_new=not own and person and message.pk > seen,
        may_report=person and not own and not hidden and bool(message.text),
    )


def unread_talk(player: Player, games: Collection[Game]) -> dict[int, int]:
    """How many new messages of other players wait in each of these games (ids), where there are any; one
    query. The player must sit in the games."""
    seen = TalkSeen.objects.filter(game=OuterRef("game"), room=Room.PLAYERS, player=player)
    said = TalkMessage.objects.filter(game__in=games, room=Room.PLAYERS, hidden_at=None)
    return dict(
        said.exclude(author=player)
        .exclude(author__in=unheard_by(player).values("other"))
        .annotate(seen=Coalesce(Subquery(seen.values("last_message")[:1]), 0))
        .filter(pk__gt=F("seen"))
        .order_by()
        .values_list("game")
        .annotate(number=Count("pk"))
    )
