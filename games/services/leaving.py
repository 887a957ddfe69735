"""What a deleted player leaves behind: seats, games, words, and the name that is on all of them.

The deletion's own transaction leaves a row that says so; a worker does the rest, each game in a transaction,
and begins again after whatever interrupts it. It looks once more a while later: a last click of the player
may have taken a seat meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Player
from accounts.own_data.erasing import forget_sessions_naming
from board.map.places import Places
from clubs.services.members import leave_all_clubs
from games.log.moments import state_of
from games.models import (
    Answer,
    Game,
    GameNote,
    Invitation,
    Leaver,
    LogEntry,
    Report,
    Seat,
    Status,
    TalkMessage,
    TalkSeen,
)
from games.refusals import GameRefusal
from games.services.invitations import decline_invitation
from games.services.log import lock_game
from games.services.seating import cancel_game, leave_game
from games.services.turns import resign
from games.signals import leaver_settled, seat_renamed
from games.table.news import publish_version
from games.wake import wake_leaver
from homeworlds.notation import format_position, format_turn, parse_position, parse_turn
from homeworlds.renaming import renamed_position, renamed_turn
from upkeep.clock import database_now

LOOKS_AGAIN_AFTER: Final = timedelta(minutes=2)
SETTLED_AT_ONCE: Final = 10
KEY: Final = "account-deleted"


def player_leaves(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that an account is deleted, in the deletion's transaction."""
    now = database_now()
    due = now + timedelta(seconds=settings.LOST_SECONDS)
    leaver = Leaver.objects.create(player=player, created_at=now, due_at=due)
    _forget_notes(player)
    wake_leaver(leaver_id=leaver.pk)


def due_leavers(now: datetime) -> QuerySet[Leaver]:
    return Leaver.objects.filter(due_at__lte=now)


def settle_overdue_leavers() -> int:
    """Settles the games of some of those whom no worker has settled, or not yet twice; returns how many."""
    due = due_leavers(database_now()).order_by("due_at").values_list("pk", flat=True)
    ids = list(due[:SETTLED_AT_ONCE])
    for leaver_id in ids:
        settle_leaver(leaver_id=leaver_id)
    return len(ids)


def settle_leaver(*, leaver_id: int) -> None:
    """Gives up the player's games and takes name and words out of all; done twice it does it once.

    Each game is settled in a transaction of its own, which locks it.
    """
    leaver = Leaver.objects.select_related("player").filter(pk=leaver_id).first()
    if leaver is None:
        return
    player, began = leaver.player, database_now()
    Leaver.objects.filter(pk=leaver_id).update(due_at=began + LOOKS_AGAIN_AFTER)
    _forget_words(player)
    forget_sessions_naming(player)
    leaver_settled.send(sender=Player, player=player)
    leave_all_clubs(player=player)
    for invitation in Invitation.objects.filter(player=player, answer=Answer.WAITING):
        with suppress(GameRefusal):  # it was withdrawn meanwhile
            decline_invitation(invitation_id=invitation.pk, player=player)
    for game_id in _games_to_settle(player):
        _settle_game(game_id, player)
    if began - leaver.created_at >= LOOKS_AGAIN_AFTER:
        leaver.delete()


def _forget_notes(player: Player) -> None:
    GameNote.objects.filter(player=player).delete()


def _forget_words(player: Player) -> None:
    _forget_notes(player)
    TalkMessage.objects.filter(author=player).update(text="")
    Report.objects.filter(Q(reporter=player) | Q(message__author=player)).update(reason="")
    Invitation.objects.filter(inviter=player).update(word="")
    Invitation.objects.filter(player=player).update(answer_word="")
    TalkSeen.objects.filter(player=player).delete()


def _games_to_settle(player: Player) -> Sequence[int]:
    """In the order of their ids: those not over, and those where the seat has another name still."""
    expected = Q(game__status__in=[Status.OPEN, Status.RUNNING])
    named = ~Q(name="") & ~Q(name__startswith=player.name)
    seats = Seat.objects.filter(expected | named, Q(player=player) | Q(former__player=player))
    made = Game.objects.filter(creator=player, status=Status.OPEN)
    return sorted({*seats.values_list("game", flat=True), *made.values_list("pk", flat=True)})


@transaction.atomic
def _settle_game(game_id: int, player: Player) -> None:
    game, seats = lock_game(game_id)
    seat = next((seat for seat in seats if seat.player_id == player.pk), None)
    if game.status == Status.OPEN and game.creator_id == player.pk:
        cancel_game(game_id=game_id, player=player)
    elif game.status == Status.OPEN and seat is not None:
        leave_game(game_id=game_id, player=player)
    elif seat is not None and _lives(game, seats, seat):
        resign(game_id=game_id, player=player, key=KEY, confirmed=True)
    game, seats = lock_game(game_id)
    named = next((seat for seat in seats if _named_after(seat) == player.pk), None)
    if named is not None and named.name and not named.name.startswith(player.name):
        rename_seat(game, seats, named, player.name)


def _named_after(seat: Seat) -> int | None:
    """The id of the player whose name the seat has had since the start."""
    if not seat.has_substitute:
        return seat.player_id
    return seat.former.order_by("log_number").values_list("player_id", flat=True).first()


def _lives(game: Game, seats: Sequence[Seat], seat: Seat) -> bool:
    return game.status == Status.RUNNING and seat.number in state_of(game, seats).position.living


def rename_seat(game: Game, seats: Sequence[Seat], seat: Seat, name: str) -> None:
    """Calls a seat and its homeworld otherwise, wherever the game says their name; open tables get it anew.
    The game is locked."""
    entries = list(LogEntry.objects.filter(game=game).order_by("number"))
    others = [each.name for each in seats if each != seat]
    names = {seat.name: _free_name(name, [*others, *[entry.text for entry in entries]])}
    rules, players, before = game.rules(), len(seats), [each.name for each in seats]

    seat_renamed.send(sender=Game, game=game, players=players, names=names)

    def position(text: str) -> str:
        return format_position(renamed_position(parse_position(text, rules, before), names))

    for entry in entries:
        entry.text = format_turn(renamed_turn(parse_turn(entry.text, players), names), players)
        entry.position, entry.places = position(entry.position), _renamed_places(entry.places, names)
        if "reason" in entry.data:
            entry.data = {**entry.data, "reason": _renamed_words(entry.data["reason"], names)}
    LogEntry.objects.all().write_renamed(entries)
    game.position, game.places = position(game.position), _renamed_places(game.places, names)
    game.names_changed += 1
    game.save(update_fields=["position", "places", "names_changed"])
    publish_version(game)
    seat.name = names[seat.name]
    seat.save(update_fields=["name"])


def _renamed_words(said: str, names: Mapping[str, str]) -> str:
    """What staff said in the log, which all can read."""
    for old, new in names.items():
        said = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, said, flags=re.IGNORECASE)
    return said


def _renamed_places(stored: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    places = Places.from_json(stored)
    homes = {names.get(name, name): seat for name, seat in places.homes.items()}
    return replace(places, homes=homes).to_json()


def _free_name(name: str, texts: Iterable[str]) -> str:
    """The name, unless somebody has called a system by it: then with a number."""
    taken = {word.casefold() for text in texts for word in text.replace(";", " ").split()}
    for number in count(2):
        if name.casefold() not in taken:
            break
        name = f"{name.partition('~')[0]}~{number}"
    return name
