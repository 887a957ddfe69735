"""Talking at a table, and asking staff to look at what was said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.db.models import Prefetch

from accounts.models import Player
from games.access import check_may_talk
from games.models import Game, Report, Room, Seat, TalkMessage
from games.models.talk import LONGEST_MESSAGE
from games.notices.enqueueing import notify_report
from games.refusals import GameRefusal, GameRefusalCode
from games.table.news import publish_stir
from games.talk.telling import notify_said, read_on
from games.talk.text import tidy_talk
from games.talk.view import room_written, rooms_read
from upkeep.clock import database_now
from upkeep.services import write_down_act

LONGEST_REASON: Final = 500


@transaction.atomic
def say(*, game_id: int, player: Player, room: Room, text: str, key: str) -> TalkMessage:
    """Says something in the room that the player was shown; who reads it there is told. The same `key` says
    it once.

    Whoever may see the game may ask. Locks the game. Raises GameRefusal (NO_TALK, OTHER_ROOM,
    SILENT_WHILE_OUT, SILENT_WHEN_REPLACED, NOTHING_SAID, SAID_TOO_MUCH, SAID_BEFORE: the key said something
    else).
    """
    check_may_talk(player)
    game = _lock_with_seats(game_id)
    text = tidy_talk(text)
    if said := TalkMessage.objects.filter(game=game, author=player, key=key).first():
        if (said.text, said.room) != (text, room):
            raise GameRefusal(GameRefusalCode.SAID_BEFORE)
        return said
    if room_written(game, player) != room:
        raise GameRefusal(GameRefusalCode.OTHER_ROOM)
    if not text:
        raise GameRefusal(GameRefusalCode.NOTHING_SAID)
    if len(text) > LONGEST_MESSAGE:
        raise GameRefusal(GameRefusalCode.SAID_TOO_MUCH, number=len(text) - LONGEST_MESSAGE)
    publish_stir(game)
    message = TalkMessage.objects.create(
        game=game,
        room=room,
        author=player,
        text=text,
        key=key,
        log_number=game.log_number,
        created_at=database_now(),
    )
    notify_said(game, message)
    return message


def _lock_with_seats(game_id: int) -> Game:
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return Game.objects.select_for_update().prefetch_related(seats).get(pk=game_id)


@transaction.atomic
def see_talk(*, game: Game, player: Player, last_seen: Mapping[Room, int]) -> None:
    """Remembers how far the player has read; never backwards. Notices of talk there are seen with it."""
    for room, number in last_seen.items():
        read_on(game, room, player, number)


@transaction.atomic
def report_message(*, game: Game, message_id: int, player: Player, reason: str) -> Report:
    """Asks staff to look at a message that the player can read; once for each message. Staff get a mail.

    Expects a game of `game_for_viewer`. Locks the message: what staff hide meanwhile is reported to nobody.
    Raises GameRefusal (NO_TALK, OWN_WORDS).
    """
    rooms = rooms_read(game, player)
    shown = TalkMessage.objects.filter(game=game, room__in=rooms, hidden_at=None, pk=message_id)
    message = shown.select_for_update().first()
    if message is None:
        raise GameRefusal(GameRefusalCode.NO_TALK)
    check_may_report(message, player)
    now = database_now()
    report, new = Report.objects.get_or_create(
        message=message,
        reporter=player,
        defaults={"reason": reason.strip()[:LONGEST_REASON], "created_at": now},
    )
    if new:
        notify_report(report, now=now)
    return report


def check_may_report(message: TalkMessage, player: Player) -> None:
    """Expects a message that the player can read. Raises GameRefusal (NO_TALK, OWN_WORDS)."""
    if not player.is_human:
        raise GameRefusal(GameRefusalCode.NO_TALK)
    if message.author_id == player.pk:
        raise GameRefusal(GameRefusalCode.OWN_WORDS)


@transaction.atomic
def hide_message(*, staff: Player, message_id: int, reason: str) -> None:
    """Staff takes a message away, for everybody; its reports are settled with it.

    Locks the message. Raises ValidationError (no_reason).
    """
    message = TalkMessage.objects.select_for_update().get(pk=message_id)
    _write_down("hide_message", staff, message, reason)
    now = database_now()
    if message.hidden_at is None:
        message.hidden_at = now
        message.save(update_fields=["hidden_at"])
        publish_stir(message.game)
    Report.objects.filter(message=message, settled_at=None).update(settled_at=now)


@transaction.atomic
def show_message(*, staff: Player, message_id: int, reason: str) -> None:
    """Staff brings a hidden message back. Locks the message. Raises ValidationError (no_reason)."""
    message = TalkMessage.objects.select_for_update().get(pk=message_id)
    _write_down("show_message", staff, message, reason)
    message.hidden_at = None
    message.save(update_fields=["hidden_at"])
    publish_stir(message.game)


@transaction.atomic
def settle_reports(*, staff: Player, message_id: int, reason: str) -> None:
    """Staff has looked, and the message stays. Locks the message. Raises ValidationError (no_reason)."""
    message = TalkMessage.objects.select_for_update().get(pk=message_id)
    _write_down("settle_reports", staff, message, reason)
    Report.objects.filter(message=message, settled_at=None).update(settled_at=database_now())


def _write_down(act: str, staff: Player, message: TalkMessage, reason: str) -> None:
    # That a message was reported is for staff only, and so is that they left it.
    write_down_act(
        staff=staff,
        act=act,
        done_to=message,
        public_id=str(message.pk),
        reason=reason,
        concerns=(message.author,),
        internal=act == "settle_reports",
    )
