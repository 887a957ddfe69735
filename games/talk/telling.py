"""Who is told that somebody has written at a table, whether it is still news, and how it is said.

One notice a room, until it has been seen. Where sides are secret it says no more than that somebody wrote:
mails and lock screens pass under many eyes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, QuerySet
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.mail import register_switch
from accounts.models import Player, Quiet
from accounts.quiet import unheard_by
from games.access import with_seats
from games.clocks.words import who_plays
from games.models import Game, Room, Seat, TalkMessage, TalkSeen
from games.notices import letters
from games.notices.kinds import NoticeKind
from games.talk.view import heard, rooms_read
from homeworlds.rules import Variant
from notices.kinds import Act, Brief, Kind, Letter, Told, register
from notices.models import Dropped, Notice
from notices.selectors import muted_by
from notices.services import see, tell

SWITCH: Final = "mail_talk"
MOST_WORDS: Final = 5
"""So many messages at most in one mail."""
LONGEST_LINE: Final = 80
WROTE: Final = gettext_noop("Somebody has written at this table.")


def register_all() -> None:
    register_switch(SWITCH, _("when somebody writes at a table of mine"))
    read = Act("read", _("Mark as read"), mark_as_read)
    register(Kind(NoticeKind.TALK, SWITCH, is_news, letter, line=line, acts=(read,)))


def notify_said(game: Game, message: TalkMessage) -> None:
    """Tells the players who read this room, but not who has muted the writer or the game, nor who has been
    told of the room and has not looked since. In the transaction of the message; expects the game with its
    seats."""
    room = Room(message.room)
    seated = [seat.player for seat in game.seats.all() if seat.player]
    readers = [player for player in seated if player != message.author and room in rooms_read(game, player)]
    if not readers:
        return
    deaf = {*_told_already(game, room, readers), *muted_by(readers, game.public_id)}
    deaf.update(
        Quiet.objects.filter(owner__in=readers, other=message.author_id).values_list("owner", flat=True)
    )
    tell(
        kind=NoticeKind.TALK,
        key=game.public_id,
        news=message.pk,
        players=[player for player in readers if player.pk not in deaf],
        by=message.author,
        now=message.created_at,
    )


def _told_already(game: Game, room: Room, players: Sequence[Player]) -> QuerySet[Notice, int]:
    """Their ids."""
    said = TalkMessage.objects.filter(game=game, room=room)
    told = Notice.objects.filter(
        kind=NoticeKind.TALK, key=game.public_id, player__in=players, seen_at=None, news__in=said.values("pk")
    )
    return told.exclude(dropped=Dropped.TAKEN_BACK).values_list("player", flat=True)


def read_on(game: Game, room: Room, player: Player, number: int) -> None:
    """Remembers that the player has read up to this message; never backwards. In a transaction."""
    TalkSeen.objects.bulk_create([TalkSeen(game=game, room=room, player=player)], ignore_conflicts=True)
    seen = TalkSeen.objects.filter(game=game, room=room, player=player)
    if seen.filter(last_message__lt=number).update(last_message=number):
        see(player=player, key=game.public_id, kind=NoticeKind.TALK)


def mark_as_read(notice: Notice, at: datetime) -> None:
    """What there was to read of its room at that moment."""
    found = _game_and_room(notice)
    if found is None:
        return
    game, room = found
    said = heard(game, [room], notice.player).filter(created_at__lte=at + timedelta(seconds=1))
    if last := said.aggregate(last=Max("pk"))["last"]:
        read_on(game, room, notice.player, last)


def is_news(notice: Notice) -> bool:
    """Something of it can be read, and has not been."""
    found = _game_and_room(notice)
    return found is not None and _unread(notice, *found).exists()


def letter(notice: Notice) -> Letter:
    game, room = _game_and_room(notice) or _missing(notice)
    plain = letters.somebody_wrote(notice)
    if _is_secret(game):
        return replace(plain, brief=Brief(plain.subject, "", opens=gettext("Answer")))
    said = list(_unread(notice, game, room).select_related("author")[:MOST_WORDS])
    words = tuple([Told(_name(game, message), (message.text,)) for message in said])
    name = words[0].heading if words else ""
    subject = gettext("{name} writes to you: {players}").format(name=name, players=_players(game))
    brief = Brief(
        gettext("{name} writes").format(name=name),
        gettext("“{words}”").format(words=said[0].text) if said else "",
        opens=gettext("Answer"),
    )
    return replace(plain, subject=subject, told=words, told_title=gettext("This was said:"), brief=brief)


def line(notice: Notice) -> str:
    """As the bell has it."""
    found = _game_and_room(notice)
    lines = {} if found is None else lines_of(notice.player, [notice], {str(notice.key): found[0]})
    return lines.get(notice.pk, gettext(WROTE))


def lines_of(player: Player, notices: Sequence[Notice], games: Mapping[str, Game]) -> dict[int, str]:
    """The same for all of these that tell of talk, by their ids; the games, by their public ids, come with
    their seats. Two queries at most."""
    about = {notice.news: notice for notice in notices if notice.kind == NoticeKind.TALK}
    said = TalkMessage.objects.filter(pk__in=about, hidden_at=None).exclude(text="").select_related("author")
    if not about:
        return {}
    lines = {notice.pk: gettext(WROTE) for notice in about.values()}
    for message in said.exclude(author__in=unheard_by(player).values("other")):
        notice = about[message.pk]
        game = games[str(notice.key)]
        sits = any(seat.player_id == player.pk for seat in game.seats.all())
        if sits and message.room in rooms_read(game, player) and not _is_secret(game):
            lines[notice.pk] = _in_short(game, message)
    return lines


def _in_short(game: Game, message: TalkMessage) -> str:
    words = " ".join(message.text.split())
    if len(words) > LONGEST_LINE:
        words = words[: LONGEST_LINE - 1].rstrip() + "…"
    return gettext("{name} writes: “{words}”").format(name=_name(game, message), words=words)


def _game_and_room(notice: Notice) -> tuple[Game, Room] | None:
    """While the player reads that room."""
    game = with_seats(Game.objects.filter(public_id=notice.key)).first()
    message = TalkMessage.objects.filter(pk=notice.news, game=game).first() if game else None
    if (
        game is None
        or message is None
        or not any(seat.player_id == notice.player_id for seat in game.seats.all())
    ):
        return None
    room = Room(message.room)
    return (game, room) if room in rooms_read(game, notice.player) else None


def _unread(notice: Notice, game: Game, room: Room) -> QuerySet[TalkMessage]:
    """What the player has not seen of the others' words, the oldest first."""
    seen = TalkSeen.objects.filter(game=game, room=room, player=notice.player)
    last = seen.values_list("last_message", flat=True).first() or 0
    words = heard(game, [room], notice.player).filter(pk__gte=notice.news, pk__gt=last, hidden_at=None)
    return words.exclude(author=notice.player).exclude(text="").order_by("pk")


def _is_secret(game: Game) -> bool:
    return game.variant == Variant.GOOD_VS_EVIL


def _name(game: Game, message: TalkMessage) -> str:
    seats: Sequence[Seat] = list(game.seats.all())
    seat = next((seat for seat in seats if seat.player_id == message.author_id), None)
    return who_plays(seat) if seat else message.author.name


def _players(game: Game) -> str:
    return " – ".join([seat.shown_name for seat in game.seats.all()])


def _missing(notice: Notice) -> tuple[Game, Room]:
    raise ValueError(f"nothing that {notice} tells of can be read")
